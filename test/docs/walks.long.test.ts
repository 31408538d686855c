/** docs/first-hour.md: five beginners walk again by the documentation's text, and see what the page shows, but for the clock. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { cannotWalk, Walker } from "../../scripts/docs/walker.ts";
import { install, PAGE, sectionOf, WALKS, walked, withoutClock } from "../../scripts/docs/walks.ts";
import { requires } from "../support/requirements.ts";

const shown = readFileSync(PAGE, "utf8").split(/^(?=## )/m);
/** A machine that the first walk installs; the others begin with a copy. */
const first = new Walker();
after(() => first.leave());

test("the page has a section for each walk", () => {
  assert.deepEqual(
    shown.slice(1).map((section) => section.split("\n", 1)[0]),
    WALKS.map(({ who }) => `## ${who}`),
  );
});

const skip = cannotWalk() || requires("curl", "gcc", "g++", "mosquitto_pub");
for (const walk of WALKS) {
  test(`${walk.who} sees what the page shows`, { skip, timeout: 900_000 }, async () => {
    if (first.entries.length === 0) await install(first);
    const section = shown.find((part) => part.startsWith(`## ${walk.who}\n`)) ?? "";
    const seen = sectionOf(walk, await walked(walk, first));
    assert.deepEqual(withoutClock(seen).trim().split("\n"), withoutClock(section).trim().split("\n"));
  });
}

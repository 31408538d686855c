/** Rows of packets that an XTCE file describes: equal to what space-packet-parser reads. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { XTCE_DEFINITION } from "../../../generator/definitions/xtce/xtce-definition.ts";
import { needsPeers } from "../../support/peers.ts";
import { definedChannel } from "./defined.ts";
import { compareXtce } from "./xtce.ts";

const text = readFileSync(new URL("telemetry.xml", import.meta.url), "utf8");

test("containers with a common header", { skip: needsPeers("PyPI") }, async () => {
  const found = await compareXtce("telemetry.xml", text, 200);
  assert.deepEqual(found.differences.slice(0, 10), []);
  assert.equal(found.containers, 2);
  assert.ok(found.values > 2000, `${found.values} values`);
  assert.deepEqual(found.leftOut, []);
});

test("where the ID is, and the rules", async () => {
  const { header, definition } = await definedChannel("telemetry.xml", text);
  assert.deepEqual(definition.keys, ["id = u16be@0&0x7ff", "length = none", "long = ignore"]);
  assert.deepEqual(
    definition.messages.map(({ id, name, size }) => [id, name, size]),
    [
      [7, "Power", 10],
      [9, "State", 7],
    ],
  );
  assert.match(header, /BATTERY : 20;.*expr=BATTERY \* 0\.01 - 40; unit=degC; warn=-10\.\.60; alarm=\.\.80/);
  assert.match(header, /MODE;.*states=0=SAFE, 1=RUN slowly/);
});

for (const [what, wrong, sentence] of [
  ["no XML", "<SpaceSystem", /line 1: this is not XML/],
  ["an element without its end", '<SpaceSystem name="a">', /<SpaceSystem> has no end/],
  ["an end of nothing", '<SpaceSystem name="a"></x>', /<\/x> ends nothing/],
  ["a declared entity", '<!ENTITY a "b"><SpaceSystem/>', /<!ENTITY> is not read/],
  ["another root", "<a><SpaceSystem/></a>", /<SpaceSystem> expected, not <a>/],
] as const)
  test(`refused: ${what}`, () => {
    assert.throws(() => XTCE_DEFINITION.read(wrong), sentence);
  });

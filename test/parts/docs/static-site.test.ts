/** The documentation as static pages: every link leads somewhere, and the search finds. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { writeSite } from "../../../runtime/parts/docs/static-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("every link of the static pages leads to a page and a heading that exist", async () => {
  const out = join(temporaryFolder(), "site");
  const names = await writeSite(out);
  assert.equal(readdirSync(out).filter((file) => file.endsWith(".html")).length, names.length);
  const pages = new Map(
    readdirSync(out)
      .filter((file) => file.endsWith(".html"))
      .map((file) => [file, readFileSync(join(out, file), "utf8")]),
  );
  let links = 0;
  for (const [file, html] of pages) {
    for (const [, to = "", fragment = ""] of html.matchAll(/(?:href|src)="\.\/([^"#]+)(#[^"]*)?"/g)) {
      links++;
      assert.ok(existsSync(join(out, to)), `${file} → ${to}`);
      if (fragment !== "")
        assert.ok(pages.get(to)!.includes(`id="${fragment.slice(1)}"`), `${file} → ${to}${fragment}`);
    }
  }
  assert.ok(links > 1000, `${links} links`);
  const sections = JSON.parse(readFileSync(join(out, "search.json"), "utf8")) as { href: string; heading: string }[];
  assert.ok(
    sections.some(({ heading, href }) => heading === "LoRaWAN" && href === "./devices.html#lorawan"),
    "search.json",
  );
  assert.match(readFileSync(join(out, "search.js"), "utf8"), /search\.json/);
});

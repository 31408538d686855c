/** The documentation as static pages: every link leads somewhere, and the search finds. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { writeSite } from "../../../runtime/parts/docs/static-site.ts";
import { openPage } from "../../support/browser.ts";
import { requires } from "../../support/requirements.ts";
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
});

test("opened from a folder, every page fits a phone, shows its pictures, and finds words", {
  skip: requires("chromium-headless-shell"),
}, async (t) => {
  const out = join(temporaryFolder(), "site");
  const names = await writeSite(out);
  const { page, problems, close } = await openPage("about:blank", { viewport: { width: 390, height: 800 } });
  t.after(close);
  const wide: string[] = [];
  for (const name of names) {
    const file = name === "README" ? "index.html" : `${name}.html`;
    await page.goto(pathToFileURL(join(out, file)).href);
    if (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) wide.push(file);
    const broken = await page.evaluate("[...document.images].filter((image) => image.naturalWidth === 0).length");
    assert.equal(broken, 0, file);
  }
  assert.deepEqual(wide, []);
  await page.getByRole("searchbox").fill("lorawan");
  await page.locator('.hits a[href="./devices.html#lorawan"]').waitFor();
  assert.deepEqual(problems, []);
});

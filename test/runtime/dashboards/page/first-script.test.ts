/** What a browser loads before the page can show anything. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { builtPage } from "../../../support/built-page.ts";

const MOST_BYTES = 175_000;

test("the first script is one file, and the one that starts it", async () => {
  const html = await readFile(join(await builtPage(), "index.html"), "utf8");
  assert.equal(html.match(/\.js"/g)?.length, 2);
});

test("the first script has neither charts nor forms, and is asked for with all that it imports", async () => {
  const directory = await builtPage();
  const html = await readFile(join(directory, "index.html"), "utf8");
  const names = Array.from(html.matchAll(/(?:src|rel="modulepreload" href)="page\/([^"]+\.js)"/g), ([, name]) => name!);
  const texts = await Promise.all(names.map((name) => readFile(join(directory, "assets", name), "utf8")));
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  const imported = texts.flatMap((text) => Array.from(text.matchAll(/from"\.\/([^"]+\.js)"/g), ([, name]) => name!));
  assert.deepEqual(
    imported.filter((name) => !names.includes(name)),
    [],
  );
  for (const late of ["uPlot", "DOMPurify", "u-over"])
    assert.ok(!texts.some((text) => text.includes(late)), `${late} is loaded when it is used`);
});

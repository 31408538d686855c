/** The README's picture is of today's page. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { EDITOR_PICTURES, editorVersion } from "../../scripts/docs/editor-version.ts";
import { PICTURE, pageVersion, versionOf, withVersion } from "../../scripts/docs/page-version.ts";
import { ROOT } from "../support/lab.ts";

test("the README's picture was taken of this page: `npm run docs -- --picture` takes it again", async () => {
  assert.equal(versionOf(readFileSync(PICTURE)), await pageVersion());
});

test("the pictures of the editor show what the language server says: `npm run docs -- --picture editor` takes them again", () => {
  for (const file of EDITOR_PICTURES) assert.equal(versionOf(readFileSync(file)), editorVersion(), file);
});

test("what the picture shows has a version; what it does not show has none", async () => {
  const changed = (name: string) => (path: string) =>
    `${readFileSync(join(ROOT, path), "utf8")}${path.endsWith(name) ? " " : ""}`;
  const version = await pageVersion();
  for (const name of ["shell/shell.css", "chart/chart.ts", "shell/toolbar.tsx", "text/format.ts"])
    assert.notEqual(await pageVersion(changed(name)), version, name);
  for (const name of ["words-de.ts", "runs/comparison.tsx", "views/track-view.ts"])
    assert.equal(await pageVersion(changed(name)), version, name);
});

test("a picture keeps its pixels when it gets a version", () => {
  const png = readFileSync(PICTURE);
  const marked = withVersion(png, "0123");
  assert.equal(versionOf(marked), "0123");
  assert.equal(marked.subarray(0, 33).compare(png.subarray(0, 33)), 0);
  assert.ok(marked.subarray(-png.length + 33).equals(png.subarray(33)), "all later chunks are the same");
  assert.equal(versionOf(png.subarray(0, 33)), undefined);
});

import assert from "node:assert/strict";
import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sha256 } from "../../../generator/run/fingerprint.ts";
import { hashOfFile } from "../../../generator/run/known-files.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

function fileOf(text: string): string {
  const folder = temporaryFolder();
  const path = join(folder, "file");
  writeFileSync(path, text);
  utimesSync(path, DATE, DATE);
  return path;
}

/** Whole seconds, which every file system supports. */
const DATE = 1_700_000_000;

/** Late enough for the file's times to be trusted. */
const later = () => Date.now() + 60_000;

/** Keeps the file's size and date. */
function edit(path: string, text: string): void {
  const before = statSync(path, { bigint: true });
  do {
    writeFileSync(path, text);
    utimesSync(path, DATE, DATE);
    // File system clocks have a coarse resolution.
  } while (statSync(path, { bigint: true }).ctimeNs === before.ctimeNs);
  const { size, mtimeNs } = statSync(path, { bigint: true });
  assert.deepEqual([size, mtimeNs], [before.size, before.mtimeNs]);
}

test("an edited file with unchanged size and date is read again", () => {
  const path = fileOf("one");
  assert.equal(hashOfFile(path, later()), sha256("one"));
  edit(path, "two");
  assert.equal(hashOfFile(path, later()), sha256("two"));
  assert.equal(hashOfFile(path, later()), sha256("two"));
});

test("a replaced file is read, and a removed one has no hash", () => {
  const path = fileOf("one");
  hashOfFile(path, later());
  writeFileSync(`${path}.new`, "two");
  renameSync(`${path}.new`, path);
  assert.equal(hashOfFile(path, later()), sha256("two"));
  rmSync(path);
  assert.equal(hashOfFile(path, later()), undefined);
  assert.equal(hashOfFile(join(path, "inside"), later()), undefined);
});

test("the hash of a recently written file is not cached", () => {
  const path = fileOf("one");
  const { ctimeMs } = statSync(path);
  assert.equal(hashOfFile(path, ctimeMs), sha256("one"));
  // Immediately, with the same size: the times may be equal.
  writeFileSync(path, "two");
  assert.equal(hashOfFile(path, ctimeMs), sha256("two"));
});

/**
 * Each part of the service, and each emitter, can be deleted with its folders and its line: nothing else knows it. Types are checked
 * without many of them at once, in such a way that of any two one is there without the other. The core's tests would take a quarter of an
 * hour for all of them: they run for the first of each kind, and `scripts/check/delete-parts.ts` runs them for each.
 */

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { allParts, buildCore, copyTree, type Part, separating, tryDeletion } from "../../scripts/check/delete-parts.ts";
import { importsOf } from "../../scripts/check/imports.ts";
import { ROOT } from "../support/lab.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The pictures of the page in the documentation show alarms. */
const PICTURES = /^scripts\/campaigns\/page-pictures\.ts/;
const parts = allParts();
const files = ["runtime", "generator", "command", "scripts", "test"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => /\.tsx?$/.test(name) && !/^test\/(?:\.work|golden)\//.test(name)),
);
const imported = files.flatMap((file) => importsOf(file, readFileSync(join(ROOT, file), "utf8")));

test("no other file imports a file of a part, or of an emitter", () => {
  assert.ok(parts.length > 30 && imported.length > 5000, `${parts.length} parts, ${imported.length} imports`);
  const known = parts.flatMap(({ folder, list, tests }) => {
    const own = [folder, ...tests];
    const isOwn = (path: string) => own.some((place) => path === place || path.startsWith(`${place}/`));
    return imported
      .filter(({ file, target }) => isOwn(target) && !isOwn(file) && file !== list && !PICTURES.test(file))
      .map(({ file, target }) => `${file}: ${target}`);
  });
  assert.deepEqual(known, []);
});

test("of any two parts, one set of those that are deleted together has the first and not the second", () => {
  for (const count of [2, 3, 31, 32, 33, 49]) {
    const all = Array.from({ length: count }, (_, index) => index);
    const sets = separating(all);
    for (const one of all)
      for (const other of all.filter((each) => each !== one))
        assert.ok(
          sets.some((some) => some.includes(one) && !some.includes(other)),
          `${one} without ${other} of ${count}`,
        );
  }
});

test("without each of them, types and rules of imports hold, and the core's tests; the check notices a folder that others know", () => {
  mkdirSync(join(ROOT, "test/.work"), { recursive: true });
  const copy = temporaryFolder(join(ROOT, "test/.work"));
  copyTree(copy);
  buildCore(copy);
  const isFirst = (part: Part) => parts.find(({ core }) => core[0] === part.core[0]) === part;
  const without = (some: readonly Part[], core: Parameters<typeof tryDeletion>[2]) => {
    const { broken } = tryDeletion(copy, some, core);
    const others = broken.filter((line) => !PICTURES.test(line));
    assert.deepEqual(others, [], `without ${some.map(({ name }) => name).join(", ")}`);
  };
  for (const some of separating(parts)) without(some, "types");
  for (const first of parts.filter(isFirst)) without([first], "with the core's tests");
  const journal = {
    name: "sql",
    folder: "runtime/journal",
    list: "runtime/parts/parts.ts",
    tests: [],
    core: parts[0]!.core,
  };
  const { broken } = tryDeletion(copy, [journal], "with the core's tests");
  for (const known of ["runtime/intake/", "test/core/core.test.ts"])
    assert.ok(
      broken.some((line) => line.startsWith(known)),
      known,
    );
});

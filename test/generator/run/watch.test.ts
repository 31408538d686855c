import assert from "node:assert/strict";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { watchInputs } from "../../../generator/run/watch.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";

/** Starts watching. @returns the number of runs */
function watching(t: TestContext, first: readonly string[], folders: readonly string[]): () => number {
  let runs = 0;
  const watch = watchInputs(first, async () => {
    runs += 1;
    return folders;
  });
  t.after(() => watch.stop());
  return () => runs;
}

test("saving a file starts a run, also if it is replaced by renaming", async (t) => {
  const root = temporaryFolder();
  const runs = watching(t, [root], [root]);
  writeFileSync(join(root, "a.h"), "1");
  await until(() => runs() > 0, "a run");
  const before = runs();
  writeFileSync(join(root, "a.h.tmp"), "2");
  renameSync(join(root, "a.h.tmp"), join(root, "a.h"));
  await until(() => runs() > before, "another run");
});

test("folders that a run returns are watched from then on", async (t) => {
  const root = temporaryFolder();
  const one = join(root, "one");
  const two = join(root, "two");
  mkdirSync(one);
  mkdirSync(two);
  const runs = watching(t, [one], [one, two]);
  writeFileSync(join(one, "a.h"), "1");
  await until(() => runs() > 0, "a run");
  // The folders change when the run has ended.
  await new Promise(setImmediate);
  const before = runs();
  writeFileSync(join(two, "b.h"), "1");
  await until(() => runs() > before, "another run");
});

test("a missing folder is noticed when it is created", async (t) => {
  const root = temporaryFolder();
  const later = join(root, "headers");
  const runs = watching(t, [later], [later]);
  mkdirSync(later);
  await until(() => runs() > 0, "a run");
});

test("after stop no run starts", async () => {
  const root = temporaryFolder();
  let runs = 0;
  const watch = watchInputs([root], async () => {
    runs += 1;
    return [root];
  });
  writeFileSync(join(root, "a.h"), "1");
  await watch.stop();
  await pause(100, "no run may start");
  assert.equal(runs, 0);
});

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { watchInputs } from "../../../generator/run/watch.ts";
import { pause } from "../../support/until.ts";

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "structline-watch-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Starts watching, and resolves each run when it is awaited. */
function watching(t: TestContext, first: readonly string[], folders: () => readonly string[]) {
  const waiting: (() => void)[] = [];
  let unseen = 0;
  const watch = watchInputs(first, async () => {
    const next = waiting.shift();
    if (next === undefined) unseen += 1;
    else next();
    return folders();
  });
  t.after(() => watch.stop());
  const run = () =>
    new Promise<void>((resolve) => {
      if (unseen > 0) {
        unseen -= 1;
        resolve();
      } else waiting.push(resolve);
    });
  return { watch, run };
}

test("saving a file starts a run, also if it is replaced by renaming", async (t) => {
  const root = folder(t);
  const { run } = watching(t, [root], () => [root]);
  const first = run();
  writeFileSync(join(root, "a.h"), "1");
  await first;
  const second = run();
  writeFileSync(join(root, "a.h.tmp"), "2");
  renameSync(join(root, "a.h.tmp"), join(root, "a.h"));
  await second;
});

test("folders that a run returns are watched from then on", async (t) => {
  const root = folder(t);
  const one = join(root, "one");
  const two = join(root, "two");
  mkdirSync(one);
  mkdirSync(two);
  const { run } = watching(t, [one], () => [one, two]);
  const first = run();
  writeFileSync(join(one, "a.h"), "1");
  await first;
  // The folders change when the run has ended.
  await new Promise(setImmediate);
  const second = run();
  writeFileSync(join(two, "b.h"), "1");
  await second;
});

test("a missing folder is noticed when it is created", async (t) => {
  const root = folder(t);
  const later = join(root, "headers");
  const { run } = watching(t, [later], () => [later]);
  const first = run();
  mkdirSync(later);
  await first;
});

test("after stop no run starts", async (t) => {
  const root = folder(t);
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

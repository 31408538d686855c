import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LockedError, withLock } from "../../../generator/run/lock.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { pause } from "../../support/until.ts";

function lockOf(pid: number, host = hostname()): string {
  return JSON.stringify({ pid, host, token: "t" });
}

/** A process ID that is no longer in use. */
function deadPid(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

test("only one task uses the folder at a time, and no file is left behind", async () => {
  const root = temporaryFolder();
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      withLock(root, 120_000, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await pause(5, "the others try to come in");
        inside -= 1;
      }),
    ),
  );
  assert.equal(most, 1);
  assert.deepEqual(readdirSync(root), []);
});

test("the lock is released if the task fails", async () => {
  const root = temporaryFolder();
  await assert.rejects(
    withLock(root, 0, () => Promise.reject(new Error("work"))),
    /work/,
  );
  assert.equal(await withLock(root, 0, async () => "next"), "next");
});

test("a lock of a live process on this or another machine is respected", async () => {
  for (const content of [lockOf(process.pid), lockOf(deadPid(), "another-machine")]) {
    const root = temporaryFolder();
    writeFileSync(join(root, ".lock"), content);
    await assert.rejects(
      withLock(root, 60, async () => "never"),
      (error) => error instanceof LockedError && /^process \d+ on /.test(error.holder),
    );
  }
});

test("a lock of a dead process, an unreadable one and one that is too old are taken over", async () => {
  const stale = [lockOf(deadPid()), "", "not JSON", "{}"];
  for (const content of stale) {
    const root = temporaryFolder();
    writeFileSync(join(root, ".lock"), content);
    assert.equal(await withLock(root, 1000, async () => "taken"), "taken");
  }
  const root = temporaryFolder();
  writeFileSync(join(root, ".lock"), lockOf(process.pid, "another-machine"));
  utimesSync(join(root, ".lock"), 1, 1);
  assert.equal(await withLock(root, 1000, async () => "taken"), "taken");
});

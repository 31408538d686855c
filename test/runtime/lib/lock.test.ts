import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { lockDirectory } from "../../../runtime/lib/lock.ts";
import { programArguments } from "../../support/programs.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

/** A process that tries to get the lock and keeps it until its input ends. */
function contender(directory: string, wrapper: readonly string[] = []): ChildProcess {
  const [program = "", ...args] = [...wrapper, process.execPath, ...programArguments("lock-contender"), directory];
  return spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
}

async function answerOf(child: ChildProcess): Promise<string> {
  return String((await once(child.stdout!, "data"))[0]).trim();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin!.end();
  await once(child, "exit");
}

test("a folder has one holder at a time", () =>
  inTemporaryFolder(async (directory) => {
    const lock = await lockDirectory(directory);
    await assert.rejects(lockDirectory(directory), new RegExp(`is in use by process ${process.pid};`));
    await lock.release();
    await (await lockDirectory(directory)).release();
  }));

test("a lock ends with its process, however it ends", () =>
  inTemporaryFolder(async (directory) => {
    const child = contender(directory);
    assert.equal(await answerOf(child), "held");
    await assert.rejects(lockDirectory(directory), new RegExp(`is in use by process ${child.pid};`));
    child.kill("SIGKILL");
    await once(child, "exit");
    await (await lockDirectory(directory)).release();
  }));

// As two containers on one volume: each is process 1 there, and neither sees the other's processes or sockets.
const CONTAINER = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--net"];
const cannotUnshare = spawnSync(CONTAINER[0]!, [...CONTAINER.slice(1), "true"]).status !== 0;

test(
  "a process in another container is excluded, and excludes others",
  { skip: cannotUnshare && "needs root and unshare (util-linux)" },
  () =>
    inTemporaryFolder(async (directory) => {
      const first = contender(directory, CONTAINER);
      assert.equal(await answerOf(first), "held");
      const second = contender(directory, CONTAINER);
      assert.match(await answerOf(second), /is in use by process \d+ of another container or host \(.+\); stop it/);
      await assert.rejects(lockDirectory(directory), /is in use by process \d+ of another container/);
      await end(first);
      await end(second);
      const third = contender(directory, CONTAINER);
      assert.equal(await answerOf(third), "held");
      await end(third);
    }),
);

test("a lock file without a holder is taken over, whatever its content", () =>
  inTemporaryFolder(async (directory) => {
    const gone = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
    await once(gone, "exit");
    const contents = [
      "",
      "{",
      "null",
      '{"pid":-1,"started":""}',
      "\0".repeat(100),
      // From this version: that process does not hold the lock, so it does not matter that it runs.
      JSON.stringify({ pid: process.ppid, started: "", place: "here", host: "here" }),
      // From a version up to 0.1: a process that is gone, and one that has reused the former holder's process ID.
      JSON.stringify({ pid: gone.pid, started: "" }),
      ...(process.platform === "linux" ? [JSON.stringify({ pid: process.ppid, started: "another boot 123" })] : []),
    ];
    for (const content of contents) {
      await fs.writeFile(join(directory, "lock"), content);
      const lock = await lockDirectory(directory);
      assert.notEqual(await fs.readFile(join(directory, "lock"), "utf8"), content);
      await lock.release();
    }
  }));

test("the lock file of a running version up to 0.1 is respected", () =>
  inTemporaryFolder(async (directory) => {
    await fs.writeFile(join(directory, "lock"), JSON.stringify({ pid: process.ppid, started: "" }));
    await assert.rejects(lockDirectory(directory), new RegExp(`is in use by process ${process.ppid};`));
  }));

test("of many concurrent attempts one succeeds", () =>
  inTemporaryFolder(async (directory) => {
    const children = Array.from({ length: 4 }, () => contender(directory));
    const answers = await Promise.all(children.map(answerOf));
    await Promise.all(children.map(end));
    assert.deepEqual(answers.map((answer) => (answer === "held" ? "held" : "refused")).sort(), [
      "held",
      "refused",
      "refused",
      "refused",
    ]);
  }));

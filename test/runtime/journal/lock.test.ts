import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { lockDirectory } from "../../../runtime/journal/lock.ts";
import { inTemporaryFolder } from "../../support/journal-messages.ts";

test("a folder has one holder at a time", () =>
  inTemporaryFolder(async (directory) => {
    const lock = await lockDirectory(directory);
    await assert.rejects(lockDirectory(directory), new RegExp(`is in use by process ${process.pid};`));
    await lock.release();
    const again = await lockDirectory(directory);
    await again.release();
    assert.deepEqual(await fs.readdir(directory), []);
  }));

test("the lock of a process that is gone is taken over", () =>
  inTemporaryFolder(async (directory) => {
    const child = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
    await once(child, "exit");
    await fs.writeFile(join(directory, "lock"), JSON.stringify({ pid: child.pid, started: "" }));
    await (await lockDirectory(directory)).release();
  }));

test("the lock of a process that runs is respected, and names it", () =>
  inTemporaryFolder(async (directory) => {
    await fs.writeFile(join(directory, "lock"), JSON.stringify({ pid: process.ppid, started: "" }));
    await assert.rejects(lockDirectory(directory), new RegExp(`is in use by process ${process.ppid};`));
  }));

test(
  "a process that only has the pid of the former holder does not count",
  { skip: process.platform !== "linux" },
  () =>
    inTemporaryFolder(async (directory) => {
      for (const pid of [process.ppid, process.pid]) {
        await fs.writeFile(join(directory, "lock"), JSON.stringify({ pid, started: "another boot 123" }));
        await (await lockDirectory(directory)).release();
      }
    }),
);

test("an unreadable lock file is taken over", () =>
  inTemporaryFolder(async (directory) => {
    for (const content of ["", "{", "null", '{"pid":-1,"started":""}', "\0".repeat(100)]) {
      await fs.writeFile(join(directory, "lock"), content);
      await (await lockDirectory(directory)).release();
    }
  }));

test("of many who try at once one gets it", () =>
  inTemporaryFolder(async (directory) => {
    await fs.writeFile(join(directory, "lock"), JSON.stringify({ pid: 2 ** 22 + 1, started: "" }));
    const script = `
      import { lockDirectory } from ${JSON.stringify(new URL("../../../runtime/journal/lock.ts", import.meta.url).href)};
      try { await lockDirectory(${JSON.stringify(directory)}); console.log("held"); } catch { console.log("refused"); }
      process.stdin.resume();`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
        stdio: ["pipe", "pipe", "inherit"],
      }),
    );
    const answers = await Promise.all(
      children.map(async (child) => String((await once(child.stdout!, "data"))[0]).trim()),
    );
    for (const child of children) child.stdin!.end();
    await Promise.all(children.map((child) => once(child, "exit")));
    assert.deepEqual(answers.sort(), ["held", "refused", "refused", "refused"]);
  }));

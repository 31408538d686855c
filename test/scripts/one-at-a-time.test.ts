/** Two starts at once in one clone: one sets it up, the other waits and finds it set up. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { oneAtATime } from "../../scripts/build/one-at-a-time.mjs";
import { ROOT } from "../support/lab.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const MODULE = pathToFileURL(join(ROOT, "scripts/build/one-at-a-time.mjs")).href;

/** Another process that takes the lock, and works until it is told to end. */
function worker(folder: string, name: string) {
  const program = `import { appendFileSync } from "node:fs";
    import { oneAtATime } from ${JSON.stringify(MODULE)};
    await oneAtATime("build/setup.lock", async () => {
      appendFileSync("order", "${name} begins\\n");
      for await (const _line of process.stdin) break;
      appendFileSync("order", "${name} ends\\n");
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { cwd: folder });
  const one = { child, said: "" };
  child.stderr.on("data", (bytes) => {
    one.said += bytes;
  });
  return one;
}

test("the second waits for the first, says so, and a third is not held up by one that was killed", async () => {
  const folder = temporaryFolder();
  const order = () => (existsSync(join(folder, "order")) ? readFileSync(join(folder, "order"), "utf8") : "");
  const first = worker(folder, "first");
  await until(() => order() === "first begins\n");
  const second = worker(folder, "second");
  await until(() => second.said.includes(`process ${first.child.pid} sets this clone up; waiting for it`));
  first.child.stdin.end("\n");
  await until(() => order() === "first begins\nfirst ends\nsecond begins\n");
  second.child.kill("SIGKILL");
  await once(second.child, "exit");
  assert.equal(readFileSync(join(folder, "build/setup.lock.2"), "utf8"), String(second.child.pid));
  assert.equal(await oneAtATime(join(folder, "build/setup.lock"), async () => 3), 3);
  assert.deepEqual(readdirSync(join(folder, "build")), ["setup.lock.3"]);
});

test("of several that find the process before killed, one goes on at a time", async () => {
  const folder = temporaryFolder();
  const lock = join(folder, "setup.lock");
  const program = `import { writeFileSync, rmSync } from "node:fs";
    import { oneAtATime } from ${JSON.stringify(MODULE)};
    for await (const _line of process.stdin) break;
    for (let n = 0; n < 20; n++) await oneAtATime("setup.lock", async () => {
      writeFileSync("working", "", { flag: "wx" });
      await new Promise(setImmediate);
      rmSync("working");
    });`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", program], { cwd: folder, stdio: ["pipe", "ignore", "pipe"] }),
  );
  // No process has such a number.
  writeFileSync(`${lock}.7`, String(2 ** 30));
  const ends = children.map(async (child) => {
    let said = "";
    child.stderr.on("data", (bytes) => {
      said += bytes;
    });
    const [status] = await once(child, "close");
    return [status, /EEXIST.*/.exec(said)?.[0]];
  });
  for (const child of children) child.stdin.end("\n");
  assert.deepEqual(
    await Promise.all(ends),
    children.map(() => [0, undefined]),
  );
  assert.deepEqual(readdirSync(folder), ["setup.lock.87"]);
});

test("a process that has the number of one that was killed does not wait for itself", async () => {
  const lock = join(temporaryFolder(), "setup.lock");
  writeFileSync(`${lock}.1`, String(process.pid));
  assert.equal(await oneAtATime(lock, async () => 3), 3);
});

test("where a lock cannot be made, the work runs", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  assert.equal(await oneAtATime(join(folder, "file/build/setup.lock"), async () => 3), 3);
});

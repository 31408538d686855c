/** Two starts at once in one clone: one sets it up, the other waits and finds it set up. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
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
  assert.equal(readFileSync(join(folder, "build/setup.lock"), "utf8"), String(second.child.pid));
  assert.equal(await oneAtATime(join(folder, "build/setup.lock"), async () => 3), 3);
  assert.equal(existsSync(join(folder, "build/setup.lock")), false);
});

test("where a lock cannot be made, the work runs", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  assert.equal(await oneAtATime(join(folder, "file/build/setup.lock"), async () => 3), 3);
});

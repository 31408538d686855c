/** Steps of a first start: what they show, and that nothing of them survives Ctrl-C. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { npmCommand } from "../../scripts/build/npm.mjs";
import { registryObjection } from "../../scripts/build/setup.mjs";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const STEP = new URL("../../scripts/build/step.mjs", import.meta.url).href;

function run(command: readonly string[], options = "") {
  const script = `import { step } from ${JSON.stringify(STEP)}; await step("making it", ${JSON.stringify(command)}, { ${options} }); console.log("after");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "pipe"] });
  const said = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said.text += text;
    });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, said, ended };
}

test("a step that fails shows all that its program said, and its sentence", async () => {
  const { said, ended } = run([process.execPath, "-e", "console.log('one'); console.error('two'); process.exit(3)"]);
  assert.equal(await ended, 1);
  assert.match(said.text, /^structline: making it …\n/);
  assert.match(said.text, /one\n/);
  assert.match(said.text, /two\n/);
  assert.match(said.text, /structline: making it failed: '.*' ended with 3\n$/);
});

test("a program that is not there is named", async () => {
  const { said, ended } = run(["no-such-program-here"]);
  assert.equal(await ended, 1);
  assert.match(said.text, /making it failed: spawn no-such-program-here ENOENT\n$/);
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  test(`${signal} ends the step's program and what that started, though it ignores the signal, and nothing follows`, {
    skip: process.platform === "win32" && "Windows has no process groups",
  }, async () => {
    const pids = join(temporaryFolder(), "pids");
    const child = `process.on(${JSON.stringify(signal)}, () => {}); setInterval(() => {}, 1000); require("fs").appendFileSync(${JSON.stringify(pids)}, process.pid + "\\n");`;
    const parent = `${child} require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "ignore" });`;
    const started = run([process.execPath, "-e", parent]);
    const running = () => {
      try {
        return readFileSync(pids, "utf8").trim().split("\n").map(Number);
      } catch {
        return [];
      }
    };
    await until(() => running().length === 2);
    started.child.kill(signal);
    const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
    assert.equal(await started.ended, codes[signal]);
    assert.match(started.said.text, /making it: interrupted\n$/);
    const [first, second] = running();
    await until(() => !isAlive(first ?? 0) && !isAlive(second ?? 0));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed process stays in the table until somebody asks for its status.
    return process.platform !== "linux" || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

test("npm is its own script under the running Node: Windows starts no batch file without a shell", () => {
  const windows = "C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js";
  const node = "C:\\Program Files\\nodejs\\node.exe";
  assert.deepEqual(
    npmCommand({ npm_execpath: windows }, node, () => false),
    [node, windows],
  );
  const beside = npmCommand({ npm_execpath: "/usr/lib/pnpm/pnpm.cjs" }, "/opt/node/bin/node", (path) =>
    path.includes("/lib/"),
  );
  assert.deepEqual(beside, ["/opt/node/bin/node", "/opt/node/lib/node_modules/npm/bin/npm-cli.js"]);
  assert.deepEqual(
    npmCommand({}, "/opt/node/bin/node", () => false),
    ["npm"],
  );
});

test("a registry that cannot be reached is told from one that answers with an error", () => {
  const answer = (code: string, summary: string) => JSON.stringify({ error: { code, summary } });
  assert.equal(registryObjection("{}", 0, false), undefined);
  assert.equal(registryObjection(answer("E404", "404 Not Found"), 1, false), undefined);
  assert.match(
    String(registryObjection(answer("ENOTFOUND", "request to https://npm.example/-/ping failed, reason: …"), 1, false)),
    /^https:\/\/npm\.example cannot be reached \(ENOTFOUND\): the first start needs it/,
  );
  assert.match(String(registryObjection("", null, true)), /does not answer within 6 s/);
  assert.equal(registryObjection("", null, false), undefined, "Ctrl-C ended the question, too");
});

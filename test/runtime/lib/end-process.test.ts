/** A process ends by the signal that it got while a thread's native call goes on, and with its exit code otherwise. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";

const THREAD = `
  const { DuckDBInstance } = require("@duckdb/node-api");
  const { parentPort } = require("node:worker_threads");
  void (async () => {
    const connection = await (await DuckDBInstance.create()).connect();
    await connection.run("SET threads = 1");
    // It ends by itself.
    const answer = connection.run("SELECT count(*) FROM range(4_000_000_000) WHERE range % 7 = 3");
    parentPort.postMessage("in its call");
    await answer;
    parentPort.close();
  })();
`;

const program = (ending: string) => `
  import { Worker } from "node:worker_threads";
  import { endProcess, makesNativeCalls } from "./runtime/lib/end-process.ts";
  process.on("SIGTERM", () => ${ending});
  if (${ending.includes("store")}) {
    const worker = new Worker(${JSON.stringify(THREAD)}, { eval: true, execArgv: [] });
    makesNativeCalls(worker);
    worker.once("message", () => setTimeout(() => process.kill(process.pid, "SIGTERM"), 100));
  } else process.kill(process.pid, "SIGTERM");
  setInterval(() => {}, 1000);
`;

async function endOf(ending: string): Promise<{ code: number | null; signal: string | null; said: string }> {
  const args = ["--import", "tsx", "--input-type=module", "--eval", program(ending)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { code, signal, said };
}

const ON_WINDOWS = process.platform === "win32" && "Windows has no signals";

test("a stop during a native call ends by the signal, and says nothing of an abort", { skip: ON_WINDOWS }, async () => {
  assert.deepEqual(await endOf('endProcess(0, "SIGTERM", "store")'), { code: null, signal: "SIGTERM", said: "" });
});

test("a failure during a native call is no orderly end", { skip: ON_WINDOWS }, async () => {
  assert.deepEqual(await endOf('endProcess(70, "SIGTERM", "store")'), { code: null, signal: "SIGKILL", said: "" });
});

test("without such a call the process ends with its code", { skip: ON_WINDOWS }, async () => {
  assert.deepEqual(await endOf('endProcess(0, "SIGTERM")'), { code: 0, signal: null, said: "" });
});

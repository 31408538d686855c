import assert from "node:assert/strict";
import { on, once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Worker } from "node:worker_threads";
import { earlyWorker, openEarly, openWorker } from "../../../runtime/lib/open-worker.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Programs in a folder of their own, as they lie beside the built service. */
function programs(texts: Readonly<Record<string, string>>): (name: string) => Parameters<typeof openWorker> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, `${name}.js`), text);
  const beside = pathToFileURL(join(folder, "service.js")).href;
  return (name) => [name, new URL(`./${name}.ts`, beside), beside];
}

const ECHO = `
  const { parentPort, threadId } = require("node:worker_threads");
  parentPort.on("message", (said) => parentPort.postMessage({ said, threadId }));
`;

test("a thread that was started early is the one that is opened, with what was posted to it meanwhile", async () => {
  const program = programs({ "early-echo": ECHO });
  openEarly(...program("early-echo"));
  const early = earlyWorker("early-echo")!;
  early.postMessage("first");
  openEarly(...program("early-echo"));
  assert.equal(earlyWorker("early-echo"), early);
  const opened = openWorker(...program("early-echo"));
  assert.equal(opened, early);
  assert.equal(earlyWorker("early-echo"), undefined);
  opened.postMessage("second");
  const answers = await answersOf(opened, 2);
  assert.deepEqual(
    answers.map(({ said }) => said),
    ["first", "second"],
  );
  const other = openWorker(...program("early-echo"));
  assert.notEqual(other, opened);
  await Promise.all([opened.terminate(), other.terminate()]);
});

test("a thread that ended early is opened anew, and its error is the opener's", async () => {
  const program = programs({ "early-failure": 'throw new Error("it cannot run");' });
  openEarly(...program("early-failure"));
  const early = earlyWorker("early-failure")!;
  early.ref();
  await new Promise((ended) => early.once("exit", ended));
  assert.equal(earlyWorker("early-failure"), undefined);
  const [error] = (await once(openWorker(...program("early-failure")), "error")) as [Error];
  assert.equal(error.message, "it cannot run");
});

async function answersOf(worker: Worker, count: number): Promise<{ readonly said: string }[]> {
  const answers: { readonly said: string }[] = [];
  for await (const [answer] of on(worker, "message")) if (answers.push(answer) === count) break;
  return answers;
}

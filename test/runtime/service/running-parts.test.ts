import assert from "node:assert/strict";
import { test } from "node:test";
import { type Log, SILENT } from "../../../runtime/lib/log.ts";
import type { Running } from "../../../runtime/model/running.ts";
import { Parts } from "../../../runtime/service/running-parts.ts";

const forEver = new Promise<void>(() => {});

function listOf(
  names: readonly string[],
  said: string[],
  change: Readonly<Record<string, Partial<Running>>> = {},
): Running[] {
  const noting = (word: string, name: string) => () => void said.push(`${word} ${name}`);
  return names.map((name) => ({
    name,
    start: noting("start", name),
    stop: noting("stop", name),
    close: noting("close", name),
    ...change[name],
  }));
}

test("parts start in order and stop in reverse; none is closed before all have stopped", async () => {
  const said: string[] = [];
  const parts = new Parts(SILENT);
  parts.add(...listOf(["log", "store", "source"], said));
  await parts.start();
  await parts.stop();
  await parts.stop();
  assert.deepEqual(said, [
    "start log",
    "start store",
    "start source",
    "stop source",
    "stop store",
    "stop log",
    "close source",
    "close store",
    "close log",
  ]);
});

test("after a failed start, only started parts are stopped, and everything is closed", async () => {
  const said: string[] = [];
  const parts = new Parts(SILENT);
  const start = () => Promise.reject(new Error("the port is in use"));
  parts.add(...listOf(["log", "store", "source"], said, { store: { start } }));
  await assert.rejects(parts.start(), /port is in use/);
  await parts.stop();
  assert.deepEqual(said, ["start log", "stop log", "close source", "close store", "close log"]);
});

test("a part that hangs or throws is reported, and does not keep others from stopping", async () => {
  const said: string[] = [];
  const errors: string[] = [];
  const error = (_details: object, sentence: string) => void errors.push(sentence);
  const parts = new Parts({ ...SILENT, error } as Log);
  const hangs: Partial<Running> = { stop: () => forEver, deadlineMs: 20 };
  const throws: Partial<Running> = {
    close: () => {
      throw new Error("no such file");
    },
  };
  parts.add(...listOf(["log", "store", "source"], said, { source: hangs, store: throws }));
  await parts.start();
  await parts.stop();
  assert.deepEqual(errors, ["stop source: it took longer than 0.02 s", "close store: no such file"]);
  assert.deepEqual(said.slice(3), ["stop store", "stop log", "close source", "close log"]);
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { openStoreThread } from "../../../runtime/store-thread/open-store-thread.ts";
import type { RefusedMessage } from "../../../runtime/store-thread/protocol.ts";
import { StoreThread } from "../../../runtime/store-thread/store-thread.ts";
import { epochWith } from "../../support/device-messages.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { onlyLong } from "../../support/long.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const T0 = 1_700_000_000_000_000_000n;
const PLACE = { database: "r_n", measurement: "g_d_sensors" };

function reading(n: number, value: unknown = n): Message {
  const payload = JSON.stringify({ value });
  const receivedNs = T0 + BigInt(n);
  return messageOf(payload, { source: "http", address: "r/n/g/d/data", contentType: "application/json", receivedNs });
}

interface Rig {
  readonly messages: FileLog;
  readonly thread: StoreThread;
  readonly refused: RefusedMessage[];
  readonly failures: string[];
  /** Ends the current thread by an uncaught error, caused by an invalid message. */
  kill(): Promise<unknown>;
}

async function inRig(body: (rig: Rig) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (directory) => {
    const file = join(directory, "channels.ini");
    const settings = parseSettings("[lab]\nchannels =\n", { file, shown: file, environment: {} });
    const journal = await openJournal({ directory: join(directory, "j"), maxBytes: 1 << 26, commitIntervalMs: 1 });
    const messages = new FileLog(journal);
    const refused: RefusedMessage[] = [];
    const failures: string[] = [];
    let worker: Worker | undefined;
    const kill = async () => {
      const ended = new Promise((resolve) => worker?.once("exit", resolve));
      worker?.postMessage(undefined);
      await ended;
    };
    const thread = new StoreThread({
      settings: { ...settings, store: { kind: "duckdb", path: join(directory, "t.duckdb") } },
      epoch: () => epochWith(),
      epochText: (number) => messages.epochText(number),
      messages,
      log: SILENT,
      refused: async (rows) => void refused.push(...rows),
      rejected: (rows) => void refused.push(...rows),
      replaced: () => {},
      decodedOtherwise: (rows) => void refused.push(...rows),
      onWritten: () => {},
      onFailed: (reason) => failures.push(reason),
      open: () => {
        worker = openStoreThread();
        return worker;
      },
    });
    await thread.start();
    try {
      await body({ messages, thread, refused, failures, kill });
    } finally {
      await thread.stop();
      await journal.close();
    }
  });
}

async function valuesOf({ store }: StoreThread): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const row of store.rows(PLACE)) values.push(row.values["value"]);
  return values;
}

test("the store thread stores what the log contains, answers queries and returns refused rows", () =>
  inRig(async ({ messages, thread, refused }) => {
    for (let n = 1; n <= 2500; n++) messages.append(reading(n));
    messages.append(reading(2501, "text"));
    thread.hurry();
    assert.equal(await messages.settled(20_000), true);
    assert.deepEqual(
      await valuesOf(thread),
      Array.from({ length: 2500 }, (_, i) => i + 1),
    );
    assert.deepEqual(await thread.store.fieldTypes(PLACE.database, PLACE.measurement), new Map([["value", "float"]]));
    const { rows } = (await thread.store.extent({ ...PLACE, columns: ["value"] })) ?? {};
    assert.equal(rows, 2500);
    assert.deepEqual(
      refused.map(({ error, message }) => [error.code, Buffer.from(message.payload).toString()]),
      [["type-conflict", '{"time":"2023-11-14T22:13:20.000002501Z","value":"text"}']],
    );
    assert.equal(thread.outputs[0].writer.status().counts?.["stored"], 2500);
    await assert.rejects(
      thread.store.rewrite([{ bad: true } as never]),
      (error) => error instanceof Error && error.message !== "",
    );
  }));

test("a dead letter that is retried twice, because the first result was not recorded, gives one row", () =>
  inRig(async ({ messages, thread }) => {
    for (let time = 0; time < 2; time++) {
      for (let n = 1; n <= 300; n++) messages.append({ ...reading(n), isRetry: true });
    }
    thread.hurry();
    assert.equal(await messages.settled(20_000), true);
    assert.equal((await valuesOf(thread)).length, 300);
  }));

test("a thread that ends is restarted at the store's position; nothing is lost or duplicated", { skip: onlyLong }, () =>
  inRig(async ({ messages, thread, kill, failures }) => {
    let n = 0;
    for (let round = 0; round < 3; round++) {
      thread.hurry();
      assert.equal(await messages.settled(30_000), true);
      for (const end = n + 3000; n < end; ) messages.append(reading(++n));
      await kill();
      assert.equal(thread.store.status().state, "down");
      assert.match(thread.store.status().detail, /the thread ended .* and is started again/);
      await assert.rejects(thread.store.measurements(), /The store's thread ended/);
      for (const end = n + 500; n < end; ) messages.append(reading(++n));
      await until(() => thread.store.status().state === "ok");
    }
    thread.hurry();
    assert.equal(await messages.settled(30_000), true);
    assert.deepEqual(
      await valuesOf(thread),
      Array.from({ length: n }, (_, i) => i + 1),
    );
    assert.equal(thread.store.status().counts?.["restarts"], 3);
    assert.match(thread.store.status().lastError?.message ?? "", /the store's thread ended/);
    assert.deepEqual(failures, []);
  }),
);

test("a thread that ends repeatedly is a failure of the service", { skip: onlyLong }, () =>
  inRig(async ({ kill, failures, thread }) => {
    while (failures.length === 0) {
      await kill();
      await until(() => failures.length > 0 || thread.store.status().state === "ok");
    }
    assert.match(failures[0] ?? "", /the store's thread ended repeatedly/);
  }),
);

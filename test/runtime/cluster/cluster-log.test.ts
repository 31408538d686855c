import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { connectCluster } from "../../../runtime/cluster/connection.ts";
import { decodeFrame, encodeFrame } from "../../../runtime/cluster/frame.ts";
import { Partitions } from "../../../runtime/cluster/partition.ts";
import { parseSettings } from "../../../runtime/config/load-settings.ts";
import type { Settings } from "../../../runtime/config/settings.ts";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import type { Task } from "../../../runtime/store-thread/protocol.ts";
import { StoreThread } from "../../../runtime/store-thread/store-thread.ts";
import { SILENT } from "../../../runtime/telemetry/log.ts";
import type { Message } from "../../../runtime/telemetry/message.ts";
import { epochWith } from "../../support/device-messages.ts";
import { inTemporaryFolder, messageOf } from "../../support/journal-messages.ts";
import { type NatsServer, startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";

const skip = requires("nats-server");
const T0 = 1_700_000_000_000_000_000n;
const server: NatsServer | undefined = skip === false ? await startNats() : undefined;
after(() => server?.stop());
let labs = 0;

function reading(device: number, n: number): Message {
  const payload = JSON.stringify({ value: n });
  const address = `r/n/g/d${device}/data`;
  const receivedNs = T0 + BigInt(device * 1_000_000 + n);
  return messageOf(payload, { source: "http", address, contentType: "application/json", receivedNs });
}

interface Lab {
  readonly directory: string;
  readonly settings: Settings;
  /** Opens a journal and what it is brought to. */
  node(name: string, task?: Task): Promise<Node>;
  collector(): Promise<Collector>;
}

interface Node {
  readonly messages: FileLog;
  readonly thread: StoreThread;
  close(): Promise<void>;
}

interface Collector {
  readonly thread: StoreThread;
  /** Resolves once each device has so many rows, to all of them in the order of their times. */
  rows(devices: number, count: number): Promise<unknown[][]>;
}

async function inLab(body: (lab: Lab) => Promise<void>): Promise<void> {
  labs++;
  await inTemporaryFolder(async (directory) => {
    const file = join(directory, "channels.ini");
    const ini = `[lab]\nchannels =\n[cluster]\nurl = ${server?.url}\nname = t${labs}\npartitions = 8\nmax_size = 64M\nack_wait = 4s\n`;
    const parsed = parseSettings(ini, { file, shown: file, environment: {} });
    const settings: Settings = { ...parsed, store: { kind: "duckdb", path: join(directory, "t.duckdb") } };
    const closing: (() => Promise<void>)[] = [];
    const open = (task: Task, messages?: FileLog) => {
      return new StoreThread({
        settings,
        epoch: () => epochWith(),
        epochs: { text: async () => undefined },
        task,
        ...(messages && { messages }),
        log: SILENT,
        onRefused: async (rows) => assert.deepEqual(rows, []),
        onRejected: (rows) => assert.deepEqual(rows, []),
        onDecodedOtherwise: (rows) => assert.deepEqual(rows, []),
        onWritten: () => {},
        onFailed: (reason) => assert.fail(reason),
      });
    };
    const node = async (name: string, task: Task = "forward"): Promise<Node> => {
      const journal = await openJournal({ directory: join(directory, name), maxBytes: 1 << 26, commitIntervalMs: 1 });
      const messages = new FileLog(journal);
      const thread = open(task, messages);
      await thread.start();
      let isOpen = true;
      const close = async () => {
        if (!isOpen) return;
        isOpen = false;
        await thread.stop();
        await journal.close();
      };
      closing.push(close);
      return { messages, thread, close };
    };
    const collector = async (): Promise<Collector> => {
      const thread = open("collect");
      await thread.start();
      closing.push(() => thread.stop());
      return { thread, rows: (devices, count) => rowsOf(thread, devices, count) };
    };
    try {
      await body({ directory, settings, node, collector });
    } finally {
      for (const close of closing.reverse()) await close();
    }
  });
}

async function rowsOf({ store }: StoreThread, devices: number, count: number): Promise<unknown[][]> {
  for (;;) {
    const all = await Promise.all(Array.from({ length: devices }, (_, device) => valuesOf(store, device))).catch(
      () => [],
    );
    if (all.length === devices && all.every((values) => values.length >= count)) return all;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function valuesOf(store: StoreThread["store"], device: number): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const row of store.rows({ database: "r_n", measurement: `g_d${device}_sensors` }))
    values.push(row.values["value"]);
  return values;
}

const DEVICES = 12;

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

test("a frame is read as it was written, and a byte that differs makes it none", () => {
  const node = "01234567-89ab-4cde-8f01-23456789abcd";
  const entries = [7, 9].map((position) => ({ position, message: reading(1, position) }));
  const bytes = encodeFrame({ node, entries });
  assert.deepEqual(decodeFrame(bytes), { node, entries });
  for (let at = 0; at < bytes.length; at++) {
    const changed = Uint8Array.from(bytes);
    changed[at]! ^= 0x41;
    assert.throws(() => decodeFrame(changed), Error, `byte ${at}`);
    assert.throws(() => decodeFrame(bytes.subarray(0, at)), Error, `cut at ${at}`);
  }
});

test("a measurement's partition is the same on every machine", () => {
  const partitions = new Partitions(64);
  const places = [
    ["lab_rig", "02_cap_r"],
    ["r_n", "g_d_sensors"],
    ["r_n", "g_d_events"],
  ] as const;
  assert.deepEqual(
    places.map(([database, measurement]) => partitions.of(database, measurement)),
    [10, 13, 37],
  );
});

/** Takes a frame of each partition and says nothing more, as a worker does that dies. */
async function takeAndDie(settings: Settings, frames: number): Promise<void> {
  const { jetstream, names, manager, close } = await connectCluster(settings.cluster!, "test");
  const waiting = async () => (await manager.streams.info(names.frames)).state.messages;
  while ((await waiting().catch(() => 0)) < frames) await new Promise((resolve) => setTimeout(resolve, 20));
  const add = (partition: number) =>
    manager.consumers.add(names.frames, {
      durable_name: names.consumer(partition),
      filter_subject: names.frameSubject(partition),
      ack_policy: "explicit",
      max_ack_pending: 1,
      ack_wait: settings.cluster!.ackWaitMs * 1_000_000,
    });
  for (const partition of numbers(8)) {
    await add(partition);
    const consumer = await jetstream.consumers.get(names.frames, names.consumer(partition));
    await consumer.next({ expires: 1000 });
  }
  await close();
}

test("what two nodes took is stored once and in order, across a worker and a server that die", { skip }, () =>
  inLab(async ({ settings, node, collector }) => {
    const [a, b] = [await node("a"), await node("b")];
    const append = (from: number, to: number) => {
      for (let n = from; n < to; n++) {
        for (let device = 0; device < DEVICES; device++) (device % 2 === 0 ? a : b).messages.append(reading(device, n));
      }
    };
    append(0, 100);
    await takeAndDie(settings, 8);
    append(100, 200);
    const store = await collector();
    await store.rows(DEVICES, 200);
    await server?.halt();
    append(200, 400);
    await server?.resume();
    append(400, 500);
    const rows = await store.rows(DEVICES, 500);
    assert.deepEqual(
      rows,
      Array.from({ length: DEVICES }, () => numbers(500)),
    );
    assert.equal(await a.messages.settled(10_000), true);
  }),
);

test("a node that ended without saying so sends again what the store passes over", { skip }, () =>
  inLab(async ({ settings, node, collector }) => {
    const a = await node("a");
    const store = await collector();
    for (let n = 0; n < 50; n++) a.messages.append(reading(0, n));
    await store.rows(1, 50);
    const cluster = await connectCluster(settings.cluster!, "test");
    const { uuid } = a.messages.identity;
    const entries = numbers(20).map((n) => ({ position: n + 40, message: reading(0, n + 39) }));
    const partition = new Partitions(8).of("r_n", "g_d0_sensors");
    const send = (data: Uint8Array) => cluster.jetstream.publish(cluster.names.frameSubject(partition), data);
    await send(encodeFrame({ node: uuid, entries }));
    await send(Buffer.from("nothing of ours"));
    for (let n = 50; n < 60; n++) a.messages.append(reading(1, n));
    assert.deepEqual(await store.rows(1, 59), [numbers(59)]);
    // Behind the rows: it came after them.
    const refused = async () => (await cluster.manager.streams.info(cluster.names.refused)).state.messages;
    while ((await refused()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(await refused(), 1);
    await cluster.close();
  }),
);

test("from one process to a cluster and back nothing is lost and nothing doubled", { skip }, () =>
  inLab(async ({ node, collector }) => {
    const alone = await node("a", "store");
    for (let n = 0; n < 100; n++) alone.messages.append(reading(0, n));
    assert.equal(await alone.messages.settled(10_000), true);
    for (let n = 100; n < 110; n++) alone.messages.append(reading(0, n));
    await alone.close();

    const clustered = await node("a");
    const store = await collector();
    for (let n = 110; n < 200; n++) clustered.messages.append(reading(0, n));
    assert.deepEqual(await store.rows(1, 200), [numbers(200)]);
    assert.equal(await clustered.messages.settled(10_000), true);
    await store.thread.stop();
    await clustered.close();

    const again = await node("a", "store");
    for (let n = 200; n < 250; n++) again.messages.append(reading(0, n));
    assert.deepEqual(await rowsOf(again.thread, 1, 250), [numbers(250)]);
  }),
);

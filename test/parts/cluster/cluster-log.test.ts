import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { headers } from "@nats-io/transport-node";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { formatNs } from "../../../runtime/model/clock.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { ClusterLog } from "../../../runtime/parts/cluster/cluster-log.ts";
import { type Cluster, connectCluster, ensureStreams } from "../../../runtime/parts/cluster/connection.ts";
import { forwarded } from "../../../runtime/parts/cluster/forwarded.ts";
import { type Forwarder, resendFrames } from "../../../runtime/parts/cluster/forwarder.ts";
import { decodeFrame, encodeFrame } from "../../../runtime/parts/cluster/frame.ts";
import { clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { setAfter } from "../../../runtime/parts/cluster/lanes.ts";
import { Partitions } from "../../../runtime/parts/cluster/partition.ts";
import { retryRefused } from "../../../runtime/parts/cluster/refused.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import type { Settings } from "../../../runtime/settings/settings.ts";
import { StoreThread } from "../../../runtime/store-thread/store-thread.ts";
import { epochWith } from "../../support/device-messages.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { onlyLong } from "../../support/long.ts";
import { type NatsServer, startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";
import { startForwarding } from "./forwarding.ts";

const skip = requires("nats-server");
const T0 = 1_700_000_000_000_000_000n;
const server: NatsServer | undefined = skip === false ? await startNats() : undefined;
after(() => server?.stop());
let labs = 0;
let runs = 0;

function reading(device: number, n: number): Message {
  const payload = JSON.stringify({ value: n });
  const address = `r/n/g/d${device}/data`;
  const receivedNs = T0 + BigInt(device * 1_000_000 + n);
  return messageOf(payload, { source: "http", address, contentType: "application/json", receivedNs });
}

interface Lab {
  readonly directory: string;
  readonly settings: Settings;
  /** Opens a journal and brings it to the cluster's log. */
  node(name: string, incarnation?: number): Promise<Node>;
  /** Opens a journal and brings it to the store. */
  alone(name: string): Promise<Alone>;
  collector(): Promise<Collector>;
}

interface Node {
  readonly messages: FileLog;
  readonly forwarder: Forwarder;
  close(): Promise<void>;
}

interface Alone extends Omit<Node, "forwarder"> {
  readonly thread: StoreThread;
}

interface Collector {
  readonly thread: StoreThread;
  /** Resolves once each device has this many rows. Returns them in order of time. */
  rows(devices: number, count: number): Promise<unknown[][]>;
}

async function inLab(body: (lab: Lab) => Promise<void>, at: NatsServer | undefined = server): Promise<void> {
  labs++;
  await inTemporaryFolder(async (directory) => {
    const file = join(directory, "channels.ini");
    const ini = `[lab]\nchannels =\n[cluster]\nurl = ${at?.url}\nname = t${labs}\npartitions = 8\nmax_size = 64M\n`;
    const parsed = parseSettings(ini, { file, shown: file, environment: {} });
    const settings: Settings = { ...parsed, store: { kind: "duckdb", path: join(directory, "t.duckdb") } };
    const closing: (() => Promise<void>)[] = [];
    const facts = new Map<number, string>();
    const open = (messages?: FileLog) => {
      return new StoreThread({
        settings,
        epoch: () => epochWith(),
        epochText: async (number) => (messages === undefined ? facts.get(number) : messages.epochText(number)),
        ...(messages && { messages }),
        log: SILENT,
        refused: async (rows) => assert.deepEqual(rows, []),
        rejected: (rows) => assert.deepEqual(rows, []),
        replaced: () => {},
        decodedOtherwise: (rows) => assert.deepEqual(rows, []),
        onWritten: () => {},
        onFailed: (reason) => assert.fail(reason),
      });
    };
    const node: Lab["node"] = async (name, incarnation = ++runs) => {
      const { messages, onClose } = await openLog(name);
      const forwarding = await startForwarding({
        settings,
        messages,
        epoch: epochWith(),
        share: async (number) => void facts.set(number, (await messages.epochText(number)) ?? ""),
        incarnation: async () => incarnation,
      });
      return { messages, forwarder: forwarding.forwarder, close: onClose(() => forwarding.stop()) };
    };
    const alone: Lab["alone"] = async (name) => {
      const { messages, onClose } = await openLog(name);
      const thread = open(messages);
      await thread.start();
      return { messages, thread, close: onClose(() => thread.stop()) };
    };
    const openLog = async (name: string) => {
      const journal = await openJournal({ directory: join(directory, name), maxBytes: 1 << 26, commitIntervalMs: 1 });
      const onClose = (stop: () => Promise<void>) => {
        let isOpen = true;
        const close = async () => {
          if (!isOpen) return;
          isOpen = false;
          await stop();
          await journal.close();
        };
        closing.push(close);
        return close;
      };
      return { messages: new FileLog(journal), onClose };
    };
    const collector = async (): Promise<Collector> => {
      const thread = open();
      await thread.start();
      closing.push(() => thread.stop());
      return { thread, rows: (devices, count) => rowsOf(thread, devices, count) };
    };
    try {
      await body({ directory, settings, node, alone, collector });
    } finally {
      for (const close of closing.reverse()) await close();
    }
  });
}

async function rowsOf({ store }: StoreThread, devices: number, count: number): Promise<unknown[][]> {
  return until(async () => {
    const all = await Promise.all(Array.from({ length: devices }, (_, device) => valuesOf(store, device))).catch(
      () => [],
    );
    return all.length === devices && all.every((values) => values.length >= count) && all;
  }, `${count} rows of each of ${devices} devices`);
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

test("a frame is read back as written, and changing any byte makes it invalid", () => {
  const node = "01234567-89ab-4cde-8f01-23456789abcd";
  const entries = [7, 9].map((position) => ({ position, message: reading(1, position) }));
  const bytes = encodeFrame({ node, incarnation: 77, entries });
  assert.deepEqual(decodeFrame(bytes), { version: 2, node, incarnation: 77, sending: "first", entries });
  for (let at = 0; at < bytes.length; at++) {
    const changed = Uint8Array.from(bytes);
    changed[at]! ^= 0x41;
    assert.throws(() => decodeFrame(changed), Error, `byte ${at}`);
    assert.throws(() => decodeFrame(bytes.subarray(0, at)), Error, `cut at ${at}`);
  }
});

test("a stored frame of version 1 stays readable", () => {
  const { entries, ...frame } = decodeFrame(readFileSync(new URL("./frames/version-1.bin", import.meta.url)));
  const node = "01234567-89ab-4cde-8f01-23456789abcd";
  assert.deepEqual(frame, { version: 1, node, incarnation: 0, sending: "perhaps again" });
  assert.deepEqual(
    entries.map(({ position, message: { source, address, payload } }) => [position, source, address, payload.length]),
    [
      [7, "http", "r/n/g/d1/data", 11],
      [9, "udp", "rig", 5],
      [12, "mqtt", "r/n/g/d2/data.json", 12],
    ],
  );
});

test("a stored frame of version 2 stays readable, and is written identically", () => {
  const kept = readFileSync(new URL("./frames/version-2.bin", import.meta.url));
  const { entries, ...frame } = decodeFrame(kept);
  const node = "01234567-89ab-4cde-8f01-23456789abcd";
  assert.deepEqual(frame, { version: 2, node, incarnation: 4711, sending: "perhaps again" });
  const receivedNs = 1_700_000_000_123_456_789n;
  const common = { sender: "10.0.0.7:4711", receivedNs };
  const bytes = "\x05\x02*\x00!";
  assert.deepEqual(
    entries.map(({ position, message: { payload, ...rest } }) => [position, rest, Buffer.from(payload).toString()]),
    [
      [
        7,
        { ...common, source: "http", address: "r/n/g/d1/data", contentType: "application/json", isRetry: true },
        '{"a":1}',
      ],
      [
        9,
        { ...common, source: "udp", address: "rig", contentType: "", schema: 77, measuredNs: receivedNs - 5n },
        bytes,
      ],
      [2 ** 40, { ...common, source: "frames", address: "rig", contentType: "" }, bytes],
      [2 ** 40 + 1, { ...common, source: "mqtt", address: "r/n/g/größe/data.json", contentType: "" }, '{"b":"ä"}'],
    ],
  );
  const { incarnation, sending } = frame;
  assert.deepEqual(encodeFrame({ node, incarnation, sending, entries }), kept);
});

test("a measurement has the same partition on every machine", () => {
  const partitions = new Partitions(64);
  assert.deepEqual(
    ["r/n/g/d", "rig"].map((address) => partitions.of(address)),
    [18, 57],
  );
  const places = [
    ["lab_rig", "02_cap_r"],
    ["r_n", "g_d_sensors"],
    ["r_n", "g_d_events"],
  ] as const;
  assert.deepEqual(
    places.map(([database, measurement]) => partitions.ofRows(database, measurement)),
    [10, 13, 37],
  );
});

/** Takes a frame of each partition and never answers, like a worker that dies. */
async function takeAndDie(settings: Settings, frames: number): Promise<void> {
  const { jetstream, names, manager, close } = await connectCluster(clusterOf(settings), "test");
  const waiting = async () => (await manager.streams.info(names.frames)).state.messages;
  await until(async () => (await waiting().catch(() => 0)) >= frames);
  const add = (partition: number) =>
    manager.consumers.add(names.frames, {
      durable_name: names.consumer(partition),
      filter_subject: names.frameSubject(partition),
      ack_policy: "explicit",
      max_ack_pending: 1,
      ack_wait: 30_000_000_000,
    });
  for (const partition of numbers(8)) {
    await add(partition);
    const consumer = await jetstream.consumers.get(names.frames, names.consumer(partition));
    await consumer.next({ expires: 1000 });
  }
  await close();
}

test(
  "messages received by two nodes are stored once and in order, although a worker and a server die",
  { skip: onlyLong || skip },
  () =>
    inLab(async ({ settings, node, collector }) => {
      const [a, b] = [await node("a"), await node("b")];
      const append = (from: number, to: number) => {
        for (let n = from; n < to; n++) {
          for (let device = 0; device < DEVICES; device++)
            (device % 2 === 0 ? a : b).messages.append(reading(device, n));
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

test(
  "a node that ended unexpectedly sends its messages again, and they are stored once",
  { skip: onlyLong || skip },
  () =>
    inLab(async ({ settings, node, collector }) => {
      const a = await node("a");
      const store = await collector();
      for (let n = 0; n < 50; n++) a.messages.append(reading(0, n));
      await store.rows(1, 50);
      const cluster = await connectCluster(clusterOf(settings), "test");
      const { uuid } = a.messages.identity;
      const entries = numbers(20).map((n) => ({ position: n + 31, message: reading(0, n + 30) }));
      const partition = new Partitions(8).of("r/n/g/d0");
      const send = (data: Uint8Array) => cluster.jetstream.publish(cluster.names.frameSubject(partition), data);
      await send(encodeFrame({ node: uuid, incarnation: 1000, sending: "perhaps again", entries }));
      await send(Buffer.from("nothing of ours"));
      for (let n = 50; n < 60; n++) a.messages.append(reading(0, n));
      assert.deepEqual(await store.rows(1, 60), [numbers(60)]);
      const refused = async () => (await cluster.manager.streams.info(cluster.names.refused)).state.messages;
      await until(async () => (await refused()) !== 0);
      assert.equal(await refused(), 1);
      // It is still unreadable, so it is refused once more.
      assert.equal(await retryRefused(cluster), 1);
      await until(async () => (await refused()) !== 0);
      await cluster.close();
    }),
);

test("moving from one process to a cluster and back loses and duplicates nothing", { skip: onlyLong || skip }, () =>
  inLab(async ({ node, alone, collector }) => {
    const before = await alone("a");
    for (let n = 0; n < 100; n++) before.messages.append(reading(0, n));
    assert.equal(await before.messages.settled(10_000), true);
    for (let n = 100; n < 110; n++) before.messages.append(reading(0, n));
    await before.close();

    const clustered = await node("a");
    const store = await collector();
    for (let n = 110; n < 200; n++) clustered.messages.append(reading(0, n));
    assert.deepEqual(await store.rows(1, 200), [numbers(200)]);
    assert.equal(await clustered.messages.settled(10_000), true);
    await store.thread.stop();
    await clustered.close();

    const again = await alone("a");
    for (let n = 200; n < 250; n++) again.messages.append(reading(0, n));
    assert.deepEqual(await rowsOf(again.thread, 1, 250), [numbers(250)]);
  }),
);

/** A copy of the journal on disk. */
async function copyJournal(directory: string, from: string, to: string): Promise<void> {
  await cp(join(directory, from), join(directory, to), { recursive: true });
  await rm(join(directory, to, "lock"), { force: true });
}

test("two nodes from one image: everything each acknowledged is stored", { skip: onlyLong || skip }, () =>
  inLab(async ({ directory, node, collector }) => {
    const image = await node("a");
    for (let n = 0; n < 10; n++) image.messages.append(reading(0, n));
    assert.equal(await image.messages.settled(10_000), true);
    await image.close();
    await copyJournal(directory, "a", "b");
    const [a, b] = [await node("a"), await node("b")];
    assert.equal(a.messages.identity.uuid, b.messages.identity.uuid);
    const store = await collector();
    for (let n = 10; n < 70; n++) {
      a.messages.append(reading(0, 2 * n));
      b.messages.append(reading(0, 2 * n + 1));
    }
    assert.equal((await Promise.all([a, b].map(({ messages }) => messages.settled(10_000)))).every(Boolean), true);
    const [values] = await store.rows(1, 130);
    assert.deepEqual(values, [...numbers(10), ...numbers(120).map((n) => n + 20)]);
  }),
);

test(
  "a node restored from a copy: what it acknowledged before and after is stored once",
  { skip: onlyLong || skip },
  () =>
    inLab(async ({ directory, node, collector }) => {
      const first = await node("a");
      const store = await collector();
      for (let n = 0; n < 20; n++) first.messages.append(reading(0, n));
      await store.rows(1, 20);
      await first.close();
      await copyJournal(directory, "a", "copy");
      const second = await node("a");
      for (let n = 20; n < 70; n++) second.messages.append(reading(0, n));
      await store.rows(1, 70);
      await second.close();
      const restored = await node("copy");
      for (let n = 70; n < 120; n++) restored.messages.append(reading(0, n));
      assert.deepEqual(await store.rows(1, 120), [numbers(120)]);
    }),
);

test("forged frames cause no reading of the node to be lost, whatever they claim", { skip }, () =>
  inLab(async ({ settings, node, collector }) => {
    const incarnation = 4711;
    const a = await node("a", incarnation);
    const store = await collector();
    for (let n = 0; n < 10; n++) a.messages.append(reading(0, n));
    await store.rows(1, 10);
    const { jetstream, names, close } = await connectCluster(clusterOf(settings), "test");
    try {
      const { uuid } = a.messages.identity;
      const partition = new Partitions(8).of("r/n/g/d0");
      const forge = (position: number, of: number, msgID: string) => {
        const entries = [{ position, message: reading(1, position % 1000) }];
        const data = encodeFrame({ node: uuid, incarnation: of, entries });
        return jetstream.publish(names.frameSubject(partition), data, { msgID });
      };
      for (const of of [0, incarnation, 2 ** 40]) {
        for (const position of [11, 12, 500, Number.MAX_SAFE_INTEGER]) await forge(position, of, `${of}/${position}`);
      }
      // The IDs of the node's own next frames, in its lane of now and of soon.
      for (const lane of new Set([partition, 0])) {
        for (let last = 11; last < 31; last++)
          await forge(11, incarnation, `${uuid}/${incarnation}/${lane}/11-${last}`);
      }
      for (let n = 10; n < 30; n++) a.messages.append(reading(0, n));
      assert.equal(await a.messages.settled(10_000), true);
      assert.deepEqual(await store.rows(1, 30), [numbers(30)]);
      assert.equal(a.forwarder.status().counts?.["foreignDuplicates"], 1);
      assert.equal(a.forwarder.status().state, "degraded");
    } finally {
      await close();
    }
  }),
);

test("a dead worker's partitions move to others within three seconds", { skip: onlyLong || skip }, () =>
  inLab(async ({ settings, node, collector }) => {
    const a = await node("a");
    const cluster = await connectCluster(clusterOf(settings), "dies");
    const outputs = [{ name: "store" }] as const;
    const log = new ClusterLog({
      settings: clusterOf(settings),
      worker: "dies",
      outputs,
      onFinding: () => {},
      cluster,
    });
    const stop = new AbortController();
    const blocks = log.readers[0].read(0, stop.signal);
    const first = blocks.next();
    await until(() => log.status().counts?.["partitions"] === 8);
    for (let n = 0; n < 20; n++) for (let device = 0; device < DEVICES; device++) a.messages.append(reading(device, n));
    await first;
    const store = await collector();
    await until(() => store.thread.logStatus?.state === "ok");
    await cluster.close();
    const diedMs = performance.now();
    await store.rows(DEVICES, 20);
    const tookMs = performance.now() - diedMs;
    assert.ok(tookMs < 4000, `${tookMs} ms`);
    stop.abort();
    await blocks.return(undefined);
    await log.close();
  }),
);

/** A worker that stores nothing while it is paused. */
function workerOf(settings: Settings, worker: string, stored: string[], cluster?: Cluster) {
  const log = new ClusterLog({
    settings: clusterOf(settings),
    worker,
    ...(cluster && { cluster }),
    outputs: [{ name: "store" }],
    onFinding: () => {},
  });
  const stop = new AbortController();
  const made = {
    pause: Promise.resolve(),
    count: (name: string) => Number(log.status().counts?.[name]),
    close: async () => {
      stop.abort();
      await running;
      await log.close();
    },
  };
  const [reader] = log.readers;
  const running = (async () => {
    for await (const { entries, cursor } of reader.read(0, stop.signal)) {
      await made.pause;
      for (const { message } of entries) stored.push(`${message.address} ${Buffer.from(message.payload).toString()}`);
      reader.commit(cursor);
    }
  })();
  return made;
}

/** Sends a reading of device 0 in a lane, which waits for frames of other lanes up to `after`. */
function sender({ jetstream, names }: Cluster) {
  const node = "01234567-89ab-4cde-8f01-23456789abcd";
  return (lane: number, n: number, after = 0) => {
    const made = headers();
    setAfter(made, after);
    const frame = encodeFrame({ node, incarnation: 1, entries: [{ position: n, message: reading(0, n) }] });
    return jetstream.publish(names.frameSubject(lane), frame, { headers: made });
  };
}

test("messages of all partitions of a worker travel in one frame, in order while workers come and go", { skip }, () =>
  inLab(async ({ settings, node }) => {
    const a = await node("a");
    const { connection, close } = await connectCluster(clusterOf(settings), "watches");
    const lanes: string[] = [];
    connection.subscribe(`structline.t${labs}.frames.*`, {
      callback: (_, { subject }) => void lanes.push(subject.split(".").at(-1)!),
    });
    await connection.flush();
    const stored: string[] = [];
    let sent = 0;
    const sendUntil = async (isEnough: () => boolean) => {
      while (!isEnough()) {
        for (let device = 0; device < DEVICES; device++) a.messages.append(reading(device, sent));
        sent++;
        assert.equal(await a.messages.settled(10_000), true);
        await pause(20, "each round is a frame of its own");
      }
    };
    const lanesOfLast = (count: number) => [...new Set(lanes.slice(-count))].sort().join(" ");

    await sendUntil(() => sent === 3);
    const own = new Set(numbers(DEVICES).map((device) => new Partitions(8).of(`r/n/g/d${device}`)));
    assert.deepEqual(new Set(lanes.map(Number)), own);
    const first = workerOf(settings, "first", stored);
    await sendUntil(() => lanesOfLast(5) === "0");

    let goOn = () => {};
    first.pause = new Promise((resolve) => {
      goOn = resolve;
    });
    const second = workerOf(settings, "second", stored);
    await sendUntil(() => lanesOfLast(6) === "0 4" && second.count("heldBack") > 0);
    assert.equal(second.count("frames"), 0);
    first.pause = Promise.resolve();
    goOn();
    await sendUntil(() => second.count("frames") > 3);
    await second.close();
    await sendUntil(() => lanesOfLast(5) === "0");
    await until(() => stored.length === DEVICES * sent);
    for (let device = 0; device < DEVICES; device++) {
      const address = `r/n/g/d${device}/data`;
      assert.deepEqual(
        stored.filter((each) => each.startsWith(`${address} `)),
        numbers(sent).map((n) => `${address} {"value":${n}}`),
      );
    }
    await first.close();
    await close();
  }),
);

test("a batch of which the servers refuse a part is repeated in the same lanes", { skip }, async () => {
  const small = await startNats("nats-server", "max_payload: 65536\n");
  try {
    await inLab(async ({ settings, node, collector }) => {
      const a = await node("a");
      const store = await collector();
      const { connection, manager, names, close } = await connectCluster(clusterOf(settings), "test");
      const device = numbers(DEVICES).find((each) => new Partitions(8).of(`r/n/g/d${each}`) !== 0)!;
      let lane = "";
      connection.subscribe(names.frameSubjects, {
        callback: (_, { subject }) => {
          lane = subject.split(".").at(-1)!;
        },
      });
      await connection.flush();
      let sent = 0;
      await until(async () => {
        a.messages.append(reading(device, sent++));
        return (await a.messages.settled(10_000)) && lane === "0";
      });
      const limit = async (max_msg_size: number) => {
        const { config } = await manager.streams.info(names.frames);
        await manager.streams.update(names.frames, { ...config, max_msg_size });
      };
      await limit(20_000);
      const count = (name: string) => Number(a.forwarder.status().counts?.[name]);
      const before = count("frames");
      // While the server hangs, both become one batch.
      process.kill(small.pid, "SIGSTOP");
      a.messages.append(reading(device, sent++));
      await until(() => count("frames") > before).finally(() => {
        a.messages.append(reading(device, sent++));
        // It does not fit into the frame of the reading before.
        const payload = JSON.stringify({ value: sent++, text: "x".repeat(100_000) });
        const options = { source: "http", address: `r/n/g/d${device}/data`, contentType: "application/json" };
        a.messages.append(messageOf(payload, { ...options, receivedNs: T0 + BigInt(device * 1_000_000 + 999_999) }));
        process.kill(small.pid, "SIGCONT");
      });
      await until(() => count("failures") > 1);
      await limit(-1);
      assert.equal(await a.messages.settled(10_000), true, "the servers take all");
      await until(async () => (await manager.streams.info(names.frames)).state.messages === 0);
      await close();
      assert.deepEqual(await valuesOf(store.thread.store, device), numbers(sent));
    }, small);
  } finally {
    await small.stop();
  }
});

test("messages that are sent again are stored after their first frame, which may be in another lane", { skip }, () =>
  inLab(async ({ settings, collector }) => {
    const cluster = await connectCluster(clusterOf(settings), "test");
    await ensureStreams(cluster);
    const { jetstream, manager, names } = cluster;
    const node = "01234567-89ab-4cde-8f01-23456789abcd";
    const inFirstLane = (position: number, message: Message) => {
      const frame = { node, incarnation: 1, sending: "first", entries: [{ position, message }] } as const;
      return jetstream.publish(names.frameSubject(0), encodeFrame(frame));
    };
    // More than a consumer delivers before the first of them are stored.
    for (let n = 0; n < 1500; n++) await inFirstLane(n, reading(99, n));
    const devices = numbers(DEVICES).filter((device) => new Partitions(8).of(`r/n/g/d${device}`) !== 0);
    for (const device of devices) await inFirstLane(1500 + device, reading(device, 1));
    const kept = async function* () {
      for (const device of devices) {
        const origin = { id: "", message: reading(device, 1), epoch: 0, cursor: 1500 + device };
        yield forwarded(origin, () => `r/n/g/d${device}`);
      }
    };
    assert.equal(await resendFrames(cluster, 8, node, kept()), devices.length);
    const { thread } = await collector();
    await until(async () => (await manager.streams.info(names.frames)).state.messages === 0);
    await cluster.close();
    for (const device of devices) assert.deepEqual(await valuesOf(thread.store, device), [1]);
  }),
);

test("an acknowledgement that is lost is repeated, so frames of other lanes do not wait for its frame", { skip }, () =>
  inLab(async ({ settings }) => {
    const cluster = await connectCluster(clusterOf(settings), "test");
    await ensureStreams(cluster);
    const { manager, names } = cluster;
    const send = sender(cluster);
    const lossy = await connectCluster(clusterOf(settings), "lossy");
    const { connection } = lossy;
    const publish = connection.publish.bind(connection);
    let lost = 0;
    connection.publish = (subject, payload, options) => {
      if (subject.startsWith("$JS.ACK") && lost++ === 0) return;
      publish(subject, payload, options);
    };
    const stored: string[] = [];
    const first = workerOf(settings, "first", stored, lossy);
    await until(() => first.count("partitions") === 8);
    const second = workerOf(settings, "second", stored);
    await until(() => first.count("partitions") === 4 && second.count("partitions") === 4);
    await send(0, 1);
    await until(() => lost === 1);
    await send(4, 2, 1);
    await until(() => stored.length === 2);
    await until(async () => (await manager.streams.info(names.frames)).state.messages === 0);
    await until(() => first.count("unconfirmed") + second.count("unconfirmed") === 0);
    for (const each of [first, second]) await each.close();
    for (const each of [cluster, lossy]) await each.close();
  }),
);

test("a frame that waits for frames of a deleted log waits no longer", { skip }, () =>
  inLab(async ({ settings }) => {
    const cluster = await connectCluster(clusterOf(settings), "test");
    await ensureStreams(cluster);
    const { manager, names } = cluster;
    const send = sender(cluster);
    const stored: string[] = [];
    const busy = workerOf(settings, "busy", stored);
    await until(() => busy.count("partitions") === 8);
    const second = workerOf(settings, "second", stored);
    await until(() => busy.count("partitions") === 4 && second.count("partitions") === 4);
    let goOn = () => {};
    busy.pause = new Promise((resolve) => {
      goOn = resolve;
    });
    for (let n = 0; n < 5; n++) await send(0, n);
    await send(4, 5, 5);
    await until(() => second.count("heldBack") === 1);
    await manager.streams.delete(names.frames);
    await ensureStreams(cluster);
    await send(0, 6);
    await until(() => stored.includes('r/n/g/d0/data {"value":5}'));
    goOn();
    for (const each of [busy, second]) await each.close();
    await cluster.close();
  }),
);

test(
  "waiting frames are decoded with the epochs of their reception, not with the worker's",
  { skip: onlyLong || skip },
  () =>
    inLab(async ({ node, collector }) => {
      const a = await node("a");
      const at = (zone: string) => epochWith([{ name: "r", networks: [], timezone: zone }]);
      for (const [n, epoch] of [at("Asia/Tokyo"), at("Europe/Berlin")].entries()) {
        await a.messages.record(epoch);
        const payload = JSON.stringify({ time: "2023-11-14 12:00:00", value: n });
        const options = { source: "http", address: "r/n/g/d0/data", contentType: "application/json" };
        a.messages.append(messageOf(payload, { ...options, receivedNs: T0 + BigInt(n) }), epoch.number);
      }
      assert.equal(await a.messages.settled(10_000), true);
      const store = await collector();
      await store.rows(1, 2);
      const times: string[] = [];
      for await (const { timeNs } of store.thread.store.rows({ database: "r_n", measurement: "g_d0_sensors" })) {
        times.push(formatNs(timeNs));
      }
      assert.deepEqual(times, ["2023-11-14T03:00:00.000000000Z", "2023-11-14T11:00:00.000000000Z"]);
    }),
);

test("a frame larger than the servers' message limit is sent in parts; one of an older version is stored", {
  skip,
}, async () => {
  const small = await startNats("nats-server", "max_payload: 65536\n");
  try {
    await inLab(async ({ settings, node: open, collector }) => {
      const a = await open("a");
      const text = "x".repeat(200_000);
      const payload = JSON.stringify({ value: 0, text });
      const options = { source: "http", address: "r/n/g/d0/data", contentType: "application/json" };
      a.messages.append(messageOf(payload, { ...options, receivedNs: T0 }));
      a.messages.append(reading(0, 1));
      assert.equal(await a.messages.settled(10_000), true);
      const { jetstream, names, close } = await connectCluster(clusterOf(settings), "test");
      const node = "01234567-89ab-4cde-8f01-23456789abcd";
      const old = encodeFrame({ node, entries: [{ position: 9, message: reading(1, 7) }] });
      const partition = new Partitions(8).ofRows("r_n", "g_d1_sensors");
      await jetstream.publish(names.frameSubject(partition), old);
      const store = await collector();
      assert.deepEqual(await store.rows(2, 1), [[0, 1], [7]]);
      await close();
    }, small);
  } finally {
    await small.stop();
  }
});

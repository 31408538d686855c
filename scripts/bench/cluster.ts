/**
 * What each hop of a cluster costs, beside one process without: messages of a journal to DuckDB; the same to the cluster's log;
 * from there to DuckDB. One NATS server on loopback, one replica. `node --import tsx scripts/bench/cluster.ts [MESSAGES] [nats-server]`
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { connectCluster } from "../../runtime/cluster/connection.ts";
import { decodeFrame, encodeFrame } from "../../runtime/cluster/frame.ts";
import { clusterNames } from "../../runtime/cluster/names.ts";
import { Partitions } from "../../runtime/cluster/partition.ts";
import { parseSettings } from "../../runtime/config/load-settings.ts";
import type { Settings } from "../../runtime/config/settings.ts";
import { openJournal } from "../../runtime/journal/file-journal.ts";
import { FileLog } from "../../runtime/journal/file-log.ts";
import type { Task } from "../../runtime/store-thread/protocol.ts";
import { StoreThread } from "../../runtime/store-thread/store-thread.ts";
import { SILENT } from "../../runtime/telemetry/log.ts";
import type { Message } from "../../runtime/telemetry/message.ts";
import { inTemporaryFolder, messageOf } from "../../test/support/journal-messages.ts";
import { startNats } from "../../test/support/nats.ts";

const MESSAGES = Number(process.argv[2] ?? 100_000);
const DEVICES = 200;

function reading(n: number): Message {
  const payload = JSON.stringify({ temperature: 20 + (n % 10), humidity: n % 100, voltage: 3.3 });
  const address = `r/n/g/d${n % DEVICES}/data`;
  const receivedNs = 1_700_000_000_000_000_000n + BigInt(n) * 1_000_000n;
  return messageOf(payload, { source: "http", address, contentType: "application/json", receivedNs });
}

async function timed(name: string, messages: number, body: () => Promise<void>): Promise<void> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await body();
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const rate = Math.round(messages / seconds).toLocaleString("en");
  console.log(`| ${name} | ${rate} | ${((user + system) / messages).toFixed(1)} |`);
}

function threadOf(settings: Settings, task: Task, messages?: FileLog): StoreThread {
  return new StoreThread({
    settings,
    task,
    ...(messages && { messages }),
    log: SILENT,
    onRefused: async () => {},
    onRejected: () => {},
    onWritten: () => {},
    onFailed: (reason) => console.error(reason),
  });
}

async function stored(thread: StoreThread, rows: number): Promise<void> {
  for (;;) {
    if ((thread.writer.status().counts?.["stored"] ?? 0) >= rows) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

await inTemporaryFolder(async (directory) => {
  const server = await startNats(process.argv[3]);
  const file = join(directory, "c.ini");
  const ini = `[lab]\nchannels =\n[cluster]\nurl = ${server.url}\nmax_size = 1G\n`;
  const parsed = parseSettings(ini, { file, shown: file, environment: {} });
  const settings = (name: string): Settings => ({ ...parsed, store: { kind: "duckdb", path: join(directory, name) } });
  const filled = async (name: string) => {
    mkdirSync(join(directory, name));
    const journal = await openJournal({ directory: join(directory, name), maxBytes: 1 << 30, commitIntervalMs: 5 });
    const messages = new FileLog(journal);
    for (let n = 0; n < MESSAGES; n++) {
      messages.append(reading(n));
      if (n % 10_000 === 0) await journal.durable();
    }
    await journal.durable();
    return { journal, messages };
  };
  console.log(`${MESSAGES} messages of ${reading(0).payload.length} bytes from ${DEVICES} devices\n`);
  console.log("| hop | messages/s | processor time of our process, µs each |\n|---|---|---|");

  const alone = await filled("alone");
  const store = threadOf(settings("a.duckdb"), "store", alone.messages);
  await store.start();
  await timed("one process: journal → DuckDB", MESSAGES, async () => {
    await stored(store, MESSAGES);
  });
  await store.stop();
  await alone.journal.close();

  const node = await filled("node");
  const forward = threadOf(settings("b.duckdb"), "forward", node.messages);
  await forward.start();
  await timed("journal → cluster's log", MESSAGES, async () => {
    if (!(await node.messages.settled(600_000))) throw new Error("not all was forwarded");
  });
  await forward.stop();
  await node.journal.close();

  const cluster = await connectCluster(parsed.cluster!, "bench");
  const { state } = await cluster.manager.streams.info(clusterNames("lab").frames);
  await cluster.close();
  const collect = threadOf(settings("c.duckdb"), "collect");
  await collect.start();
  await timed("cluster's log → DuckDB", MESSAGES, async () => {
    await stored(collect, MESSAGES);
  });
  await collect.stop();
  console.log(`\n${state.messages} frames, ${Math.round(MESSAGES / state.messages)} messages each`);

  const entries = Array.from({ length: 100 }, (_, n) => ({ position: n + 1, message: reading(n) }));
  const identity = "01234567-89ab-4cde-8f01-23456789abcd";
  const frame = encodeFrame({ node: identity, entries });
  await timed("writing a frame of 100", MESSAGES, async () => {
    for (let n = 0; n < MESSAGES; n += 100) encodeFrame({ node: identity, entries });
  });
  await timed("reading a frame of 100", MESSAGES, async () => {
    for (let n = 0; n < MESSAGES; n += 100) decodeFrame(frame);
  });
  // A fleet's measurements against the partitions.
  const partitions = new Partitions(64);
  const fleet = 1_000_000;
  const perPartition = new Array<number>(64).fill(0);
  const before = process.memoryUsage().heapUsed;
  await timed("the partition of each of 1,000,000 devices", fleet, async () => {
    for (let n = 0; n < fleet; n++)
      perPartition[partitions.of("fleet_all", `gateway${n % 1000}_device${n}_sensors`)]!++;
  });
  const heap = Math.round((process.memoryUsage().heapUsed - before) / 2 ** 20);
  console.log(
    `\nfewest ${Math.min(...perPartition)}, most ${Math.max(...perPartition)} devices in a partition; ${heap} MB more heap`,
  );
  await server.stop();
});

/**
 * Cost of each hop of a cluster, compared with one process: from a journal to DuckDB; from it to the cluster's log; from there to DuckDB;
 * both together, with one node, and with three that receive and three that store. Also the cost of a fleet's names: partitions, the
 * shared facts (KV) and the registry of field types. One NATS server on loopback, one replica.
 * `node --import tsx scripts/bench/cluster.ts [MESSAGES] [nats-server] [DEVICES of the fleet]`; with 0 messages only the names.
 */

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Kvm } from "@nats-io/kv";
import { epochOf } from "../../runtime/intake/decoding-epoch.ts";
import { openJournal } from "../../runtime/journal/file-journal.ts";
import { FileLog } from "../../runtime/journal/file-log.ts";
import { SILENT } from "../../runtime/lib/log.ts";
import type { Message } from "../../runtime/model/message.ts";
import { connectCluster } from "../../runtime/parts/cluster/connection.ts";
import { ClusterFacts } from "../../runtime/parts/cluster/facts.ts";
import { decodeFrame, encodeFrame } from "../../runtime/parts/cluster/frame.ts";
import { clusterOf } from "../../runtime/parts/cluster/keys.ts";
import { clusterNames } from "../../runtime/parts/cluster/names.ts";
import { Partitions } from "../../runtime/parts/cluster/partition.ts";
import { parseSettings } from "../../runtime/settings/load-settings.ts";
import type { Settings } from "../../runtime/settings/settings.ts";
import { StoreThread } from "../../runtime/store-thread/store-thread.ts";
import { type RunningForwarding, startForwarding } from "../../test/parts/cluster/forwarding.ts";
import { messageOf } from "../../test/support/journal-messages.ts";
import { startNats } from "../../test/support/nats.ts";
import { inTemporaryFolder } from "../../test/support/temporary-folder.ts";

const MESSAGES = Number(process.argv[2] ?? 100_000);
const FLEET = Number(process.argv[4] ?? 1_000_000);
const DEVICES = 200;
const TICK_US = 10_000;
/** Maximum number of facts in flight. */
const UNDER_WAY = 1000;

function reading(n: number, node = ""): Message {
  const payload = JSON.stringify({ temperature: 20 + (n % 10), humidity: n % 100, voltage: 3.3 });
  const address = `r/n/g${node}/d${n % DEVICES}/data`;
  const receivedNs = 1_700_000_000_000_000_000n + BigInt(n) * 1_000_000n;
  return messageOf(payload, { source: "http", address, contentType: "application/json", receivedNs });
}

/** Processor time of a process in µs. [proc(5): utime, stime] */
function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

function megabytesOf(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
}

let serverPid = 0;

async function timed(name: string, messages: number, body: () => Promise<void>): Promise<void> {
  const cpu = process.cpuUsage();
  const ofServer = processorOf(serverPid);
  const began = performance.now();
  await body();
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const rate = Math.round(messages / seconds).toLocaleString("en");
  const server = (processorOf(serverPid) - ofServer) / messages;
  console.log(`| ${name} | ${rate} | ${((user + system) / messages).toFixed(1)} | ${server.toFixed(1)} |`);
}

function threadOf(settings: Settings, messages?: FileLog): StoreThread {
  return new StoreThread({
    settings,
    epoch: () => epochOf(settings, new Map()),
    epochText: async () => undefined,
    ...(messages && { messages }),
    log: SILENT,
    refused: async () => {},
    rejected: () => {},
    replaced: () => {},
    decodedOtherwise: () => {},
    onWritten: () => {},
    onFailed: (reason) => console.error(reason),
  });
}

function forwarding(settings: Settings, messages: FileLog) {
  return { settings, messages, epoch: epochOf(settings, new Map()) };
}

function sumOfStored(threads: readonly StoreThread[]): number {
  return threads.reduce((sum, { outputs }) => sum + (outputs[0].writer.status().counts?.["stored"] ?? 0), 0);
}

async function stored(thread: StoreThread, rows: number): Promise<void> {
  for (;;) {
    if ((thread.outputs[0].writer.status().counts?.["stored"] ?? 0) >= rows) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

await inTemporaryFolder(async (directory) => {
  const server = await startNats(process.argv[3]);
  serverPid = server.pid;
  const file = join(directory, "c.ini");
  const parsedFor = (lab: string) => {
    const ini = `[lab]\nchannels =\n[cluster]\nurl = ${server.url}\nname = ${lab}\nmax_size = 1G\n`;
    return parseSettings(ini, { file, shown: file, environment: {} });
  };
  const parsed = parsedFor("lab");
  const settings = (name: string, of = parsed): Settings => ({
    ...of,
    store: { kind: "duckdb", path: join(directory, name) },
  });
  const filled = async (name: string, count = MESSAGES) => {
    mkdirSync(join(directory, name));
    const journal = await openJournal({ directory: join(directory, name), maxBytes: 1 << 30, commitIntervalMs: 5 });
    const messages = new FileLog(journal);
    for (let n = 0; n < count; n++) {
      messages.append(reading(n, name));
      if (n % 10_000 === 0) await journal.durable();
    }
    await journal.durable();
    return { journal, messages };
  };
  const hops = async () => {
    console.log(`${MESSAGES} messages of ${reading(0).payload.length} bytes from ${DEVICES} devices\n`);
    console.log(
      "| hop | messages/s | processor time of our process, µs each | of the NATS server |\n|---|---|---|---|",
    );

    const alone = await filled("alone");
    const store = threadOf(settings("a.duckdb"), alone.messages);
    await store.start();
    await timed("one process: journal → DuckDB", MESSAGES, async () => {
      await stored(store, MESSAGES);
    });
    await store.stop();
    await alone.journal.close();

    const node = await filled("node");
    const forward = await startForwarding(forwarding(parsed, node.messages));
    await timed("journal → cluster's log", MESSAGES, async () => {
      if (!(await node.messages.settled(600_000))) throw new Error("not all was forwarded");
    });
    await forward.stop();
    await node.journal.close();

    const cluster = await connectCluster(clusterOf(parsed), "bench");
    const { state } = await cluster.manager.streams.info(clusterNames("lab").frames);
    await cluster.close();
    const collect = threadOf(settings("c.duckdb"));
    await collect.start();
    await timed("cluster's log → DuckDB", MESSAGES, async () => {
      await stored(collect, MESSAGES);
    });
    await collect.stop();
    console.log(`\n${state.messages} frames, ${Math.round(MESSAGES / state.messages)} messages each`);

    /** That many receiving and storing nodes at once. */
    const together = async (nodes: number) => {
      const lab = parsedFor(`lab${nodes}`);
      const each = Math.floor(MESSAGES / nodes);
      const numbers = Array.from({ length: nodes }, (_, n) => n);
      const taking = await Promise.all(numbers.map((n) => filled(`t${nodes}${n}`, each)));
      const forwards: RunningForwarding[] = [];
      const collects = numbers.map((n) => threadOf(settings(`s${nodes}${n}.duckdb`, lab)));
      await timed(`${nodes} taking and ${nodes} storing, at once`, each * nodes, async () => {
        for (const { messages } of taking) forwards.push(await startForwarding(forwarding(lab, messages)));
        for (const thread of collects) await thread.start();
        while (sumOfStored(collects) < each * nodes) await new Promise((resolve) => setTimeout(resolve, 20));
      });
      for (const thread of [...forwards, ...collects]) await thread.stop();
      for (const { journal } of taking) await journal.close();
    };
    await together(1);
    await together(3);

    const entries = Array.from({ length: 100 }, (_, n) => ({ position: n + 1, message: reading(n) }));
    const identity = "01234567-89ab-4cde-8f01-23456789abcd";
    const frame = encodeFrame({ node: identity, entries });
    await timed("writing a frame of 100", MESSAGES, async () => {
      for (let n = 0; n < MESSAGES; n += 100) encodeFrame({ node: identity, entries });
    });
    await timed("reading a frame of 100", MESSAGES, async () => {
      for (let n = 0; n < MESSAGES; n += 100) decodeFrame(frame);
    });
  };
  if (MESSAGES > 0) await hops();
  else
    console.log(
      "| hop | each second | processor time of our process, µs each | of the NATS server |\n|---|---|---|---|",
    );
  const partitions = new Partitions(64);
  const perPartition = new Array<number>(64).fill(0);
  const measurement = (n: number) => `gateway${n % 1000}_device${n}_sensors`;
  const heap = () => process.memoryUsage().heapUsed / 2 ** 20;
  const before = heap();
  const count = FLEET.toLocaleString("en");
  await timed(`the partition of each of ${count} devices`, FLEET, async () => {
    for (let n = 0; n < FLEET; n++) perPartition[partitions.of(`fleet/all/${measurement(n)}`)]!++;
  });
  const withNames = heap();
  const connected = await connectCluster(clusterOf(parsed), "bench");
  const bucket = new Kvm(connected.jetstream).create("fleet", { history: 1 });
  const facts = new ClusterFacts(() => bucket);
  let repeated = 0;
  const serverBefore = megabytesOf(serverPid);
  await timed(`a fact (a CSV header) of each of ${count} devices into KV`, FLEET, () => {
    let next = 0;
    const [isTrue, isFalse] = [() => true, () => false];
    // Keeps that number of requests in flight; no request waits for the slowest of a batch.
    const sender = async () => {
      for (let n = next++; n < FLEET; n = next++) {
        const key = `csv-header/fleet/all/g/${measurement(n)}`;
        // Without an answer within five seconds, the request is repeated, as in the service.
        while (!(await facts.remember(key, "time,temperature,humidity").then(isTrue, isFalse))) repeated++;
      }
    };
    return Promise.all(Array.from({ length: UNDER_WAY }, sender)).then(() => {});
  });
  await timed("one of them from KV", 10_000, async () => {
    for (let n = 0; n < 10_000; n++) await facts.recall(`csv-header/fleet/all/g/${measurement((n * 7919) % FLEET)}`);
  });
  await connected.close();
  const serverAfter = megabytesOf(serverPid);
  console.log(
    `\nfewest ${Math.min(...perPartition)}, most ${Math.max(...perPartition)} devices in a partition; heap ` +
      `${Math.round(withNames - before)} MB more for the partitions; the NATS server ${serverBefore} MB, with the facts ${serverAfter} MB; ${repeated} facts were sent again`,
  );
  await server.stop();
});

/**
 * Runs faults between the journal and InfluxDB and prints what the operator sees.
 * `npm run campaigns -- influxdb-faults [seconds of each fault, 60]`; the full disk needs root (a tmpfs of 16 MB).
 */

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openJournal } from "../../runtime/journal/file-journal.ts";
import { FileLog } from "../../runtime/journal/file-log.ts";
import type { Message } from "../../runtime/model/message.ts";
import type { LogEntry } from "../../runtime/model/message-log.ts";
import type { Point, PointColumn } from "../../runtime/model/point.ts";
import { openInfluxStore } from "../../runtime/parts/influxdb/influx-store.ts";
import { StoreWriter } from "../../runtime/store/store-writer.ts";
import { startFaultProxy } from "../../test/support/fault-proxy.ts";
import { type Influxd, startInfluxd } from "../../test/support/influxd.ts";

const FAULT_SECONDS = Number(process.argv[2] ?? 60);
const RATE = 2_000;
const T0 = 1_767_225_600_000_000_000n;
const COLUMNS: readonly PointColumn[] = [
  ...Array.from({ length: 8 }, (_, index) => ({ name: `f${index}`, type: "float" as const })),
  { name: "_hex_", type: "string" },
];

interface Run {
  /** Sends messages at {@link RATE}. */
  load(seconds: number): Promise<void>;
  /** The lines of `/health` for the store and the writer. */
  health(): string;
  /** Waits for the store and compares. */
  finish(): Promise<void>;
}

function pointOf({ message, cursor, id }: LogEntry): Point {
  return {
    database: "faults",
    measurement: "01_rig",
    timeNs: message.receivedNs,
    timeSource: "receipt",
    columns: COLUMNS,
    values: [
      ...COLUMNS.slice(1).map((_, index) => Math.sin(cursor / 100 + index)),
      Buffer.from(message.payload).toString("hex"),
    ],
    origin: { message, id },
  };
}

/** @param url of the store; rows are counted directly at the server */
async function startRun(
  url: string,
  server: Influxd,
  { username, password, payloadBytes = 40 }: { username?: string; password?: string; payloadBytes?: number } = {},
): Promise<Run> {
  const directory = await mkdtemp(join(tmpdir(), "structline-faults-"));
  const journal = await openJournal({ directory, maxBytes: 1 << 30, commitIntervalMs: 5 });
  const messages = new FileLog(journal);
  const settings = {
    kind: "influxdb",
    version: "auto",
    url,
    username,
    password,
    token: undefined,
    org: undefined,
  } as const;
  const store = openInfluxStore(settings, { retryForMs: 2_000 });
  let sent = 0;
  let refused = 0;
  const writer = new StoreWriter({
    store,
    log: messages.reader(),
    decode: (entry) => [pointOf(entry)],
    deadLetters: { durable: async () => {} },
    onRefused: () => refused++,
  });
  writer.start(await store.open());
  return {
    load: async (seconds) => {
      const began = performance.now();
      for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - began) {
        for (const due = sent + Math.ceil(RATE / 50); sent < due; sent++) {
          const payload = randomBytes(payloadBytes);
          const message: Message = {
            source: "udp",
            address: "rig",
            sender: "",
            contentType: "",
            receivedNs: T0 + BigInt(sent) * 1_000n,
            payload,
          };
          messages.append(message);
        }
        await sleep(20);
      }
    },
    health: () =>
      `store: ${store.status().state}: ${store.status().detail}\n  writer: ${writer.status().state}: ${writer.status().detail}`,
    finish: async () => {
      const began = performance.now();
      const drained = await writer.drain(60_000);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const { series } = await server.query('SELECT count("f0") FROM "01_rig"', "faults");
      const stored = Number(series?.[0]?.values[0]?.[1] ?? 0);
      console.log(
        `  sent ${sent}, stored ${stored}, refused ${refused}; ${drained ? "caught up" : "NOT caught up"} ${seconds} s after the last message`,
      );
      await store.close();
      await journal.close();
      await rm(directory, { recursive: true });
      if (stored !== sent) process.exitCode = 1;
    },
  };
}

async function stopped(): Promise<void> {
  console.log(`\nThe database is killed under load and started again after ${FAULT_SECONDS} s:`);
  const server = await startInfluxd();
  try {
    const run = await startRun(server.url, server);
    await run.load(3);
    await server.halt("SIGKILL");
    await run.load(FAULT_SECONDS);
    console.log(`  ${run.health()}`);
    await server.resume();
    await run.load(3);
    await run.finish();
  } finally {
    await server.stop();
  }
}

async function failing(): Promise<void> {
  console.log(`\nThe database answers 500 for ${FAULT_SECONDS} s:`);
  const server = await startInfluxd();
  const proxy = await startFaultProxy(server.url);
  try {
    const run = await startRun(proxy.url, server);
    await run.load(3);
    proxy.fault = () => ({ kind: "status", status: 500, body: '{"error":"timeout"}' });
    await run.load(FAULT_SECONDS);
    console.log(`  ${run.health()}`);
    proxy.fault = () => ({ kind: "none" });
    await run.load(3);
    await run.finish();
  } finally {
    await proxy.close();
    await server.stop();
  }
}

async function wrongPassword(): Promise<void> {
  console.log("\nThe password is wrong, then set right at the database:");
  const server = await startInfluxd({ auth: { username: "lab", password: "old" } });
  try {
    const run = await startRun(server.url, server, { username: "lab", password: "old" });
    await run.load(2);
    await server.query(`SET PASSWORD FOR lab = 'new'`);
    await run.load(Math.min(FAULT_SECONDS, 10));
    console.log(`  ${run.health()}`);
    await server.query(`SET PASSWORD FOR lab = 'old'`, "", { username: "lab", password: "new" });
    await run.finish();
  } finally {
    await server.stop();
  }
}

async function fullDisk(): Promise<void> {
  console.log("\nThe database's disk (16 MB) is full, then it has room again and is restarted:");
  if (process.getuid?.() !== 0) {
    console.log("  left out: only root can mount a tmpfs");
    return;
  }
  const directory = await mkdtemp(join(tmpdir(), "structline-disk-"));
  command("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", directory]);
  let server: Influxd | undefined;
  try {
    server = await startInfluxd({ directory });
    const run = await startRun(server.url, server, { payloadBytes: 400 });
    await run.load(Math.max(25, FAULT_SECONDS));
    console.log(`  ${run.health()}`);
    command("mount", ["-o", "remount,size=512m", directory]);
    // InfluxDB 1.x keeps answering "no space left" from its write-ahead log until it is restarted.
    await server.halt();
    await server.resume();
    await run.load(3);
    await run.finish();
  } finally {
    await server?.halt("SIGKILL");
    command("umount", [directory]);
    await rm(directory, { recursive: true });
  }
}

function command(name: string, args: string[]): void {
  const { status, stderr } = spawnSync(name, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${name} ${args.join(" ")}: ${stderr}`);
}

for (const fault of [stopped, failing, wrongPassword, fullDisk]) await fault();

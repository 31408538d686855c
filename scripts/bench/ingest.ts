/**
 * Datagrams a second, end to end: `node --import tsx scripts/bench/ingest.ts [--rate 20000] [--seconds 30]`.
 *
 * A sender of its own process sends messages of a 30-field struct over loopback, first to a socket that only counts (the
 * baseline: what this machine's loopback and Node carry), then to the service. Received, stored and lost are counted from
 * the outside: the sender's count, the database's rows.
 */

import { fork } from "node:child_process";
import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { Lab } from "../../test/support/lab.ts";

const FIELDS = 30;
const SELF = fileURLToPath(import.meta.url);
/** Datagrams sent without yielding; a microcontroller's burst, not a flood. */
const TICK_MS = 1;

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "20000" },
    seconds: { type: "string", default: "30" },
    // Set when this file runs as the sender.
    port: { type: "string" },
  },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);

if (values.port !== undefined) await runSender(Number(values.port));
else await measure();

async function measure(): Promise<void> {
  const baseline = await measureCounter();
  const service = await measureService();
  const row = (name: string, { sent, received, stored, peakRssMb }: Figures) =>
    `${name.padEnd(14)} ${String(sent).padStart(9)} ${String(received).padStart(9)} ${String(stored ?? "").padStart(9)} ` +
    `${String(sent - (stored ?? received)).padStart(6)} ${peakRssMb === undefined ? "" : `${peakRssMb} MB`.padStart(9)}`;
  console.log(`${rate} datagrams/s of a ${FIELDS}-field struct for ${seconds} s over loopback`);
  console.log("                    sent  received    stored   lost  peak RSS");
  console.log(row("bare counter", baseline));
  console.log(row("structline", service));
  console.log(
    `drained ${(service.drainMs ?? 0) / 1000} s after the last datagram; CPU of the service ${service.cpuSeconds} s`,
  );
}

interface Figures {
  readonly sent: number;
  readonly received: number;
  readonly stored?: number;
  readonly peakRssMb?: number;
  readonly drainMs?: number;
  readonly cpuSeconds?: number;
}

async function measureCounter(): Promise<Figures> {
  const socket = createSocket({ type: "udp4", recvBufferSize: 16 << 20 });
  let received = 0;
  socket.on("message", () => {
    received++;
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", () => resolve()));
  const sent = await send(socket.address().port);
  await new Promise((resolve) => setTimeout(resolve, 500));
  socket.close();
  return { sent, received };
}

async function measureService(): Promise<Figures> {
  const lab = new Lab({
    ini: "[lab]\nchannels = lab-bench\n[lab-bench]\nudp_port = 0\nwamp_topic = lab.bench\ninclude_path = headers\nheader_files = bench.h\n",
    headers: { "bench.h": header() },
  });
  try {
    const { status, output } = lab.generate();
    if (status !== 0) throw new Error(output);
    const service = await lab.start();
    const sent = await send(service.udpPort("bench"));
    const ended = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await service.settled();
    const drainMs = Date.now() - ended;
    const { channels, parts } = await service.json<{
      channels: { received: number }[];
      parts: { udp: { counts: Record<string, number> } };
    }>("/health");
    console.log(
      `dropped by the kernel ${parts.udp.counts["kernelDropped"]}, by the ring ${parts.udp.counts["dropped"]}`,
    );
    const { peakRssMb, cpuSeconds } = usage(service.pid);
    await service.stop();
    const stored = await storedRows(join(lab.directory, "data/telemetry.duckdb"));
    return { sent, received: channels[0]?.received ?? 0, stored, peakRssMb, drainMs, cpuSeconds };
  } finally {
    await lab.remove();
  }
}

/** Six bit-fields, integers of all sizes, floats, doubles; ten of them with rules. */
function header(): string {
  const types = ["uint16_t", "int16_t", "uint32_t", "float", "double", "uint8_t"];
  const fields = Array.from({ length: FIELDS - 3 }, (_, index) => {
    const rule = index % 3 === 0 ? ` // @rule: name=v${index}; expr=f${index} * 0.25 - 40; unit=°C` : "";
    return `  ${types[index % types.length]} f${index};${rule}`;
  });
  return `#pragma pack(1)\nstruct struct_bench {\n  uint8_t length;\n  uint8_t ID;\n  uint32_t n;\n${fields.join("\n")}\n} bench = {${size()}, 1};\n`;
}

function size(): number {
  const sizes = [2, 2, 4, 4, 8, 1];
  return Array.from({ length: FIELDS - 3 }, (_, index) => sizes[index % sizes.length]!).reduce(
    (sum, one) => sum + one,
    6,
  );
}

function send(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork(SELF, ["--port", `${port}`, "--rate", `${rate}`, "--seconds", `${seconds}`], {
      execArgv: ["--import", "tsx"],
    });
    child.once("message", (sent) => resolve(Number(sent)));
    child.once("error", reject);
  });
}

/** Sends what is due at every tick; the count includes only what the kernel took. */
async function runSender(port: number): Promise<void> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.connect(port, "127.0.0.1", () => resolve()));
  const total = rate * seconds;
  const bytes = Array.from({ length: 64 }, (_, index) => Buffer.alloc(size(), index));
  const began = performance.now();
  let sent = 0;
  let taken = 0;
  let failed = 0;
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate));
    for (; sent < due; sent++) {
      const message = bytes[sent % bytes.length]!;
      message[0] = size();
      message[1] = 1;
      message.writeUInt32LE(sent, 2);
      // A copy: the socket keeps the buffer until it is sent.
      socket.send(Buffer.from(message), (error) => {
        if (error === null) taken++;
        else failed++;
      });
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  while (taken + failed < total) await new Promise((resolve) => setTimeout(resolve, 10));
  socket.close();
  process.send?.(taken);
  process.disconnect?.();
}

/** Linux only. */
function usage(pid: number): { peakRssMb: number; cpuSeconds: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const ticks = Number(stat[11]) + Number(stat[12]);
  return { peakRssMb: Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024), cpuSeconds: ticks / 100 };
}

async function storedRows(path: string): Promise<number> {
  const database = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
  const connection = await database.connect();
  const result = await connection.runAndReadAll(
    `SELECT count(*), count(DISTINCT n), count(DISTINCT "time") FROM lab_bench."01_bench"`,
  );
  const [rows, numbers, times] = (result.getRows()[0] ?? []).map(Number);
  connection.closeSync();
  database.closeSync();
  if (rows !== numbers || rows !== times) throw new Error(`${rows} rows, ${numbers} different, at ${times} times`);
  return rows ?? 0;
}

/**
 * The whole service under loads that once exceeded its limits, measured from outside:
 *
 * `node --import tsx scripts/bench/loads.ts NAME`, where NAME is
 * - `devices [--devices 10000] [--seconds 300]`: one MQTT reading per second from each
 * - `tables [--devices 20000]`: the first reading of each, at once
 * - `wide`: 20,000 rows with one of 900 fields each
 * - `post [--rate 20000] [--seconds 30]`: posts while UDP fills batches
 * - `soak [--rate 5000] [--seconds 1800]`: UDP, memory over time
 *
 * The service measures stalls of its main loop itself, beyond its timer's 10 ms.
 */

import { fork } from "node:child_process";
import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Lab, type ServiceProcess } from "../../test/support/lab.ts";

const SELF = fileURLToPath(import.meta.url);
const TICK_MS = 10;
const INI =
  "[lab]\nchannels = lab-bench\n[lab-bench]\nudp_port = 0\nwamp_topic = lab.bench\ninclude_path = headers\nheader_files = bench.h\n";
const FIELDS = 28;
const BYTES = 6 + 4 * FIELDS;
const HEADER = `#pragma pack(1)\nstruct struct_bench {\n  uint8_t length;\n  uint8_t ID;\n  uint32_t n;\n${Array.from({ length: FIELDS }, (_, i) => `  float f${i};`).join("\n")}\n} bench = {${BYTES}, 1};\n`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    devices: { type: "string" },
    seconds: { type: "string" },
    rate: { type: "string" },
    // Set when this file runs as the sender.
    port: { type: "string" },
  },
});
const [load = ""] = positionals;
const count = (value: string | undefined, fallback: number) => Number(value ?? fallback);
const LOADS: Readonly<Record<string, (service: ServiceProcess) => Promise<void>>> = {
  devices,
  tables,
  wide,
  post,
  soak,
};
const SENDERS: Readonly<Record<string, () => Promise<number>>> = { publish, datagrams };

if (SENDERS[load] !== undefined) {
  process.send?.(await SENDERS[load]());
  process.disconnect?.();
} else await run();

async function run(): Promise<void> {
  const measure = LOADS[load];
  if (measure === undefined) throw new Error(`loads are ${Object.keys(LOADS).join(", ")}`);
  const lab = new Lab({ ini: INI, headers: { "bench.h": HEADER } });
  try {
    const { status, output } = lab.generate();
    if (status !== 0) throw new Error(output);
    const service = await lab.start();
    await measure(service);
    const { cpuSeconds, peakMb } = usage(service.pid);
    console.log(`processor ${cpuSeconds.toFixed(1)} s, memory at most ${peakMb} MB`);
    console.log(`ended with ${await service.stop()}`);
  } finally {
    await lab.remove();
  }
}

async function devices(service: ServiceProcess): Promise<void> {
  const number = count(values.devices, 10_000);
  const seconds = count(values.seconds, 300);
  const watch = watching(service, 5);
  const sent = await send("publish", service.mqttPort, number, seconds);
  const { longestStallMs, waiting } = await watch.stop();
  const late = await secondsUntilStored(service);
  console.log(`${number} devices, ${seconds} s: ${sent} readings, ${await stored(service)} stored`);
  console.log(
    `longest stall of the main loop ${longestStallMs.toFixed(0)} ms; stored ${late.toFixed(1)} s after the last`,
  );
  console.log(`waiting for the store, every 5 s: ${waiting.join(" ")}`);
}

async function tables(service: ServiceProcess): Promise<void> {
  const number = count(values.devices, 20_000);
  const began = performance.now();
  const watch = watching(service, 1);
  const sent = await send("publish", service.mqttPort, number, 1);
  await secondsUntilStored(service);
  const seconds = (performance.now() - began) / 1000;
  const { longestStallMs } = await watch.stop();
  console.log(`${number} new measurements, ${sent} rows: ${seconds.toFixed(1)} s, ${await stored(service)} stored`);
  console.log(`longest stall of the main loop ${longestStallMs.toFixed(0)} ms`);
}

async function wide(service: ServiceProcess): Promise<void> {
  const body = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ [`f${i % 900}`]: (i % 40) / 2 })));
  const before = memoryMb(service.pid);
  const cpuBefore = usage(service.pid).cpuSeconds;
  const watch = watching(service, 1);
  const began = performance.now();
  const url = `${service.url}/api/lab/net/gw/node/data`;
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  const answeredMs = performance.now() - began;
  await secondsUntilStored(service);
  const storedMs = performance.now() - began;
  const { longestStallMs } = await watch.stop();
  const { cpuSeconds, peakMb } = usage(service.pid);
  console.log(
    `${answer.status} after ${answeredMs.toFixed(0)} ms, stored after ${storedMs.toFixed(0)} ms (${(body.length / 2 ** 20).toFixed(2)} MiB)`,
  );
  console.log(
    `processor ${(cpuSeconds - cpuBefore).toFixed(1)} s, memory +${peakMb - before} MB, longest stall ${longestStallMs.toFixed(0)} ms`,
  );
}

async function post(service: ServiceProcess): Promise<void> {
  const rate = count(values.rate, 20_000);
  const seconds = count(values.seconds, 30);
  const sending = send("datagrams", service.udpPort("bench"), rate, seconds);
  const times: number[] = [];
  const url = `${service.url}/api/lab/net/gw/node/data`;
  const headers = { "content-type": "application/json" };
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await wait(5)) {
    const began = performance.now();
    const { status } = await fetch(url, { method: "POST", headers, body: '{"temperature": 21.5}' });
    if (status !== 200) throw new Error(`a post was answered ${status}`);
    times.push(performance.now() - began);
  }
  const sent = await sending;
  const late = await secondsUntilStored(service);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
  console.log(
    `${times.length} posts beside ${rate} datagrams/s: median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
  );
  console.log(`${sent + times.length} sent, ${await stored(service)} stored, ${late.toFixed(1)} s after the last`);
}

async function soak(service: ServiceProcess): Promise<void> {
  const rate = count(values.rate, 5000);
  const seconds = count(values.seconds, 1800);
  const sending = send("datagrams", service.udpPort("bench"), rate, seconds);
  const samples: number[] = [];
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(1000)) samples.push(memoryMb(service.pid));
  const sent = await sending;
  const late = await secondsUntilStored(service);
  console.log(`memory, mean of each minute, MB: ${meansOf(samples, 60).join(" ")}`);
  const second = samples.slice(samples.length >> 1);
  const [early = 0, last = 0] = meansOf(second, Math.ceil(second.length / 2));
  console.log(`last half: ${early} MB, then ${last} MB (${(((last - early) / early) * 100).toFixed(1)} %)`);
  console.log(`${sent} sent, ${await stored(service)} stored, ${late.toFixed(1)} s after the last`);
}

function meansOf(samples: readonly number[], each: number): number[] {
  return Array.from({ length: Math.ceil(samples.length / each) }, (_, i) => {
    const part = samples.slice(i * each, (i + 1) * each);
    return Math.round(part.reduce((sum, one) => sum + one, 0) / part.length);
  });
}

/** Asks the service every second for the longest stall of its main loop and the number of waiting messages. */
function watching(service: ServiceProcess, everySeconds: number) {
  const stop = new AbortController();
  const seen = { longestStallMs: 0, waiting: [] as number[] };
  const done = (async () => {
    // Discard the values of the start.
    await fetch(`${service.url}/metrics`);
    for (let second = 1; !stop.signal.aborted; second++) {
      await wait(1000, undefined, { signal: stop.signal }).catch(() => {});
      const text = await (await fetch(`${service.url}/metrics`)).text();
      const [, lag] = /^structline_nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
      seen.longestStallMs = Math.max(seen.longestStallMs, Number(lag) * 1000 - 10 || 0);
      if (second % everySeconds === 0)
        seen.waiting.push(Number(/^structline_journal_waiting_messages\{output="store"\} (\d+)/m.exec(text)?.[1]));
    }
  })();
  return {
    stop: async () => {
      stop.abort();
      await done;
      return seen;
    },
  };
}

async function secondsUntilStored(service: ServiceProcess): Promise<number> {
  const began = performance.now();
  await wait(300);
  const waiting = async () => {
    const { parts } = await service.json<{ parts: { writer: { counts: { waiting: number } } } }>("/health");
    return parts.writer.counts.waiting;
  };
  while ((await waiting()) > 0) await wait(50);
  return (performance.now() - began) / 1000;
}

async function stored(service: ServiceProcess): Promise<number> {
  const { parts } = await service.json<{ parts: { writer: { counts: { stored: number } } } }>("/health");
  return parts.writer.counts.stored;
}

/** Linux only. */
function usage(pid: number): { peakMb: number; cpuSeconds: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return { peakMb: statusMb(pid, "VmHWM"), cpuSeconds: (Number(stat[11]) + Number(stat[12])) / 100 };
}

function memoryMb(pid: number): number {
  return statusMb(pid, "VmRSS");
}

function statusMb(pid: number, name: string): number {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1]) / 1024);
}

/** Runs in a separate process. */
function send(what: keyof typeof SENDERS, port: number, rate: number, seconds: number): Promise<number> {
  const options = ["--port", port, "--rate", rate, "--seconds", seconds].map(String);
  return new Promise((resolve, reject) => {
    const child = fork(SELF, [what, ...options], { execArgv: ["--import", "tsx"] });
    child.once("message", (sent) => resolve(Number(sent)));
    child.once("error", reject);
  });
}

/** Publishes a reading per second for each device at QoS 1. Resolves to the number of acknowledgements. */
async function publish(): Promise<number> {
  const number = Number(values.rate);
  const total = number * Number(values.seconds);
  const socket = await connected(Number(values.port));
  let acknowledged = 0;
  socket.on("data", (data) => {
    acknowledged += data.length / 4;
  });
  const began = performance.now();
  for (let sent = 0; sent < total; await wait(TICK_MS)) {
    const due = Math.min(total, Math.ceil(((performance.now() - began) / 1000) * number));
    const packets: Buffer[] = [];
    for (; sent < due; sent++) packets.push(publication(sent % number, sent));
    if (!socket.write(Buffer.concat(packets))) await new Promise((resolve) => socket.once("drain", resolve));
  }
  while (acknowledged < total) await wait(10);
  socket.destroy();
  return acknowledged;
}

async function connected(port: number): Promise<Socket> {
  const socket = createConnection(port, "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  const id = Buffer.from("bench");
  socket.write(
    Buffer.concat([
      Buffer.from([0x10, 12 + id.length, 0, 4]),
      Buffer.from("MQTT"),
      Buffer.from([4, 2, 0, 0, 0, id.length]),
      id,
    ]),
  );
  await new Promise((resolve) => socket.once("data", resolve));
  return socket;
}

/** PUBLISH, QoS 1. [MQTT 3.1.1, 3.3] */
function publication(device: number, sent: number): Buffer {
  const topic = Buffer.from(`lab/net/gw${Math.floor(device / 100)}/node${device}/data.json`);
  const body = Buffer.from(`{"temperature":${(sent % 400) / 10},"humidity":${sent % 100},"battery":3.${sent % 10}}`);
  const length = 2 + topic.length + 2 + body.length;
  const id = (sent % 65_535) + 1;
  const head = length < 128 ? [0x32, length] : [0x32, (length & 127) | 128, length >> 7];
  return Buffer.concat([Buffer.from([...head, 0, topic.length]), topic, Buffer.from([id >> 8, id & 255]), body]);
}

async function datagrams(): Promise<number> {
  const rate = Number(values.rate);
  const total = rate * Number(values.seconds);
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.connect(Number(values.port), "127.0.0.1", () => resolve()));
  let taken = 0;
  let failed = 0;
  const began = performance.now();
  for (let sent = 0; sent < total; await wait(1)) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate));
    for (; sent < due; sent++) {
      const message = Buffer.alloc(BYTES, sent & 63);
      message.writeUInt16LE(BYTES | (1 << 8), 0);
      message.writeUInt32LE(sent, 2);
      socket.send(message, (error) => (error === null ? taken++ : failed++));
    }
  }
  while (taken + failed < total) await wait(10);
  socket.close();
  return taken;
}

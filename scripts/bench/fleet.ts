/**
 * A hundred thousand devices on one machine, measured from outside: cost per device, duration of a start, and cost of queries over all
 * devices.
 *
 * node --import tsx scripts/bench/fleet.ts [--devices 100000] [--seconds 60] [--few 100] [--every 10] [--history 360] [--parts known,load,…]
 *
 * `known`: memory, /health, /metrics, lists and a start, with that many devices that sent once. `load`: each device sends a reading every
 * ten seconds, half of them over HTTP, half over MQTT, compared with the same rate from `--few` devices in another service.
 * `page`: the list, a search and a chart in Chromium. `overview`: an open overview of devices that send every ten seconds;
 * several numbers of devices (`--devices 10,550,10000`) are measured in one run. `opening`: what an opening costs the service, by its
 * requests, while the devices are silent. `first`: where the time of a first opening behind a start goes.
 */

import { fork } from "node:child_process";
import { createConnection, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { ServiceProcess } from "../../test/support/lab.ts";
import { measureFirst, measureOpening, measureOverview, measurePage } from "./fleet-page.ts";
import { benchLab, startReady, storedRows, usageOf } from "./service.ts";

const SELF = fileURLToPath(import.meta.url);
const TICK_MS = 10;
const OPENINGS = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    devices: { type: "string", default: "100000" },
    few: { type: "string", default: "100" },
    seconds: { type: "string", default: "60" },
    every: { type: "string", default: "10" },
    history: { type: "string", default: "360" },
    openings: { type: "string", default: "5" },
    rest: { type: "string", default: "0" },
    parts: { type: "string", default: "known,load" },
    // Set when this file runs as the sender.
    http: { type: "string" },
    mqtt: { type: "string" },
    rate: { type: "string" },
    readings: { type: "string" },
  },
});
const devices = Number(values.devices);

if (positionals[0] === "send") {
  process.send?.(await send());
  process.disconnect?.();
} else {
  for (const part of values.parts.split(",")) await { first, known, load, opening, overview, page }[part]!();
}

async function known(): Promise<void> {
  const lab = benchLab();
  try {
    let service = await startReady(lab);
    const before = usageOf(service.pid);
    const began = performance.now();
    const sent = await sending(service, devices, 4000, devices);
    await untilStored(service, sent);
    const seconds = (performance.now() - began) / 1000;
    const filled = usageOf(service.pid);
    console.log(
      `${devices} new devices: ${await storedRows(service)} of ${sent} stored in ${seconds.toFixed(0)} s, processor ${(filled.cpuSeconds - before.cpuSeconds).toFixed(1)} s, at most ${filled.peakMb.toFixed(0)} MB`,
    );
    await questions(service);
    await service.stop();
    for (let i = 0; i < 3; i++) {
      const start = performance.now();
      service = await startReady(lab);
      const startMs = performance.now() - start;
      await wait(3000);
      const { residentMb, cpuSeconds } = usageOf(service.pid);
      const more = (residentMb - before.residentMb) * 1024;
      console.log(
        `start ${startMs.toFixed(0)} ms until it is ready, processor ${cpuSeconds.toFixed(2)} s; silent: ${residentMb.toFixed(0)} MB, ${(more / devices).toFixed(2)} KB a device`,
      );
      if (i === 2) await questions(service);
      await service.stop();
    }
  } finally {
    await lab.remove();
  }
}

/** With a page in a browser. */
async function page(): Promise<void> {
  const lab = benchLab();
  try {
    const service = await startReady(lab);
    await untilStored(service, await sending(service, devices, 4000, devices));
    await measurePage(service.url, devices, async (device) => {
      const headers = { "Content-Type": "application/json" };
      await fetch(`${service.url}/api/${address(device)}/data`, { method: "POST", headers, body: body(device) });
    });
    await service.stop();
  } finally {
    await lab.remove();
  }
}

/** Devices with an hour of history; `--devices 10,550,10000` measures each number in one run. */
async function overview(): Promise<void> {
  for (const count of values.devices.split(",")) await overviewOf(Number(count));
}

async function overviewOf(devices: number): Promise<void> {
  const lab = benchLab();
  try {
    const service = await startReady(lab);
    const seconds = Number(values.seconds);
    await untilStored(service, await sending(service, devices, 4000, devices * Number(values.history)));
    const done = sending(
      service,
      devices,
      devices / Number(values.every),
      (devices * (2 * seconds + 20)) / Number(values.every),
    );
    await measureOverview(service, devices, seconds);
    await done;
    await service.stop();
  } finally {
    await lab.remove();
  }
}

async function opening(): Promise<void> {
  const lab = benchLab();
  try {
    for (const count of values.devices.split(",").map(Number)) {
      const service = await startReady(lab);
      await untilStored(service, await sending(service, count, 4000, count * Number(values.history)));
      await measureOpening(service, count, OPENINGS);
      await service.stop();
    }
  } finally {
    await lab.remove();
  }
}

/** As often as there are `--openings`. */
async function first(): Promise<void> {
  const lab = benchLab();
  try {
    const filled = await startReady(lab);
    await untilStored(filled, await sending(filled, devices, 4000, devices * Number(values.history)));
    await filled.stop();
    for (let i = 0; i < Number(values.openings); i++) {
      const service = await startReady(lab);
      await wait(Number(values.rest) * 1000);
      await measureFirst(service, devices);
      await service.stop();
    }
  } finally {
    await lab.remove();
  }
}

/** Processor time and duration of an answer. */
async function questions(service: ServiceProcess): Promise<void> {
  const last = Math.floor((devices - 1) / 100);
  const asked: [string, string, Record<string, string>?][] = [
    ["/health", "/health"],
    ["/metrics", "/metrics"],
    ["list, a page", "/read/measurements?limit=100"],
    ["list, all searched for one", `/read/measurements?limit=100&search=gw${last}_node${devices - 1}_`],
    ["list, nothing found", "/read/measurements?limit=100&search=nowhere"],
    ["devices, a page", "/health?limit=100"],
    ["last values of up to 10,000", "/read/statistics/all?database=lab_net&column=temperature&limit=10000&from=now-1d"],
  ];
  for (const [what, path] of asked) {
    const etag = (await answer(service, path)).etag;
    const times: number[] = [];
    const before = usageOf(service.pid).cpuSeconds;
    let bytes = 0;
    const TIMES = 10;
    for (let i = 0; i < TIMES; i++) {
      const began = performance.now();
      bytes = (await answer(service, path)).bytes;
      times.push(performance.now() - began);
    }
    const cpuMs = ((usageOf(service.pid).cpuSeconds - before) * 1000) / TIMES;
    times.sort((a, b) => a - b);
    const again = etag === null ? "" : `, again ${(await answer(service, path, { "If-None-Match": etag })).status}`;
    console.log(
      `  ${what}: processor ${cpuMs.toFixed(0)} ms, median ${times[TIMES >> 1]!.toFixed(0)} ms, ${(bytes / 1024).toFixed(0)} KB${again}`,
    );
  }
  console.log(`  longest stall of the main loop: ${(await stallMs(service)).toFixed(0)} ms`);
}

async function answer({ url }: ServiceProcess, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${path}`, { headers });
  const { byteLength } = await response.arrayBuffer();
  return { bytes: byteLength, status: response.status, etag: response.headers.get("etag") };
}

async function stallMs(service: ServiceProcess): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const [, lag] = /^structline_nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
  return Math.max(0, Number(lag) * 1000 - 10);
}

async function load(): Promise<void> {
  const rate = devices / Number(values.every);
  const many = await carried(devices, rate);
  const few = await carried(Number(values.few), rate);
  console.log(`processor of ${devices} devices by that of ${values.few}: ${(many / few).toFixed(2)} ×`);
}

/** @returns processor time in seconds */
async function carried(number: number, rate: number): Promise<number> {
  const lab = benchLab();
  try {
    const service = await startReady(lab);
    // Sends from every device once before measuring, because new devices have a one-time cost.
    const first = await sending(service, number, Math.min(rate, 4000), number);
    await untilStored(service, first);
    const before = usageOf(service.pid).cpuSeconds;
    await stallMs(service);
    const waiting: number[] = [];
    const stalls: number[] = [];
    const readings = rate * Number(values.seconds);
    const done = sending(service, number, rate, readings).then((sent) => ({ sent }));
    let sent: number | undefined;
    void done.then((end) => {
      sent = end.sent;
    });
    while (sent === undefined) {
      await wait(5000);
      const text = await (await fetch(`${service.url}/metrics`)).text();
      waiting.push(Number(/^structline_journal_waiting_messages\{output="store"\} (\d+)/m.exec(text)?.[1]));
      const [, lag] = /^structline_nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
      stalls.push(Math.max(0, Number(lag) * 1000 - 10));
    }
    await untilStored(service, first + sent);
    const { cpuSeconds, peakMb } = usageOf(service.pid);
    const used = cpuSeconds - before;
    console.log(
      `${number} devices, ${rate.toFixed(0)}/s for ${values.seconds} s: ${(await storedRows(service)) - first} of ${sent} stored, processor ${used.toFixed(1)} s, at most ${peakMb.toFixed(0)} MB, longest stall ${Math.max(...stalls).toFixed(0)} ms\n  waiting, every 5 s: ${waiting.join(" ")}`,
    );
    await service.stop();
    return used;
  } finally {
    await lab.remove();
  }
}

async function untilStored(service: ServiceProcess, rows: number): Promise<void> {
  for (const end = Date.now() + 600_000; Date.now() < end; await wait(200)) {
    if ((await storedRows(service)) >= rows) return;
  }
  console.log(`  ${await storedRows(service)} of ${rows} are stored after ten minutes`);
}

/**
 * Runs in a separate process.
 * @returns acknowledged readings
 */
function sending(service: ServiceProcess, number: number, rate: number, readings: number): Promise<number> {
  const { port } = new URL(service.url);
  const given = { http: port, mqtt: service.mqttPort, devices: number, rate, readings };
  const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return new Promise((resolve, reject) => {
    const child = fork(SELF, ["send", ...options], { execArgv: ["--import", "tsx"] });
    child.once("message", (sent) => resolve(Number(sent)));
    child.once("error", reject);
  });
}

/** Every second reading over HTTP, pipelined on one connection; the others over MQTT at QoS 1. */
async function send(): Promise<number> {
  const [rate, total] = [Number(values.rate), Number(values.readings)];
  const mqtt = await opened(Number(values.mqtt));
  const http = await opened(Number(values.http));
  let [published, posted] = [0, 0];
  mqtt.write(Buffer.from("\x10\x11\x00\x04MQTT\x04\x02\x00\x00\x00\x05bench", "latin1"));
  await new Promise((resolve) => mqtt.once("data", resolve));
  mqtt.on("data", (data) => {
    published += data.length / 4;
  });
  let rest = "";
  http.on("data", (data) => {
    const text = rest + data.toString("latin1");
    posted += text.split("HTTP/1.1 200").length - 1;
    rest = text.slice(-11).replaceAll("HTTP/1.1 200", "");
  });
  const began = performance.now();
  for (let sent = 0; sent < total; await wait(TICK_MS)) {
    const due = Math.min(total, Math.ceil(((performance.now() - began) / 1000) * rate));
    const [packets, posts]: [Buffer[], Buffer[]] = [[], []];
    for (; sent < due; sent++) {
      const device = sent % devices;
      // Each device uses one protocol.
      if (device % 2 === 0) packets.push(publication(device, sent));
      else posts.push(post(device, sent));
    }
    for (const [socket, parts] of [
      [mqtt, packets],
      [http, posts],
    ] as const)
      if (parts.length > 0 && !socket.write(Buffer.concat(parts)))
        await new Promise((resolve) => socket.once("drain", resolve));
  }
  for (const end = Date.now() + 120_000; published + posted < total && Date.now() < end; ) await wait(10);
  mqtt.destroy();
  http.destroy();
  return published + posted;
}

async function opened(port: number): Promise<Socket> {
  const socket = createConnection(port, "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  return socket;
}

function body(sent: number): string {
  return `{"temperature":${(sent % 400) / 10},"humidity":${sent % 100},"battery":3.${sent % 10}}`;
}

function address(device: number): string {
  return `lab/net/gw${Math.floor(device / 100)}/node${device}`;
}

function post(device: number, sent: number): Buffer {
  const text = body(sent);
  const head = `POST /api/${address(device)}/data HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`;
  return Buffer.from(head + text);
}

/** PUBLISH, QoS 1. [MQTT 3.1.1, 3.3] */
function publication(device: number, sent: number): Buffer {
  const topic = Buffer.from(`${address(device)}/data.json`);
  const text = Buffer.from(body(sent));
  const length = 2 + topic.length + 2 + text.length;
  const id = (sent % 65_535) + 1;
  const head = length < 128 ? [0x32, length] : [0x32, (length & 127) | 128, length >> 7];
  return Buffer.concat([Buffer.from([...head, 0, topic.length]), topic, Buffer.from([id >> 8, id & 255]), text]);
}

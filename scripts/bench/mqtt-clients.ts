/**
 * Memory for each connected MQTT client, and whether their readings are stored, measured from outside:
 *
 * node --import tsx scripts/bench/mqtt-clients.ts [--clients 10000] [--seconds 60] [--every 10]
 *
 * Each client is a device with a connection of its own, and publishes a reading every ten seconds at QoS 1.
 */

import { fork } from "node:child_process";
import { createConnection, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { ServiceProcess } from "../../test/support/lab.ts";
import { benchLab, startReady, storedRows, usageOf } from "./service.ts";

const SELF = fileURLToPath(import.meta.url);
const AT_ONCE = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clients: { type: "string", default: "10000" },
    seconds: { type: "string", default: "60" },
    every: { type: "string", default: "10" },
    // Set when this file runs as the clients.
    mqtt: { type: "string" },
  },
});
const clients = Number(values.clients);

if (positionals[0] === "send") await send();
else await measure();

async function measure(): Promise<void> {
  const lab = benchLab();
  const service = await startReady(lab);
  const options = Object.entries({ ...values, mqtt: service.mqttPort }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ]);
  const sender = fork(SELF, ["send", ...options], { execArgv: ["--import", "tsx"] });
  const next = () => new Promise<number>((resolve) => sender.once("message", (value) => resolve(Number(value))));
  try {
    // The first connection loads the broker.
    const one = next();
    const warm = await one.then(() => usageOf(service.pid));
    const connected = next();
    sender.send("connect");
    const open = await connected;
    await wait(2000);
    const idle = usageOf(service.pid);
    const kilobytes = ((idle.residentMb - warm.residentMb) * 1024) / open;
    console.log(
      `${open} of ${clients} clients are connected: ${warm.residentMb.toFixed(0)} → ${idle.residentMb.toFixed(0)} MB, ${kilobytes.toFixed(1)} KB a client`,
    );
    const done = next();
    sender.send("publish");
    const acknowledged = await done;
    await untilStored(service, acknowledged);
    const used = usageOf(service.pid);
    console.log(
      `${acknowledged} readings acknowledged, ${await storedRows(service)} stored, processor ${(used.cpuSeconds - idle.cpuSeconds).toFixed(1)} s, at most ${used.peakMb.toFixed(0)} MB`,
    );
  } finally {
    sender.kill();
    await service.stop();
    await lab.remove();
  }
}

async function untilStored(service: ServiceProcess, rows: number): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end && (await storedRows(service)) < rows; ) await wait(200);
}

async function send(): Promise<void> {
  const told = () => new Promise((resolve) => process.once("message", resolve));
  const first = await connected(0);
  let told1 = told();
  process.send?.(0);
  await told1;
  const sockets: Socket[] = [first];
  for (let from = 1; from < clients; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, clients - from) }, (_, i) => from + i);
    sockets.push(...(await Promise.all(numbers.map(connected))));
  }
  told1 = told();
  process.send?.(sockets.filter(({ destroyed }) => !destroyed).length);
  await told1;
  let acknowledged = 0;
  for (const socket of sockets)
    socket.on("data", (data) => {
      acknowledged += data.length / 4;
    });
  const total = Math.floor((clients / Number(values.every)) * Number(values.seconds));
  const began = performance.now();
  for (let sent = 0; sent < total; await wait(10)) {
    const due = Math.min(total, Math.ceil((((performance.now() - began) / 1000) * clients) / Number(values.every)));
    for (; sent < due; sent++) sockets[sent % clients]?.write(publication(sent % clients, sent));
  }
  for (const end = Date.now() + 60_000; acknowledged < total && Date.now() < end; ) await wait(10);
  process.send?.(acknowledged);
}

async function connected(number: number): Promise<Socket> {
  const socket = createConnection(Number(values.mqtt), "127.0.0.1");
  socket.on("error", () => {});
  const id = Buffer.from(`client${number}`);
  // CONNECT, a clean session, keep-alive 5 minutes. [MQTT 3.1.1, 3.1]
  const head = Buffer.from([0x10, 12 + id.length, 0, 4, 77, 81, 84, 84, 4, 2, 1, 44, 0, id.length]);
  socket.write(Buffer.concat([head, id]));
  await new Promise((resolve) => {
    socket.once("data", resolve);
    socket.once("close", resolve);
  });
  return socket;
}

/** PUBLISH, QoS 1. [MQTT 3.1.1, 3.3] */
function publication(device: number, sent: number): Buffer {
  const topic = Buffer.from(`lab/net/gw${Math.floor(device / 100)}/node${device}/data.json`);
  const text = Buffer.from(`{"temperature":${(sent % 400) / 10},"humidity":${sent % 100}}`);
  const head = Buffer.from([0x32, 2 + topic.length + 2 + text.length, 0, topic.length]);
  return Buffer.concat([head, topic, Buffer.from([1, sent & 255 || 1]), text]);
}

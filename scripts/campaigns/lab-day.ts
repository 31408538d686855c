/**
 * A lab's day of ten kinds of device in minutes, with Home Assistant, Node-RED, Telegraf and two subscribers attached, and then the same
 * with nothing attached or published. Prints what each tool received, and the service's processor time.
 * `npm run campaigns -- lab-day [minutes]`, after `npm run build` and `STRUCTLINE_PEERS=home|node-red|telegraf npm run peers`.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectAsync } from "mqtt";
import { HomeAssistant } from "../../test/support/home-assistant.ts";
import { NodeRed } from "../../test/support/node-red.ts";
import { freePort } from "../../test/support/ports.ts";
import { HOME_FOLDER, isInstalled, NODE_RED_FOLDER, TELEGRAF, TELEGRAF_FOLDER } from "../test/peers.mjs";
import { DEVICES, type Sent } from "./lab-day/day.ts";
import { INI, Rig } from "./lab-day/rig.ts";
import { MAPS } from "./lab-day/walk.ts";

const ROWS = "+/+/+/+/stored.json";
const minutes = Number(process.argv[2] ?? 10);
const messages: readonly Sent[] = DEVICES.flatMap((device) =>
  device.messages.map((message, n) => ({ message, at: n / device.messages.length })),
)
  .sort((a, b) => a.at - b.at)
  .map(({ message }) => message);

interface Tool {
  readonly name: string;
  /** Number of messages received so far. */
  got(): number | Promise<number>;
  end(): unknown;
}

function telegraf(rig: Rig, port: number): Tool {
  const file = join(rig.directory, "telegraf.lp");
  const config = join(rig.directory, "telegraf.conf");
  writeFileSync(
    config,
    `[agent]
  flush_interval = "1s"
  omit_hostname = true
[[inputs.mqtt_consumer]]
  servers = ["tcp://127.0.0.1:${port}"]
  topics = ["${ROWS}"]
  data_format = "json"
  json_time_key = "time"
  json_time_format = "2006-01-02T15:04:05.999999999Z07:00"
[[inputs.cpu]]
[[outputs.influxdb_v2]]
  urls = ["${rig.service.url}"]
  token = "any"
  organization = "lab"
  bucket = "home_telegraf"
  namedrop = ["mqtt_consumer"]
[[outputs.file]]
  files = ["${file}"]
  namepass = ["mqtt_consumer"]
`,
  );
  const child = spawn(TELEGRAF, ["--config", config], { stdio: "ignore" });
  return { name: "Telegraf", got: () => linesIn(file), end: () => ended(child) };
}

async function nodeRed(rig: Rig, port: number): Promise<Tool> {
  const file = join(rig.directory, "node-red.ndjson");
  const red = new NodeRed(await freePort());
  await red.ready();
  const place = { z: "day", x: 100, y: 100 };
  await red.deploy([
    { id: "day", type: "tab", label: "a day" },
    {
      id: "broker",
      type: "mqtt-broker",
      broker: "127.0.0.1",
      port: String(port),
      protocolVersion: "5",
      autoConnect: true,
    },
    {
      ...place,
      id: "in",
      type: "mqtt in",
      topic: ROWS,
      qos: "1",
      datatype: "utf8",
      broker: "broker",
      wires: [["out"]],
    },
    {
      ...place,
      id: "out",
      type: "file",
      filename: file,
      filenameType: "str",
      overwriteFile: "false",
      appendNewline: true,
      wires: [],
    },
  ]);
  return { name: "Node-RED", got: () => linesIn(file), end: () => red.end() };
}

async function homeAssistant(port: number): Promise<Tool> {
  const home = new HomeAssistant(port, await freePort());
  await home.ready();
  const got = async () => {
    const { entities, faults } = await home.shown();
    if (faults.length > 0) throw new Error(`Home Assistant: ${faults[0]}`);
    return Object.values(entities).filter(({ state }) => !["unavailable", "unknown"].includes(state)).length;
  };
  return { name: "Home Assistant (columns with a value)", got, end: () => home.end() };
}

async function subscriber(port: number): Promise<Tool> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { protocolVersion: 5 });
  let count = 0;
  client.on("message", () => count++);
  await client.subscribeAsync(ROWS, { qos: 1 });
  return { name: "MQTT.js", got: () => count, end: () => client.endAsync() };
}

function mosquitto(rig: Rig, port: number): Tool {
  const file = join(rig.directory, "mosquitto.txt");
  const command = `exec mosquitto_sub -p ${port} -q 1 -t '${ROWS}' > ${file}`;
  const child = spawn("sh", ["-c", command], { stdio: "ignore" });
  return { name: "mosquitto_sub", got: () => linesIn(file), end: () => ended(child) };
}

function linesIn(file: string): number {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, "exit");
}

/** Processor time of the service in seconds. [proc(5), /proc/pid/stat: utime and stime, in hundredths] */
function processorOf({ pid }: { readonly pid: number }): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function replay(rig: Rig): Promise<void> {
  const startMs = performance.now();
  for (const [index, { to, body, type }] of messages.entries()) {
    const dueMs = startMs + (index / messages.length) * minutes * 60_000;
    if (dueMs > performance.now()) await sleep(dueMs - performance.now());
    if (type === undefined) await rig.publish(to, body);
    else if (!(await rig.post(to, body, type)).ok) throw new Error(`${to} is refused`);
  }
}

async function day(publishing: "on" | "off"): Promise<void> {
  const more = publishing === "on" ? "[publish]\nmqtt = json\nhome_assistant = on\n" : "";
  const rig = new Rig(`${INI}${MAPS}${more}`);
  await rig.start();
  const port = rig.service.mqttPort;
  const tools =
    publishing === "off"
      ? []
      : [
          await subscriber(port),
          mosquitto(rig, port),
          ...(isInstalled(TELEGRAF_FOLDER) ? [telegraf(rig, port)] : []),
          ...(isInstalled(NODE_RED_FOLDER) ? [await nodeRed(rig, port)] : []),
          ...(isInstalled(HOME_FOLDER) ? [await homeAssistant(port)] : []),
        ];
  try {
    await sleep(5000);
    const before = processorOf(rig.service);
    await replay(rig);
    const seconds = processorOf(rig.service) - before;
    await rig.service.settled();
    let stored = 0;
    for (const { database, measurement } of DEVICES) stored += (await rig.rows(database, measurement)).length;
    await sleep(publishing === "on" ? 10_000 : 0);
    console.log(`publishing ${publishing}: ${messages.length} messages in ${minutes} minutes, ${stored} rows stored`);
    console.log(`  processor: ${seconds.toFixed(1)} s, ${((seconds / minutes / 60) * 100).toFixed(1)} % of one`);
    for (const tool of tools) console.log(`  ${tool.name}: ${await tool.got()}`);
  } finally {
    for (const tool of tools) await tool.end();
    await rig.stop();
  }
}

await day("on");
await day("off");

/** Node-RED itself with the flow of `examples/node-red`: rows over MQTT 5, live messages over WAMP, bytes by the codecs. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { connectAsync } from "mqtt";
import { isInstalled, NODE_RED_FOLDER } from "../../scripts/peers.mjs";
import { Lab, ROOT, sendDatagrams, until } from "../support/lab.ts";
import { freePort } from "../support/ports.ts";

const skip = isInstalled(NODE_RED_FOLDER) ? false : "needs Node-RED from npm (STRUCTLINE_PEERS=node-red npm run peers)";
const EXAMPLE = join(ROOT, "examples/node-red");

interface FlowNode {
  readonly id: string;
  readonly type: string;
  wires?: string[][];
  [property: string]: unknown;
}

const HEADER = `struct struct_power {
  uint8_t length; uint8_t ID;
  uint16_t voltage; // @rule: name=volts; expr=voltage / 100; unit=V
  uint16_t rpm;
} power = {6, 2};
`;

class NodeRed {
  readonly #folder = mkdtempSync(join(tmpdir(), "structline-node-red-"));
  readonly #process: ChildProcess;
  readonly url: string;
  #log = "";

  constructor(port: number) {
    this.url = `http://127.0.0.1:${port}`;
    const dependencies = { "node-red-contrib-structline": "0.1.0" };
    writeFileSync(
      join(this.#folder, "package.json"),
      JSON.stringify({ name: "flows", version: "1.0.0", dependencies }),
    );
    const name = "node-red-contrib-structline";
    cpSync(join(EXAMPLE, name), join(this.#folder, "node_modules", name), { recursive: true });
    const settings = {
      uiPort: port,
      uiHost: "127.0.0.1",
      telemetry: { enabled: false },
      editorTheme: { tours: false },
    };
    writeFileSync(join(this.#folder, "settings.js"), `module.exports = ${JSON.stringify(settings)};\n`);
    const program = join(NODE_RED_FOLDER, "node_modules/node-red/red.js");
    this.#process = spawn(process.execPath, [program, "--userDir", this.#folder], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on("data", (text: Buffer) => {
        this.#log += text.toString();
      });
  }

  async ready(): Promise<void> {
    await until(async () => (await fetch(`${this.url}/nodes`).catch(() => undefined))?.ok === true);
  }

  async types(): Promise<readonly string[]> {
    const answer = await fetch(`${this.url}/nodes`, { headers: { Accept: "application/json" } });
    const sets = (await answer.json()) as { types: string[]; err?: string }[];
    assert.deepEqual(
      sets.filter(({ err, types }) => err !== undefined && types.some((type) => type.startsWith("structline"))),
      [],
    );
    return sets.flatMap(({ types }) => types);
  }

  async deploy(flow: readonly FlowNode[]): Promise<void> {
    const headers = { "Content-Type": "application/json", "Node-RED-Deployment-Type": "full" };
    const answer = await fetch(`${this.url}/flows`, { method: "POST", headers, body: JSON.stringify(flow) });
    assert.equal(answer.status, 204, await answer.text());
  }

  async inject(id: string): Promise<void> {
    assert.equal((await fetch(`${this.url}/inject/${id}`, { method: "POST" })).status, 200);
  }

  async end(): Promise<void> {
    const exited = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill();
    await exited;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get log(): string {
    return this.#log;
  }
}

/** The example, at this lab; what its debug nodes show is published on `seen/<node>`. */
function flowFor(mqttPort: number, url: string, folder: string): FlowNode[] {
  const nodes: FlowNode[] = JSON.parse(readFileSync(join(EXAMPLE, "flow.json"), "utf8"));
  const changes: Record<string, object> = {
    "sl-broker": { port: String(mqttPort) },
    "sl-ws": { path: `${url.replace("http", "ws")}/ws` },
    "sl-codecs": { folder },
  };
  return nodes.map((node) => {
    if (node.type !== "debug") return { ...node, ...changes[node.id] };
    const { id, z, x, y } = node;
    return {
      id,
      z,
      x,
      y,
      type: "mqtt out",
      topic: `seen/${id}`,
      qos: "1",
      retain: "false",
      broker: "sl-broker",
      wires: [],
    };
  });
}

test("Node-RED has rows over MQTT, live messages over WAMP, and decodes and encodes bytes", { skip }, async () => {
  const http = await freePort();
  const ini = `[lab]\nchannels = lab-rig\n[lab-rig]\nsources = udp:0\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\nlayout = packed\n[publish]\nmqtt = json\n[http]\nlisten = 127.0.0.1:${http}\n`;
  const lab = new Lab({ ini, headers: { "rig.h": HEADER } });
  let red: NodeRed | undefined;
  try {
    assert.equal(lab.generate().status, 0);
    const service = await lab.start();
    red = new NodeRed(await freePort());
    await red.ready();
    const types = await red.types();
    assert.deepEqual(types.filter((type) => type.startsWith("structline")).sort(), [
      "structline-codecs",
      "structline-decode",
      "structline-encode",
    ]);
    const watcher = await connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`, { protocolVersion: 5 });
    const seen: Record<string, string[]> = {};
    watcher.on("message", (topic, payload) => {
      seen[topic.slice(5)] ??= [];
      seen[topic.slice(5)]?.push(payload.toString());
    });
    await watcher.subscribeAsync("seen/#", { qos: 1 });
    await red.deploy(flowFor(service.mqttPort, service.url, join(lab.directory, "generated")));
    // Its subscriptions take a moment.
    await until(async () => {
      await sendDatagrams(service.udpPort("rig"), [Buffer.of(6, 2, 0xa4, 6, 0xb8, 0x0b)]);
      return (seen["sl-rows-seen"]?.length ?? 0) > 0 && (seen["sl-event"]?.length ?? 0) > 0;
    });
    const { time: _, ...row } = JSON.parse(seen["sl-rows-seen"]![0]!);
    assert.deepEqual(row, { length: 6, ID: 2, volts: 17, rpm: 3000, _hex_: "0602a406b80b" });
    assert.match(seen["sl-event"]![0]!, /17/);
    // What is injected is encoded, goes to the broker, and comes back decoded.
    await red.inject("sl-inject");
    await until(() => (seen["sl-decoded"]?.length ?? 0) > 0);
    assert.deepEqual(JSON.parse(seen["sl-decoded"]![0]!), { length: 6, ID: 2, volts: 17, rpm: 3000 });
    await watcher.publishAsync("rig/frames", Buffer.of(6, 9, 1, 2, 3, 4), { qos: 1 });
    await watcher.publishAsync("rig/frames", Buffer.of(6, 2, 1, 0, 2, 0), { qos: 1 });
    await until(() => (seen["sl-decoded"]?.length ?? 0) > 1 && (seen["sl-caught"]?.length ?? 0) > 0);
    assert.deepEqual(JSON.parse(seen["sl-decoded"]![1]!), { length: 6, ID: 2, volts: 0.01, rpm: 2 });
    await watcher.endAsync(true);
  } catch (error) {
    throw new Error(`${String(error)}\n${red?.log}`);
  } finally {
    await red?.end();
    await lab.remove();
  }
});

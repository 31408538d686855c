/** Node-RED with the flow of `examples/node-red`: rows over MQTT 5, live messages over WAMP, and bytes through the codecs. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { connectAsync } from "mqtt";
import { isInstalled, NODE_RED_FOLDER } from "../../scripts/test/peers.mjs";
import { Lab, sendDatagrams } from "../support/lab.ts";
import { EXAMPLE, type FlowNode, NodeRed } from "../support/node-red.ts";
import { freePort } from "../support/ports.ts";
import { until } from "../support/until.ts";

const skip = isInstalled(NODE_RED_FOLDER) ? false : "needs Node-RED from npm (STRUCTLINE_PEERS=node-red npm run peers)";

const HEADER = `struct struct_power {
  uint8_t length; uint8_t ID;
  uint16_t voltage; // @rule: name=volts; expr=voltage / 100; unit=V
  uint16_t rpm;
} power = {6, 2};
struct struct_wide {
  uint8_t length; uint8_t ID;
  uint64_t serial;
  int8_t parts[2];
} wide = {12, 3};
`;

/** The example with this lab's addresses. The output of its debug nodes is published on `seen/<node>`. */
function flowFor(mqttPort: number, url: string, folder: string): FlowNode[] {
  const nodes: FlowNode[] = JSON.parse(readFileSync(join(EXAMPLE, "flow.json"), "utf8"));
  const changes: Record<string, object> = {
    "sl-broker": { port: String(mqttPort) },
    "sl-ws": { path: `${url.replace("http", "ws")}/ws` },
    "sl-codecs": { folder },
    "sl-decode": { values: "text" },
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
    // Injected values are encoded, sent to the broker, and received and decoded again.
    await red.inject("sl-inject");
    await until(() => (seen["sl-decoded"]?.length ?? 0) > 0);
    assert.deepEqual(JSON.parse(seen["sl-decoded"]![0]!), { length: 6, ID: 2, volts: 17, rpm: 3000 });
    await watcher.publishAsync("rig/frames", Buffer.of(6, 9, 1, 2, 3, 4), { qos: 1 });
    await watcher.publishAsync("rig/frames", Buffer.of(6, 2, 1, 0, 2, 0), { qos: 1 });
    await until(() => (seen["sl-decoded"]?.length ?? 0) > 1 && (seen["sl-caught"]?.length ?? 0) > 0);
    assert.deepEqual(JSON.parse(seen["sl-decoded"]![1]!), { length: 6, ID: 2, volts: 0.01, rpm: 2 });
    // JSON cannot have BigInt.
    const wide = Buffer.of(12, 3, 1, 0, 0, 0, 0, 0, 0x20, 0, 0xff, 5);
    await watcher.publishAsync("rig/frames", wide, { qos: 1 });
    await until(() => (seen["sl-decoded"]?.length ?? 0) > 2);
    const values = { length: 12, ID: 3, serial: "9007199254740993", "parts.0": -1, "parts.1": 5 };
    assert.deepEqual(JSON.parse(seen["sl-decoded"]![2]!), values);
    await watcher.endAsync(true);
  } catch (error) {
    throw new Error(`${String(error)}\n${red?.log}`);
  } finally {
    await red?.end();
    await lab.remove();
  }
});

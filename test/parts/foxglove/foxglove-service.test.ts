/** Live rows in Foxglove's own client: schemas, values and times, through reloads and withdrawals. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import type * as foxglove from "@foxglove/ws-protocol";
import type { Channel, IWebSocket, MessageData } from "@foxglove/ws-protocol";
import { WebSocket } from "ws";
import { makeToken } from "../../../runtime/auth/token.ts";
import { writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { loadSettings } from "../../../runtime/settings/load-settings.ts";
import { jsonPost } from "../../support/json-post.ts";
import { Lab, sendDatagrams } from "../../support/lab.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

const { FoxgloveClient } = createRequire(import.meta.url)("@foxglove/ws-protocol") as typeof foxglove;

const HEADER = `#include <stdint.h>
struct struct_probe { uint8_t length; uint8_t ID; uint16_t volts; // @rule: unit=V
} probe = {4, 1};
struct struct_count { uint8_t length; uint8_t ID; uint64_t count; } __attribute__((packed)) count = {10, 2};
`;

interface Received {
  readonly topic: string;
  readonly timeNs: bigint;
  readonly text: string;
}

class Spectator {
  readonly channels = new Map<number, Channel>();
  readonly received: Received[] = [];
  readonly statuses: string[] = [];
  closed: number | undefined;
  readonly socket: WebSocket;
  readonly client: foxglove.FoxgloveClient;
  readonly #topics = new Map<number, string>();

  constructor(url: string, subprotocol: string, token?: string) {
    const options = { headers: authorization(token) };
    this.socket = new WebSocket(`${url.replace("http", "ws")}foxglove`, [subprotocol], options);
    this.client = new FoxgloveClient({ ws: this.socket as unknown as IWebSocket });
    this.client.on("advertise", (channels) => {
      for (const channel of channels) this.channels.set(channel.id, channel);
    });
    this.client.on("unadvertise", (ids) => {
      for (const id of ids) this.channels.delete(id);
    });
    this.client.on("status", ({ message }) => this.statuses.push(message));
    this.client.on("error", (error) => this.statuses.push(error.message));
    this.client.on("close", ({ code }) => {
      this.closed = code;
    });
    this.client.on("message", ({ subscriptionId, timestamp, data }: MessageData) => {
      const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString();
      this.received.push({ topic: this.#topics.get(subscriptionId)!, timeNs: timestamp, text });
    });
  }

  channel(topic: string): Channel | undefined {
    return [...this.channels.values()].find((channel) => channel.topic === topic);
  }

  async subscribe(topic: string): Promise<number> {
    await until(() => this.channel(topic) !== undefined);
    const id = this.client.subscribe(this.channel(topic)!.id);
    this.#topics.set(id, topic);
    return id;
  }
}

interface Running {
  readonly service: Service;
  readonly folder: string;
  readonly port: number;
  /** Changes the header and reloads. */
  again(header: string): Promise<void>;
}

async function withService(
  { more = "", before = () => {} }: { more?: string; before?: (folder: string) => void },
  run: (running: Running) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const channel = `udp_port = ${port}\nwamp_topic = lab.rig.live\ninclude_path = headers\nheader_files = rig.h`;
  const ini = `[lab]\nchannels = lab-rig\n[lab-rig]\n${channel}\n${more}`;
  const lab = new Lab({ ini, headers: { "rig.h": HEADER } });
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  before(lab.directory);
  const from = { file: lab.config, env: {} };
  const onFailed = (reason: string) => assert.fail(reason);
  const service = await startService(loadSettings(from), { log: SILENT, version: "0.1.0", onFailed });
  const again = async (header: string) => {
    writeFileSync(join(lab.directory, "headers", "rig.h"), header);
    assert.equal(lab.generate().status, 0);
    await service.reload(from);
  };
  try {
    await run({ service, folder: lab.directory, port, again });
  } finally {
    await service.stop();
    await lab.remove();
  }
}

async function subscriptions(service: Service, token?: string): Promise<number> {
  const { parts } = (await (await fetch(`${service.url}health`, { headers: authorization(token) })).json()) as {
    parts: { bus: { counts: { subscriptions: number } } };
  };
  return parts.bus.counts.subscriptions;
}

function post(service: Service, body: object, token?: string): Promise<Response> {
  return fetch(`${service.url}api/kit/net/gw/node/data`, jsonPost(body, authorization(token)));
}

function authorization(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

for (const subprotocol of ["foxglove.websocket.v1"]) {
  test(`${subprotocol}: messages and devices with schemas, exact values and times in ns`, () =>
    withService({}, async ({ service, port }) => {
      const spectator = new Spectator(service.url, subprotocol);
      await spectator.subscribe("/rig/probe");
      const counts = await spectator.subscribe("/rig/count");
      await until(async () => (await subscriptions(service)) === 2);
      const { schemaEncoding, schemaName, encoding, schema } = spectator.channel("/rig/probe")!;
      assert.deepEqual([schemaEncoding, schemaName, encoding], ["jsonschema", "struct_probe.values", "json"]);
      const { properties } = JSON.parse(schema) as { properties: Record<string, object> };
      assert.deepEqual(properties["volts"], { type: "number", description: "V" });
      assert.equal("_hex_" in properties, false);
      const large = Buffer.from([10, 2, 1, 0, 0, 0, 0, 0, 0, 0x80]);
      await sendDatagrams(port, [Buffer.from([4, 1, 7, 0]), large]);
      await until(() => spectator.received.length === 2);
      const [probe, count] = spectator.received;
      assert.equal(probe!.topic, "/rig/probe");
      const { time, ...values } = JSON.parse(probe!.text) as Record<string, unknown>;
      assert.deepEqual(values, { length: 4, ID: 1, volts: 7 });
      assert.equal(BigInt(Date.parse(time as string)), probe!.timeNs / 1_000_000n);
      assert.match(count!.text, /"count":9223372036854775809[,}]/);

      assert.equal((await post(service, { a: 1 })).status, 200);
      await spectator.subscribe("/kit_net/gw_node_sensors");
      spectator.client.unsubscribe(counts);
      await until(async () => (await subscriptions(service)) === 2);
      await sendDatagrams(port, [large]);
      assert.equal((await post(service, { time: "2026-01-02T03:04:05.123456789Z", a: 2.5 })).status, 200);
      await until(() => spectator.received.length === 3);
      const { topic, timeNs, text } = spectator.received[2]!;
      assert.deepEqual(
        [topic, timeNs, JSON.parse(text)],
        ["/kit_net/gw_node_sensors", 1767323045123456789n, { time: "2026-01-02T03:04:05.123456789Z", a: 2.5 }],
      );
      // A new column: advertised again, and subscribed to again.
      const before = spectator.channel("/kit_net/gw_node_sensors")!.id;
      assert.equal((await post(service, { a: 3, b: "x" })).status, 200);
      await until(() => (spectator.channel("/kit_net/gw_node_sensors")?.id ?? before) !== before);
      assert.match(spectator.channel("/kit_net/gw_node_sensors")!.schema, /"b":\{"type":"string"\}/);
      await until(async () => (await subscriptions(service)) === 1);
      // A deleted one is no longer advertised until it has rows again.
      const gone = "measurement=gw_node_sensors&confirm=gw_node_sensors&database=kit_net";
      await until(async () => (await fetch(`${service.url}measurements?${gone}`, { method: "DELETE" })).status === 204);
      await until(() => spectator.channel("/kit_net/gw_node_sensors") === undefined);
      assert.equal((await post(service, { a: 4 })).status, 200);
      await until(() => spectator.channel("/kit_net/gw_node_sensors") !== undefined);
      // An unknown message is reported and ends nothing.
      spectator.socket.send("{");
      spectator.socket.send(JSON.stringify({ op: "subscribe", subscriptions: [{ id: -1, channelId: "x" }] }));
      spectator.client.getParameters(["a"]);
      spectator.client.sendMessage(1, new Uint8Array(2));
      spectator.client.subscribe(4711);
      await until(() => spectator.statuses.length === 5);
      assert.equal(spectator.statuses[4], "there is no channel 4711");
      assert.equal(spectator.closed, undefined);
      spectator.socket.send("x".repeat(300_000));
      await until(() => spectator.closed !== undefined);
      await until(async () => (await subscriptions(service)) === 0);
    }));
}

test("read permissions: nothing without credentials, nothing that was withdrawn; a reload announces other columns", async () => {
  const tokens = await Promise.all([1, 2, 3].map(() => makeToken(new Date(0))));
  const [all, lab, kit] = tokens.map(({ text }) => text);
  const more = "[auth]\nusers_file = users.json\n";
  const write = (folder: string, reads: readonly (readonly string[])[]) =>
    writeUsersFile(
      join(folder, "users.json"),
      reads.map((read, index) => {
        const { entry } = tokens[index]!;
        return { name: `user${index}`, read: [...read], write: [...read], admin: false, tokens: [entry] };
      }),
    );
  const before = (folder: string) => write(folder, [["*"], ["lab"], ["kit"]]);
  await withService({ more, before }, async ({ service, folder, port, again }) => {
    const refused = new Spectator(service.url, "foxglove.sdk.v1");
    const wrong = new Spectator(service.url, "foxglove.sdk.v1", "nobody's");
    await until(() => refused.statuses.length === 1 && wrong.statuses.length === 1);
    assert.deepEqual(
      [refused, wrong].map(({ statuses }) => statuses[0]),
      ["Unexpected server response: 401", "Unexpected server response: 401"],
    );
    const foreign = new WebSocket(`${service.url.replace("http", "ws")}foxglove`, ["foxglove.sdk.v1"], {
      headers: { Authorization: `Bearer ${all}`, Origin: "https://evil.example" },
    });
    const [error] = (await once(foreign, "error")) as [Error];
    assert.equal(error.message, "Unexpected server response: 403");

    assert.equal((await post(service, { a: 1 }, all)).status, 200);
    const [ofAll, ofLab, ofKit] = [all, lab, kit].map((token) => new Spectator(service.url, "foxglove.sdk.v1", token));
    await ofAll!.subscribe("/kit_net/gw_node_sensors");
    await ofAll!.subscribe("/rig/probe");
    await ofLab!.subscribe("/rig/probe");
    await ofKit!.subscribe("/kit_net/gw_node_sensors");
    assert.deepEqual(topics(ofLab!), ["/rig/count", "/rig/probe"]);
    assert.deepEqual(topics(ofKit!), ["/kit_net/gw_node_sensors"]);
    await until(async () => (await subscriptions(service, all)) === 4);

    // Another header: its measurement is advertised again, the others continue.
    const probe = ofAll!.channel("/rig/probe")!.id;
    await again(HEADER.replace("\n}", "\nuint16_t amps; }").replace("{4, 1}", "{6, 1}"));
    await until(() => [ofAll, ofLab].every((each) => (each!.channel("/rig/probe")?.id ?? probe) !== probe));
    assert.match(ofLab!.channel("/rig/probe")!.schema, /"amps"/);
    await ofAll!.subscribe("/rig/probe");
    await ofLab!.subscribe("/rig/probe");
    await until(async () => (await subscriptions(service, all)) === 4);
    await sendDatagrams(port, [Buffer.from([6, 1, 7, 0, 9, 0])]);
    assert.equal((await post(service, { a: 2 }, all)).status, 200);
    await until(() => ofAll!.received.length === 2 && ofLab!.received.length === 1 && ofKit!.received.length === 1);
    assert.match(ofLab!.received[0]!.text, /"volts":7,"amps":9/);

    // One loses a realm, one loses all, one keeps its realms.
    write(folder, [["lab"], [], ["kit"]]);
    await until(() => ofAll!.closed !== undefined && ofLab!.closed !== undefined);
    assert.deepEqual([ofAll!.closed, ofLab!.closed, ofKit!.closed], [1008, 1008, undefined]);
    await until(async () => (await subscriptions(service, all)) === 1);
    const next = new Spectator(service.url, "foxglove.sdk.v1", all);
    await until(() => next.channels.size === 2);
    assert.deepEqual(topics(next), ["/rig/count", "/rig/probe"]);
    // A granted permission is announced at once.
    write(folder, [["*"], [], ["kit"]]);
    await until(() => next.channels.size === 3);
    write(folder, [["*"]]);
    await until(() => ofKit!.closed === 1008);
    assert.deepEqual([ofAll!.received.length, ofLab!.received.length, ofKit!.received.length], [2, 1, 1]);
  });
});

function topics({ channels }: Spectator): string[] {
  return Array.from(channels.values(), ({ topic }) => topic).sort();
}

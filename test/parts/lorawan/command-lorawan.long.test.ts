/**
 * Commands to LoRaWAN devices: downlinks for The Things Stack and ChirpStack, and their reports about them. The messages are those of
 * their documentation. [https://www.thethingsindustries.com/docs/integrations/other-integrations/mqtt, …/integrations/data-formats;
 * https://www.chirpstack.io/docs/chirpstack/integrations/mqtt.html] [D52]
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { connectAsync, type MqttClient } from "mqtt";
import { CHANNEL, commandedLab, order } from "../../support/commanded-lab.ts";
import { jsonPost } from "../../support/json-post.ts";
import type { Lab, ServiceProcess } from "../../support/lab.ts";
import { until } from "../../support/until.ts";

const MAPS = `
[realm-field]
binary = rig

[map-things]
vendor = ttn
address = field/things/{1}/{2}

[map-chirp]
vendor = chirpstack
address = field/chirp/{1}/{2}
`;
const EUI = "70b3d57ed0001234";
const THINGS = "field/things/app1@tenant1/dev1";
const CHIRP = `field/chirp/0d0c/${EUI}`;

let lab: Lab;
let service: ServiceProcess;
let network: MqttClient;
/** A server whose webhooks the service answers with pushes. */
let things3: string;
const pushes: { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: unknown }[] = [];
let answer = 200;
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (part) => (text += part));
  request.on("end", () => {
    pushes.push({ url: request.url ?? "", headers: request.headers, body: JSON.parse(text) });
    response
      .writeHead(answer, answer === 302 ? { Location: "/elsewhere/down/push" } : {})
      .end(JSON.stringify({ id: ITEM }));
  });
});
/** ChirpStack chooses the ID of a queue item that its REST API takes. */
const ITEM = "5a1f2d6e-8d3c-4d52-9a1c-0f2f6c7b8a90";
const downlinks: { readonly topic: string; readonly body: Record<string, unknown> }[] = [];

/** Lines that are on disk, of all commands. */
function commandsLog(): string[] {
  return readFileSync(join(lab.directory, "data/journal/commands.log"), "utf8").split("\n");
}

/** Both network servers are clients of the service's own broker. */
async function connectNetwork(): Promise<void> {
  network = await connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
  network.on("message", (topic, payload) => downlinks.push({ topic, body: JSON.parse(payload.toString()) }));
  await network.subscribeAsync(["v3/+/devices/+/down/push", "application/+/device/+/command/down"]);
}

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  things3 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  lab = commandedLab(
    `${CHANNEL}\n${MAPS}\n[http]\nlisten = 127.0.0.1:0\ndownlinks = ${things3}\nchirpstack = ${things3.replace("//", "//:CS.KEY@")}/\n`,
  );
  service = await lab.start();
  await connectNetwork();
});

after(async () => {
  server.close();
  await network?.endAsync();
  await lab?.remove();
});

const say = (topic: string, body: object, retain = false) =>
  network.publishAsync(topic, JSON.stringify(body), { qos: 1, retain });
const base64 = (frame: readonly number[]) => Buffer.from(frame).toString("base64");

function things(frame: readonly number[], device = "dev1"): Promise<unknown> {
  return say(`v3/app1@tenant1/devices/${device}/up`, {
    end_device_ids: { device_id: device, application_ids: { application_id: "app1" } },
    uplink_message: { f_port: 15, f_cnt: 7, frm_payload: base64(frame), rx_metadata: [], settings: {} },
  });
}

function chirp(frame: readonly number[]): Promise<unknown> {
  const deviceInfo = { applicationId: "0d0c", deviceName: "one", devEui: EUI };
  return say(`application/0d0c/device/${EUI}/event/up`, { deviceInfo, fCnt: 3, fPort: 10, data: base64(frame) });
}

async function heard(place: string, to: string): Promise<void> {
  await until(async () => {
    const { peers } = await service.json<{ peers: { to: string }[] }>(`/api/${encodeURI(place)}/command`);
    return peers.some((peer) => peer.to === to);
  });
}

async function ended(id: number): Promise<string> {
  let told = { state: "", reason: "" };
  await until(async () => {
    told = await service.json(`/commands/${id}`);
    return !["queued", "sent"].includes(told.state);
  });
  return [told.state, ...(told.reason === undefined ? [] : [told.reason])].join(": ");
}

const downlink = async (count: number) => {
  await until(() => downlinks.length === count);
  return downlinks.at(-1)!;
};
const SET = { command: "set_point", fields: { target: 21.5 } };
const FIRE = { command: "fire", fields: { ms: 5 } };

test("The Things Stack gets a downlink on the port of the uplinks, and an uplink's struct acknowledges it", async () => {
  await things([3, 1, 2]);
  await heard(THINGS, "ttn:app1@tenant1/dev1");
  const { status, text, body } = await order(service, SET, { place: THINGS });
  assert.equal(status, 200, text);
  const { topic, body: pushed } = await downlink(1);
  assert.equal(topic, "v3/app1@tenant1/devices/dev1/down/push");
  assert.deepEqual(pushed, {
    downlinks: [
      {
        f_port: 15,
        frm_payload: Buffer.from(body.hex, "hex").toString("base64"),
        priority: "NORMAL",
        correlation_ids: [`structline:command:${body.id}`],
      },
    ],
  });
  const sequence = Number.parseInt(body.hex.slice(4, 6), 16);
  // A receipt by the device does not mean that it executed the command.
  const correlation_ids = [`structline:command:${body.id}`, "as:downlink:01"];
  await say("v3/app1@tenant1/devices/dev1/down/ack", {
    correlation_ids,
    downlink_ack: { f_port: 15, correlation_ids },
  });
  await things([4, 2, sequence, 0], "dev2");
  await things([4, 2, sequence, 7]);
  assert.equal(await ended(body.id), "refused: the device answered result = 7");
});

test("a command without an acknowledging struct is confirmed or refused by the network server", async () => {
  await things([3, 1, 2]);
  const first = await order(service, FIRE, { place: THINGS });
  const pushed = (await downlink(2)).body as { downlinks: { confirmed?: boolean }[] };
  assert.equal(pushed.downlinks[0]?.confirmed, true);
  const news = (id: number) => ({ f_port: 15, correlation_ids: [`structline:command:${id}`] });
  // Reports of another device, of another command, a retained one, and invalid JSON.
  await say("v3/app1@tenant1/devices/dev2/down/ack", { downlink_ack: news(first.body.id) });
  await say("v3/app1@tenant1/devices/dev1/down/ack", { downlink_ack: news(first.body.id + 1) });
  await say("v3/app1@tenant1/devices/dev1/down/ack", { downlink_ack: news(first.body.id) }, true);
  await network.publishAsync("v3/app1@tenant1/devices/dev1/down/ack", "{", { qos: 1 });
  assert.equal((await service.json<{ state: string }>(`/commands/${first.body.id}`)).state, "sent");
  await say("v3/app1@tenant1/devices/dev1/down/ack", { downlink_ack: news(first.body.id) });
  assert.equal(await ended(first.body.id), "acknowledged");

  const second = await order(service, FIRE, { place: THINGS });
  await downlink(3);
  const error = { namespace: "pkg/networkserver", name: "too_long", message_format: "payload is too long" };
  const failed = { downlink: news(second.body.id), error };
  await say("v3/app1@tenant1/devices/dev1/down/failed", { downlink_failed: failed });
  assert.equal(await ended(second.body.id), "refused: the network server did not send it: payload is too long");
});

test("ChirpStack receives its own downlink format and reports whether the device confirmed it, also after kill -9", async () => {
  await chirp([3, 1, 2]);
  await heard(CHIRP, `chirpstack:0d0c/${EUI}`);
  const first = await order(service, FIRE, { place: CHIRP });
  const { topic, body } = await downlink(4);
  assert.equal(topic, `application/0d0c/device/${EUI}/command/down`);
  const { id, ...rest } = body;
  assert.deepEqual(rest, { devEui: EUI, confirmed: true, fPort: 10, data: "BBIFAA==" });
  assert.match(String(id), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // The network server has it, and its state is shown, before the disk has it. If the service is killed now, its state is unknown.
  await until(async () => commandsLog().some((line) => line.includes(first.body.id) && line.includes('"sent"')));
  await service.kill();
  await network.endAsync(true);
  service = await lab.start();
  await connectNetwork();
  const ack = (queueItemId: unknown, acknowledged: boolean) =>
    say(`application/0d0c/device/${EUI}/event/ack`, {
      deduplicationId: "63d1ab2f-4b2e-4b41-9d3a-b4ac4dcf4ae3",
      deviceInfo: { applicationId: "0d0c", devEui: EUI },
      queueItemId,
      ...(acknowledged && { acknowledged }),
      fCntDown: 1,
    });
  await ack(id, true);
  assert.equal(await ended(first.body.id), "acknowledged");
  const late = await order(service, FIRE, { place: CHIRP });
  assert.equal(late.status, 409, "it was not heard of since the start");
  await chirp([3, 1, 2]);
  await heard(CHIRP, `chirpstack:0d0c/${EUI}`);
  const second = await order(service, FIRE, { place: CHIRP });
  await ack((await downlink(5)).body["id"], false);
  assert.equal(await ended(second.body.id), "timed out: the device did not confirm it to the network server");
});

test("without a network server no command is sent", async () => {
  await network.unsubscribeAsync("application/+/device/+/command/down");
  const { body } = await order(service, FIRE, { place: CHIRP });
  assert.equal(await ended(body.id), `refused: no client is subscribed to application/0d0c/device/${EUI}/command/down`);
});

/** Posts as The Things Stack does for a device. */
async function hook(body: object, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const answer = await fetch(
    `${service.url}/api/${HOOKED}/data`,
    jsonPost(
      {
        end_device_ids: { device_id: "hook", application_ids: { application_id: "app1" } },
        correlation_ids: ["as:up:01"],
        ...body,
      },
      headers,
    ),
  );
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.equal(answer.headers.get("Command"), null, "a network server does nothing with it");
}

const HOOKED = "field/farm/barn/hook";
const up = (frame: readonly number[]) => ({
  uplink_message: { f_port: 15, f_cnt: 7, frm_payload: base64(frame), rx_metadata: [], settings: {} },
});

test("a webhook's device gets its downlink by a push to a configured server, with the webhook's key", async () => {
  const path = "/api/v3/as/applications/app1/webhooks/wh1/devices/hook/down/push";
  const told = async () => ended((await order(service, FIRE, { place: HOOKED })).body.id);
  const unknown = "refused: its webhook has no downlink API key, or its server is not in [http] downlinks";
  await hook(up([3, 1, 2]));
  assert.equal(await told(), unknown);
  for (const [url, key] of [
    ["http://127.0.0.1:1/down/push", "KEY"],
    [`${things3.replace("//", "//user@")}${path}`, "KEY"],
    [`${things3}/anything`, "KEY"],
    ["nonsense", "KEY"],
  ] as const) {
    await hook(up([3, 1, 2]), { "X-Downlink-Push": url, "X-Downlink-Apikey": key });
    assert.equal(await told(), unknown, url);
  }
  const headers = { "X-Downlink-Push": `${things3}${path}`, "X-Downlink-Apikey": "NNSXS.KEY" };
  await hook(up([3, 1, 2]), headers);
  assert.equal(pushes.length, 0);
  const { body } = await order(service, FIRE, { place: HOOKED });
  await until(() => pushes.length === 1);
  const [push] = pushes;
  assert.deepEqual([push?.url, push?.headers.authorization], [path, "Bearer NNSXS.KEY"]);
  const news = { f_port: 15, correlation_ids: [`structline:command:${body.id}`] };
  const sent = { frm_payload: "BBIFAA==", priority: "NORMAL", confirmed: true, ...news };
  assert.deepEqual(push?.body, { downlinks: [sent] });
  await hook({ downlink_ack: news });
  assert.equal(await ended(body.id), "acknowledged");

  answer = 302;
  assert.equal(await told(), "refused: the network server answered 302");
  answer = 403;
  assert.equal(await told(), "refused: the network server answered 403");
  answer = 502;
  assert.equal(await told(), "unknown: while it was sent: the network server answered 502");
  assert.deepEqual([...new Set(pushes.map(({ url }) => url))], [path]);
  assert.ok(!service.output.includes("NNSXS"), "the key is in no log");
});

const POSTED = "field/farm/barn/posted";

/** Posts as ChirpStack's HTTP integration does. */
async function chirpHook(event: string, body: object): Promise<void> {
  const answer = await fetch(
    `${service.url}/api/${POSTED}/data?event=${event}`,
    jsonPost({ deviceInfo: { applicationId: "0d0c", deviceName: "one", devEui: EUI }, ...body }),
  );
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.equal(answer.headers.get("Command"), null);
}

test("a device whose uplinks ChirpStack posts gets its downlink over the REST API, also acknowledged after kill -9", async () => {
  answer = 200;
  const before = pushes.length;
  const uplink = () => chirpHook("up", { fCnt: 3, fPort: 10, data: base64([3, 1, 2]) });
  const ack = (queueItemId: string) => chirpHook("ack", { queueItemId, acknowledged: true, fCntDown: 1 });
  await uplink();
  await heard(POSTED, `chirpstack-http:${EUI}`);
  const { status, text, body } = await order(service, FIRE, { place: POSTED });
  assert.equal(status, 200, text);
  // The state is shown before it is on disk.
  await until(async () => commandsLog().some((line) => line.includes(ITEM)));
  const push = pushes.at(-1);
  assert.deepEqual([push?.url, push?.headers.authorization], [`/api/devices/${EUI}/queue`, "Bearer CS.KEY"]);
  assert.deepEqual(push?.body, { queueItem: { confirmed: true, fPort: 10, data: "BBIFAA==" } });
  await service.kill();
  await network.endAsync(true);
  service = await lab.start();
  await connectNetwork();
  await ack("00000000-0000-4000-8000-000000000000");
  assert.equal((await service.json<{ state: string }>(`/commands/${body.id}`)).state, "sent");
  await ack(ITEM);
  assert.equal(await ended(body.id), "acknowledged");
  await uplink();
  await heard(POSTED, `chirpstack-http:${EUI}`);
  answer = 401;
  const refused = await order(service, FIRE, { place: POSTED });
  assert.equal(await ended(refused.body.id), "refused: the network server answered 401");
  assert.equal(pushes.length, before + 2);
  assert.ok(!service.output.includes("CS.KEY"), "the token is in no log");
});

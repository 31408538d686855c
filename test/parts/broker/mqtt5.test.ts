/** The embedded broker for clients of MQTT 5, which MQTT.js is. Clauses are those of MQTT 5. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createConnection } from "node:net";
import { type TestContext, test } from "node:test";
import {
  connect,
  connectAsync,
  type IClientOptions,
  type IConnackPacket,
  type IPublishPacket,
  type MqttClient,
  type Packet,
} from "mqtt";
import { generate } from "mqtt-packet";
import type { MqttAccess, MqttPermissions } from "../../../runtime/sources/mqtt/access.ts";
import { openBroker } from "../../support/embedded-broker.ts";
import { pause, until } from "../../support/until.ts";

const TOPIC = "r/n/g/d/data.json";
const REASON = {
  notAuthorized: 0x87,
  refused: 0x83,
  quota: 0x97,
  takenOver: 0x8e,
  ends: 0x8b,
  tooMany: 0x93,
  alias: 0x94,
  badFilter: 0x8f,
};

interface Seen {
  readonly client: MqttClient;
  readonly connack: IConnackPacket;
  readonly messages: IPublishPacket[];
  /** All packets from the broker. */
  readonly packets: Packet[];
}

/** An MQTT 5 client that records all packets. */
async function join(context: TestContext, port: number, options: IClientOptions = {}): Promise<Seen> {
  const client = connect(`mqtt://127.0.0.1:${port}`, { protocolVersion: 5, reconnectPeriod: 0, ...options });
  context.after(() => client.endAsync(true).catch(() => {}));
  client.on("error", () => {});
  const packets: Packet[] = [];
  client.on("packetreceive", (packet) => packets.push(packet));
  const messages: IPublishPacket[] = [];
  client.on("message", (_topic, _payload, packet) => messages.push(packet));
  await until(() => packets.length > 0, "CONNACK");
  return { client, connack: packets[0] as IConnackPacket, messages, packets };
}

/** Reason code and reason string of the first packet of a type. */
async function reasonOf({ packets }: Seen, cmd: Packet["cmd"]) {
  const found = () =>
    packets.find((packet) => packet.cmd === cmd) as
      | { reasonCode: number; properties?: { reasonString?: string } }
      | undefined;
  await until(() => found() !== undefined, cmd);
  return [found()?.reasonCode, found()?.properties?.reasonString ?? ""] as const;
}

function access(permissions: Partial<MqttPermissions>): MqttAccess {
  return { authenticate: async () => ({ mayPublish: () => true, mayRead: () => true, ...permissions }) };
}

test("CONNACK contains the client's limits: session, sizes, aliases, its identifier [3.2.2.3]", async (context) => {
  const { port } = await openBroker(context);
  const properties = { sessionExpiryInterval: 0xffffffff };
  const { connack } = await join(context, port, { clientId: "", properties });
  assert.equal(connack.reasonCode, 0);
  const { assignedClientIdentifier, ...told } = connack.properties ?? {};
  assert.match(assignedClientIdentifier ?? "", /^auto-/);
  assert.deepEqual(told, {
    sessionExpiryInterval: 86_400,
    receiveMaximum: 100,
    maximumPacketSize: 75_552,
    topicAliasMaximum: 32,
  });
  const plain = await join(context, port, { clientId: "c", properties: { sessionExpiryInterval: 60 } });
  assert.equal(plain.connack.properties?.sessionExpiryInterval, undefined, "as asked for");
});

test("a refused client gets the reason", async (context) => {
  const { port } = await openBroker(context, { authenticate: async () => undefined });
  const codes = [
    { options: {}, code: 0x86 },
    { options: { clientId: "x".repeat(1025) }, code: 0x85 },
    { options: { properties: { authenticationMethod: "SCRAM" } }, code: 0x8c },
    { options: { will: { topic: "a/#", payload: Buffer.from("x") } }, code: 0x90 },
  ];
  for (const { options, code } of codes) {
    const { connack } = await join(context, port, options);
    assert.equal(connack.reasonCode, code);
    assert.ok((connack.properties?.reasonString ?? "").length > 10, `a reason: ${connack.properties?.reasonString}`);
  }
});

test("a refused publication gets a reason, and the connection stays [3.4.2.1]", async (context) => {
  const { intake, port } = await openBroker(context, access({ mayPublish: (topic) => topic.startsWith("r/") }));
  const seen = await join(context, port);
  const { client } = seen;
  const refused = (topic: string, payload: string, qos: 1 | 2) =>
    client.publishAsync(topic, payload, { qos }).then(
      () => assert.fail("accepted"),
      (error: Error & { code: number }) => error.code,
    );
  for (const qos of [1, 2] as const) {
    assert.equal(await refused("other/n/g/d/data.json", '{"a":1}', qos), REASON.notAuthorized);
    assert.equal(await refused("$SYS/broker", "x", qos), REASON.notAuthorized);
    assert.equal(await refused(TOPIC, "{bad", qos), REASON.refused);
    assert.equal(await refused(TOPIC, `{"a":"${"x".repeat(20_000)}"}`, qos), REASON.refused);
    await client.publishAsync(TOPIC, '{"a":1}', { qos });
  }
  const sentences = seen.packets.flatMap((packet) =>
    packet.cmd === "puback" ? [packet.properties?.reasonString] : [],
  );
  assert.equal(sentences[0], "publishing to this topic is denied");
  assert.match(sentences[2] ?? "", /line 1 column 2/);
  assert.match(sentences[3] ?? "", /larger than 10000 bytes/);
  assert.deepEqual([intake.points.length, client.connected], [2, true]);
  assert.equal(intake.signals.length, 4, "as for other clients: nothing in a foreign realm");
  client.publish("other/n/g/d/data.json", '{"a":1}');
  assert.deepEqual(
    await reasonOf(seen, "disconnect"),
    [REASON.notAuthorized, "publishing to this topic is denied"],
    "at QoS 0",
  );
});

test("a client that wants no reason strings gets none [MQTT-3.1.2-29]", async (context) => {
  const { port } = await openBroker(context, access({ mayPublish: () => false }));
  const seen = await join(context, port, { properties: { requestProblemInformation: false } });
  await assert.rejects(seen.client.publishAsync(TOPIC, "{}", { qos: 1 }));
  assert.deepEqual(await reasonOf(seen, "puback"), [REASON.notAuthorized, ""]);
});

test("if a message cannot be kept at the moment, the connection ends with a reason, and the message is sent again", async (context) => {
  const { intake, port } = await openBroker(context);
  const seen = await join(context, port);
  intake.full = true;
  seen.client.publish(TOPIC, '{"a":1}', { qos: 1 });
  assert.equal((await reasonOf(seen, "disconnect"))[0], REASON.quota);
  assert.equal(
    seen.packets.some(({ cmd }) => cmd === "puback"),
    false,
  );
});

test("SUBACK and UNSUBACK have a reason for each filter [3.9.3, 3.11.3]", async (context) => {
  const { port } = await openBroker(context, access({ maySubscribe: (filter) => !filter.startsWith("secret") }));
  const seen = await join(context, port);
  const filters = ["a/#", "secret/#", "a/#/b", "$share/g/secret", "$share/a+b/c", "$share/g"];
  seen.client.subscribe(filters.slice(0, 2), { qos: 2 });
  await until(() => seen.packets.some(({ cmd }) => cmd === "suback"), "SUBACK");
  // MQTT.js does not send invalid filters.
  for (const filter of filters.slice(2))
    seen.client.stream.write(
      Buffer.from([0x82, filter.length + 6, 0, 9, 0, 0, filter.length, ...Buffer.from(filter), 1]),
    );
  await until(() => seen.packets.filter(({ cmd }) => cmd === "suback").length === 5, "SUBACK");
  const granted = seen.packets.flatMap((packet) => (packet.cmd === "suback" ? (packet.granted as number[]) : []));
  assert.deepEqual(granted, [
    2,
    REASON.notAuthorized,
    REASON.badFilter,
    REASON.notAuthorized,
    REASON.badFilter,
    REASON.badFilter,
  ]);
  await seen.client.unsubscribeAsync(["a/#", "never"]).catch(() => {});
  const unsuback = seen.packets.find(({ cmd }) => cmd === "unsuback");
  assert.deepEqual((unsuback as { granted?: number[] }).granted, [0, 0x11]);
});

test("properties reach MQTT 5 subscribers, and 3.1.1 subscribers get the message without them [3.3.2.3]", async (context) => {
  const { port } = await openBroker(context);
  const now = await join(context, port);
  const before = await connectAsync(`mqtt://127.0.0.1:${port}`);
  context.after(() => before.endAsync(true));
  const old: IPublishPacket[] = [];
  before.on("message", (_topic, _payload, packet) => old.push(packet));
  await before.subscribeAsync("a/b", { qos: 1 });
  await now.client.subscribeAsync("a/#", { qos: 1, properties: { subscriptionIdentifier: 7 } });
  await now.client.subscribeAsync("+/b", { qos: 1, properties: { subscriptionIdentifier: 8 } });
  const properties = {
    payloadFormatIndicator: true,
    contentType: "text/plain",
    responseTopic: "answers",
    correlationData: Buffer.from([1, 2]),
    userProperties: { unit: "degC", list: ["a", "b"] },
    messageExpiryInterval: 100,
  };
  await now.client.publishAsync("a/b", "x", { qos: 1, properties });
  await until(() => now.messages.length === 1 && old.length === 1, "the message");
  const { userProperties, subscriptionIdentifier, ...rest } = now.messages[0]!.properties ?? {};
  assert.deepEqual({ ...userProperties }, properties.userProperties);
  assert.deepEqual([subscriptionIdentifier].flat().sort(), [7, 8]);
  const { userProperties: _, ...sent } = properties;
  assert.deepEqual(rest, sent);
  assert.equal(old[0]?.properties, undefined);
});

test("retained messages are sent as each subscription requests [3.8.3.1]", async (context) => {
  const { port } = await openBroker(context);
  const { client, messages } = await join(context, port);
  await client.publishAsync("state/1", "on", { qos: 1, retain: true, properties: { userProperties: { a: "b" } } });
  const came = async (rh: 0 | 1 | 2, filter = "state/+") => {
    const before = messages.length;
    await client.subscribeAsync(filter, { qos: 1, rh });
    await client.publishAsync("state/1/end", "x", { qos: 1 });
    await client.publishAsync("marker", "x", { qos: 1 });
    await until(() => messages.at(-1)?.topic === "marker", "the marker");
    return messages.splice(before).filter(({ topic }) => topic === "state/1").length;
  };
  await client.subscribeAsync("marker", { qos: 1 });
  assert.equal(await came(2), 0, "not at all");
  assert.equal(await came(1), 0, "it had the subscription");
  assert.equal(await came(0), 1);
  assert.equal(await came(1, "state/#"), 1, "a new one");
  assert.equal(await came(0, "$share/g/state/+"), 0, "never for one that is shared");
  await client.unsubscribeAsync(["state/+", "state/#", "$share/g/state/+"]);
  await client.subscribeAsync("state/+", { qos: 1, rap: true, rh: 2 });
  await client.publishAsync("state/1", "off", { qos: 1, retain: true });
  await until(() => messages.at(-1)?.topic === "state/1", "the message");
  assert.equal(messages.at(-1)?.retain, true, "as it was published");
});

test("expired messages are not delivered, others contain their remaining time [3.3.2.3.3]", async (context) => {
  const { port } = await openBroker(context);
  const options = { clientId: "away", clean: false, properties: { sessionExpiryInterval: 100 } };
  const away = await join(context, port, options);
  await away.client.subscribeAsync("#", { qos: 1 });
  await away.client.endAsync();
  const { client } = await join(context, port);
  const publish = (topic: string, messageExpiryInterval: number, retain = false) =>
    client.publishAsync(topic, "x", { qos: 1, retain, properties: { messageExpiryInterval } });
  await publish("short", 1);
  await publish("long", 100);
  await publish("kept/short", 1, true);
  await publish("kept/long", 100, true);
  await pause(1100, "longer than what expires after a second");
  const back = await join(context, port, options);
  assert.equal(back.connack.sessionPresent, true);
  await until(() => back.messages.length === 2, "what is left");
  await back.client.subscribeAsync("kept/+", { qos: 1 });
  await until(() => back.messages.length === 3, "what is retained");
  await pause(50, "nothing more may come");
  assert.deepEqual(
    back.messages.map(({ topic }) => topic),
    ["long", "kept/long", "kept/long"],
  );
  for (const { properties } of back.messages)
    assert.ok(
      [98, 99].includes(properties?.messageExpiryInterval ?? 0),
      `expires in ${properties?.messageExpiryInterval} s`,
    );
});

test("a session lasts as long as its client requested, and DISCONNECT may change that [3.1.2.11.2]", async (context) => {
  const { port } = await openBroker(context);
  const again = async (clientId: string, sessionExpiryInterval?: number) => {
    const properties = sessionExpiryInterval === undefined ? {} : { sessionExpiryInterval };
    return join(context, port, { clientId, clean: false, properties });
  };
  const first = await again("short", 1);
  await first.client.subscribeAsync("#", { qos: 1 });
  await first.client.endAsync();
  const second = await again("short", 1);
  assert.equal(second.connack.sessionPresent, true);
  await second.client.endAsync();
  await pause(1100, "longer than what expires after a second");
  assert.equal((await again("short", 1)).connack.sessionPresent, false);
  const third = await again("said", 100);
  await third.client.endAsync(false, { reasonCode: 0, properties: { sessionExpiryInterval: 0 } });
  const fourth = await again("said");
  assert.equal(fourth.connack.sessionPresent, false);
  await fourth.client.endAsync();
  assert.equal((await again("said", 100)).connack.sessionPresent, false, "it ended with its connection");
});

test("the client's receive maximum and packet size are respected, and so are the broker's [3.1.2.11.3, 3.3.4]", async (context) => {
  const { port, source } = await openBroker(context);
  const slow = await join(context, port, {
    properties: { receiveMaximum: 2, maximumPacketSize: 100 },
    manualConnect: false,
  });
  await slow.client.subscribeAsync("t/#", { qos: 1 });
  let acknowledge: (() => void) | undefined;
  const held: (() => void)[] = [];
  slow.client.handleMessage = (_packet, done) => {
    held.push(() => done());
    acknowledge = held[0];
  };
  const { client } = await join(context, port);
  for (let i = 0; i < 5; i++) await client.publishAsync(`t/${i}`, "x", { qos: 1 });
  await client.publishAsync("t/large", "x".repeat(200), { qos: 1 });
  await client.publishAsync("t/last", "x", { qos: 1 });
  await pause(50, "nothing more than two may come");
  const arrived = () =>
    slow.packets.filter(({ cmd }) => cmd === "publish").map((packet) => (packet as IPublishPacket).topic);
  // MQTT.js continues reading after it has handled one.
  assert.ok(arrived().length <= 2, `${arrived()}`);
  assert.ok(acknowledge !== undefined, "a message waits for its acknowledgement");
  for (let i = 0; i < 6; i++) {
    await until(() => held.length > 0, "the next");
    held.shift()?.();
  }
  await until(() => arrived().length === 6, "all");
  assert.deepEqual(arrived(), ["t/0", "t/1", "t/2", "t/3", "t/4", "t/last"], "what is too large for it is left out");
  assert.equal(source.status().bounds?.["mqtt-queued"]?.held, 0);
  const raw = await join(context, port);
  for (let id = 1; id <= 101; id++) raw.client.stream.write(Buffer.from([0x34, 7, 0, 1, 0x61, 0, id, 0, 0x78]));
  assert.equal((await reasonOf(raw, "disconnect"))[0], REASON.tooMany);
});

test("no packet is larger than the client accepts: reasons are left out [MQTT-3.1.2-24, MQTT-3.4.2-2, MQTT-3.14.2-3]", async (context) => {
  const { port } = await openBroker(context);
  const properties = { maximumPacketSize: 40 };
  const publisher = await join(context, port, { properties });
  // A publication whose body has no values is refused with a sentence.
  publisher.client.publish(TOPIC, "no values", { qos: 1 }, () => {});
  const [reason, sentence] = await reasonOf(publisher, "puback");
  assert.deepEqual([reason! >= 0x80, sentence], [true, ""]);
  const subscriber = await join(context, port, { properties });
  subscriber.client.subscribe(
    Array.from({ length: 60 }, (_, i) => `t/${i}`),
    () => {},
  );
  assert.deepEqual(await reasonOf(subscriber, "disconnect"), [0x95, ""], "SUBACK would have 65 bytes");
  const { connack } = await join(context, port, { properties: { maximumPacketSize: 10 } });
  assert.deepEqual([connack.reasonCode, connack.properties?.reasonString], [0x95, undefined]);
});

test("a topic alias makes no packet larger than the client accepts, nor is one lost for it [MQTT-3.1.2-24]", async (context) => {
  const { port } = await openBroker(context);
  const { client } = await join(context, port);
  for (const [topic, maximumPacketSize] of [
    ["t/a", 200],
    ["t/b", 5000],
  ] as const) {
    const receiver = await join(context, port, { properties: { maximumPacketSize, topicAliasMaximum: 10 } });
    await receiver.client.subscribeAsync(topic, { qos: 0 });
    for (let length = maximumPacketSize - 20; length <= maximumPacketSize; length++)
      await client.publishAsync(topic, Buffer.alloc(length, 0x78), { qos: 1 });
    await client.publishAsync(topic, "last", { qos: 1 });
    const seen = receiver.packets.filter((packet) => packet.cmd === "publish");
    await until(() => {
      seen.splice(0, seen.length, ...receiver.packets.filter((packet) => packet.cmd === "publish"));
      return String(seen.at(-1)?.payload) === "last";
    }, "the last");
    // A header of 8 or 9 bytes, with the topic.
    const head = maximumPacketSize > 127 ? 9 : 8;
    const longest = Math.max(...seen.map(({ payload }) => payload.length));
    assert.equal(longest, maximumPacketSize - head, "the longest that fits");
    assert.equal(seen.length, 20 - head + 2, "all that fit");
    for (const { topic: sent, properties, payload } of seen) {
      const alias = properties?.topicAlias === undefined ? 0 : 3;
      assert.ok(8 + alias + payload.length - (sent === "" ? 3 : 0) <= maximumPacketSize, `${payload.length}`);
    }
  }
});

test("topic aliases work in both directions [3.3.2.3.4]", async (context) => {
  const { intake, port } = await openBroker(context);
  const seen = await join(context, port, { properties: { topicAliasMaximum: 2 }, autoUseTopicAlias: true });
  await seen.client.subscribeAsync("r/#", { qos: 1 });
  for (let i = 0; i < 3; i++) await seen.client.publishAsync(TOPIC, `{"a":${i}}`, { qos: 1 });
  for (const name of ["b", "c", "b"]) await seen.client.publishAsync(`r/${name}`, "x", { qos: 1 });
  await until(() => seen.messages.length === 6, "all");
  assert.equal(intake.points.length, 3);
  assert.deepEqual(
    seen.packets.flatMap((packet) => (packet.cmd === "publish" ? [[packet.topic, packet.properties?.topicAlias]] : [])),
    [
      [TOPIC, 1],
      ["", 1],
      ["", 1],
      ["r/b", 2],
      ["r/c", undefined],
      ["", 2],
    ],
  );
  for (const [alias, reason] of [
    [33, REASON.alias],
    [5, 0x82],
  ] as const) {
    const raw = await join(context, port);
    raw.client.stream.write(Buffer.from([0x30, 7, 0, 0, 3, 0x23, 0, alias, 0x78]));
    assert.equal((await reasonOf(raw, "disconnect"))[0], reason);
  }
});

test("clients share a filter, and each message is delivered once [4.8.2]", async (context) => {
  const { port } = await openBroker(context);
  const workers = await Promise.all([1, 2, 3].map(() => join(context, port)));
  for (const { client } of workers) await client.subscribeAsync("$share/work/jobs/+", { qos: 1 });
  const { client } = await join(context, port);
  for (let i = 0; i < 30; i++) await client.publishAsync(`jobs/${i}`, "x", { qos: 1 });
  await until(() => workers.reduce((sum, { messages }) => sum + messages.length, 0) === 30, "all");
  assert.deepEqual(
    workers.map(({ messages }) => messages.length),
    [10, 10, 10],
  );
  workers[0]!.client.stream.destroy();
  await until(() => !workers[0]!.client.connected, "the connection's end");
  for (let i = 0; i < 10; i++) await client.publishAsync(`jobs/${i}`, "x", { qos: 1 });
  await until(() => workers.reduce((sum, { messages }) => sum + messages.length, 0) === 40, "by those that are left");
});

test("a will waits for its client to return, and is sent if requested [3.1.3.2.2]", async (context) => {
  const { port } = await openBroker(context);
  const watcher = await join(context, port);
  await watcher.client.subscribeAsync("wills/#", { qos: 1 });
  const leave = async (name: string, willDelayInterval: number, sessionExpiryInterval: number) => {
    const will = {
      topic: `wills/${name}`,
      payload: Buffer.from("gone"),
      qos: 1,
      properties: { willDelayInterval, userProperties: { a: "b" } },
    } as const;
    const properties = { sessionExpiryInterval };
    const { client } = await join(context, port, { clientId: name, clean: false, will, properties });
    return client;
  };
  const seen = () => watcher.messages.map(({ topic }) => topic);
  (await leave("now", 0, 100)).stream.destroy();
  await until(() => seen().includes("wills/now"), "at once");
  assert.deepEqual({ ...watcher.messages[0]?.properties?.userProperties }, { a: "b" });
  (await leave("ended", 100, 0)).stream.destroy();
  await until(() => seen().includes("wills/ended"), "its session ended");
  (await leave("back", 1, 100)).stream.destroy();
  const back = await join(context, port, {
    clientId: "back",
    clean: false,
    properties: { sessionExpiryInterval: 100 },
  });
  (await leave("late", 1, 100)).stream.destroy();
  await until(() => seen().includes("wills/late"), "after its delay");
  assert.equal(back.connack.sessionPresent, true);
  await (await leave("fine", 0, 0)).endAsync();
  await (await leave("asked", 0, 0)).endAsync(false, { reasonCode: 4 });
  await until(() => seen().includes("wills/asked"), "asked for");
  assert.deepEqual(seen(), ["wills/now", "wills/ended", "wills/late", "wills/asked"]);
});

test("a connection that ends gets the reason: session taken over, withdrawn, timeout, shutdown [3.14.2.1]", async (context) => {
  let withdraw = () => {};
  const follow: NonNullable<MqttPermissions["follow"]> = ({ end }) => {
    withdraw = end;
    return () => {};
  };
  const { port, source } = await openBroker(context, access({ follow }));
  const first = await join(context, port, { clientId: "same" });
  const second = await join(context, port, { clientId: "same" });
  assert.equal((await reasonOf(first, "disconnect"))[0], REASON.takenOver);
  withdraw();
  assert.equal((await reasonOf(second, "disconnect"))[0], REASON.notAuthorized);
  const silent = createConnection(port, "127.0.0.1");
  silent.write(
    generate({ cmd: "connect", protocolId: "MQTT", protocolVersion: 5, clientId: "s", clean: true, keepalive: 1 }),
  );
  const told: Buffer[] = [];
  silent.on("data", (bytes: Buffer) => told.push(bytes));
  await once(silent, "close");
  // DISCONNECT and its reason.
  assert.match(Buffer.concat(told).toString("hex"), /e0..8d/);
  const last = await join(context, port);
  await source.stop();
  await source.close();
  assert.deepEqual(await reasonOf(last, "disconnect"), [REASON.ends, "the service stops"]);
});

test("a filter whose read permission ended is not in a resumed session", async (context) => {
  let isAllowed = true;
  const { port } = await openBroker(context, access({ maySubscribe: () => isAllowed }));
  const options = { clientId: "c", clean: false, properties: { sessionExpiryInterval: 100 } };
  const first = await join(context, port, options);
  await first.client.subscribeAsync("a", { qos: 1 });
  await first.client.endAsync();
  isAllowed = false;
  const second = await join(context, port, options);
  await second.client.publishAsync("a", "x", { qos: 1 });
  await pause(20, "nothing may come");
  assert.deepEqual([second.connack.sessionPresent, second.messages], [true, []]);
});

test("packets that are not MQTT 5 end the connection with a reason [4.13]", async (context) => {
  const { port } = await openBroker(context);
  for (const [bytes, reason] of [
    [[0x36, 5, 0, 1, 0x61, 0, 1], 0x81],
    [[0xf0, 0], 0x82],
    [[0x10, 0], 0x81],
    [[0x30, 0xff, 0xff, 0xff, 0x7f], 0x95],
    [[0x30, 5, 0, 1, 0x2b, 0, 0x78], 0x90],
  ] as const) {
    const seen = await join(context, port);
    seen.client.stream.write(Buffer.from(bytes));
    assert.equal((await reasonOf(seen, "disconnect"))[0], reason);
  }
});

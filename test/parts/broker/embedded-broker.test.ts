/** The embedded broker, packet by packet. Clauses are those of MQTT 3.1.1. */

import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { createConnection } from "node:net";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { connectAsync } from "mqtt";
import { BOUNDS } from "../../../runtime/model/bounds.ts";
import { PacketStream, type RawPacket } from "../../../runtime/parts/broker/packet-stream.ts";
import type { MqttAccess } from "../../../runtime/sources/mqtt/access.ts";
import { StrayTopics } from "../../../runtime/sources/mqtt/strays.ts";
import { openBroker } from "../../support/embedded-broker.ts";

import {
  announce,
  connectPacket,
  publishPacket,
  pubRelPacket,
  rawClient,
  subscribePacket,
} from "../../support/mqtt-packets.ts";
import { pause, until } from "../../support/until.ts";

const TOPIC = "r/n/g/d/data.json";

test("PUBACK is sent when the publication is durable, in the order of arrival [MQTT-4.6.0-2]", async (context) => {
  const { intake, port } = await openBroker(context);
  intake.durableMs = 100;
  const { socket, received } = await rawClient(port, "c");
  socket.write(publishPacket({ topic: TOPIC, payload: '{"a":1}', qos: 1, id: 1 }));
  socket.write(publishPacket({ topic: "other/topic", payload: "x", qos: 1, id: 2 }));
  socket.write(publishPacket({ topic: TOPIC, payload: "bad", qos: 1, id: 3 }));
  await until(() => intake.messages.length === 1, "the publication is journaled");
  assert.deepEqual(received, ["connack 0"]);
  await until(() => received.length === 4, "acknowledgements");
  assert.deepEqual(received, ["connack 0", "puback 1", "puback 2", "puback 3"]);
  socket.destroy();
});

test("messages that a client sent meanwhile are processed in small batches between those of others, and each gets its PUBACK", async (context) => {
  const { intake, port } = await openBroker(context);
  intake.durableMs = 10;
  const { socket, received } = await rawClient(port, "c");
  const count = 6000;
  const payload = `{"a":1,"padding":"${"x".repeat(80)}"}`;
  const packets = Array.from({ length: count }, (_, i) => publishPacket({ topic: TOPIC, payload, qos: 1, id: i + 1 }));
  // Larger than one read, and than the limit for one payload.
  packets.splice(1000, 0, publishPacket({ topic: TOPIC, payload: "y".repeat(60_000), qos: 1, id: count + 1 }));
  socket.write(Buffer.concat(packets));
  let most = 0;
  while (received.length < count + 2) {
    await setImmediate();
    most = Math.max(most, intake.messages.length - received.length);
  }
  assert.equal(intake.messages.length, count);
  // A read contains about 150, including messages that are acknowledged but not yet read here.
  assert.ok(most < count / 10, `${most} at a time`);
  socket.destroy();
});

test("a message that cannot be kept is not acknowledged: the connection is closed [MQTT-3.3.5-2]", async (context) => {
  const { intake, port } = await openBroker(context);
  intake.full = true;
  const { socket, received, closed } = await rawClient(port, "c");
  socket.write(publishPacket({ topic: TOPIC, payload: '{"a":1}', qos: 1, id: 1 }));
  await closed;
  assert.deepEqual(received, ["connack 0"]);
});

test("a repeated publication makes no second row while its PUBACK was not sent [MQTT-3.3.1-1]", async (context) => {
  const { intake, source, port } = await openBroker(context);
  const publication = { topic: TOPIC, payload: '{"a":1}', qos: 1, id: 7 } as const;
  intake.durableMs = 200;
  const first = await rawClient(port, "sensor");
  first.socket.write(publishPacket(publication));
  await until(() => intake.points.length === 1, "received");
  first.socket.destroy();
  const others = [
    { ...publication, dup: true, payload: '{"a":2}' },
    { ...publication, dup: true, id: 8 },
  ];
  const stranger = await rawClient(port, "other");
  for (const other of [publication, ...others]) stranger.socket.write(publishPacket({ ...other, dup: true }));
  const again = await rawClient(port, "sensor");
  again.socket.write(publishPacket({ ...publication, dup: true }));
  await until(() => again.received.includes("puback 7"), "acknowledged");
  await until(() => stranger.received.length === 4, "acknowledged");
  assert.equal(source.status().counts?.["duplicates"], 1);
  assert.equal(
    intake.points.length,
    4,
    "another client's, another payload and another identifier are other publications",
  );
  again.socket.destroy();
  stranger.socket.destroy();
});

test("if repetitions wait for a publication that is refused, one of them is stored [MQTT-3.3.1-1]", async (context) => {
  const { intake, port } = await openBroker(context);
  const publication = { topic: TOPIC, payload: '{"a":1}', qos: 1, id: 7 } as const;
  let refuse = () => {};
  intake.refusal = new Promise((resolve) => {
    refuse = resolve;
  });
  const first = await rawClient(port, "sensor");
  first.socket.write(publishPacket(publication));
  await until(() => intake.messages.length === 1, "received");
  first.socket.destroy();
  intake.refusal = undefined;
  const again = await rawClient(port, "sensor");
  const repeated = publishPacket({ ...publication, dup: true });
  const next = publishPacket({ ...publication, id: 8, payload: '{"a":2}' });
  again.socket.write(Buffer.concat([repeated, repeated, next]));
  await until(() => intake.messages.length === 2, "both repetitions were received, too");
  refuse();
  await until(() => again.received.includes("puback 8"), "acknowledged");
  assert.deepEqual(
    intake
      .rows()
      .map((row) => row["a"])
      .sort(),
    [1, 2],
  );
  again.socket.destroy();
});

test("DUP is not proof: after a PUBACK the identifier may belong to a reading whose first copy was lost", async (context) => {
  const { intake, source, port } = await openBroker(context);
  const publication = { topic: TOPIC, payload: '{"a":1}', qos: 1, id: 7 } as const;
  for (const dup of [false, true]) {
    const { socket, received } = await rawClient(port, "sensor");
    socket.write(publishPacket({ ...publication, dup }));
    await until(() => received.includes("puback 7"), "acknowledged");
    socket.destroy();
  }
  assert.equal(intake.points.length, 2);
  assert.equal(source.status().counts?.["duplicates"], 0);
});

test("a publication below a realm that matches no source is counted", async (context) => {
  const { intake, source, port } = await openBroker(context);
  const { socket, received } = await rawClient(port, "c");
  const topics = ["r/n/g/d/tele/SENSOR", "r/n/g/d", "r/x/foo", "r/channel/n-g-d/state", "r/n/g/d/error.json"];
  const send = (all: readonly string[]) => {
    for (const topic of all) socket.write(publishPacket({ topic, payload: '{"a":1}', qos: 1, id: ++sent }));
    return until(() => received.length === sent + 1, "acknowledged");
  };
  let sent = 0;
  await send(topics);
  assert.equal(intake.signals.length, 0, "another program's, as long as no realm is configured and none has sent data");
  await send([TOPIC]);
  intake.points.splice(0);
  await send([...topics, ...topics]);
  assert.deepEqual(
    intake.signals.map(({ topic, signal }) => [topic, signal.description]),
    [
      ["r/n/g/d/error.json", 'Error processing MQTT message "{"a":1}" from topic "r/n/g/d/tele/SENSOR".'],
      ["r/n/g/d/error.json", 'Error processing MQTT message "{"a":1}" from topic "r/n/g/d".'],
      ["r/x/foo/error.json", 'Error processing MQTT message "{"a":1}" from topic "r/x/foo".'],
      ["r/channel/n-g-d/error.json", 'Error processing MQTT message "{"a":1}" from topic "r/channel/n-g-d/state".'],
    ],
    "each topic once",
  );
  assert.equal(source.status().counts?.["strays"], 8);
  assert.deepEqual([intake.points, intake.deadLetters], [[], []]);
  socket.destroy();
});

test("unmatched publications are reported again after a minute, with their number; other realms are ignored", () => {
  let now = 0;
  const strays = new StrayTopics(
    () => [{ name: "r", networks: [], timezone: "UTC" }],
    () => now,
  );
  assert.deepEqual(
    ["r/x", "other/x", "$SYS/x"].map((topic) => strays.isOurs(topic)),
    [true, false, false],
  );
  assert.match(strays.note("r/x")?.message ?? "", /events to <address>\/event\.json$/);
  assert.deepEqual([strays.note("r/x"), strays.note("r/x")], [undefined, undefined]);
  now = 60_000;
  assert.match(strays.note("r/x")?.message ?? "", /; 2 more since the last report$/);
});

test("at QoS 2 an identifier is free after its release [MQTT-4.3.3-1]", async (context) => {
  const { intake, port } = await openBroker(context);
  const publication = { topic: TOPIC, payload: '{"a":1}', qos: 2, id: 9 } as const;
  const { socket, received } = await rawClient(port, "c");
  const count = (packet: string) => received.filter((name) => name === packet).length;
  for (const [round, dup] of [false, true].entries()) {
    socket.write(publishPacket({ ...publication, dup }));
    await until(() => count("pubrec 9") === round + 1, "received");
    socket.write(pubRelPacket(9));
    await until(() => count("pubcomp 9") === round + 1, "complete");
  }
  assert.equal(intake.points.length, 2);
  socket.destroy();
});

test("QoS 2 is delivered once [MQTT-4.3.3]", async (context) => {
  const { intake, port } = await openBroker(context);
  const publication = { topic: TOPIC, payload: '{"a":1}', qos: 2, id: 9 } as const;
  const { socket, received } = await rawClient(port, "c");
  socket.write(publishPacket(publication));
  await until(() => received.includes("pubrec 9"), "received");
  socket.write(publishPacket({ ...publication, dup: true }));
  await until(() => received.filter((packet) => packet === "pubrec 9").length === 2, "received again");
  socket.write(pubRelPacket(9));
  await until(() => received.includes("pubcomp 9"), "complete");
  assert.equal(intake.points.length, 1);
  socket.destroy();
});

test("a bridge that publishes its state below $SYS goes on [Mosquitto, notifications]", async (context) => {
  const { intake, port } = await openBroker(context);
  const { socket, received } = await rawClient(port, "c");
  for (const qos of [0, 1, 2] as const)
    socket.write(publishPacket({ topic: "$SYS/broker/connection/c/state", payload: "1", qos, id: qos + 1 }));
  await until(() => received.includes("puback 2") && received.includes("pubrec 3"), "acknowledged");
  socket.write(pubRelPacket(3));
  socket.write(publishPacket({ topic: TOPIC, payload: '{"a":1}', qos: 1, id: 4 }));
  await until(() => received.includes("pubcomp 3") && received.includes("puback 4"), "data is taken");
  assert.equal(intake.points.length, 1);
  socket.destroy();
});

test("before MQTT 5 no client is told how many it may send at QoS 2, so none is disconnected for many", async (context) => {
  const { intake, port } = await openBroker(context);
  const { socket, received } = await rawClient(port, "c");
  const ids = Array.from({ length: 1500 }, (_, index) => index + 1);
  const send = (dup: boolean) => {
    for (const id of ids) socket.write(publishPacket({ topic: TOPIC, payload: `{"a":${id}}`, qos: 2, id, dup }));
  };
  send(false);
  await until(() => received.includes("pubrec 1500"), "received");
  send(true);
  for (const id of ids) socket.write(pubRelPacket(id));
  await until(() => received.includes("pubcomp 1500"), "complete");
  assert.equal(intake.points.length, 1500);
  socket.destroy();
});

test("an empty retained message deletes; it is not data [MQTT-3.3.1-10]", async (context) => {
  const { intake, port } = await openBroker(context);
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`);
  await client.publishAsync(TOPIC, '{"a":1}', { qos: 1, retain: true });
  await client.publishAsync(TOPIC, "", { qos: 1, retain: true });
  await client.endAsync(true);
  assert.equal(intake.points.length, 1);
  assert.deepEqual(intake.signals, []);
});

test("packets that arrive in pieces before CONNACK are read completely [MQTT 3.1.1, 3.1.4]", async (context) => {
  const sent = new EventEmitter();
  const authenticate = async () => {
    await once(sent, "all");
    return { mayPublish: () => true, mayRead: () => true };
  };
  const { intake, port } = await openBroker(context, { authenticate });
  const socket = createConnection(port, "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => received.push(bytes));
  socket.write(connectPacket("c", { clean: 1 }));
  const packet = publishPacket({ topic: TOPIC, payload: `{"a":"${"x".repeat(9000)}"}`, qos: 1, id: 4 });
  for (let from = 0; from < packet.length; from += 1000) {
    await pause(20, "each piece comes by itself");
    socket.write(packet.subarray(from, from + 1000));
  }
  await pause(20, "the last piece comes before the answer");
  sent.emit("all");
  const acknowledged = Buffer.from([0x20, 2, 0, 0, 0x40, 2, 0, 4]);
  await until(() => Buffer.concat(received).length === acknowledged.length, "CONNACK and PUBACK");
  assert.deepEqual(Buffer.concat(received), acknowledged);
  assert.equal(intake.points.length, 1);
  socket.destroy();
});

test("a packet over the limit closes the connection before it is read", async (context) => {
  const { port } = await openBroker(context);
  const { socket, closed } = await rawClient(port, "c");
  const { bytesWritten } = socket;
  const announced = announce(0x30, 200_000_000);
  socket.write(announced);
  await closed;
  assert.equal(socket.bytesWritten - bytesWritten, announced.length);
});

test("packet lengths are decoded wherever the network splits them", () => {
  const lengths = fc.array(fc.nat(300), { maxLength: 20 });
  const property = fc.property(lengths, fc.integer({ min: 1, max: 50 }), (bodies, size) => {
    const bytes = Buffer.concat(bodies.flatMap((length) => [announce(0x30, length), Buffer.alloc(length, 0xff)]));
    const stream = new PacketStream(200);
    const packets: RawPacket[] = [];
    const admitted = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      stream.take(bytes.subarray(index * size, (index + 1) * size), packets),
    );
    assert.equal(
      admitted.includes(false),
      bodies.some((length) => length > 200),
    );
    if (admitted.includes(false)) return;
    assert.deepEqual(
      packets,
      bodies.map((length) => ({ first: 0x30, body: Buffer.alloc(length, 0xff) })),
    );
  });
  fc.assert(property, { seed: 3, numRuns: 500 });
});

test("a length of five bytes is malformed [MQTT 3.1.1, 2.2.3]", () => {
  assert.equal(new PacketStream(1000).take(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]), []), false);
});

test("a subscriber that never reads is disconnected and delays no one", { timeout: 120_000 }, async (context) => {
  const { intake, source, port } = await openBroker(context);
  const { socket, closed } = await rawClient(port, "slow");
  socket.write(subscribePacket("#", 0));
  socket.pause();
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`);
  const payload = `{"a":"${"x".repeat(9000)}"}`;
  let sent = 0;
  while (source.status().counts?.["slowClientsDisconnected"] === 0 && sent < 5000) {
    await Promise.all(Array.from({ length: 100 }, () => client.publishAsync(TOPIC, payload, { qos: 1 })));
    sent += 100;
  }
  assert.equal(source.status().counts?.["slowClientsDisconnected"], 1);
  assert.equal(intake.points.length, sent);
  socket.resume();
  await closed;
  await client.endAsync(true);
});

test("a client that never reads its acknowledgements is no longer read from, and delays no one", async (context) => {
  const { port, source } = await openBroker(context);
  const { socket } = await rawClient(port, "deaf");
  socket.pause();
  const pings = Buffer.alloc(1024 * 1024).map((_, index) => (index % 2 === 0 ? 0xc0 : 0));
  let sent = 0;
  const send = () => {
    while (sent++ < 64 && socket.write(pings));
  };
  socket.on("drain", send);
  send();
  await pause(500, "longer than it takes to read all of it");
  assert.ok(sent < 60, "it is not read on for ever");
  const { socket: other, received } = await rawClient(port, "other");
  other.write(publishPacket({ topic: TOPIC, payload: '{"a":1}', qos: 1, id: 1 }));
  await until(() => received.includes("puback 1"), "PUBACK");
  assert.equal(source.status().counts?.["clients"], 2);
  socket.destroy();
  other.destroy();
});

test("messages that a durable client missed are delivered on its return, up to the limit", async (context) => {
  const { port, source } = await openBroker(context);
  const absent = await rawClient(port, "absent", 0);
  absent.socket.write(subscribePacket("r/#", 1));
  await until(() => absent.received.includes("suback 1"), "the subscription");
  absent.socket.end(Buffer.from([0xe0, 0]));
  await absent.closed;
  const { socket, received } = await rawClient(port, "sender");
  const payload = Buffer.alloc(9000);
  for (let id = 1; id <= 1000; id++) socket.write(publishPacket({ topic: "r/x", payload, qos: 1, id }));
  const queued = () => source.status().bounds?.["mqtt-queued"];
  await until(() => received.includes("puback 1000"), "all acknowledged");
  assert.ok((queued()?.met ?? 0) > 500, `${queued()?.met} messages did not fit`);
  assert.ok((queued()?.held ?? 0) <= BOUNDS["mqtt-queued"].each, `${queued()?.held} bytes are held`);
  const back = await rawClient(port, "absent", 0);
  const kept = Math.floor(BOUNDS["mqtt-queued"].each / 9403);
  await until(() => back.received.filter((packet) => packet === "publish").length === kept, "the kept messages");
  back.socket.destroy();
  socket.destroy();
});

test("above the session limit SUBSCRIBE is refused and the connection stays [MQTT-3.9.3-2]", async (context) => {
  const { port, source } = await openBroker(context);
  // All are from one address.
  const most = BOUNDS["mqtt-sessions"].each;
  for (let i = 0; i < most; i += 50) {
    const clients = await Promise.all(Array.from({ length: 50 }, (_, more) => rawClient(port, `c${i + more}`, 0)));
    for (const { socket } of clients) socket.write(subscribePacket("a", 1));
    await until(() => clients.every(({ received }) => received.includes("suback 1")), "subscriptions");
    for (const { socket } of clients) socket.destroy();
  }
  const late = await rawClient(port, "late", 0);
  const grants: number[] = [];
  late.socket.on("data", (bytes: Buffer) => bytes[0] === 0x90 && grants.push(bytes[4] ?? 0));
  late.socket.write(subscribePacket("a", 1));
  await until(() => grants.length === 1, "SUBACK");
  assert.deepEqual(grants, [128]);
  late.socket.write(publishPacket({ topic: TOPIC, payload: '{"a":1}', qos: 1, id: 2 }));
  await until(() => late.received.includes("puback 2"), "PUBACK");
  assert.equal(source.status().bounds?.["mqtt-sessions"]?.met, 1);
  late.socket.destroy();
});

test("a client identifier too long for a record is refused at CONNECT [MQTT-3.1.3-9]", async (context) => {
  const { intake, port } = await openBroker(context);
  for (const [length, code] of [
    [1024, 0],
    [1025, 2],
    [65_530, 2],
  ] as const) {
    const { socket, received } = await rawClient(port, "x".repeat(length));
    assert.deepEqual(received, [`connack ${code}`]);
    if (code === 0) {
      socket.write(publishPacket({ topic: TOPIC, payload: '{"a":1}', qos: 1, id: 9 }));
      await until(() => received.includes("puback 9"), "PUBACK");
    }
    socket.destroy();
  }
  assert.deepEqual([intake.points.length, intake.deadLetters.length], [1, 0]);
});

test("unauthenticated clients can send little", async (context) => {
  const { port } = await openBroker(context);
  const socket = createConnection(port, "127.0.0.1");
  const closed = once(socket, "close");
  const announced = announce(0x10, 200_000);
  socket.write(announced);
  await closed;
  assert.equal(socket.bytesWritten, announced.length);
});

const ACCESS: MqttAccess = {
  async authenticate({ username, password }) {
    if (password !== `secret-${username}`) return undefined;
    const mayUse = (topic: string) => topic.startsWith(`${username}/`);
    return { mayPublish: mayUse, mayRead: mayUse };
  },
};

test("access is per client and topic: wrong password, foreign realm, wildcard", async (context) => {
  const { intake, port } = await openBroker(context, ACCESS);
  const url = `mqtt://127.0.0.1:${port}`;
  const options = { username: "mine", password: "secret-mine", reconnectPeriod: 0 };
  await assert.rejects(connectAsync(url, { ...options, password: "guess" }), /Bad username or password/);
  await assert.rejects(connectAsync(url, { reconnectPeriod: 0 }), /Bad username or password/);
  const mine = await connectAsync(url, options);
  const seen: string[] = [];
  mine.on("message", (topic) => seen.push(topic));
  await mine.subscribeAsync("#", { qos: 1 });
  const other = await connectAsync(url, { username: "other", password: "secret-other", reconnectPeriod: 0 });
  await other.publishAsync("other/n/g/d/data.json", '{"a":1}', { qos: 1 });
  await mine.publishAsync("mine/n/g/d/data.json", '{"a":1}', { qos: 1 });
  await until(() => seen.length > 0, "my own message");
  assert.deepEqual(seen, ["mine/n/g/d/data.json"]);
  const closed = new Promise<void>((resolve) => mine.once("close", () => resolve()));
  mine.publish("other/n/g/d/data.json", '{"a":2}', { qos: 1 });
  await closed;
  assert.equal(intake.points.length, 2);
  assert.deepEqual(intake.signals, [], "nothing is published in the foreign realm");
  await Promise.all([mine.endAsync(true), other.endAsync(true)]);
});

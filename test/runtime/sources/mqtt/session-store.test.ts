/** What the embedded broker keeps for clients is bounded in bytes, for one and for all. */

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { FilterTree, topicTest } from "../../../../runtime/sources/mqtt/matching.ts";
import { ReadTurns } from "../../../../runtime/sources/mqtt/read-turns.ts";
import { SessionStore } from "../../../../runtime/sources/mqtt/session-store.ts";
import { UnreadBytes } from "../../../../runtime/sources/mqtt/unread-bytes.ts";
import { BOUNDS, Bound } from "../../../../runtime/telemetry/bounds.ts";
import { Unfinished } from "../../../../runtime/telemetry/unfinished.ts";

const MIB = 1024 * 1024;
const PAYLOAD = Buffer.alloc(MIB);

function open(context: TestContext) {
  const time = { nowMs: 0 };
  const told: string[] = [];
  const store = new SessionStore({ expiryMs: 1000, nowMs: () => time.nowMs, tell: (name) => told.push(name) });
  context.after(() => store.destroy());
  return { store, time, told };
}

async function retainedTopics(store: SessionStore, filter = "#"): Promise<string[]> {
  const packets: { topic: string }[] = await store.createRetainedStreamCombi([filter]).toArray();
  return packets.map(({ topic }) => topic);
}

test("retained messages: a client's own oldest go first, and small holders keep theirs", async (context) => {
  const { store, told } = open(context);
  const retain = (clientId: string, topic: string, payload = PAYLOAD) =>
    store.storeRetained({ cmd: "publish", topic, payload, clientId });
  await retain("small", "small/state", Buffer.from("on"));
  for (let i = 0; i < 20; i++) await retain("greedy", `greedy/${i}`);
  const { held = 0, limit, met } = store.bounds["mqtt-retained"] ?? { limit: 0, met: 0 };
  assert.ok(held <= BOUNDS["mqtt-retained"].each + 1000);
  assert.equal(limit, BOUNDS["mqtt-retained"].all);
  assert.equal(met, 13);
  assert.deepEqual(await retainedTopics(store), [
    "small/state",
    ...[13, 14, 15, 16, 17, 18, 19].map((i) => `greedy/${i}`),
  ]);
  for (let client = 0; client < 10; client++)
    for (let i = 0; i < 7; i++) await retain(`greedy-${client}`, `more/${client}/${i}`);
  assert.ok((store.bounds["mqtt-retained"]?.held ?? 0) <= BOUNDS["mqtt-retained"].all);
  assert.deepEqual(await retainedTopics(store, "small/+"), ["small/state"]);
  assert.deepEqual(told, ["mqtt-retained"], "told once a minute");
});

test("an erased or replaced retained message gives its bytes back, anyone who it was of", async (context) => {
  const { store } = open(context);
  await store.storeRetained({ cmd: "publish", topic: "a", payload: PAYLOAD, clientId: "one" });
  await store.storeRetained({ cmd: "publish", topic: "a", payload: Buffer.from("x"), clientId: "two" });
  assert.equal(store.bounds["mqtt-retained"]?.held, 402);
  await store.storeRetained({ cmd: "publish", topic: "a", payload: Buffer.alloc(0), clientId: "three" });
  assert.equal(store.bounds["mqtt-retained"]?.held, 0);
});

test("a retained payload does not keep what was read with it", async (context) => {
  const { store } = open(context);
  const chunk = Buffer.allocUnsafeSlow(65_536);
  await store.storeRetained({ cmd: "publish", topic: "a", payload: chunk.subarray(0, 10), clientId: "c" });
  const [kept] = await store.createRetainedStreamCombi(["a"]).toArray();
  assert.equal(kept.payload.buffer.byteLength, 10);
});

test("messages for absent clients: the oldest make room, and the next client's are not touched", async (context) => {
  const { store } = open(context);
  const queue = (ids: string[], brokerCounter: number) =>
    store.outgoingEnqueueCombi(
      ids.map((clientId) => ({ clientId })),
      { cmd: "publish", topic: "t", payload: PAYLOAD, brokerCounter },
    );
  await queue(["modest"], 1);
  for (let number = 2; number < 300; number++) await queue(["greedy"], number);
  const numbers = async (id: string) =>
    (await store.outgoingStream({ id }).toArray()).map(({ brokerCounter }: { brokerCounter: number }) => brokerCounter);
  assert.deepEqual(await numbers("modest"), [1]);
  assert.deepEqual(await numbers("greedy"), [297, 298, 299]);
  assert.equal(store.bounds["mqtt-queued"]?.met, 295);
});

test("a queued message is found by its packet identifier, becomes a PUBREL, and is cleared [MQTT-4.3.3]", async (context) => {
  const { store } = open(context);
  const client = { id: "c" };
  await store.outgoingEnqueue({ clientId: "c" }, { cmd: "publish", topic: "t", payload: "x", brokerCounter: 7 });
  await store.outgoingUpdate(client, { cmd: "publish", brokerCounter: 7, messageId: 40 });
  await store.outgoingUpdate(client, { cmd: "publish", brokerCounter: 7, messageId: 41 });
  assert.equal(await store.outgoingClearMessageId(client, { cmd: "puback", messageId: 40 }), undefined);
  await store.outgoingUpdate(client, { cmd: "pubrel", messageId: 41 });
  const [kept] = await store.outgoingStream(client).toArray();
  assert.equal(kept.cmd, "pubrel");
  // Back again, the library asks by its number.
  await store.outgoingUpdate(client, { cmd: "pubrel", brokerCounter: 7, messageId: 41 });
  assert.equal((await store.outgoingClearMessageId(client, { cmd: "pubcomp", messageId: 41 }))?.cmd, "pubrel");
  assert.equal(store.bounds["mqtt-queued"]?.held, 0);
  await assert.rejects(
    store.outgoingUpdate(client, { cmd: "publish", brokerCounter: 8, messageId: 42 }),
    /no such packet/,
  );
});

test("durable sessions are so many; one that is away too long makes room for the next", async (context) => {
  const { store, time, told } = open(context);
  const durable = (id: string) => ({ id, clean: false });
  for (let i = 0; i < BOUNDS["mqtt-sessions"].all; i++) {
    assert.ok(store.admit(durable(`c${i}`), { topic: "a/#", qos: 1 }));
    store.left(durable(`c${i}`));
  }
  assert.equal(store.admit(durable("late"), { topic: "a/#", qos: 1 }), false);
  assert.deepEqual(told, ["mqtt-sessions"]);
  assert.ok(store.admit({ id: "clean", clean: true }, { topic: "a/#", qos: 1 }), "others are not durable");
  await store.outgoingEnqueue({ clientId: "c1" }, { cmd: "publish", topic: "a/b", payload: "x", brokerCounter: 1 });
  time.nowMs = 500;
  store.arrived(durable("c0"));
  time.nowMs = 1000;
  store.expire();
  assert.equal(store.bounds["mqtt-sessions"]?.held, 1, "anyone who is here stays");
  assert.equal(store.bounds["mqtt-queued"]?.held, 0);
  assert.deepEqual(
    (await store.subscriptionsByTopic("a/b")).map(({ clientId }) => clientId),
    ["c0"],
  );
  assert.ok(store.admit(durable("late"), { topic: "a/#", qos: 1 }));
});

test("a session that ended leaves nothing: filters, sessions, identifiers of QoS 2", async (context) => {
  const { store } = open(context);
  for (const clean of [true, false]) {
    const client = { id: "c", clean };
    store.admit(client, { topic: "a/+", qos: 1 });
    store.admit(client, { topic: "b", qos: 0 });
    await store.incomingStorePacket(client, { cmd: "publish", messageId: 3 });
    store.left(client);
    if (!clean) await store.cleanSubscriptions(client);
    const held = Object.entries(store.bounds).map(([name, { held }]) => [name, held]);
    assert.deepEqual(
      held.filter(([, bytes]) => bytes !== 0),
      [],
    );
  }
  store.admit({ id: "d", clean: false }, { topic: "a", qos: 1 });
  store.unsubscribed({ id: "d" }, ["a"]);
  assert.equal(store.bounds["mqtt-sessions"]?.held, 0);
});

test("filters of one client are bounded in bytes", (context) => {
  const { store } = open(context);
  const long = "x".repeat(60_000);
  const admitted = [1, 2, 3, 4, 5].map((i) => store.admit({ id: "c" }, { topic: `${long}/${i}`, qos: 0 }));
  assert.deepEqual(admitted, [true, true, true, true, false]);
  assert.ok(store.admit({ id: "c" }, { topic: `${long}/1`, qos: 1 }), "one that it has costs nothing more");
  assert.ok(store.admit({ id: "d" }, { topic: `${long}/1`, qos: 0 }));
});

test("last wills have room for all together", async (context) => {
  const { store } = open(context);
  const will = { cmd: "publish", topic: "t", payload: Buffer.alloc(60_000) };
  let count = 0;
  while (store.hasRoomForWill(60_000)) await store.putWill({ id: `c${count++}` }, { ...will });
  assert.equal(count, Math.floor(BOUNDS["mqtt-wills"].all / 60_301));
  await assert.rejects(store.putWill({ id: "late" }, { ...will }), /no room/);
  await store.delWill({ id: "c0" });
  await store.putWill({ id: "late" }, { ...will });
});

test("filters fit topics, one by one and as a tree [MQTT 3.1.1, 4.7]", () => {
  const filters = ["a/b", "a/+", "a/#", "+/b", "#", "+/+/c", "$SYS/#", "a/b/#", "/+", "a//c"];
  const tree = new FilterTree<number>();
  for (const filter of filters) tree.set(filter, filter, 1);
  for (const topic of ["a", "a/b", "a/b/c", "a//c", "/x", "$SYS/x", "$SYS", "b/b"]) {
    const expected = filters.filter((filter) => topicTest(filter)(topic));
    assert.deepEqual([...tree.matching(topic, Math.max).keys()].sort(), expected.sort(), topic);
  }
  assert.deepEqual(
    filters.filter((filter) => topicTest(filter)("$SYS/x")),
    ["$SYS/#"],
  );
  assert.deepEqual(
    filters.filter((filter) => topicTest(filter)("a")),
    ["a/#", "#"],
  );
  for (const filter of filters) tree.delete(filter, filter);
  assert.equal(tree.matching("a/b", Math.max).size, 0);
});

/** What is asked of a socket. */
function socketWith(writableLength: number) {
  const socket = {
    writableLength,
    destroyed: false,
    destroy: () => {
      socket.destroyed = true;
    },
  };
  return socket as unknown as Parameters<UnreadBytes["admits"]>[0] & { writableLength: number };
}

test("connections are read by turns: anyone who waits goes before who had a turn", async () => {
  let nowMs = 0;
  const turns = new ReadTurns(() => nowMs);
  const read: string[] = [];
  const client = (name: string) => {
    const socket = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Socket;
    socket.on("readable", () => {
      if (!turns.mayRead(socket)) return;
      read.push(name);
      nowMs += 5;
      if (read.length < 6) turns.wait(socket);
    });
    return socket;
  };
  const sockets = [client("a"), client("b"), client("c")];
  for (const socket of sockets) socket.emit("readable");
  while (read.length < 6) await new Promise(setImmediate);
  assert.deepEqual([...new Set(read.slice(0, 4))].sort(), ["a", "b", "c"]);
});

test("of packets in pieces the one that began first gives way", () => {
  const bound = new Bound("mqtt-unfinished");
  const unfinished = new Unfinished(bound);
  const sockets = Array.from({ length: 70 }, () => socketWith(0));
  for (const [index, socket] of sockets.entries()) {
    unfinished.note(socket, MIB, 1);
    // The first one's packet is another by now.
    if (index === 1) unfinished.note(sockets[0]!, MIB, 2);
  }
  const closed = sockets.flatMap(({ destroyed }, index) => (destroyed ? [index] : []));
  assert.deepEqual(closed, [0, 1, 2, 3, 4, 5]);
  assert.equal(bound.held, 64 * MIB);
  for (const socket of sockets) unfinished.note(socket, 0, 3);
  assert.equal(bound.held, 0);
});

test("while all leave too much unread, anyone who leaves more than a share is disconnected", () => {
  const unread = new UnreadBytes();
  const sockets = Array.from({ length: 100 }, (_, index) => socketWith(index < 50 ? 100_000 : 3 * MIB));
  const cut = sockets.filter((socket) => !unread.admits(socket, 1000));
  assert.ok(cut.length > 0 && cut.every(({ writableLength }) => writableLength === 3 * MIB));
  assert.equal(unread.admits(socketWith(5 * MIB), 1), false, "one has a limit of its own");
});

/** The embedded broker's memory for clients is limited in bytes, per client and in total. */

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { BOUNDS, Bound } from "../../../runtime/model/bounds.ts";
import { Unfinished } from "../../../runtime/model/unfinished.ts";
import type { FilterRequest, Qos } from "../../../runtime/parts/broker/packets.ts";
import { ReadTurns } from "../../../runtime/parts/broker/read-turns.ts";
import type { Link, MqttMessage, OutgoingMessage } from "../../../runtime/parts/broker/session.ts";
import { SessionStore } from "../../../runtime/parts/broker/session-store.ts";
import { TopicAliases } from "../../../runtime/parts/broker/topic-aliases.ts";
import { UnreadBytes } from "../../../runtime/parts/broker/unread-bytes.ts";
import { type Will, Wills } from "../../../runtime/parts/broker/wills.ts";
import { FilterTree, topicTest } from "../../../runtime/sources/mqtt/matching.ts";

const MIB = 1024 * 1024;
const PAYLOAD = Buffer.alloc(MIB);
const NOTHING = Buffer.from("x");

function open(context: TestContext) {
  const time = { nowMs: 0 };
  const told: string[] = [];
  const store = new SessionStore({ expiryMs: 1000, nowMs: () => time.nowMs, tell: (name) => told.push(name) });
  context.after(() => store.close());
  return { store, time, told };
}

function message(topic: string, more: Partial<MqttMessage> = {}): MqttMessage {
  const rest = { qos: 1, retain: false, from: "c", properties: {}, expiresAtMs: undefined } as const;
  return { topic, payload: PAYLOAD, ...rest, ...more };
}

function request(filter: string, qos: Qos = 1, more: Partial<FilterRequest> = {}): FilterRequest {
  return { filter, qos, noLocal: false, asPublished: false, retainHandling: 0, ...more };
}

/** A connection that logs its messages: `id topic`, with `!` for a duplicate. */
function linkTo(log: string[], window = 65_535): Link {
  return {
    window,
    send({ message: { topic } }: OutgoingMessage, id, dup) {
      log.push(`${id}${dup ? "!" : ""} ${topic}`);
      return true;
    },
    release: (id) => log.push(`release ${id}`),
    mayRead: () => true,
    takenOver: () => {},
  };
}

/** A durable session with one subscription. */
function durable(store: SessionStore, id: string, filter = "#", qos: Qos = 1) {
  const { session } = store.open(id, false);
  assert.equal(store.extend(session, 1000), true);
  assert.equal(store.subscribe(session, request(filter, qos), undefined), qos);
  return session;
}

async function retainedTopics(store: SessionStore, filter = "#"): Promise<string[]> {
  const topics: string[] = [];
  for await (const { topic } of store.retainedFor(filter)) topics.push(topic);
  return topics;
}

function heldOf(store: SessionStore) {
  return Object.fromEntries(
    Object.entries(store.bounds).flatMap(([name, { held }]) => (held === 0 ? [] : [[name, held]])),
  );
}

test("retained messages: a client's own oldest are removed first, and small holders keep theirs", async (context) => {
  const { store, told } = open(context);
  const retain = (from: string, topic: string, payload = PAYLOAD) => store.retain(message(topic, { from, payload }));
  retain("small", "small/state", Buffer.from("on"));
  for (let i = 0; i < 20; i++) retain("greedy", `greedy/${i}`);
  const { held = 0, limit, met } = store.bounds["mqtt-retained"] ?? { limit: 0, met: 0 };
  assert.ok(held <= BOUNDS["mqtt-retained"].each + 1000, `${held} bytes are held`);
  assert.equal(limit, BOUNDS["mqtt-retained"].all);
  assert.equal(met, 13);
  assert.deepEqual(await retainedTopics(store), [
    "small/state",
    ...[13, 14, 15, 16, 17, 18, 19].map((i) => `greedy/${i}`),
  ]);
  for (let client = 0; client < 10; client++)
    for (let i = 0; i < 7; i++) retain(`greedy-${client}`, `more/${client}/${i}`);
  assert.ok(
    (store.bounds["mqtt-retained"]?.held ?? 0) <= BOUNDS["mqtt-retained"].all,
    `${store.bounds["mqtt-retained"]?.held} bytes are held`,
  );
  assert.deepEqual(await retainedTopics(store, "small/+"), ["small/state"]);
  assert.deepEqual(told, ["mqtt-retained"], "told once a minute");
});

test("a deleted or replaced retained message frees its bytes, whoever sent it", (context) => {
  const { store } = open(context);
  store.retain(message("a", { from: "one" }));
  store.retain(message("a", { from: "two", payload: Buffer.from("x") }));
  assert.equal(store.bounds["mqtt-retained"]?.held, 402);
  store.retain(message("a", { from: "three", payload: Buffer.alloc(0) }));
  assert.equal(store.bounds["mqtt-retained"]?.held, 0);
});

test("properties count as bytes, and a retained message expires like any other [MQTT 5, 3.3.2.3.3]", async (context) => {
  const { store, time } = open(context);
  const payload = Buffer.from("x");
  store.retain(message("a", { payload, properties: { user: [["name", "v".repeat(100)]] } }));
  assert.equal(store.bounds["mqtt-retained"]?.held, 402 + 154);
  store.retain(message("b", { payload, expiresAtMs: store.expiryOf(1) }));
  assert.deepEqual(await retainedTopics(store), ["a", "b"]);
  time.nowMs = 1000;
  assert.deepEqual(await retainedTopics(store), ["a"]);
  store.expire();
  assert.equal(store.bounds["mqtt-retained"]?.held, 402 + 154);
});

test("a retained payload does not keep the buffer that it was read from", async (context) => {
  const { store } = open(context);
  const chunk = Buffer.allocUnsafeSlow(65_536);
  const properties = { correlationData: chunk.subarray(20, 25) };
  store.retain(message("a", { payload: chunk.subarray(0, 10), properties }));
  for await (const kept of store.retainedFor("a")) {
    assert.equal(kept.payload.buffer.byteLength, 10);
    assert.equal(kept.properties.correlationData?.buffer.byteLength, 5);
  }
});

test("messages for absent clients: the oldest are dropped, and other clients' are untouched", (context) => {
  const { store } = open(context);
  const modest = durable(store, "modest", "m");
  const greedy = durable(store, "greedy", "g/#");
  store.route(message("m"));
  for (let number = 2; number < 300; number++) store.route(message(`g/${number}`));
  const got: string[] = [];
  modest.resume(linkTo(got));
  greedy.resume(linkTo(got));
  assert.deepEqual(got, ["1 m", "1 g/297", "2 g/298", "3 g/299"]);
  assert.equal(store.bounds["mqtt-queued"]?.met, 295);
});

test("unacknowledged messages are sent again with their identifiers, received ones are released [MQTT-4.4.0-1]", (context) => {
  const { store } = open(context);
  const session = durable(store, "c", "#", 2);
  const first: string[] = [];
  session.resume(linkTo(first));
  for (const topic of ["a", "b", "c"]) store.route(message(topic, { qos: 2 }));
  assert.deepEqual(first, ["1 a", "2 b", "3 c"]);
  session.acknowledge(1);
  assert.equal(session.received(2), true);
  assert.equal(session.received(9), false);
  store.left(session);
  store.route(message("d"));
  const again: string[] = [];
  session.resume(linkTo(again));
  assert.deepEqual(again, ["release 2", "3! c", "4 d"]);
  for (const id of [2, 3, 4]) session.acknowledge(id);
  assert.equal(store.bounds["mqtt-queued"]?.held, 0);
  store.route(message("e"));
  assert.equal(again.at(-1), "5 e");
});

test("a client has no more unacknowledged messages than it accepts, with or without a durable session [MQTT-3.3.4-7]", (context) => {
  const { store } = open(context);
  for (const lasts of [false, true]) {
    const { session } = store.open("c", true);
    if (lasts) store.extend(session, 1000);
    store.subscribe(session, request("#", 2), undefined);
    const got: string[] = [];
    session.resume(linkTo(got, 2));
    for (let i = 1; i <= 1000; i++) store.route(message(`t/${i}`, { payload: Buffer.from("x"), qos: 1 }));
    assert.deepEqual(got, ["1 t/1", "2 t/2"]);
    for (let id = 1; id <= 1000; id++) session.acknowledge(id);
    assert.equal(got.length, 1000);
    assert.deepEqual(got.at(-1), "1000 t/1000");
    assert.equal(store.bounds["mqtt-queued"]?.held, 0);
    session.acknowledge(1);
    store.end(session);
  }
  assert.deepEqual(heldOf(store), {});
});

test("expired messages and those not for the client do not count as unacknowledged", (context) => {
  const { store, time } = open(context);
  const session = durable(store, "c");
  for (let i = 0; i < 5000; i++) store.route(message(`t/${i}`, { payload: NOTHING, expiresAtMs: store.expiryOf(1) }));
  store.route(message("last", { payload: NOTHING }));
  time.nowMs = 999;
  const got: string[] = [];
  const link = linkTo(got, 1);
  const send = (delivery: OutgoingMessage, id: number, dup: boolean) =>
    !store.isExpired(delivery.message) && link.send(delivery, id, dup);
  time.nowMs = 1500;
  session.resume({ ...link, send });
  assert.equal(got.length, 1);
  assert.match(got[0] ?? "", / last$/);
});

test("the number of durable sessions is limited; one that is away too long is removed for the next", (context) => {
  const { store, time, told } = open(context);
  const most = BOUNDS["mqtt-sessions"].all;
  for (let i = 0; i < most; i++) store.left(durable(store, `c${i}`, "a/#"));
  const late = store.open("late", false).session;
  assert.equal(store.extend(late, 1000), false);
  assert.deepEqual(told, ["mqtt-sessions"]);
  assert.equal(store.subscribe(store.open("clean", true).session, request("a/#"), undefined), 1, "others do not last");
  store.route(message("a/b"));
  time.nowMs = 500;
  const { session, isPresent } = store.open("c0", false);
  assert.equal(isPresent, true);
  session.resume(linkTo([]));
  time.nowMs = 1000;
  store.expire();
  assert.equal(store.bounds["mqtt-sessions"]?.held, 1, "anyone who is here stays");
  assert.ok((store.bounds["mqtt-queued"]?.held ?? 0) < 2 * MIB, `${store.bounds["mqtt-queued"]?.held} bytes are held`);
  assert.equal(store.extend(late, 1000), true);
  time.nowMs = 5000;
  store.left(session);
  time.nowMs = 6000;
  assert.equal(store.open("c0", false).isPresent, false, "it is over before the next sweep");
});

test("a session without subscriptions is removed before one that has some", (context) => {
  const { store } = open(context);
  for (let i = 0; i < BOUNDS["mqtt-sessions"].all; i++) {
    const { session } = store.open(`c${i}`, false);
    assert.equal(store.extend(session, 1000), true);
    store.left(session);
  }
  durable(store, "late");
  assert.equal(store.bounds["mqtt-sessions"]?.held, BOUNDS["mqtt-sessions"].all);
  assert.equal(store.bounds["mqtt-sessions"]?.met, 0);
});

test("an ended session leaves nothing: no filters, sessions or QoS 2 identifiers", (context) => {
  const { store } = open(context);
  for (const lasts of [true, false]) {
    const { session } = store.open("c", true);
    if (lasts) store.extend(session, 1000);
    store.subscribe(session, request("a/+"), undefined);
    store.subscribe(session, request("$share/g/b", 0), undefined);
    store.setUnreleased(session, 3);
    session.resume(linkTo([]));
    store.route(message("a/b"));
    store.left(session);
    if (lasts) store.end(session);
    assert.deepEqual(heldOf(store), {});
    store.setUnreleased(session, 4);
    assert.deepEqual(heldOf(store), {}, "it is over");
  }
});

test("a session that ended with its user receives nothing, and does not affect the next user's", (context) => {
  const { store } = open(context);
  const old = durable(store, "ida/c");
  store.endSessionsOf("ida");
  const next = store.open("ida/c", false).session;
  const got: string[] = [];
  next.resume(linkTo(got));
  assert.equal(store.extend(old, 1000), false);
  assert.equal(store.subscribe(old, request("#"), undefined), 0x87);
  store.left(old);
  store.route(message("a"));
  assert.deepEqual([got, heldOf(store)], [[], {}]);
});

test("overlapping filters deliver one message, with the highest QoS; a client's own messages are left out if requested", (context) => {
  const { store } = open(context);
  const { session } = store.open("c", true);
  const got: OutgoingMessage[] = [];
  const send = (delivery: OutgoingMessage) => got.push(delivery) > 0;
  session.resume({ ...linkTo([]), send });
  store.subscribe(session, request("a/#", 0), 7);
  store.subscribe(session, request("a/+", 1, { asPublished: true }), 8);
  store.subscribe(session, request("own", 1, { noLocal: true }), undefined);
  store.route(message("a/b", { qos: 2, retain: true, payload: NOTHING }));
  assert.deepEqual(
    got.map(({ qos, retain, subscriptionIds }) => [qos, retain, [...subscriptionIds].sort()]),
    [[1, true, [7, 8]]],
  );
  store.route(message("own"));
  assert.equal(got.length, 1);
  store.route(message("own", { from: "d" }));
  assert.equal(got.length, 2);
});

test("a shared filter's messages are distributed, and those that one client leaves go to others [MQTT 5, 4.8.2]", (context) => {
  const { store } = open(context);
  const got: Record<string, string[]> = { a: [], b: [] };
  const sessions = ["a", "b"].map((id) => {
    const { session } = store.open(id, false);
    store.extend(session, 1000);
    assert.equal(store.subscribe(session, request("$share/g/t/+"), undefined), 1);
    session.resume(linkTo(got[id] ?? []));
    return session;
  });
  for (let i = 0; i < 10; i++) store.route(message(`t/${i}`, { payload: NOTHING }));
  assert.deepEqual([got.a?.length, got.b?.length], [5, 5]);
  store.left(sessions[0]!);
  store.route(message("t/10", { payload: NOTHING }));
  assert.deepEqual([got.a?.length, got.b?.length], [5, 6], "one that is here goes first");
  store.end(sessions[0]!);
  assert.equal(got.b?.length, 11, "what was not acknowledged");
  store.left(sessions[1]!);
  store.route(message("t/11", { payload: NOTHING }));
  const again: string[] = [];
  sessions[1]!.resume(linkTo(again));
  assert.equal(again.at(-1), "12 t/11");
});

test("one client's filters are limited in bytes", (context) => {
  const { store } = open(context);
  const long = "x".repeat(60_000);
  const { session } = store.open("c", true);
  const codes = [1, 2, 3, 4, 5].map((i) => store.subscribe(session, request(`${long}/${i}`, 0), undefined));
  assert.deepEqual(codes, [0, 0, 0, 0, 0x97]);
  assert.equal(store.subscribe(session, request(`${long}/1`), undefined), 1, "one that it has costs nothing more");
  assert.equal(store.subscribe(store.open("d", true).session, request(`${long}/1`, 0), undefined), 0);
});

test("last wills share a memory limit, including waiting ones", () => {
  const published: string[] = [];
  const wills = new Wills((id) => published.push(id));
  const packet = { topic: "t", payload: Buffer.alloc(60_000), qos: 0, retain: false, properties: {} } as const;
  const permissions = { mayPublish: () => true, mayRead: () => true };
  const kept: Will[] = [];
  const keep = (owner: string) => wills.keep(packet, permissions, owner);
  const { all, each } = BOUNDS["mqtt-wills"];
  for (const owner of ["ann", "bob", "cat", "dan", "eve"])
    for (let will = keep(owner); will !== undefined; will = keep(owner)) kept.push(will);
  assert.deepEqual(
    ["ann", "bob", "cat", "dan", "eve"].map((name) => kept.filter(({ owner }) => owner === name).length),
    [...Array<number>(4).fill(Math.floor(each / 60_301)), Math.floor(all / 60_301) - 4 * Math.floor(each / 60_301)],
  );
  const [first, second, third] = kept;
  wills.leave("a", first!, 1_000_000);
  assert.equal(keep("ann"), undefined);
  wills.sessionEnded("a");
  wills.leave("b", second!, 1_000_000);
  wills.sessionResumed("b");
  assert.deepEqual(published, ["a"]);
  wills.leave("c", third!, 1_000_000);
  wills.stop();
  wills.sessionEnded("c");
  assert.deepEqual(published, ["a"], "none is published when the service ends");
});

test("one client's topic aliases are limited in bytes", () => {
  const bound = new Bound("mqtt-aliases");
  const aliases = new TopicAliases(bound);
  assert.equal(aliases.learn(1, "x".repeat(60_000)), true);
  assert.equal(aliases.learn(2, "x".repeat(60_000)), false);
  assert.ok(aliases.learn(1, "short"), "another in its place");
  assert.deepEqual([aliases.topicOf(1), bound.held], ["short", 105]);
  aliases.most = 1;
  assert.deepEqual(
    ["a", "a", "b"].map((topic) => aliases.forTopic(topic)),
    [{ alias: 1, isNew: true }, { alias: 1, isNew: false }, undefined],
  );
  aliases.clear();
  assert.equal(bound.held, 0);
});

test("filters match topics, one by one and as a tree [MQTT 3.1.1, 4.7]", () => {
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

/** The used properties of a socket. */
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

test("connections are read in turns: a waiting one goes before one that had a turn", async () => {
  let nowMs = 0;
  let isHeld = true;
  const turns = new ReadTurns(
    () => isHeld,
    () => nowMs,
  );
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
  await new Promise(setImmediate);
  assert.deepEqual(read, []);
  isHeld = false;
  while (read.length < 6) await new Promise(setImmediate);
  assert.deepEqual([...new Set(read.slice(0, 4))].sort(), ["a", "b", "c"]);
});

test("of incomplete packets, the one that began first is dropped", () => {
  const bound = new Bound("mqtt-unfinished");
  const unfinished = new Unfinished(bound, () => "192.0.2.1");
  const sockets = Array.from({ length: 70 }, () => socketWith(0));
  for (const [index, socket] of sockets.entries()) {
    unfinished.note(socket, MIB, 1);
    // The first one's packet is a different one now.
    if (index === 1) unfinished.note(sockets[0]!, MIB, 2);
  }
  const closed = sockets.flatMap(({ destroyed }, index) => (destroyed ? [index] : []));
  assert.deepEqual(closed, [0, 1, 2, 3, 4, 5]);
  assert.equal(bound.held, 64 * MIB);
  for (const socket of sockets) unfinished.note(socket, 0, 3);
  assert.equal(bound.held, 0);
});

test("while too much is unread in total, any client with more than its share is disconnected", () => {
  const unread = new UnreadBytes();
  const sockets = Array.from({ length: 100 }, (_, index) => socketWith(index < 50 ? 100_000 : 3 * MIB));
  const cut = sockets.filter((socket) => !unread.admits(socket, 1000));
  assert.deepEqual([...new Set(cut.map(({ writableLength }) => writableLength))], [3 * MIB]);
  assert.equal(unread.admits(socketWith(5 * MIB), 1), false, "one has a limit of its own");
});

/** The embedded router, message by message. Clauses are those of the WAMP 2 protocol. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { encode } from "@msgpack/msgpack";
import { WebSocket } from "ws";
import { joinedClient, type RawClient, rawClient } from "../../support/raw-wamp-client.ts";
import { listenWithRouter, type RouterListener } from "../../support/router-listener.ts";
import { until } from "../../support/until.ts";

let listener: RouterListener;
const clients: RawClient[] = [];

before(async () => {
  listener = await listenWithRouter({
    limits: { maxMessageBytes: 100_000 },
    bounds: { subscriptions: { each: 52_000 } },
  });
});

after(async () => {
  for (const client of clients) client.socket.terminate();
  await listener.close();
});

async function connected(options?: Parameters<typeof rawClient>[1]): Promise<RawClient> {
  const client = await rawClient(listener.url, options);
  clients.push(client);
  return client;
}

async function joined(): Promise<RawClient & { readonly session: number }> {
  const client = await joinedClient(listener.url);
  clients.push(client);
  return client;
}

async function subscribed(client: RawClient, topic: string, match = "exact"): Promise<number> {
  client.send([32, 1, { match }, topic]);
  const [code, , subscription] = (await client.next()) as [number, number, number];
  assert.equal(code, 33);
  return subscription;
}

/** The client's next event, without the publication ID. */
async function nextEvent(client: RawClient): Promise<unknown> {
  const [code, subscription, , details, args, kwargs] = (await client.next()) as unknown[];
  return { code, subscription, details, args, kwargs };
}

test("HELLO is answered with WELCOME, a session ID and the broker's features", async () => {
  const client = await connected();
  client.send([1, "lab", { roles: { subscriber: {} } }]);
  const [code, session, details] = (await client.next()) as [number, number, Record<string, unknown>];
  assert.equal(code, 2);
  assert.ok(Number.isSafeInteger(session) && session > 0, `session ${session}`);
  assert.deepEqual(Object.keys(details["roles"] as object), ["broker"]);
  assert.equal(details["authmethod"], "anonymous");
});

test("an unknown realm is answered with ABORT", async () => {
  const client = await connected();
  client.send([1, "nowhere", { roles: { subscriber: {} } }]);
  assert.deepEqual(await client.next(), [3, { message: "there is no realm 'nowhere'" }, "wamp.error.no_such_realm"]);
  await client.closed;
});

// In JavaScript, JSON.parse rounds integers beyond 2^53.
test("a client that asks for texts gets each 64-bit integer as a text, and others all its digits", async () => {
  const [asking, other] = [await joinedClient(`${listener.url}?int64=text`), await joined()];
  clients.push(asking);
  for (const client of [asking, other]) await subscribed(client, "large.topic");
  const raw: string[] = [];
  other.socket.on("message", (data) => raw.push(String(data)));
  listener.router.publish("large.topic", {
    args: [1],
    kwargs: { serial: 18446744073709551615n, small: 7n, volts: 1.5 },
  });
  const { kwargs } = (await nextEvent(asking)) as { readonly kwargs: unknown };
  assert.deepEqual(kwargs, { serial: "18446744073709551615", small: "7", volts: 1.5 });
  await nextEvent(other);
  assert.match(raw[0]!, /"serial":18446744073709551615,"small":7/);
});

test("subscribing twice gives the same subscription, and events arrive once", async () => {
  const client = await joined();
  const first = await subscribed(client, "twice.topic");
  const second = await subscribed(client, "twice.topic");
  assert.equal(first, second);
  listener.router.publish("twice.topic", { args: [1], kwargs: {} });
  listener.router.publish("twice.topic", { args: [2], kwargs: {} });
  assert.deepEqual(await nextEvent(client), { code: 36, subscription: first, details: {}, args: [1], kwargs: {} });
  assert.deepEqual(await nextEvent(client), { code: 36, subscription: first, details: {}, args: [2], kwargs: {} });
});

test("events for pattern subscriptions contain the topic, those for exact ones do not", async () => {
  const client = await joined();
  const exact = await subscribed(client, "p.rig.telemetry");
  const prefix = await subscribed(client, "p.rig", "prefix");
  const wildcard = await subscribed(client, "p..telemetry", "wildcard");
  listener.router.publish("p.rig.telemetry", { args: [], kwargs: { a: 1 } });
  const details = new Map<unknown, unknown>();
  for (let i = 0; i < 3; i += 1) {
    const event = (await nextEvent(client)) as { subscription: unknown; details: unknown };
    details.set(event.subscription, event.details);
  }
  assert.deepEqual(
    details,
    new Map([
      [exact, {}],
      [prefix, { topic: "p.rig.telemetry" }],
      [wildcard, { topic: "p.rig.telemetry" }],
    ]),
  );
});

for (const [match, pattern, topic, reaches] of [
  ["exact", "a.b", "a.b", true],
  ["exact", "a.b", "a.b.c", false],
  ["prefix", "a.b", "a.b", true],
  ["prefix", "a.b", "a.b.c", true],
  ["prefix", "a.b", "a.bc", true],
  ["prefix", "a.b.", "a.b", false],
  ["prefix", "", "anything", true],
  ["prefix", "b", "a.b", false],
  ["wildcard", "a..c", "a.b.c", true],
  ["wildcard", "a..c", "a.b.b.c", false],
  ["wildcard", "..", "a.b.c", true],
  ["wildcard", "..", "a.b", false],
  ["wildcard", "a.b.", "a.b.c", true],
  ["wildcard", ".b.c", "a.b.c", true],
  ["wildcard", ".b.c", "a.c.c", false],
] as const) {
  test(`${match} subscription '${pattern}' ${reaches ? "gets" : "does not get"} '${topic}'`, async () => {
    const { router, url, close } = await listenWithRouter();
    const client = await joinedClient(url);
    await subscribed(client, pattern, match);
    assert.equal(router.wants(topic), reaches);
    client.close();
    await client.closed;
    await close();
    assert.equal(router.wants(topic), false);
  });
}

test("a publication is acknowledged, and not sent to its publisher unless requested [exclude_me]", async () => {
  const publisher = await joined();
  const other = await joined();
  const subscription = await subscribed(publisher, "echo");
  await subscribed(other, "echo");
  publisher.send([16, 7, { acknowledge: true }, "echo", ["a"]]);
  assert.deepEqual(((await publisher.next()) as unknown[]).slice(0, 2), [17, 7]);
  publisher.send([16, 8, { exclude_me: false, disclose_me: true }, "echo", ["b"], { k: 1 }]);
  assert.deepEqual(await nextEvent(publisher), {
    code: 36,
    subscription,
    details: { publisher: publisher.session },
    args: ["b"],
    kwargs: { k: 1 },
  });
  assert.deepEqual(((await nextEvent(other)) as { args: unknown }).args, ["a"]);
  assert.deepEqual(((await nextEvent(other)) as { args: unknown }).args, ["b"]);
});

test("receivers are selected by session, authid and authrole [exclude, eligible]", async () => {
  const publisher = await joined();
  const [one, two] = [await joined(), await joined()];
  for (const client of [one, two]) await subscribed(client, "chosen");
  const received = (client: RawClient) => nextEvent(client).then((event) => (event as { args: unknown[] }).args[0]);
  publisher.send([16, 1, { exclude: [one.session] }, "chosen", ["not one"]]);
  publisher.send([16, 2, { eligible: [one.session] }, "chosen", ["only one"]]);
  publisher.send([16, 3, { exclude_authid: ["anonymous"] }, "chosen", ["nobody"]]);
  publisher.send([16, 4, { eligible_authrole: ["admin"] }, "chosen", ["nobody"]]);
  publisher.send([16, 5, { eligible: [one.session, two.session], exclude: [two.session] }, "chosen", ["one again"]]);
  publisher.send([16, 6, { eligible_authrole: ["anonymous"] }, "chosen", ["all"]]);
  assert.deepEqual([await received(one), await received(one), await received(one)], ["only one", "one again", "all"]);
  assert.deepEqual([await received(two), await received(two)], ["not one", "all"]);
});

test("after UNSUBSCRIBE no events arrive; a second one is an error", async () => {
  const client = await joined();
  const subscription = await subscribed(client, "gone");
  client.send([34, 2, subscription]);
  assert.deepEqual(await client.next(), [35, 2]);
  assert.equal(listener.router.wants("gone"), false);
  client.send([34, 3, subscription]);
  assert.deepEqual(await client.next(), [8, 34, 3, {}, "wamp.error.no_such_subscription"]);
});

test("one client cannot end another's subscription", async () => {
  const [owner, stranger] = [await joined(), await joined()];
  const subscription = await subscribed(owner, "owned");
  stranger.send([34, 1, subscription]);
  assert.deepEqual(await stranger.next(), [8, 34, 1, {}, "wamp.error.no_such_subscription"]);
  assert.equal(listener.router.wants("owned"), true);
});

for (const [name, message, answer] of [
  ["a subscription to a blank in a topic", [32, 1, {}, "a b"], [8, 32, 1, {}, "wamp.error.invalid_uri"]],
  ["an empty component in an exact topic", [32, 1, {}, "a..b"], [8, 32, 1, {}, "wamp.error.invalid_uri"]],
  ["an empty topic", [32, 1, {}, ""], [8, 32, 1, {}, "wamp.error.invalid_uri"]],
  ["a topic of 2,000 characters", [32, 1, {}, "a".repeat(2000)], [8, 32, 1, {}, "wamp.error.invalid_uri"]],
  ["an unknown match policy", [32, 1, { match: "regex" }, "a"], [8, 32, 1, {}, "wamp.error.invalid_argument"]],
  [
    "publishing to wamp.",
    [16, 1, { acknowledge: true }, "wamp.session.on_join"],
    [8, 16, 1, {}, "wamp.error.invalid_uri"],
  ],
  ["a call", [48, 1, {}, "a.procedure"], [8, 48, 1, {}, "wamp.error.no_such_procedure"]],
  ["a registration", [64, 1, {}, "a.procedure"], [8, 64, 1, {}, "wamp.error.feature_not_supported"]],
  ["an unregistration", [66, 1, 5], [8, 66, 1, {}, "wamp.error.no_such_registration"]],
  [
    "arguments nested 40 deep",
    [16, 1, { acknowledge: true }, "a", [JSON.parse("[".repeat(40) + "]".repeat(40))]],
    [8, 16, 1, {}, "wamp.error.invalid_argument"],
  ],
] as const) {
  test(`${name} is answered with ERROR, and the session continues`, async () => {
    const client = await joined();
    client.send(message);
    assert.deepEqual(await client.next(), answer);
    await subscribed(client, "still.here");
  });
}

test("a publication without acknowledge is never answered, even if it is refused", async () => {
  const client = await joined();
  client.send([16, 1, {}, "wamp.no", []]);
  client.send([32, 2, {}, "after"]);
  const [code, request] = (await client.next()) as [number, number];
  assert.deepEqual([code, request], [33, 2]);
});

test("too many subscriptions are refused", async () => {
  const client = await joined();
  for (let i = 0; i < 100; i += 1) await subscribed(client, `many.t${i}`);
  client.send([32, 101, {}, "many.more"]);
  assert.deepEqual(await client.next(), [8, 32, 101, {}, "structline.error.too_many_subscriptions"]);
});

for (const [name, frame] of [
  ["no JSON", "hello"],
  ["no array", "{}"],
  ["an empty array", "[]"],
  ["an unknown message type", "[99, 1]"],
  ["a message only routers send", "[36, 1, 1, {}]"],
  ["a second HELLO", '[1, "lab", {"roles": {"subscriber": {}}}]'],
  ["SUBSCRIBE without options", '[32, 1, "topic"]'],
  ["a request ID of 0", '[32, 0, {}, "topic"]'],
  ["a request ID that is a text", '[32, "1", {}, "topic"]'],
  ["a fractional request ID", '[32, 1.5, {}, "topic"]'],
  ["a topic that is a number", "[32, 1, {}, 5]"],
  ["positional arguments that are not an array", '[16, 1, {}, "topic", 5]'],
  ["keyword arguments that are an array", '[16, 1, {}, "topic", [], []]'],
  ["AUTHENTICATE out of turn", '[5, "secret", {}]'],
  ["a hundred thousand brackets", "[".repeat(100_000)],
] as const) {
  test(`${name} ends the session with ABORT`, async () => {
    const client = await joined();
    client.sendFrame(frame);
    const [code, , uri] = (await client.next()) as unknown[];
    assert.deepEqual([code, uri], [3, "wamp.error.protocol_violation"]);
    assert.equal(await client.closed, 1002);
  });
}

test("anything before HELLO ends the connection with ABORT", async () => {
  const client = await connected();
  client.send([32, 1, {}, "topic"]);
  assert.deepEqual(await client.next(), [3, { message: "HELLO comes first" }, "wamp.error.protocol_violation"]);
  assert.equal(await client.closed, 1002);
});

test("HELLO without roles ends the connection with ABORT", async () => {
  const client = await connected();
  client.send([1, "lab", {}]);
  assert.deepEqual(((await client.next()) as unknown[])[2], "wamp.error.protocol_violation");
});

test("a binary frame on a JSON connection ends it", async () => {
  const client = await joined();
  client.sendFrame(Buffer.from(encode([32, 1, {}, "topic"])), { binary: true });
  assert.equal(((await client.next()) as unknown[])[0], 3);
  assert.equal(await client.closed, 1002);
});

test("a message over the size limit closes only its own connection", async () => {
  const [client, other] = [await joined(), await joined()];
  client.sendFrame(`[16, 1, {}, "big", ["${"x".repeat(200_000)}"]]`);
  assert.equal(await client.closed, 1009);
  await subscribed(other, "unharmed");
});

test("GOODBYE is answered, and the same connection may open a new session", async () => {
  const client = await joined();
  await subscribed(client, "left");
  client.send([6, {}, "wamp.close.close_realm"]);
  assert.deepEqual(await client.next(), [6, {}, "wamp.close.goodbye_and_out"]);
  assert.equal(listener.router.wants("left"), false);
  client.send([1, "lab", { roles: { subscriber: {} } }]);
  assert.equal(((await client.next()) as unknown[])[0], 2);
});

for (const [name, options, status] of [
  ["no subprotocol", { subprotocol: [] as string[] }, 400],
  ["an unknown subprotocol", { subprotocol: ["wamp.2.flatbuffers"] }, 400],
] as const) {
  test(`a handshake from ${name} is refused with ${status}`, async () => {
    const socket = new WebSocket(listener.url, [...options.subprotocol]);
    const answered = await new Promise((resolve) => {
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode));
      socket.on("error", () => {});
    });
    assert.equal(answered, status);
    socket.terminate();
  });
}

test("a client that does not send HELLO in time is disconnected", async () => {
  const { url, close } = await listenWithRouter({ limits: { openTimeoutMs: 30 } });
  const client = await rawClient(url);
  assert.equal(((await client.next()) as unknown[])[0], 3);
  await client.closed;
  await close();
});

test("a client that does not answer pings is disconnected", async () => {
  const { router, url, close } = await listenWithRouter({ limits: { pingIntervalMs: 30 } });
  const client = await joinedClient(url);
  await subscribed(client, "silent");
  client.socket.pong = () => {};
  client.socket.pause();
  await until(() => !router.wants("silent"), "the silent client is disconnected");
  client.socket.terminate();
  await close();
});

test("clients above the limit are refused with 503", async () => {
  const { url, close } = await listenWithRouter({ bounds: { clients: { all: 1 } } });
  const client = await joinedClient(url);
  await assert.rejects(rawClient(url), /503/);
  client.close();
  await close();
});

test("close sends GOODBYE to clients and resolves when they are gone", async () => {
  const { router, url, close } = await listenWithRouter();
  const client = await joinedClient(url);
  const closing = close();
  const [code, , reason] = (await client.next()) as unknown[];
  assert.deepEqual([code, reason], [6, "wamp.close.system_shutdown"]);
  client.send([6, {}, "wamp.close.goodbye_and_out"]);
  assert.equal(await client.closed, 1001);
  await closing;
  assert.equal(router.status().counts?.["sessions"], 0);
});

test("close does not wait forever for a client that never answers", async () => {
  const { url, close } = await listenWithRouter({ limits: { goodbyeTimeoutMs: 30 } });
  const client = await joinedClient(url);
  client.socket.pause();
  assert.equal(await close(), undefined);
  assert.equal(client.socket.readyState, WebSocket.OPEN);
  client.socket.terminate();
});

test("a slow subscriber loses events, which are counted, and delays no one [D17]", async () => {
  const { router, url, close } = await listenWithRouter({ limits: { maxQueuedBytes: 64 * 1024 } });
  const [slow, quick] = [await joinedClient(url), await joinedClient(url)];
  await subscribed(slow, "flood");
  await subscribed(quick, "flood");
  slow.socket.pause();
  const text = "x".repeat(10_000);
  for (let i = 0; i < 2000; i += 1) {
    router.publish("flood", { args: [i, text], kwargs: {} });
    const event = (await nextEvent(quick)) as { args: unknown[] };
    assert.equal(event.args[0], i);
  }
  const { delivered, dropped } = router.status().counts as { delivered: number; dropped: number };
  assert.equal(delivered + dropped, 4000);
  assert.ok(dropped > 1000, `only ${dropped} events were dropped`);
  slow.socket.terminate();
  quick.close();
  await close();
});

test("a client that sends requests without reading the answers is disconnected", async () => {
  const { router, url, close } = await listenWithRouter({
    limits: { maxQueuedBytes: 1024, pingIntervalMs: 3_600_000 },
  });
  const client = await joinedClient(url);
  await subscribed(client, "greedy");
  client.socket.pause();
  const asking = setInterval(() => {
    for (let i = 0; i < 5000; i += 1) client.send([34, 5, 999_999]);
  }, 1);
  await until(() => !router.wants("greedy"), "the greedy client is disconnected");
  clearInterval(asking);
  client.socket.terminate();
  await close();
});

test("an event that cannot be serialised is counted and affects no one", async () => {
  const { router, url, close } = await listenWithRouter();
  const client = await joinedClient(url);
  await subscribed(client, "odd");
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  router.publish("odd", { args: [circular], kwargs: {} });
  router.publish("odd", { args: ["fine"], kwargs: {} });
  assert.deepEqual(((await nextEvent(client)) as { args: unknown }).args, ["fine"]);
  assert.equal(router.status().counts?.["unwritable"], 1);
  client.close();
  await close();
});

test("values that JSON lacks become null, and 64-bit integers keep their digits", async () => {
  const client = await joined();
  await subscribed(client, "numbers");
  const raw = new Promise((resolve) => client.socket.once("message", (data) => resolve(String(data))));
  listener.router.publish("numbers", {
    args: [{ nan: Number.NaN, big: 18446744073709551615n }],
    kwargs: { inf: -Infinity },
  });
  assert.match(String(await raw), /,\[\{"nan":null,"big":18446744073709551615\}\],\{"inf":null\}\]$/);
});

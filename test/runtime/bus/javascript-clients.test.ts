/** The embedded router with two more independent clients: autobahn for JavaScript and wampy. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Wampy } from "wampy";
import { CborSerializer } from "wampy/CborSerializer.js";
import { JsonSerializer } from "wampy/JsonSerializer.js";
import { MsgpackSerializer } from "wampy/MsgpackSerializer.js";
import { WebSocket } from "ws";
import { listenWithRouter } from "../../support/router-listener.ts";
import { until } from "../../support/until.ts";

interface AutobahnSession {
  subscribe(
    topic: string,
    handler: (args: unknown[], kwargs: unknown, details: { topic: string }) => void,
    options?: object,
  ): Promise<{ unsubscribe(): Promise<void> }>;
  publish(topic: string, args: unknown[], kwargs: object, options: object): Promise<{ id: number }>;
  call(procedure: string): Promise<unknown>;
}

const autobahn = createRequire(import.meta.url)("autobahn") as {
  Connection: new (
    options: object,
  ) => {
    onopen: (session: AutobahnSession) => void;
    open(): void;
    close(): void;
  };
  log: { warn: () => void };
};
autobahn.log.warn = () => {};

test("autobahn (JavaScript) subscribes, publishes with acknowledgement, is refused calls, unsubscribes", async () => {
  const { router, url, close } = await listenWithRouter();
  const connection = new autobahn.Connection({ url, realm: "lab", max_retries: 0 });
  const session = await new Promise<AutobahnSession>((resolve) => {
    connection.onopen = resolve;
    connection.open();
  });
  const events: unknown[] = [];
  const subscription = await session.subscribe(
    "lab.",
    (args, kwargs, { topic }) => events.push([topic, args, kwargs]),
    {
      match: "prefix",
    },
  );
  router.publish("lab.rig.telemetry", { args: [{ ID: 1 }], kwargs: { hex: "0201" } });
  const { id } = await session.publish("lab.commands", ["go"], {}, { acknowledge: true, exclude_me: false });
  assert.ok(id > 0, `a publication's ID: ${id}`);
  await until(() => events.length >= 2);
  assert.deepEqual(events, [
    ["lab.rig.telemetry", [{ ID: 1 }], { hex: "0201" }],
    ["lab.commands", ["go"], {}],
  ]);
  await assert.rejects(session.call("no.such"), { error: "wamp.error.no_such_procedure" });
  await subscription.unsubscribe();
  assert.equal(router.wants("lab.rig.telemetry"), false);
  connection.close();
  await close();
});

for (const [name, Serializer] of [
  ["JSON", JsonSerializer],
  ["MessagePack", MsgpackSerializer],
  ["CBOR", CborSerializer],
] as const) {
  test(`wampy subscribes with a wildcard and publishes over ${name}`, async () => {
    const { router, url, close } = await listenWithRouter();
    const options = { realm: "lab", ws: WebSocket as never, autoReconnect: false };
    const subscriber = new Wampy(url, { ...options, serializer: new Serializer() });
    const publisher = new Wampy(url, { ...options, serializer: new Serializer() });
    await Promise.all([subscriber.connect(), publisher.connect()]);
    const events: unknown[] = [];
    await subscriber.subscribe(
      "lab..telemetry",
      ({ details, argsList, argsDict }) => void events.push([details["topic"], argsList, argsDict]),
      { match: "wildcard" },
    );
    router.publish("lab.rig.telemetry", { args: [{ ID: 1, az: -12.5 }], kwargs: { id: 1 } });
    await publisher.publish("lab.h2m.telemetry", { argsList: ["mine"], argsDict: { k: 1 } });
    await until(() => events.length >= 2);
    assert.deepEqual(events, [
      ["lab.rig.telemetry", [{ ID: 1, az: -12.5 }], { id: 1 }],
      ["lab.h2m.telemetry", ["mine"], { k: 1 }],
    ]);
    await Promise.all([subscriber.disconnect(), publisher.disconnect()]);
    await close();
  });
}

// By default, wampy's CBOR rounds integers beyond 2^53, and reads -2^63 as -1.
const EXACT = { useRecords: false, mapsAsObjects: true, int64AsNumber: false };

for (const [name, serializer] of [
  ["MessagePack", () => new MsgpackSerializer()],
  ["CBOR", () => new CborSerializer(EXACT)],
] as const) {
  test(`integers of 64 bits, not-a-number and infinity are exact over ${name}`, async () => {
    const { router, url, close } = await listenWithRouter();
    const client = new Wampy(url, {
      realm: "lab",
      ws: WebSocket as never,
      autoReconnect: false,
      serializer: serializer(),
    });
    await client.connect();
    const events: unknown[] = [];
    await client.subscribe("large", ({ argsDict }) => void events.push(argsDict));
    const values = { most: 2n ** 64n - 1n, least: -(2n ** 63n), odd: 2n ** 53n + 1n, volts: 0.1, nan: Number.NaN };
    router.publish("large", { args: [], kwargs: { ...values, far: -Infinity } });
    await until(() => events.length > 0);
    assert.deepEqual(events, [{ ...values, far: -Infinity }]);
    await client.disconnect();
    await close();
  });
}

/** The Foxglove server alone: clients that do not read, unavailable lists, limits. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { WebSocket } from "ws";
import { EVERYBODY } from "../../../runtime/http/caller.ts";
import { Bound } from "../../../runtime/model/bounds.ts";
import { type FoxgloveLimits, FoxgloveServer } from "../../../runtime/parts/foxglove/foxglove-server.ts";
import type { LiveMeasurement } from "../../../runtime/parts/foxglove/session.ts";
import { until } from "../../support/until.ts";

function measurement(name: string): LiveMeasurement {
  return { database: "d", measurement: name, topic: `/d/${name}`, schemaName: name, schema: "{}" };
}

type Told = { op: string; message?: string; channels?: { id: number }[]; channelIds?: number[] };

async function withServer(
  {
    measurements,
    clients = 100,
    ...limits
  }: { measurements: () => string[]; clients?: number } & Partial<FoxgloveLimits>,
  run: (server: FoxgloveServer, open: () => { socket: WebSocket; told: Told[]; rows: Buffer[] }) => Promise<void>,
): Promise<void> {
  const server = new FoxgloveServer(limits, new Bound("foxglove-clients", undefined, { all: clients }));
  server.serve({
    spectator: () => EVERYBODY,
    measurements: async () => ({ measurements: measurements().map(measurement), isWhole: false }),
  });
  const http = createServer();
  http.on("upgrade", (request, socket, head) => server.handleUpgrade(request, socket, head));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const open = () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, ["foxglove.sdk.v1"]);
    const told: Told[] = [];
    const rows: Buffer[] = [];
    socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) rows.push(data);
      else told.push(JSON.parse(data.toString()) as Told);
    });
    return { socket, told, rows };
  };
  try {
    await run(server, open);
  } finally {
    await server.close();
    http.close();
  }
}

const subscribe = (...pairs: [number, number][]) =>
  JSON.stringify({ op: "subscribe", subscriptions: pairs.map(([id, channelId]) => ({ id, channelId })) });

test("a client that does not read loses rows, which are counted; other clients lose none", () =>
  // No event is too many because a busy machine took long for one.
  withServer(
    { measurements: () => ["m"], maxQueuedBytes: 2_000_000, delivery: { share: 1, burstMs: 1e6 } },
    async (server, open) => {
      const [slow, quick] = [open(), open()];
      await until(() => [slow, quick].every(({ told }) => told.some(({ op }) => op === "advertise")));
      for (const { socket } of [slow, quick]) socket.send(subscribe([7, 1]));
      await until(() => server.status().counts?.["subscriptions"] === 2);
      slow.socket.pause();
      const values = { text: "x".repeat(100_000) };
      const time = "2026-01-02T03:04:05.123456789Z";
      const sent = 200;
      for (let count = 1; count <= sent; count++) {
        server.publish("t", { args: [], kwargs: { database: "d", measurement: "m", time, values } });
        await until(() => quick.rows.length === count);
      }
      const { delivered, dropped, published } = server.status().counts!;
      assert.equal(published, sent);
      assert.ok(dropped! > 0, `${dropped}`);
      assert.equal(delivered! + dropped!, 2 * sent);
      slow.socket.resume();
      await until(() => slow.rows.length === delivered! - sent);
      assert.deepEqual([quick.rows[0]!.readUInt32LE(1), quick.rows[0]!.readBigUInt64LE(5)], [7, 1767323045123456789n]);
      // Values that the protocol cannot express are counted and cause no exception in ingestion.
      for (const bad of ["1969-01-01T00:00:00.000000000Z", undefined, "no time"])
        server.publish("t", { args: [], kwargs: { database: "d", measurement: "m", time: bad, values } });
      assert.equal(server.status().counts?.["unwritable"], 3);
    },
  ));

test("a failed list is reported and retried; subscriptions and clients are limited", async () => {
  let list = () => ["m"];
  await withServer({ measurements: () => list(), clients: 1, retryMs: 50 }, async (server, open) => {
    const { socket, told } = open();
    await until(() => told.length === 3);
    assert.deepEqual(
      told.map(({ op, message }) => message ?? op),
      ["serverInfo", "advertise", "more measurements than 1 are not shown"],
    );
    const [error] = (await once(open().socket, "error")) as [Error];
    assert.equal(error.message, "Unexpected server response: 503");
    const many = Array.from({ length: 1000 }, (_, id): [number, number] => [id, 1]);
    socket.send(subscribe(...many));
    socket.send(subscribe([1000, 1], [0, 1]));
    await until(() => told.length === 5);
    assert.deepEqual(
      told.slice(3).map(({ message }) => message),
      ["a client has at most 1000 subscriptions", "subscription 0 is there already"],
    );
    list = () => {
      throw new Error("the store is away");
    };
    server.changed(0);
    await until(() => told.length === 6);
    assert.equal(told[5]!.message, "the measurements cannot be listed now; it is tried again");
    assert.equal(server.status().counts?.["subscriptions"], 1000);
    list = () => ["other"];
    await until(() => told.length === 8);
    assert.deepEqual([told[6]!.channelIds, told[7]!.channels?.map(({ id }) => id)], [[1], [2]]);
    assert.equal(server.status().counts?.["subscriptions"], 0);
    assert.equal(server.wants("t"), false);
  });
});

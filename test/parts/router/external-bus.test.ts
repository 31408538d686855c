/** Publishing to another router, with autobahn as in the service. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { combineBuses } from "../../../runtime/bus/combined-bus.ts";
import type { Bus } from "../../../runtime/model/bus.ts";
import { openExternalBus } from "../../../runtime/parts/router/external-bus.ts";
import { freePort } from "../../support/ports.ts";
import { programArguments } from "../../support/programs.ts";
import { joinedClient, type RawClient } from "../../support/raw-wamp-client.ts";
import { listenWithRouter } from "../../support/router-listener.ts";
import { until } from "../../support/until.ts";

const QUICK = { minDelayMs: 20, maxDelayMs: 100 };

test("decoded records reach subscribers of a router in another process, also after it restarts", async () => {
  const port = await freePort();
  let router = await startRouter(port, "plant");
  const bus = openExternalBus({ url: `ws://127.0.0.1:${port}/ws`, realm: "plant", ...QUICK });
  await until(() => bus.wants("lab.rig.telemetry"));
  const first = await subscriber(port);
  bus.publish("lab.rig.telemetry", { args: [{ ticks: 9007199254740993n }], kwargs: { hex: "0801" } });
  assert.match(await textOf(first), /,\{\},\[\{"ticks":9007199254740993\}\],\{"hex":"0801"\}\]$/);
  assert.equal(bus.status().state, "ok");

  first.socket.terminate();
  await stopRouter(router);
  await until(() => !bus.wants("lab.rig.telemetry"));
  assert.equal(bus.status().state, "degraded");
  bus.publish("lab.rig.telemetry", { args: ["while nobody is there"], kwargs: {} });

  router = await startRouter(port, "plant");
  await until(() => bus.wants("lab.rig.telemetry"));
  const second = await subscriber(port);
  bus.publish("lab.rig.telemetry", { args: ["back"], kwargs: {} });
  assert.match(await textOf(second), /,\["back"\],\{\}\]$/);
  second.socket.terminate();
  await bus.close();
  await stopRouter(router);
});

test("an unknown realm is reported and retried", async () => {
  const { url, close } = await listenWithRouter({ realm: "lab" });
  const bus = openExternalBus({ url, realm: "other", ...QUICK });
  await until(() => bus.status().lastError !== undefined);
  assert.equal(bus.wants("any"), false);
  assert.deepEqual(
    [bus.status().state, bus.status().lastError?.message],
    ["degraded", "wamp.error.no_such_realm: there is no realm 'other'"],
  );
  await bus.close();
  await close();
});

test("an unreachable router is reported", async () => {
  const bus = openExternalBus({ url: `ws://127.0.0.1:${await freePort()}/ws`, realm: "lab", ...QUICK });
  await until(() => bus.status().lastError !== undefined);
  assert.match(bus.status().lastError!.message, /ECONNREFUSED/);
  await bus.close();
  assert.equal(bus.status().state, "down");
});

test("if a router stops reading, events are dropped, not queued", async () => {
  const server = await pausedRouter();
  const bus = openExternalBus({ url: server.url, realm: "lab", maxQueuedBytes: 64 * 1024, ...QUICK });
  await until(() => bus.wants("any"));
  server.pause();
  for (let i = 0; i < 3000; i += 1) bus.publish("any", { args: ["x".repeat(10_000)], kwargs: {} });
  assert.ok((bus.status().counts?.["dropped"] ?? 0) > 1000, "more than 1,000 were dropped");
  await bus.close();
  await server.stop();
});

test("events are published to the page's own router and to an external one", async () => {
  const [near, far] = [await listenWithRouter(), await listenWithRouter()];
  const external = openExternalBus({ url: far.url, realm: "lab", ...QUICK });
  const bus: Bus = combineBuses([near.router, external]);
  assert.equal(bus.wants("t"), false);
  await until(() => bus.wants("t"));
  const [one, two] = [await joinedClient(near.url), await joinedClient(far.url)];
  for (const client of [one, two]) await subscribeTo(client, "t");
  bus.publish("t", { args: [5], kwargs: {} });
  for (const client of [one, two]) assert.deepEqual(((await client.next()) as unknown[])[4], [5]);
  assert.equal(bus.status().state, "ok");
  for (const client of [one, two]) client.close();
  await bus.close();
  await Promise.all([near.close(), far.close()]);
});

/** A listener that can stop reading from its connections. */
async function pausedRouter(): Promise<{ url: string; pause(): void; stop(): Promise<void> }> {
  const behind = await listenWithRouter();
  const sockets: Socket[] = [];
  const proxy = createServer((incoming) => {
    const outgoing = connect(Number(new URL(behind.url).port), "127.0.0.1");
    sockets.push(incoming, outgoing);
    for (const socket of [incoming, outgoing]) socket.on("error", () => {});
    incoming.pipe(outgoing);
    outgoing.pipe(incoming);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/ws`,
    pause: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
      await behind.close();
    },
  };
}

async function subscriber(port: number): Promise<RawClient> {
  const client = await joinedClient(`ws://127.0.0.1:${port}/ws`, "plant");
  await subscribeTo(client, "lab.rig.telemetry");
  return client;
}

async function subscribeTo(client: RawClient, topic: string): Promise<void> {
  client.send([32, 1, {}, topic]);
  assert.equal(((await client.next()) as unknown[])[0], 33);
}

function textOf(client: RawClient): Promise<string> {
  return new Promise((resolve) => client.socket.once("message", (data) => resolve(String(data))));
}

async function startRouter(port: number, realm: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...programArguments("router"), String(port), realm], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await createInterface({ input: child.stdout! })[Symbol.asyncIterator]().next();
  return child;
}

async function stopRouter(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGTERM");
  await ended;
}

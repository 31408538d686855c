/** Brokers that grant shared subscriptions and deliver nothing to them. */

import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { generate, type Packet, parser } from "mqtt-packet";
import type { Log } from "../../../../runtime/lib/log.ts";
import { ExternalClient } from "../../../../runtime/sources/mqtt/external-client.ts";
import { until } from "../../../support/until.ts";

const closing: (() => unknown)[] = [];
after(async () => {
  for (const close of closing) await close();
});

/** A broker with exact topics only. */
async function broker(shares: "delivered" | "granted only"): Promise<string> {
  const server = createServer((socket) => serve(socket, shares));
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `mqtt://127.0.0.1:${address.port}`;
}

function serve(socket: Socket, shares: "delivered" | "granted only"): void {
  const filters = new Set<string>();
  const isShared = (topic: string) =>
    [...filters].some((filter) => filter.startsWith("$share/") && filter.endsWith(topic));
  const reading = parser();
  reading.on("packet", (packet: Packet) => {
    const answer = answerTo(packet, filters);
    if (answer !== undefined) socket.write(generate(answer));
    if (packet.cmd !== "publish") return;
    const { topic, payload } = packet;
    if (filters.has(topic) || (shares === "delivered" && isShared(topic)))
      socket.write(generate({ cmd: "publish", topic, payload, qos: 0, dup: false, retain: false }));
  });
  socket.on("data", (bytes) => void reading.parse(bytes));
  socket.on("error", () => {});
}

function answerTo(packet: Packet, filters: Set<string>): Packet | undefined {
  const messageId = packet.messageId ?? 0;
  if (packet.cmd === "connect") return { cmd: "connack", returnCode: 0, sessionPresent: false };
  if (packet.cmd === "unsubscribe") return { cmd: "unsuback", messageId, granted: [] };
  if (packet.cmd !== "subscribe") return undefined;
  for (const { topic } of packet.subscriptions) filters.add(topic);
  return { cmd: "suback", messageId, granted: packet.subscriptions.map(({ qos }) => qos) };
}

async function client(url: string): Promise<ExternalClient> {
  const log = { warn: () => {}, info: () => {} } as unknown as Log;
  const given = new ExternalClient({
    url,
    settings: { clientId: "lab", username: undefined, password: undefined, ca: undefined, tls: undefined },
    node: { lab: "lab", id: "0123456789abcdef" },
    filters: ["a/#"],
    reception: { receive: async () => "kept", acknowledged: () => {} } as never,
    log,
    onConnected: () => {},
  });
  closing.unshift(() => given.stop());
  return given;
}

test("a broker that only grants shared subscriptions is noticed; one that delivers is fine", async () => {
  const [bad, good] = [await client(await broker("granted only")), await client(await broker("delivered"))];
  await until(() => bad.problem !== undefined && good.connected);
  assert.match(bad.problem ?? "", /delivers nothing/);
  await bad.follow(["b/#"]);
  assert.match(bad.problem ?? "", /delivers nothing/, "a reload that changes subscriptions does not end it");
  assert.equal(good.problem, undefined);
});

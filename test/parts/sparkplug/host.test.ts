/** What a host counts of its edge nodes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "../../../runtime/model/message.ts";
import { SparkplugHost } from "../../../runtime/parts/sparkplug/host.ts";

/** Payload of a birth: metrics of Int32, and the sequence number 0. */
function birthOf(names: readonly string[]): Buffer {
  const metrics = names.flatMap((name) => {
    const metric = [0x0a, name.length, ...Buffer.from(name), 0x20, 3, 0x50, 1];
    return [0x12, metric.length, ...metric];
  });
  return Buffer.from([...metrics, 0x18, 0]);
}

test("metrics of a realm are those that its nodes have now", async () => {
  const host = new SparkplugHost({ askForBirth: () => {}, retry: () => {}, startNs: 0n, mostMetrics: 5 });
  const born = (topic: string, realm: string, names: readonly string[]) => {
    const message: Partial<Message> = { source: "mqtt", address: topic, payload: birthOf(names), receivedNs: 1n };
    return host.read(message as Message, { realm });
  };
  for (let times = 0; times < 3; times++) await born("spBv1.0/G/NBIRTH/A", "one", ["a", "b", "c"]);
  for (let times = 0; times < 3; times++) await born("spBv1.0/G/DBIRTH/A/D", "one", ["a", "b"]);
  await born("spBv1.0/G/NBIRTH/A", "two", ["a", "b", "c", "d", "e"]);
  await assert.rejects(born("spBv1.0/G/NBIRTH/B", "one", ["a"]), /More than 5 metrics of one realm/);
  await host.read({ source: "mqtt", address: "spBv1.0/G/NDEATH/A", payload: Buffer.of(), receivedNs: 1n } as never, {
    realm: "one",
  });
  await born("spBv1.0/G/NBIRTH/B", "one", ["a", "b", "c", "d", "e"]);
  await born("spBv1.0/G/NBIRTH/B", "one", []);
  // A birth without its device leaves room.
  await born("spBv1.0/G/NBIRTH/A", "one", ["a", "b", "c"]);
  await born("spBv1.0/G/NBIRTH/B", "one", ["a", "b"]);
});

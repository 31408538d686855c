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

test("what needs a device's birth is retried after that, not after its node's, which comes before", async () => {
  const retried: string[][] = [];
  const retry = (letters: readonly { readonly topic: string }[]) => retried.push(letters.map(({ topic }) => topic));
  const host = new SparkplugHost({ askForBirth: () => {}, retry, startNs: 0n });
  const take = (topic: string, payload: Buffer) =>
    host.read({ source: "mqtt", address: topic, payload, receivedNs: 1n } as never, { realm: "one" });
  // A value of an alias, with the sequence number 5.
  const data = Buffer.from([0x12, 4, 0x10, 7, 0x50, 1, 0x18, 5]);
  for (const topic of ["spBv1.0/G/DDATA/A/D", "spBv1.0/G/DDATA/A/E", "spBv1.0/G/NDATA/A"])
    await assert.rejects(take(topic, data), /alias 7: no birth/);
  for (const [topic, seq] of [
    ["spBv1.0/G/NBIRTH/A", 0],
    ["spBv1.0/G/DBIRTH/A/E", 1],
    ["spBv1.0/G/DBIRTH/A/D", 2],
    ["spBv1.0/G/DBIRTH/A/D", 3],
  ] as const)
    await take(topic, Buffer.from([...birthOf(["a"]).subarray(0, -1), seq]));
  assert.deepEqual(retried, [["spBv1.0/G/NDATA/A"], ["spBv1.0/G/DDATA/A/E"], ["spBv1.0/G/DDATA/A/D"]]);
});

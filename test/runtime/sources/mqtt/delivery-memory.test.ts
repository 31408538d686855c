import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  DeliveryMemory,
  type DeliveryOutcome,
  type ReceivedPublish,
} from "../../../../runtime/sources/mqtt/delivery-memory.ts";

const delivery = (clientId: string, messageId: number, text = ""): ReceivedPublish => ({
  clientId,
  messageId,
  topic: "lab/net/gw/node/data.json",
  payload: Buffer.from(text),
});

test("recorded identifiers are found until they are removed, as in a map", () => {
  const packet = fc.record({ clientId: fc.constantFrom("", "a", "b"), messageId: fc.integer({ min: 1, max: 5 }) });
  const step = fc.record({ packet, what: fc.constantFrom("note", "forget", "ask"), text: fc.constantFrom("x", "y") });
  const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    const memory = new DeliveryMemory();
    const expected = new Map<string, { text: string; outcome: Promise<DeliveryOutcome> }>();
    for (const { packet, what, text } of steps) {
      const key = `${packet.messageId} ${packet.clientId}`;
      const given = delivery(packet.clientId, packet.messageId, text);
      const outcome = Promise.resolve<DeliveryOutcome>("kept");
      if (what === "note") {
        memory.note(given, outcome);
        expected.set(key, { text, outcome });
      } else if (what === "forget") {
        memory.forget(packet);
        expected.delete(key);
      }
      const entry = expected.get(key);
      assert.equal(memory.earlier(given), entry?.text === text ? entry.outcome : undefined);
    }
  });
  fc.assert(property, { seed: 7, numRuns: 500 });
});

test("with 50,000 unacknowledged messages memory is bounded, and the newest are known", () => {
  const memory = new DeliveryMemory();
  const outcome = Promise.resolve<DeliveryOutcome>("refused");
  const all = Array.from({ length: 100_000 }, (_, i) => delivery(`device-${i % 1000}`, 1 + (i >> 4)));
  for (const one of all) memory.note(one, outcome);
  const known = all.filter((one) => memory.earlier(one) !== undefined).length;
  assert.ok(known > 50_000 && known <= 4096 * 16, `${known} are known`);
  const newest = all.slice(-10_000).filter((one) => memory.earlier(one) !== undefined).length;
  assert.equal(newest, 10_000);
});

test("after ten minutes a repeated identifier is a new publication", () => {
  let nowMs = 0;
  const memory = new DeliveryMemory(() => nowMs);
  const outcome = Promise.resolve<DeliveryOutcome>("kept");
  memory.note(delivery("a", 1), outcome);
  nowMs = 600_000;
  assert.equal(memory.earlier(delivery("a", 1)), outcome);
  nowMs++;
  assert.equal(memory.earlier(delivery("a", 1)), undefined);
});

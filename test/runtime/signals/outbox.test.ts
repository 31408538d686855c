/** The number of items waiting for the broker is limited, and each dropped item is counted. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { BOUNDS } from "../../../runtime/model/bounds.ts";
import { Outbox } from "../../../runtime/signals/outbox.ts";

test("an item that the broker refuses after its slot was taken is dropped, counted and reported", async () => {
  const told: string[] = [];
  const outbox = new Outbox({ what: "signals", bound: "mqtt-signals", inFlight: 1, tell: (name) => told.push(name) });
  const refusals: ((reason: Error) => void)[] = [];
  outbox.useTransport({
    connected: true,
    onConnected: () => {},
    publish: () => new Promise((_resolve, reject) => refusals.push(reject)),
  });
  const payload = "x".repeat(BOUNDS["mqtt-signals"].all / 2 - 1000);
  outbox.put({ topic: "first", payload });
  outbox.put({ topic: "second", payload });
  assert.deepEqual(told, []);
  refusals[0]?.(new Error("refused"));
  await new Promise(setImmediate);
  assert.deepEqual(told, ["mqtt-signals"]);
  assert.equal(outbox.status().counts?.["dropped"], 1);
});

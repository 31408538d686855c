/** Ingestion takes precedence over delivery. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { DeliveryBudget } from "../../../runtime/bus/delivery-budget.ts";
import { joinedClient } from "../../support/raw-wamp-client.ts";
import { listenWithRouter } from "../../support/router-listener.ts";

test("a burst may use all of the time, later deliveries only their share", () => {
  let nowMs = 1000;
  const budget = new DeliveryBudget({ share: 0.25, burstMs: 100 }, () => nowMs);
  const take = (ms: number) =>
    budget.spend(() => {
      nowMs += ms;
    });
  take(100);
  // During these 100 ms, 25 ms became available.
  assert.equal(budget.allows(), true);
  take(40);
  assert.equal(budget.allows(), false);
  nowMs += 19;
  assert.equal(budget.allows(), false);
  nowMs += 2;
  assert.equal(budget.allows(), true);
  nowMs += 1_000_000;
  take(99);
  assert.equal(budget.allows(), true, "what is saved up never exceeds a burst");
  take(200);
  assert.equal(budget.allows(), false);
});

test("if delivering takes too long, events are dropped before they are built, and counted", async () => {
  const { router, url, close } = await listenWithRouter({ limits: { delivery: { share: 0.0001, burstMs: 1 } } });
  const client = await joinedClient(url);
  client.send([32, 1, {}, "busy"]);
  await client.next();
  const event = { args: [Array.from({ length: 1000 }, (_, i) => i)], kwargs: {} };
  let published = 0;
  for (let i = 0; i < 2000; i += 1) {
    if (!router.wants("busy")) continue;
    router.publish("busy", event);
    published += 1;
  }
  const { dropped, delivered } = router.status().counts as { dropped: number; delivered: number };
  assert.ok(published > 0 && dropped > 0, `${published} were published, ${dropped} dropped`);
  assert.deepEqual([delivered, delivered + dropped], [published, 2000]);
  assert.equal(router.wants("nobody listens here"), false);
  assert.equal(router.status().counts?.["dropped"], dropped, "what nobody asked for is not dropped");
  client.close();
  await close();
});

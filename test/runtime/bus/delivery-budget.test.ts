/** Ingestion takes precedence over delivery. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { DeliveryBudget } from "../../../runtime/bus/delivery-budget.ts";
import { joinedClient } from "../../support/raw-wamp-client.ts";
import { listenWithRouter } from "../../support/router-listener.ts";

function budgetOf(share: number, burstMs: number, ...owners: readonly string[]) {
  const clock = { nowMs: 1000 };
  const budget = new DeliveryBudget({ share, burstMs }, () => clock.nowMs);
  for (const owner of owners) budget.join(owner);
  /** @returns whether it was delivered */
  const take = (owner: string, ms: number): boolean => {
    let isTaken = false;
    budget.spend((turn) => {
      isTaken = turn.takes(owner);
      if (isTaken) clock.nowMs += ms;
    });
    return isTaken;
  };
  return { clock, budget, take };
}

test("a burst may use all of the time, later deliveries only their share", () => {
  const { clock, take } = budgetOf(0.25, 100, "ida");
  const burst = () => {
    const beganMs = clock.nowMs;
    while (take("ida", 1));
    return clock.nowMs - beganMs;
  };
  // During 133 ms, 33 ms became available.
  assert.equal(Math.round(burst() / 10), 13);
  const beganMs = clock.nowMs;
  let delivered = 0;
  while (clock.nowMs < beganMs + 10_000)
    if (take("ida", 1)) delivered++;
    else clock.nowMs += 1;
  assert.equal(Math.round(delivered / 100), 25);
  clock.nowMs += 1_000_000;
  assert.equal(Math.round(burst() / 10), 13, "what is saved up never exceeds a burst");
});

test("who takes all that there is leaves others their part, and gets what they do not take", () => {
  const { clock, take } = budgetOf(0.3, 300, "ida", "eve");
  const got = { ida: 0, eve: 0 };
  for (let n = 0; n < 2000; n++) {
    clock.nowMs += 1;
    for (let m = 0; m < 20; m++) if (take("eve", 1)) got.eve++;
    if (n % 20 === 0 && take("ida", 1)) got.ida++;
  }
  assert.equal(got.ida, 100);
  const share = (got.eve + got.ida) / (clock.nowMs - 1000);
  assert.ok(share > 0.2 && share < 0.4, `${share}`);
});

test("the time of one event is charged while it is delivered, to those who have it", () => {
  const { clock, budget } = budgetOf(0.3, 100, "ida", "eve");
  let delivered = 0;
  budget.spend((turn) => {
    for (let n = 0; n < 100_000; n++)
      if (turn.takes("eve")) {
        delivered++;
        clock.nowMs += 1;
      }
  });
  assert.ok(delivered < 300, `${delivered}`);
  assert.equal(budget.allows("ida"), true);
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

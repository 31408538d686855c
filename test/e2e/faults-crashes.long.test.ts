/** The service is killed or stopped: acknowledged messages are stored once. The long form is `scripts/campaigns/faults.ts`. */

import { test } from "node:test";
import { assertDatagramsStored, assertNothingLost } from "../support/faults/assert-outcome.ts";
import { backlog } from "../support/faults/backlog.ts";
import { killed, terminated } from "../support/faults/crashes.ts";

test("kill -9 at random moments loses and duplicates no acknowledged message", async () => {
  assertNothingLost(await killed(5));
});

test("SIGTERM during a burst exits with 0, and everything acknowledged is stored", async () => {
  assertNothingLost(await terminated(2, 1000));
});

test("datagrams that wait in the journal are stored after a restart", async () => {
  const outcome = await backlog(5000);
  assertNothingLost(outcome);
  assertDatagramsStored(outcome);
});

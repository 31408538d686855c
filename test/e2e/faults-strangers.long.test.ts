/** Misbehaving clients do not affect others. The long form is `scripts/campaigns/faults.ts`. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDatagramsStored, assertNothingLost } from "../support/faults/assert-outcome.ts";
import { largeBodies } from "../support/faults/bodies.ts";
import type { FaultOutcome } from "../support/faults/outcome.ts";
import { floodOfBad, idleConnections, neverReading, oneByteASecond } from "../support/faults/strangers.ts";

/** Limit for the short form. The long form in `docs/faults.md` shows that memory is bounded. */
const MAX_MEMORY_MB = 600;

function assertUndisturbed(outcome: FaultOutcome): void {
  assertNothingLost(outcome);
  const [, memory] = /at most (\d+) MB/.exec(outcome.note) ?? [];
  assert.ok(Number(memory) < MAX_MEMORY_MB, outcome.note);
}

test("a WAMP subscriber that never reads loses events and delays no one else", async () => {
  const outcome = await neverReading(10_000, 1);
  assertUndisturbed(outcome);
  assertDatagramsStored(outcome);
  assert.match(outcome.note, /^[1-9]\d* events dropped/);
});

test("clients that send one byte a second", async () => {
  assertUndisturbed(await oneByteASecond(50, 3));
});

test("1000 connections that say nothing", async () => {
  const outcome = await idleConnections(1000);
  assertUndisturbed(outcome);
  assert.match(outcome.note, /^1000 open at once/);
});

test("a CSV body larger than memory should be, and a JSON body over the limit", async () => {
  const outcome = await largeBodies(6);
  assertUndisturbed(outcome);
  assert.match(outcome.note, /413 `Request body is larger than 2097152 bytes`/);
  assert.equal(outcome.counts.http?.stored, outcome.counts.http?.sent);
});

test("during a flood of bad datagrams, every good one is stored", async () => {
  const outcome = await floodOfBad(4000, 1);
  assertUndisturbed(outcome);
  assertDatagramsStored(outcome);
});

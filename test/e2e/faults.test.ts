/** Faults, as the process meets them: what was acknowledged is stored, once. The long form is `scripts/faults.ts`. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { killed, terminated } from "../support/faults/crashes.ts";
import type { FaultOutcome } from "../support/faults/outcome.ts";

function assertNothingLost({ counts, note }: FaultOutcome): void {
  for (const [source, { sent, stored, lost, doubled }] of Object.entries(counts)) {
    assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 }, `${source}: ${note}`);
    assert.ok(stored > 0 && stored <= sent, `${source}: ${stored} of ${sent} stored`);
  }
}

test("kill -9 at random moments loses nothing that was acknowledged and doubles nothing", async () => {
  assertNothingLost(await killed(8));
});

test("SIGTERM in a burst ends with 0; what was acknowledged is stored", async () => {
  const outcome = await terminated(2);
  assertNothingLost(outcome);
  assert.match(outcome.note, /exit codes 0$/);
});

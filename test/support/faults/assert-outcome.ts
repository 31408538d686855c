/** Assertions that hold after every fault. */

import assert from "node:assert/strict";
import type { FaultOutcome } from "./outcome.ts";

/** Acknowledged messages are stored, none twice, and the service ended as it should. */
export function assertNothingLost({ counts, note }: FaultOutcome): void {
  assert.ok(Object.keys(counts).length > 0, note);
  for (const [source, { sent, stored, lost, doubled }] of Object.entries(counts)) {
    assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 }, `${source}: ${note}`);
    assert.ok(stored > 0 && stored <= sent, `${source}: ${stored} of ${sent} stored`);
  }
  assert.match(note, /ended with 0$/);
}

/** No datagram was lost either, although no sender repeats one. */
export function assertDatagramsStored({ counts, note }: FaultOutcome): void {
  assert.equal(counts.udp?.stored, counts.udp?.sent, note);
}

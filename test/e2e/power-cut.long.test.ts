/** Power cuts, simulated; the long form is `scripts/campaigns/power-cuts.ts`. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cannotRecord, cutAt, recordService } from "../support/power-cut/power-cut.ts";

const CUTS = 4;

test("a power cut at any point: the service starts, has everything acknowledged, and no duplicates", {
  skip: cannotRecord() ?? false,
}, async () => {
  const recording = await recordService(200);
  const { length } = recording.operations;
  for (let cut = 1; cut <= CUTS; cut++) {
    const { at, lost, doubled, refusal } = await cutAt(recording, Math.floor((length * cut) / CUTS), cut);
    assert.deepEqual({ at, lost, doubled, refusal }, { at, lost: 0, doubled: 0, refusal: undefined });
  }
});

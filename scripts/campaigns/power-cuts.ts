/**
 * Starts the service on the disk contents after a power cut, at many points: `npm run campaigns -- power-cuts [cuts] [seed]`.
 * Needs Linux and a C compiler; takes about 2 s per cut.
 */

import { dice } from "../../test/support/power-cut/disk-model.ts";
import { cannotRecord, cutAt, recordService } from "../../test/support/power-cut/power-cut.ts";

const MESSAGES = 1600;

const cuts = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? 1);
const reason = cannotRecord();
if (reason !== undefined) {
  console.error(`power-cuts: ${reason}`);
  process.exit(2);
}
const recording = await recordService(MESSAGES);
const { operations } = recording;
const bytes = operations.reduce((sum, operation) => sum + (operation.kind === "W" ? operation.bytes.length : 0), 0);
const syncs = operations.filter(({ kind, isDsync }) => kind === "S" || isDsync).length;
console.log(`recorded ${operations.length} operations: ${bytes} bytes written, ${syncs} syncs`);

const random = dice(seed);
const total = { started: 0, lost: 0, doubled: 0, acknowledged: 0 };
const states = new Map<string, number>();
for (let cut = 0; cut < cuts; cut++) {
  const at = Math.floor(random() * (operations.length + 1));
  const outcome = await cutAt(recording, at, seed * 1_000_003 + cut);
  if (outcome.refusal === undefined) total.started++;
  total.acknowledged += outcome.acknowledged;
  total.lost += outcome.lost;
  total.doubled += outcome.doubled;
  states.set(outcome.health, (states.get(outcome.health) ?? 0) + 1);
  const isBad = outcome.refusal !== undefined || outcome.lost > 0 || outcome.doubled > 0;
  if (isBad) console.log(`cut ${cut} (seed ${seed}):`, outcome);
}
const health = [...states].map(([state, count]) => `${state || "not started"} ${count}`).join(", ");
console.log(
  `started ${total.started} of ${cuts}; of ${total.acknowledged} acknowledged lost ${total.lost}, doubled ${total.doubled}`,
);
console.log(`/health: ${health}`);
if (total.started < cuts || total.lost > 0 || total.doubled > 0) process.exitCode = 1;

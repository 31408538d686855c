/** One pair of features, with messages before, between and after. */

import { pause } from "../until.ts";
import type { Pair } from "./features.ts";
import type { PairLab } from "./pair-lab.ts";
import type { Kind } from "./truth.ts";

const KINDS: readonly Kind[] = ["timed", "received", "csv", "beta", "mqtt", "frame", "odd", "bad"];

/** @returns what is wrong afterwards */
export async function runPair(lab: PairLab, { run }: Pick<Pair, "run">, restMs = 100): Promise<string[]> {
  // The first value decides the column's type.
  if (lab.truth.sent.length === 0) await lab.ask("/api/acme/plant/hall/odd/data", { v: 1 });
  lab.sendOn(KINDS);
  await pause(restMs, "messages come before and behind it");
  const failure = await run(lab).then(
    () => [],
    (error: Error) => [`failed: ${error.message}`],
  );
  await pause(restMs, "messages come before and behind it");
  await lab.pause();
  return [...failure, ...(await lab.problems())];
}

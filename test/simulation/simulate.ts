/** Runs of a simulated machine, by their numbers. */

import { programOf } from "./bundle.ts";
import type { Programs } from "./machine.ts";
import { type Outcome, run } from "./run.ts";
import { shrink } from "./shrink.ts";
import { type Plan, planOf, textOf } from "./steps.ts";

export type { Programs } from "./machine.ts";

/** @param root of the tree that is simulated; this one unless given */
export async function programsOf(root?: string): Promise<Programs> {
  const [service, thread] = [await programOf("service", root), await programOf("store-thread", root)];
  return { service, thread };
}

export async function simulate(seed: number, programs: Programs): Promise<Outcome> {
  return run(planOf(seed), programs);
}

/** A failing run, reduced and printed. */
export async function explain(seed: number, programs: Programs): Promise<string> {
  const plan = planOf(seed);
  const first = await run(plan, programs);
  if (first.problems.length === 0)
    return `seed ${seed} failed, and does not fail again: something real is not simulated`;
  const [shortest, outcome] = await shrink(plan, first, programs);
  return textOfRun(shortest, outcome);
}

function textOfRun({ seed, database, outputs, users, steps }: Plan, { problems, log }: Outcome): string {
  const lines = steps.map((step, index) => `  ${index + 1}. ${textOf(step)}`);
  const said = log.slice(-8).map((line) => `  | ${line.slice(0, 200)}`);
  return [
    `seed ${seed}, ${database} database, ${outputs} of them, users: ${users}`,
    ...lines,
    ...said,
    ...problems.map((one) => `  → ${one}`),
  ].join("\n");
}

/** Removes steps from a failing run while it fails in the same way (delta debugging). */

import type { Programs } from "./machine.ts";
import { type Outcome, run } from "./run.ts";
import type { Plan, Step } from "./steps.ts";

const kindOf = (problem: string): string => problem.slice(0, problem.indexOf(":"));

export async function shrink(
  plan: Plan,
  outcome: Outcome,
  programs: Programs,
  mostRuns = 300,
): Promise<[Plan, Outcome]> {
  const kind = kindOf(outcome.problems[0]!);
  let best: [Plan, Outcome] = [plan, outcome];
  let runs = 0;
  const fails = async (steps: readonly Step[]): Promise<boolean> => {
    if (++runs > mostRuns) return false;
    const shorter = { ...plan, steps };
    const found = await run(shorter, programs);
    if (!found.problems.some((problem) => kindOf(problem) === kind)) return false;
    best = [shorter, found];
    return true;
  };
  for (let size = Math.ceil(plan.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best[0].steps.length; ) {
      const { steps } = best[0];
      if (!(await fails([...steps.slice(0, from), ...steps.slice(from + size)]))) from += size;
    }
  }
  return best;
}

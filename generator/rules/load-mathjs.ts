/**
 * mathjs, which the bundled generator loads with the first rule that has an expression (scripts/build/programs.mjs): it is half of what a
 * run would read and evaluate, and most foreign headers have no rule.
 */

import { all, create } from "mathjs";

/** Rules are compiled at once, so that nothing is awaited. */
export function loadMathjs(): Pick<typeof import("mathjs"), "all" | "create"> {
  return { all, create };
}

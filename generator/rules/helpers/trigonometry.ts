/** Hyperbolic functions that name their operand twice, by mathjs's formulas. */

import type { Helper } from "../helper.ts";

export const TRIGONOMETRY = {
  ruleCoth: {
    needs: [],
    source: `function ruleCoth(x: number): number {
  const e = Math.exp(2 * x);
  return (e + 1) / (e - 1);
}`,
  },
  ruleSech: {
    needs: [],
    source: `function ruleSech(x: number): number {
  return 2 / (Math.exp(x) + Math.exp(-x));
}`,
  },
  ruleCsch: {
    needs: [],
    source: `function ruleCsch(x: number): number {
  return x === 0 ? Infinity : Math.abs(2 / (Math.exp(x) - Math.exp(-x))) * Math.sign(x);
}`,
  },
  ruleAcoth: {
    needs: [],
    source: `/** NaN between -1 and 1, where it is complex. */
function ruleAcoth(x: number): number {
  if (x === Infinity || x === -Infinity) return 0;
  return (Math.log((x + 1) / x) + Math.log(x / (x - 1))) / 2;
}`,
  },
  ruleAsech: {
    needs: [],
    source: `/** NaN outside of 0 to 1, where it is complex. */
function ruleAsech(x: number): number {
  if (x < 0) return NaN;
  const inverse = 1 / x;
  return Math.log(Math.sqrt(inverse * inverse - 1) + inverse);
}`,
  },
  ruleAcsch: {
    needs: [],
    source: `function ruleAcsch(x: number): number {
  const inverse = 1 / x;
  return Math.log(inverse + Math.sqrt(inverse * inverse + 1));
}`,
  },
} as const satisfies Record<string, Helper>;

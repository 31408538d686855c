/** Hyperbolic functions that name their operand twice, by mathjs's formulas. */

export function ruleCoth(x: number): number {
  const e = Math.exp(2 * x);
  return (e + 1) / (e - 1);
}

export function ruleSech(x: number): number {
  return 2 / (Math.exp(x) + Math.exp(-x));
}

export function ruleCsch(x: number): number {
  return x === 0 ? Infinity : Math.abs(2 / (Math.exp(x) - Math.exp(-x))) * Math.sign(x);
}

/** NaN between -1 and 1, where it is complex. */
export function ruleAcoth(x: number): number {
  if (x === Infinity || x === -Infinity) return 0;
  return (Math.log((x + 1) / x) + Math.log(x / (x - 1))) / 2;
}

/** NaN outside of 0 to 1, where it is complex. */
export function ruleAsech(x: number): number {
  if (x < 0) return NaN;
  const inverse = 1 / x;
  return Math.log(Math.sqrt(inverse * inverse - 1) + inverse);
}

export function ruleAcsch(x: number): number {
  const inverse = 1 / x;
  return Math.log(inverse + Math.sqrt(inverse * inverse + 1));
}

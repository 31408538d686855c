/** Constants of the rule language, with mathjs's values. Fields of the same name take precedence [D10]. */

/** A Map, so that lookups do not find names of Object.prototype. */
export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["PI", Math.PI],
  ["tau", 2 * Math.PI],
  ["e", Math.E],
  ["E", Math.E],
  ["phi", 1.618033988749895],
  ["LN2", Math.LN2],
  ["LN10", Math.LN10],
  ["LOG2E", Math.LOG2E],
  ["LOG10E", Math.LOG10E],
  ["SQRT1_2", Math.SQRT1_2],
  ["SQRT2", Math.SQRT2],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["NaN", Number.NaN],
  ["true", 1],
  ["false", 0],
  ["efimovFactor", 22.7],
  ["fineStructure", 0.0072973525693],
  ["sackurTetrode", -1.16487052358],
  ["weakMixingAngle", 0.2229],
]);

/**
 * Compares generated rule code with mathjs on random expressions:
 * `npm run campaigns -- oracle/rules [expressions] [inputs] [seed]`, 20,000 × 50 by default.
 */

import fc from "fast-check";
import { compareRule, emptyComparison, expression, inputs } from "../../test/property/rules-oracle.ts";

const [expressions = 20_000, inputsEach = 50, seed = 1] = process.argv.slice(2).map(Number);
const comparison = emptyComparison();
const sample = fc.tuple(expression, fc.array(inputs, { minLength: inputsEach, maxLength: inputsEach }));

const AT_ONCE = 1000;
for (let done = 0; done < expressions; done += AT_ONCE) {
  const numRuns = Math.min(AT_ONCE, expressions - done);
  for (const [rule, given] of fc.sample(sample, { seed: seed + done, numRuns })) compareRule(rule, given, comparison);
}

const { evaluations, equal, excepted, differing } = comparison;
console.log(`${expressions} expressions, ${evaluations} evaluations (seed ${seed})`);
console.log(`equal to math.evaluate bit for bit: ${equal}`);
console.log(`complex numbers, exceptions of mathjs and its tolerance in comparisons [D10]: ${excepted}`);
console.log(`differing: ${differing.length}`);
for (const { rule, given, ours, theirs } of differing.slice(0, 20)) {
  console.log(`  ${rule} with ${JSON.stringify(given)}: ${ours}, mathjs ${theirs}`);
}
if (differing.length > 0) process.exitCode = 1;

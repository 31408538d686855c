/**
 * Macros for combinations of flags: each name that any compiler defines must have the compiler's value for these flags, or be refused.
 *
 * npm run campaigns -- oracle/macros [--random 40] [--seed 1] [--target avr] [--show 5]
 */

import { parseArgs } from "node:util";
import { COMBINATIONS, randomCombinations } from "../../test/oracle/macros/combinations.ts";
import { compareMacros } from "../../test/oracle/macros/compare.ts";

const { values } = parseArgs({
  options: {
    random: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    target: { type: "string", default: "" },
    show: { type: "string", default: "5" },
  },
});

const total = { equal: 0, doubtful: 0, wrong: 0, refused: 0 };
const all = [...COMBINATIONS, ...randomCombinations(Number(values.random), Number(values.seed))];
for (const combination of all.filter(({ abi }) => abi.includes(values.target))) {
  const { refused, equal, doubtful, wrong } = compareMacros(combination);
  total.equal += equal;
  total.doubtful += doubtful;
  total.wrong += wrong.length;
  total.refused += refused ? 1 : 0;
  if (wrong.length > 0 || values.show === "all")
    console.log(
      `${combination.abi} ${combination.language} ${combination.flags}: ${refused ? "refused" : `equal ${equal}, doubtful ${doubtful}, wrong ${wrong.length}`}`,
    );
  for (const line of wrong.slice(0, Number(values.show) || 5)) console.log(`  ${line}`);
}
console.log(
  `${all.length} combinations (${total.refused} refused): names equal ${total.equal}, refused ${total.doubtful}, wrong ${total.wrong}`,
);
process.exitCode = total.wrong === 0 ? 0 : 1;

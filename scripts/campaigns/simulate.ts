/**
 * Many simulated machines: `npm run campaigns -- simulate [runs] [first number] [--root TREE] [--all]`. A run's number determines
 * it; a failing run is printed with its steps, shortened. To continue, start it with the last printed number. `--root` names another
 * source tree with `node_modules`, such as a clone of an earlier commit; `--all` continues after ten failures.
 */

import { explain, programsOf, simulate } from "../../test/simulation/simulate.ts";

const MOST_FAILURES = 10;
const TELL_EVERY_MS = 10_000;

const words = process.argv.slice(2);
const rootAt = words.indexOf("--root");
const root = rootAt < 0 ? undefined : words[rootAt + 1];
const [runs = 10_000, first = 0] = words.filter((word) => /^\d+$/.test(word)).map(Number);
const programs = await programsOf(root);
const began = performance.now();
const sum = {
  failed: 0,
  turns: 0,
  acknowledged: 0,
  rejected: 0,
  unavailable: 0,
  late: 0,
  forbidden: 0,
  none: 0,
  exports: 0,
  replays: 0,
  alarms: 0,
  calm: 0,
  mutes: 0,
};
const kinds = new Map<string, number>();
let toldMs = began;
for (let seed = first; seed < first + runs; seed++) {
  const { problems, turns, told } = await simulate(seed, programs);
  sum.turns += turns;
  for (const [answer, count] of Object.entries(told)) sum[answer as keyof typeof told] += count;
  if (problems.length > 0) {
    sum.failed++;
    for (const kind of new Set(problems.map((problem) => problem.split(":")[0]!)))
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (sum.failed <= MOST_FAILURES) console.log(`${problems[0]}\n${await explain(seed, programs)}`);
    if (sum.failed === MOST_FAILURES && !words.includes("--all")) break;
  }
  if (performance.now() - toldMs < TELL_EVERY_MS) continue;
  toldMs = performance.now();
  console.log(`… ${seed + 1}: ${sum.failed} of ${seed + 1 - first} failed`);
}
const seconds = ((performance.now() - began) / 1000).toFixed(0);
const { failed, turns, ...told } = sum;
console.log(`${failed} of ${runs} runs from ${first} on failed; ${turns} turns in ${seconds} s`);
console.log(
  `messages: ${Object.entries(told)
    .map(([answer, count]) => `${count} ${answer}`)
    .join(", ")}`,
);
if (failed > 0) console.log(`of what kind: ${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(", ")}`);
if (failed > 0) process.exitCode = 1;

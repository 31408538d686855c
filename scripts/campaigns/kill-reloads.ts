/**
 * Sends `kill -9` during HTTP, MQTT and CSV input with reloads in between: `npm run campaigns -- kill-reloads [TIMES [SEED]]`, 24 times by
 * default.
 */

import { killedWithReloads } from "../../test/support/pairs/killed-with-reloads.ts";

const times = Number(process.argv[2] ?? 24);
const seed = Number(process.argv[3] ?? 27);
const { problems, reloads, counts } = await killedWithReloads(times, { seed, tell: (line) => console.log(line) });
for (const problem of problems) console.log(problem);
const of = (kind: string) => problems.filter((problem) => problem.startsWith(kind)).length;
console.log("\n| kind | sent | acknowledged |\n|---|--:|--:|");
for (const [kind, { sent, acknowledged }] of Object.entries(counts)) {
  console.log(`| ${kind} | ${sent} | ${acknowledged} |`);
}
console.log(
  `\nkilled ${times} times, ${reloads} reloads: lost ${of("lost")}, doubled ${of("doubled")}, wrong ${of("wrong")}, other problems ${
    problems.length - of("lost") - of("doubled") - of("wrong")
  }`,
);
if (problems.length > 0) process.exitCode = 1;

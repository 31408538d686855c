/** `node --import tsx scripts/kill-reloads.ts [times]`: `kill -9` during HTTP, MQTT and CSV input with reloads in between, 24 times by default. */

import { killedWithReloads } from "../test/support/pairs/killed-with-reloads.ts";

const times = Number(process.argv[2] ?? 24);
const { problems, reloads, counts } = await killedWithReloads(times);
for (const [kind, { sent, acknowledged }] of Object.entries(counts)) {
  console.log(`${kind}: ${sent} sent, ${acknowledged} acknowledged`);
}
for (const problem of problems) console.log(problem);
const of = (kind: string) => problems.filter((problem) => problem.startsWith(kind)).length;
console.log(
  `killed ${times} times, ${reloads} reloads: lost ${of("lost")}, doubled ${of("doubled")}, wrong ${of("wrong")}`,
);
if (problems.length > 0) process.exitCode = 1;

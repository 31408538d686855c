/**
 * Pairs of features against the real service: `npm run campaigns -- pairs [pairs] [--from number] [words of a pair's name …]`.
 * While messages of all kinds arrive, one action runs and then the other, or both at once. Then acknowledged messages are compared with
 * stored ones, their times and values with the expected ones, and rejections with what the senders were told. Each pair is one line
 * with its number, so you can continue an interrupted run with `--from`. Needs root on Linux, Debian's `influxdb` and `faketime`,
 * and the output of `npm run build`.
 */

import { parseArgs } from "node:util";
import { type Influxd, startInfluxd } from "../../test/support/influxd.ts";
import { FEATURES, type Pair, pairs } from "../../test/support/pairs/features.ts";
import { PairLab } from "../../test/support/pairs/pair-lab.ts";
import { runPair } from "../../test/support/pairs/run-pair.ts";
import { onSmallDisk } from "../../test/support/small-disk.ts";

/** Pairs per lab. After each pair, everything sent to the lab is compared, so larger labs are slower. */
const IN_ONE_LAB = 20;
const DISK_MB = 64;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: "string" } } });
const words = positionals.filter((word) => !/^\d+$/.test(word));
const most = Number(positionals.find((word) => /^\d+$/.test(word)) ?? Number.POSITIVE_INFINITY);
const wanted = pairs()
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  .map((pair, index) => ({ ...pair, number: index + 1 }))
  .slice(Number(values.from ?? 1) - 1)
  .slice(0, most);
const done: { readonly pair: Pair; readonly isRight: boolean; readonly seconds: number }[] = [];
const messages = { sent: 0, acknowledged: 0 };
const influxd = await startInfluxd();
try {
  for (let left: readonly Numbered[] = wanted; left.length > 0; ) {
    left = await onSmallDisk(DISK_MB, ({ directory }) => inOneLab(directory, influxd, left));
    await influxd.dropAll();
  }
} finally {
  await influxd.stop();
}
printTable();
if (done.some(({ isRight }) => !isRight)) process.exitCode = 1;

type Numbered = Pair & { readonly number: number };

/** @returns what is left to do */
async function inOneLab(data: string, influxd: Influxd, some: readonly Numbered[]): Promise<readonly Numbered[]> {
  const lab = await PairLab.open({ data, influxd });
  let count = 0;
  try {
    for (const pair of some.slice(0, IN_ONE_LAB)) {
      count++;
      // What is wrong would be found again after each further pair.
      if (!(await isRight(lab, pair))) break;
    }
  } finally {
    const { sent } = lab.truth;
    messages.sent += sent.length;
    messages.acknowledged += sent.filter(({ answer }) => answer === "acknowledged").length;
    await lab.close();
  }
  return some.slice(count);
}

async function isRight(lab: PairLab, pair: Numbered): Promise<boolean> {
  const began = performance.now();
  const problems = await runPair(lab, pair).catch((error: Error) => [`failed: ${error.message}`]);
  const seconds = (performance.now() - began) / 1000;
  const isRight = problems.length === 0;
  done.push({ pair, isRight, seconds });
  console.log(`${isRight ? "ok    " : "FAILED"} ${pair.number} ${pair.name} (${seconds.toFixed(1)} s)`);
  for (const problem of problems.slice(0, 5)) console.log(`       ${problem}`);
  if (!isRight) console.log(lab.service.output.trimEnd().split("\n").slice(-20).join("\n"));
  return isRight;
}

function printTable(): void {
  console.log("\n| feature | pairs | failed | s |\n|---|--:|--:|--:|");
  for (const name of Object.keys(FEATURES)) {
    const own = done.filter(({ pair }) => pair.features.includes(name));
    const failed = own.filter(({ isRight }) => !isRight).length;
    const seconds = own.reduce((sum, { seconds }) => sum + seconds, 0);
    if (own.length > 0) console.log(`| ${name} | ${own.length} | ${failed} | ${seconds.toFixed(0)} |`);
  }
  const failed = done.filter(({ isRight }) => !isRight).length;
  const { sent, acknowledged } = messages;
  console.log(`\n${done.length} pairs, ${failed} failed; ${acknowledged} of ${sent} messages acknowledged`);
}

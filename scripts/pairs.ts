/**
 * Pairs of features against the real service: `node --import tsx scripts/pairs.ts [pairs] [words of a pair's name …]`. While messages of
 * all kinds arrive, one action runs and then the other, or both at once. Then acknowledged messages are compared with stored ones, their
 * times and values with the expected ones, and rejections with what the senders were told. Needs root on Linux, Debian's
 * `influxdb` and `faketime`, and the output of `npm run build`.
 */

import { startInfluxd } from "../test/support/influxd.ts";
import { pairs } from "../test/support/pairs/features.ts";
import { PairLab } from "../test/support/pairs/pair-lab.ts";
import { runPair } from "../test/support/pairs/run-pair.ts";
import { onSmallDisk } from "../test/support/small-disk.ts";

const IN_ONE_LAB = 60;
const DISK_MB = 64;

const words = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
const most = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 232);
const wanted = pairs()
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  .slice(0, most);
const sum = { pairs: 0, failed: 0, sent: 0, acknowledged: 0 };
const influxd = await startInfluxd();
try {
  for (let from = 0; from < wanted.length; from += IN_ONE_LAB) {
    await onSmallDisk(DISK_MB, ({ directory }) => inOneLab(directory, wanted.slice(from, from + IN_ONE_LAB)));
    await influxd.dropAll();
  }
} finally {
  await influxd.stop();
}
console.log(`${sum.pairs} pairs, ${sum.failed} failed; ${sum.acknowledged} of ${sum.sent} messages acknowledged`);
if (sum.failed > 0) process.exitCode = 1;

async function inOneLab(data: string, some: typeof wanted): Promise<void> {
  const lab = await PairLab.open({ data, influxd });
  try {
    for (const pair of some) {
      const problems = await runPair(lab, pair);
      sum.pairs++;
      if (problems.length > 0) sum.failed++;
      console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${pair.name}`);
      for (const problem of problems.slice(0, 5)) console.log(`       ${problem}`);
      // A problem would be found again after each further pair.
      if (problems.length > 0) break;
    }
    sum.sent += lab.truth.sent.length;
    sum.acknowledged += lab.truth.sent.filter(({ answer }) => answer === "acknowledged").length;
  } finally {
    await lab.service.stop();
    await lab.close();
  }
}

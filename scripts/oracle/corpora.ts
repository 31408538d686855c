/**
 * Compares every struct of a folder of somebody's headers with a real compiler, and says why others are refused.
 *
 * `npm run campaigns -- oracle/corpora FOLDER [--include DIR] [--cflag=FLAG] [--language c++] [--target x86-64] [--most 2000] [--seconds 300] [--each]`,
 * `npm run campaigns -- oracle/corpora --random-cpp 2000 [--seed 1] [--target avr]`
 *
 * Nothing is fetched. Headers that the compiler cannot compile alone are only counted.
 */

import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ACCEPTANCE_TARGETS, type AcceptanceTarget } from "../../test/oracle/accepted/compare.ts";
import { type ComparedRecord, CorpusComparison, headersIn, reasonOf } from "../../test/oracle/corpora/corpus.ts";
import { compareRandomCpp } from "../../test/oracle/corpora/random-cpp.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    include: { type: "string", multiple: true, default: [] },
    cflag: { type: "string", multiple: true, default: [] },
    language: { type: "string", default: "c" },
    target: { type: "string", default: "x86-64, gcc" },
    most: { type: "string", default: "1000000" },
    seconds: { type: "string", default: "1000000" },
    show: { type: "string", default: "15" },
    each: { type: "boolean", default: false },
    "random-cpp": { type: "string" },
    seed: { type: "string", default: "1" },
  },
});

const isRandom = values["random-cpp"] !== undefined;
const named = ACCEPTANCE_TARGETS.filter(({ title }) => title === values.target);
const targets = named.length > 0 ? named : ACCEPTANCE_TARGETS.filter(({ title }) => title.includes(values.target));
if ((positionals.length === 0 && !isRandom) || targets.length === 0 || !["c", "c++"].includes(values.language)) {
  const names = ACCEPTANCE_TARGETS.map(({ title }) => `'${title}'`).join(", ");
  console.error(`give FOLDER or --random-cpp COUNT; --language is c or c++; a --target is part of ${names}`);
  process.exit(2);
}

let wrong = 0;
for (const target of targets) {
  if (spawnSync(target.c[0] ?? "", ["--version"], { stdio: "ignore" }).status !== 0) {
    console.log(`${target.title}: no ${target.c[0]} here`);
    continue;
  }
  if (isRandom)
    tell(`${target.title}, random C++`, compareRandomCpp(target, Number(values.seed), Number(values["random-cpp"])));
  for (const folder of positionals) corpus(resolve(folder), target);
}
process.exitCode = wrong === 0 ? 0 : 1;

function corpus(folder: string, target: AcceptanceTarget): void {
  const language = values.language === "c++" ? "c++" : "c";
  const include = values.include.map((each) => resolve(each));
  const comparison = new CorpusComparison({ folder, include, cflags: values.cflag, language }, target);
  const found: ComparedRecord[] = [];
  let [compiled, failed] = [0, 0];
  const end = performance.now() + Number(values.seconds) * 1000;
  for (const header of headersIn(folder)) {
    if (found.length >= Number(values.most) || performance.now() > end) break;
    const records = comparison.compare(header);
    if (records === undefined) failed += 1;
    else {
      compiled += 1;
      found.push(...records);
    }
  }
  tell(`${target.title}, ${folder}: ${compiled} headers, ${failed} do not compile alone`, found);
}

function tell(title: string, found: readonly ComparedRecord[]): void {
  const of = (verdict: ComparedRecord["verdict"]) => found.filter((record) => record.verdict === verdict);
  const [bad, needless, rightly] = [of("wrong"), of("refused, could work"), of("refused, true reason")];
  const share = ((needless.length / Math.max(1, found.length)) * 100).toFixed(1);
  console.log(
    `${title}\n  ${found.length} records: equal ${of("equal").length}, refused for a true reason ${rightly.length}, ` +
      `refused although it could work ${needless.length} (${share} %), wrong ${bad.length}`,
  );
  const most = Number(values.show);
  const failed = of("not compiled");
  if (failed.length > 0)
    console.log(`  ${failed.length} headers that the compiler refuses: ${failed[0]?.header}: ${failed[0]?.why}`);
  for (const { header, name, why } of bad.slice(0, most)) console.log(`  WRONG ${header} ${name}: ${why}`);
  if (values.each) for (const { header, name, why } of needless) console.log(`  could work: ${header} ${name}: ${why}`);
  for (const [kind, records] of [
    ["could work", needless],
    ["true reason", rightly],
  ] as const)
    for (const [reason, [first, ...more]] of byReason(records).slice(0, most))
      console.log(`  ${more.length + 1} × ${kind}: ${reason} (${first?.header} ${first?.name})`);
  wrong += bad.length;
}

function byReason(records: readonly ComparedRecord[]): [string, ComparedRecord[]][] {
  const found = new Map<string, ComparedRecord[]>();
  for (const record of records) {
    const reason = reasonOf(record);
    found.set(reason, [...(found.get(reason) ?? []), record]);
  }
  return [...found].sort(([, a], [, b]) => b.length - a.length);
}

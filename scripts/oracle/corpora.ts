/**
 * Compares every struct of a folder of somebody's headers with a real compiler, and says why others are refused.
 *
 * `npm run campaigns -- oracle/corpora FOLDER [--include DIR] [--cflag=FLAG] [--language c++] [--target x86-64] [--most 2000] [--seconds 300] [--each]`,
 * `npm run campaigns -- oracle/corpora --list FILE`: several corpora, each a line of the file with the words above, and their sum as a table,
 * `npm run campaigns -- oracle/corpora --random-cpp 2000 [--seed 1] [--target avr] [--newer]`: the newer forms of classes, too
 *
 * Nothing is fetched. Headers that the compiler cannot compile alone are only counted.
 */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ACCEPTANCE_TARGETS, type AcceptanceTarget } from "../../test/oracle/accepted/compare.ts";
import { type ComparedRecord, CorpusComparison, headersIn, reasonOf } from "../../test/oracle/corpora/corpus.ts";
import { compareRandomCpp } from "../../test/oracle/corpora/random-cpp.ts";

const NONE: string[] = [];
const OPTIONS = {
  include: { type: "string", multiple: true, default: NONE },
  cflag: { type: "string", multiple: true, default: NONE },
  language: { type: "string", default: "c" },
  target: { type: "string", default: "x86-64, gcc" },
  most: { type: "string", default: "1000000" },
  seconds: { type: "string", default: "1000000" },
  show: { type: "string", default: "15" },
  each: { type: "boolean", default: false },
  list: { type: "string" },
  "random-cpp": { type: "string" },
  seed: { type: "string", default: "1" },
  newer: { type: "boolean", default: false },
} as const;

const asked = (args: readonly string[]) => parseArgs({ allowPositionals: true, options: OPTIONS, args: [...args] });
type Asked = ReturnType<typeof asked>;

const VERDICTS = ["equal", "refused, true reason", "refused, could work", "wrong"] as const;
const rows: { title: string; found: readonly ComparedRecord[] }[] = [];

const command = asked(process.argv.slice(2));
const { list } = command.values;
const lines = list === undefined ? [] : readFileSync(list, "utf8").split("\n");
const corpora = list === undefined ? [command] : lines.filter((line) => /^[^#]/.test(line)).map(askedOfLine);
for (const one of corpora) compare(one);
if (rows.length > 1) table();
process.exitCode = rows.some(({ found }) => found.some(({ verdict }) => verdict === "wrong")) ? 1 : 0;

/** Words are divided by spaces; quotes keep a word together. */
function askedOfLine(line: string): Asked {
  const words = line.match(/"[^"]*"|[^\s"]+/g) ?? [];
  return asked(words.map((word) => word.replace(/^"(.*)"$/, "$1")));
}

function compare({ values, positionals }: Asked): void {
  const random = values["random-cpp"];
  const named = ACCEPTANCE_TARGETS.filter(({ title }) => title === values.target);
  const targets = named.length > 0 ? named : ACCEPTANCE_TARGETS.filter(({ title }) => title.includes(values.target));
  if (
    (positionals.length === 0 && random === undefined) ||
    targets.length === 0 ||
    !/^c(\+\+)?$/.test(values.language)
  ) {
    const names = ACCEPTANCE_TARGETS.map(({ title }) => `'${title}'`).join(", ");
    console.error(`give FOLDER or --random-cpp COUNT; --language is c or c++; a --target is part of ${names}`);
    process.exit(2);
  }
  for (const target of targets) {
    if (spawnSync(target.c[0] ?? "", ["--version"], { stdio: "ignore" }).status !== 0) {
      console.log(`${target.title}: no ${target.c[0]} here`);
      continue;
    }
    if (random !== undefined) {
      const forms = values.newer ? "newer" : "older";
      const found = compareRandomCpp(target, Number(values.seed), Number(random), forms);
      tell(`${target.title}, random C++, ${forms} forms`, found, values);
    }
    for (const folder of positionals) corpus(resolve(folder), target, values);
  }
}

function corpus(folder: string, target: AcceptanceTarget, values: Asked["values"]): void {
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
  tell(`${target.title}, ${folder}: ${compiled} headers, ${failed} do not compile alone`, found, values);
}

function tell(title: string, found: readonly ComparedRecord[], values: Asked["values"]): void {
  rows.push({ title, found });
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
}

function table(): void {
  console.log(`records | ${VERDICTS.join(" | ")} | corpus`);
  const sum = { title: "all", found: rows.flatMap(({ found }) => found) };
  for (const { title, found } of [...rows, sum]) {
    const counts = VERDICTS.map((verdict) => found.filter((record) => record.verdict === verdict).length);
    console.log(`${found.length} | ${counts.join(" | ")} | ${title}`);
  }
}

function byReason(records: readonly ComparedRecord[]): [string, ComparedRecord[]][] {
  const found = new Map<string, ComparedRecord[]>();
  for (const record of records) {
    const reason = reasonOf(record);
    found.set(reason, [...(found.get(reason) ?? []), record]);
  }
  return [...found].sort(([, a], [, b]) => b.length - a.length);
}

/** Compares our macros for a target and its flags with those of the target's compiler. */

import { spawnSync } from "node:child_process";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { sourceFile } from "../../../generator/source/source-file.ts";
import { preprocess } from "../../../generator/syntax/preprocess/preprocess.ts";
import { tokenize } from "../../../generator/syntax/preprocess/tokenize.ts";
import { compilerFlags } from "../../../generator/targets/flags.ts";
import type { Language } from "../../../generator/targets/predefined.ts";
import { processorTable } from "../../../generator/targets/processor-table.ts";
import type { AbiName } from "../../../runtime/channels/abi-names.ts";
import { planOf } from "../../support/channel-plan.ts";

export interface Combination {
  readonly abi: AbiName;
  readonly program: string;
  readonly flags: string;
  readonly language: Language;
}

export interface MacroComparison {
  /** We or the compiler reject the flags. */
  readonly refused: boolean;
  readonly equal: number;
  /** Number of names with an uncertain value. */
  readonly doubtful: number;
  /** Name, theirs, ours. */
  readonly wrong: readonly string[];
}

const TABLES: readonly AbiName[] = ["x86-64", "i386", "aarch64", "arm-eabi", "avr", "xtensa", "riscv32", "riscv64"];

/** Every name of any table, and the compiler's answer for these flags. */
export function compareMacros({ abi, program, flags, language }: Combination): MacroComparison {
  const words = flags.split(" ").filter((word) => word !== "");
  const compiler = language === "c" ? program : program.replace(/gcc$/, "g++");
  const run = (args: readonly string[], input: string) =>
    spawnSync(compiler, [...(BASE[abi] ?? []), ...words, ...args, "-x", language, "-"], {
      input,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
  const dump = run(["-dM", "-E"], "");
  const cflags = [...words, ...(words.some((word) => word.startsWith("-std")) ? [] : [])];
  if (dump.status !== 0 || compilerFlags({ abi, cflags }).problems.length > 0)
    return { refused: true, equal: 0, doubtful: 0, wrong: [] };
  const heads = [...dump.stdout.matchAll(/^#define (?!__has_)(\w+)(\([^)]*\))?/gm)];
  const functions = new Set(heads.filter(([, , parameters]) => parameters !== undefined).map(([, name]) => name!));
  const names = new Set([
    ...heads.map(([, name]) => name!),
    ...TABLES.flatMap((table) =>
      [...(processorTable(table)?.names ?? [])].filter((name) => !name.startsWith("__has_")),
    ),
  ]);
  const text = [...names].map((name) => question(name, functions.has(name))).join("");
  const theirs = answers(tokenize(textFile(run(["-P", "-E"], text).stdout), 10_000_000).tokens);
  const unit = preprocess(planOf({ abi, cflags }), memoryReader({ "lab.h": text }, ""), language);
  const ours = answers(unit.tokens);
  let [equal, doubtful] = [0, 0];
  const wrong: string[] = [];
  for (const name of names) {
    const [their, our] = [theirs.get(name), ours.get(name)];
    if (our?.isDoubtful === true) doubtful += 1;
    else if (our?.text === their?.text) equal += 1;
    else wrong.push(`${name}: ${their?.text} ≠ ${our?.text}`);
  }
  return { refused: false, equal, doubtful, wrong };
}

const BASE: Partial<Readonly<Record<AbiName, readonly string[]>>> = { riscv32: ["-march=rv32imac", "-mabi=ilp32"] };

/** Asks whether it is defined, whether it is true, and for its text. */
function question(name: string, isFunction: boolean): string {
  return `#ifdef ${name}\n"${name}" yes ${isFunction ? `${name}(1)` : name}\n#else\n"${name}" no\n#endif\n`;
}

function textFile(text: string) {
  return sourceFile("answers", "answers", Buffer.from(text));
}

function answers(tokens: ReturnType<typeof tokenize>["tokens"]): Map<string, { text: string; isDoubtful: boolean }> {
  const found = new Map<string, { text: string; isDoubtful: boolean }>();
  for (let at = 0; at < tokens.length; ) {
    const name = tokens[at]!.text.slice(1, -1);
    let end = at + 1;
    const isQuestion = (index: number) =>
      tokens[index]?.kind === "string" && (tokens[index + 1]?.text === "yes" || tokens[index + 1]?.text === "no");
    while (end < tokens.length && !isQuestion(end)) end += 1;
    const answer = tokens.slice(at + 1, end);
    found.set(name, {
      text: answer.map((token) => token.text).join(" "),
      isDoubtful: answer.some((token) => token.doubt !== undefined),
    });
    at = end;
  }
  return found;
}

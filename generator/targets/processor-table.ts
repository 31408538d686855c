/** The macros that a target's compiler defines for each processor and flag, as measured by scripts/oracle/processor-tables.ts. A table's text is parsed on first use. */

import type { AbiName } from "../../runtime/channels/abi-names.ts";
import { compilerTable } from "../source/own-text.ts";
import type { Language } from "./predefined.ts";

/** The file of a target's table (`processors`). */
const FILES: Partial<Readonly<Record<AbiName, string>>> = {
  aarch64: "aarch64",
  "arm-eabi": "arm-eabi",
  // Their own macros are differences: see compiler-differences.ts.
  "arm-eabi-clang": "arm-eabi",
  "mingw-x64": "x86-64",
  avr: "avr",
  i386: "i386",
  riscv32: "riscv32",
  riscv64: "riscv64",
  "x86-64": "x86-64",
  xtensa: "xtensa",
};

/** `undefined`: the macro is undefined; `null`: it depends on the other flags. */
export type Change = ReadonlyMap<string, string | undefined | null>;

export interface ProcessorTable {
  readonly base: Readonly<Record<Language, ReadonlyMap<string, string>>>;
  /** All macros that the compiler defines for some processor or flag. */
  readonly names: ReadonlySet<string>;
  /** As flags: `-mcpu=cortex-m4`. */
  readonly processors: readonly string[];
  /** True for flags that choose a processor or affect a processor's macros. */
  isSetting(flag: string): boolean;
  /** @returns `refused`: the compiler rejects it; `unknown`: this combination was not measured */
  cell(processor: string, settings: readonly string[], language: Language): Change | "refused" | "unknown";
  /** Undefined if the flag changes no macro. */
  change(flag: string, language: Language): Change | "refused" | undefined;
  /** True if the flag changes the layout of some type. */
  movesFields(flag: string): boolean;
  /** True if the flag changes neither macros nor layout. */
  isNeutral(flag: string): boolean;
  /** The result of `__has_attribute(packed)` and the like; for `defined`, whether `#ifdef` knows the name. */
  answer(question: string, name: string, language: Language): string | undefined;
}

const tables = new Map<AbiName, ProcessorTable>();

/** Undefined for targets whose compiler was not available. */
export function processorTable(abi: AbiName): ProcessorTable | undefined {
  const file = FILES[abi];
  if (file === undefined) return undefined;
  const known = tables.get(abi) ?? readTable(compilerTable(file));
  tables.set(abi, known);
  return known;
}

/** True if another target's table has the macro. Then this target's table would have it too, if its compiler defined it. */
export function isOthersMacro(name: string): boolean {
  everyName ??= namesOfAll();
  return everyName.has(name);
}

let everyName: ReadonlySet<string> | undefined;

/** Without parsing the tables. */
function namesOfAll(): ReadonlySet<string> {
  const own = [...new Set(Object.values(FILES))].flatMap(
    (file) => compilerTable(file).split("\n\n", 2)[1]?.split("\n") ?? [],
  );
  return new Set([...readShared().macros, ...own].map((line) => nameOf(split(line)[0])));
}

let shared: { readonly macros: readonly string[]; readonly neutral: ReadonlySet<string> } | undefined;

function readShared(): NonNullable<typeof shared> {
  if (shared !== undefined) return shared;
  const [macros = "", neutral = ""] = compilerTable("shared").split("\n\n");
  shared = { macros: macros.split("\n"), neutral: unfolded(neutral) };
  return shared;
}

/** @returns true if every compiler that knows the flag accepts it without effect on macros and layout */
export function isNeutralEverywhere(flag: string): boolean {
  return readShared().neutral.has(flag);
}

function readTable(text: string): ProcessorTable {
  const { macros, neutral: everywhere } = readShared();
  const [, own = "", bases = "", cells = "", flagLines = "", neutralText = "", movingText = "", inC = "", inCpp = ""] =
    text.split("\n\n");
  const lines = [...macros, ...own.split("\n")].map(split);
  const [c = [], cpp = []] = bases.split(" ").map((base) => entries(base, lines));
  const [settingsLine = "", changesLine = "", ...rows] = cells.split("\n");
  const settings = new Map(settingsLine.split("|").map((setting, index) => [keyOf(setting.split(" ")), index]));
  const words = new Set(settingsLine.split(/[| ]/).filter((word) => word !== ""));
  const families = new Set([...words].map(familyOf));
  const changes = changesLine.split("|");
  const vectors = vectorsOf(rows);
  const chooses = new Set([...vectors.keys()].map(familyOf));
  const flags = flagsOf(flagLines);
  const neutral = unfolded(neutralText);
  const answers: Partial<Record<Language, ReadonlyMap<string, string>>> = {};
  const answersIn = (language: Language) => {
    answers[language] ??= answersOf(language === "c" ? inC : inCpp);
    return answers[language];
  };
  const moving = new Set(movingText.split(" "));
  return {
    base: { c: new Map(c), "c++": new Map(cpp) },
    names: new Set(
      [...c, ...cpp, ...entries(`0.${(lines.length - 1).toString(36)}`, lines)].map(([head]) => nameOf(head)),
    ),
    processors: [...vectors.keys()].filter((name) => name !== ""),
    isSetting: (flag) => families.has(familyOf(flag)) || chooses.has(familyOf(flag)),
    cell(processor, wanted, language) {
      const index = settings.get(keyOf(wanted));
      const id = index === undefined ? "." : at(vectors.get(processor) ?? ".", index);
      if (id === "." || id === "!") return id === "!" ? "refused" : "unknown";
      const [inC = "", inCpp = inC] = (changes[Number.parseInt(id, 36)] ?? "").split(" ");
      const change = language === "c" ? inC : inCpp;
      return change === "!" ? "refused" : changeOf(change, lines);
    },
    change(flag, language) {
      const change = flags.get(flag)?.[language];
      return change === undefined ? undefined : change === "!" ? "refused" : changeOf(change, lines);
    },
    movesFields: (flag) => moving.has(flag),
    isNeutral: (flag) => neutral.has(flag) || everywhere.has(flag),
    answer: (question, name, language) => answersIn(language).get(`${question} ${name}`),
  };
}

/** Rows: processors, and the numbers of their changes for each setting. */
function vectorsOf(rows: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap((row) => {
      const names = row.split(" ");
      const vector = names.pop() ?? "";
      return names.map((name) => [name === "-" ? "" : name, vector] as const);
    }),
  );
}

/** Lines: flag, its change in C, its change in C++ if that differs. */
function flagsOf(text: string): ReadonlyMap<string, Readonly<Record<Language, string>>> {
  return new Map(
    text.split("\n").map((line) => {
      const [flag = "", inC = "", inCpp = inC] = line.split(" ");
      return [flag, { c: inC, "c++": inCpp }] as const;
    }),
  );
}

/** Lines: question, answer, names. */
function answersOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split("\n").flatMap((line) => {
      const [question = "", answer = "", ...names] = line.split(" ");
      return names.map((name) => [`${question} ${name}`, answer] as const);
    }),
  );
}

/** A key that does not depend on the order of the settings. */
function keyOf(settings: readonly string[]): string {
  return [...settings].sort().join(" ");
}

/** `__INT8_C(c)` → `__INT8_C` */
export function nameOf(head: string): string {
  const open = head.indexOf("(");
  return open < 0 ? head : head.slice(0, open);
}

/** In each family the last flag wins: `-mcpu=…`; `-mthumb` and `-marm`; `-fexceptions` and `-fno-exceptions`. */
export function familyOf(flag: string): string {
  if (flag === "-marm" || flag === "-mthumb") return "-mthumb";
  if (/^-O/.test(flag)) return "-O";
  if (flag === "-ansi") return "-std";
  return flag.replace(/=.*/s, "").replace(/^-([fm])no-/, "-$1");
}

function split(line: string): readonly [head: string, text: string] {
  const at = line.indexOf(" ");
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
}

/** `-f?x` stands for `-fx` and `-fno-x`. */
function unfolded(text: string): ReadonlySet<string> {
  const flags = text
    .split(/\s+/)
    .flatMap((flag) => (flag[2] === "?" ? [flag.replace("?", ""), flag.replace("?", "no-")] : [flag]));
  return new Set(flags);
}

/** Expands ranges in base 36: `3,5.8`. */
function entries(text: string, lines: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  if (text === "") return [];
  return text.split(",").flatMap((range) => {
    const [from = "", to = from] = range.split(".");
    return lines.slice(Number.parseInt(from, 36), Number.parseInt(to, 36) + 1);
  });
}

function changeOf(text: string, lines: readonly (readonly [string, string])[]): Change {
  const [settled = "", unsettled = ""] = text.split("?");
  const [added = "", gone = ""] = settled.split("-");
  return new Map<string, string | undefined | null>([
    ...entries(unsettled, lines).map(([head]) => [head, null] as const),
    ...entries(gone, lines).map(([head]) => [head, undefined] as const),
    ...entries(added, lines),
  ]);
}

/** Element of a run-length encoded list: `3*2,.,!*9`. */
function at(vector: string, index: number): string {
  let left = index;
  for (const part of vector.split(",")) {
    const [id = "", times = "1"] = part.split("*");
    left -= Number(times);
    if (left < 0) return id;
  }
  return ".";
}

/** Compares our front end with a compiler: an accepted header must have the compiler's layout. */

import { execFileSync, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { leaves, type StructLayout } from "../../../generator/layout/struct-layout.ts";
import { findMessages } from "../../../generator/messages/find-messages.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import type { ChannelPlan } from "../../../generator/plan/channel-plan.ts";
import type { HeaderReader } from "../../../generator/source/header-reader.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { lineAt } from "../../../generator/source/source-file.ts";
import { recordIn } from "../../../generator/syntax/declare/types.ts";
import { readHeaders } from "../../../generator/syntax/read-headers.ts";
import type { RecordDeclaration } from "../../../generator/types/declarations.ts";
import type { AbiName } from "../../../runtime/channels/abi-names.ts";
import type { CompilerName } from "../../../runtime/channels/compiler-names.ts";
import { planOf } from "../../support/channel-plan.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { Random } from "../layout/random.ts";
import { damage } from "./damage.ts";
import { readStructs, type TruthRecord } from "./dwarf.ts";
import { type RandomHeader, randomHeader } from "./random-header.ts";

export interface AcceptanceTarget {
  readonly title: string;
  readonly abi: AbiName;
  /** The channel's key. */
  readonly compiler?: CompilerName;
  /** Program and options, for C and for C++. */
  readonly c: readonly string[];
  readonly cpp: readonly string[];
  /** Its library has `<endian.h>`. */
  readonly hasEndian: boolean;
  /** It supports `<stdatomic.h>`. */
  readonly hasAtomics?: boolean;
  /** Prints its debugging information. */
  readonly dwarf: readonly string[];
  /** The flag of another standard than usual. */
  readonly standard?: string;
  /** Flags that move a layout. */
  readonly cflags?: readonly string[];
}

const ELF = ["readelf", "--wide", "--debug-dump=info"];

// Clang omits an unused variable of an unnamed struct, so use each one.
const both = (program: string, ...options: string[]) => {
  const all = program.startsWith("clang") ? ["-femit-all-decls", ...options] : options;
  const cpp = program.replace(/gcc(?=$|-\d+$)/, "g++").replace(/^clang(?=$|-)/, "clang++");
  return { c: [program, ...all], cpp: [cpp, ...all] };
};

export const ACCEPTANCE_TARGETS: readonly AcceptanceTarget[] = [
  { title: "x86-64, gcc and g++", abi: "x86-64", ...both("gcc"), hasAtomics: true, hasEndian: true, dwarf: ELF },
  ...([14, 16, 19] as const).map((version): AcceptanceTarget => {
    const clang = both(`clang-${version}`);
    const title = version === 14 ? "x86-64, clang" : `x86-64, clang ${version}`;
    return {
      title,
      abi: "x86-64",
      compiler: `clang-${version}`,
      ...clang,
      hasAtomics: true,
      hasEndian: true,
      dwarf: ELF,
    };
  }),
  {
    title: "x86-64, g++ 11",
    abi: "x86-64",
    compiler: "gcc-11",
    ...both("gcc-11"),
    hasAtomics: true,
    hasEndian: true,
    dwarf: ELF,
  },
  {
    title: "arm-eabi",
    abi: "arm-eabi",
    ...both("arm-none-eabi-gcc", "-ffreestanding"),
    hasAtomics: true,
    hasEndian: false,
    dwarf: ELF,
  },
  {
    title: "arm-eabi, clang",
    abi: "arm-eabi-clang",
    compiler: "clang-16",
    ...both("clang-16", "--target=arm-none-eabi", "-ffreestanding"),
    hasEndian: false,
    dwarf: ELF,
  },
  {
    title: "mingw-x64",
    abi: "mingw-x64",
    ...both("x86_64-w64-mingw32-gcc", "-ffreestanding"),
    hasEndian: false,
    dwarf: ["objdump", "--dwarf=info"],
  },
  // Debian's avr-gcc is version 5, whose `long double` is a double.
  {
    title: "avr",
    abi: "avr",
    compiler: "gcc-8",
    ...both("avr-gcc", "-ffreestanding"),
    hasEndian: false,
    dwarf: ELF,
  },
  { title: "i386", abi: "i386", ...both("i686-linux-gnu-gcc"), hasEndian: true, dwarf: ELF },
  { title: "aarch64", abi: "aarch64", ...both("aarch64-linux-gnu-gcc"), hasEndian: true, dwarf: ELF },
  {
    title: "xtensa (lx106)",
    abi: "xtensa",
    ...both("xtensa-lx106-elf-gcc", "-ffreestanding"),
    hasEndian: false,
    dwarf: ELF,
  },
  {
    title: "riscv32",
    abi: "riscv32",
    ...both("riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32", "-ffreestanding"),
    hasEndian: false,
    dwarf: ELF,
  },
  {
    title: "riscv64",
    abi: "riscv64",
    ...both("riscv64-unknown-elf-gcc", "-ffreestanding"),
    hasEndian: false,
    dwarf: ELF,
  },
  {
    title: "msp430 (clang)",
    abi: "msp430",
    compiler: "clang-14",
    ...both("clang", "--target=msp430", "-ffreestanding"),
    hasEndian: false,
    dwarf: ELF,
  },
  {
    title: "msvc-x64 (clang)",
    abi: "msvc-x64",
    ...both("clang", "--target=x86_64-pc-windows-msvc", "-ffreestanding"),
    hasEndian: false,
    dwarf: ["objdump", "--dwarf=info"],
  },
];

export type Verdict = "equal" | "refused by both" | "refused by us" | "compiler fails elsewhere" | "wrong";

export interface Comparison {
  readonly seed: number;
  readonly kind: string;
  readonly verdict: Verdict;
  /** Codes of our errors, or the differences. */
  readonly why: readonly string[];
  readonly beyond: boolean;
}

interface Case {
  readonly seed: number;
  readonly header: RandomHeader;
  readonly files: ReadonlyMap<string, string>;
  readonly absent: string | undefined;
  readonly kind: string;
}

/** @param damaged share of headers that are damaged, 0 to 1 */
export function compareHeaders(target: AcceptanceTarget, seed: number, count: number, damaged: number): Comparison[] {
  const found: Comparison[] = [];
  const size = 500;
  for (let from = 0; from < count; from += size) {
    const cases = Array.from({ length: Math.min(size, count - from) }, (_, index) =>
      caseOf(target, seed + from + index, damaged),
    );
    found.push(...compareBatch(target, cases));
  }
  return found;
}

/** Damaged headers as they are; each name of the n-th has `_n` where its text has `@`. */
export function compareTexts(target: AcceptanceTarget, texts: readonly string[], language: "c" | "c++"): Comparison[] {
  const cases = texts.map((text, seed): Case => {
    const files = new Map([["lab.h", text.replaceAll("@", `_${seed}`)]]);
    return { seed, header: { files, language, beyond: false }, files, absent: undefined, kind: "damaged" };
  });
  return compareBatch(target, cases);
}

/** Compares one header, unchanged. */
export function compareText(target: AcceptanceTarget, text: string, language: "c" | "c++"): Comparison {
  const files = new Map([["lab.h", text]]);
  const each: Case = { seed: 1, header: { files, language, beyond: false }, files, absent: undefined, kind: "valid" };
  const folder = temporaryFolder();
  try {
    return compareCase(
      target,
      each,
      readCase(target, each),
      layoutsOf(target, [each], folder) ?? truthAlone(target, each, folder),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function caseOf(target: AcceptanceTarget, seed: number, damaged: number): Case {
  const random = new Random(seed ^ 0x5eed);
  const vendor = target.abi === "msvc-x64" ? "microsoft" : "gnu";
  const header = randomHeader(seed, { hasEndian: target.hasEndian, hasAtomics: target.hasAtomics === true, vendor });
  if (!random.chance(damaged)) return { seed, header, files: header.files, absent: undefined, kind: "valid" };
  const { files, absent, kind } = damage(header.files, random);
  return { seed, header, files, absent, kind };
}

/**
 * Compiles accepted headers, many in one run: first to find those that are valid C, then for their layouts. A header that differs
 * together with others is compared again alone.
 */
function compareBatch(target: AcceptanceTarget, cases: readonly Case[]): Comparison[] {
  const folder = temporaryFolder();
  try {
    const ours = new Map(cases.map((each) => [each, readCase(target, each)]));
    const asked = cases.filter((each) => each.kind === "valid" || ours.get(each)!.errors.length === 0);
    const truths = new Map<Case, Truth>();
    for (const language of ["c", "c++"] as const) {
      const group = asked.filter(({ header }) => header.language === language);
      for (const [each, truth] of truthsOf(target, group, folder)) truths.set(each, truth);
    }
    return cases.map((each) => {
      const found = compareCase(target, each, ours.get(each)!, truths.get(each) ?? new Map());
      if (found.verdict !== "wrong") return found;
      return compareCase(target, each, ours.get(each)!, truthAlone(target, each, folder));
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Layouts by struct, or the compiler's error. */
type Truth = ReadonlyMap<string, TruthRecord> | string;

function truthsOf(target: AcceptanceTarget, cases: readonly Case[], folder: string): Map<Case, Truth> {
  const bySeed = new Map(cases.map((each) => [each.seed, each]));
  const isAlone = ({ kind, files }: Case) => kind !== "valid" && !isBalanced(files);
  const truths = new Map<Case, Truth>(
    cases.filter(isAlone).map((each) => [each, truthAlone(target, each, folder)] as const),
  );
  const inCompany = cases.filter((each) => !isAlone(each));
  // Valid headers compile. A missing file ends the run.
  let suspects = inCompany.filter(({ kind }) => kind !== "valid");
  for (let isEverybody = false; ; isEverybody = true) {
    const before = truths.size;
    for (const [seed, errors] of errorsBySeed(compile(target, suspects, folder, "syntax"))) {
      const each = bySeed.get(seed);
      if (each !== undefined) truths.set(each, errors);
    }
    const structs = layoutsOf(target, remaining(), folder);
    if (structs !== undefined || (isEverybody && truths.size === before)) {
      for (const each of remaining()) truths.set(each, structs ?? truthAlone(target, each, folder));
      return truths;
    }
    suspects = remaining();
  }

  function remaining(): Case[] {
    return inCompany.filter((each) => !truths.has(each));
  }
}

function errorsBySeed(stderr: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const line of stderr.split("\n")) {
    const [, seed] =
      /^(\d+)\/[\w.]+:\d+:\d+: (?:(?:fatal )?error: |.*(?:required from|requested) here)/.exec(line) ?? [];
    if (seed !== undefined) found.set(Number(seed), `${found.get(Number(seed)) ?? ""}${line}\n`);
  }
  return found;
}

/** Unclosed braces and conditions would affect the next header. */
function isBalanced(files: Case["files"]): boolean {
  return [...files.values()].every((text) => {
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    return (
      count(/\{/g) === count(/\}/g) &&
      count(/\(/g) === count(/\)/g) &&
      count(/\[/g) === count(/\]/g) &&
      count(/"/g) % 2 === 0 &&
      count(/^#if/gm) === count(/^#endif/gm)
    );
  });
}

function truthAlone(target: AcceptanceTarget, each: Case, folder: string): Truth {
  const errors = compile(target, [each], folder, "syntax");
  return errors === "" ? (layoutsOf(target, [each], folder) ?? "no object") : errors;
}

/** Undefined if the compiler fails. */
function layoutsOf(
  target: AcceptanceTarget,
  cases: readonly Case[],
  folder: string,
): ReadonlyMap<string, TruthRecord> | undefined {
  if (cases.length === 0) return undefined;
  if (compile(target, cases, folder, "object") !== "") return undefined;
  const [program = "", ...options] = target.dwarf;
  const text = execFileSync(program, [...options, join(folder, "lab.o")], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return readStructs(text);
}

/**
 * The header as one text with its includes in place, because thousands of small files take longer than compiling them. Macros are
 * undefined after it, and an unterminated declaration meets the next one while its name is still known.
 */
function textOf({ seed, files }: Case): string {
  const line = (name: string, number: number) => `#line ${number} "${seed}/${name}"`;
  const lines = (files.get("lab.h") ?? "").split("\n").flatMap((text, index) => {
    const name = /^\s*#\s*include\s*"(\w+\.h)"/.exec(text)?.[1] ?? "";
    const included = files.get(name);
    return included === undefined ? [text] : [line(name, 1), included, line("lab.h", index + 2)];
  });
  const macros = [...files.values()].flatMap((text) => [...text.matchAll(/^#define (\w+)/gm)].map(([, name]) => name));
  const undefine = macros.map((name) => `#undef ${name}`);
  return [line("lab.h", 1), ...lines, `struct end_${seed} { int end; };`, "#pragma pack()", ...undefine, ""].join("\n");
}

/** Standard error; empty if it compiles. structline knows the types of standard headers without them [D2]. */
function compile(target: AcceptanceTarget, cases: readonly Case[], folder: string, to: "syntax" | "object"): string {
  if (cases.length === 0) return "";
  const { language } = cases[0]!.header;
  const standard = STANDARD_HEADERS.map((name) => `#include <${name}>\n`);
  const all = [...standard, ...cases.map(textOf)];
  const [program = "", ...options] = language === "c++" ? target.cpp : target.c;
  const debugging = target.abi === "avr" || target.abi === "msvc-x64" ? "-gdwarf-4" : "-g";
  const output =
    to === "syntax" ? ["-fsyntax-only"] : [debugging, "-fno-eliminate-unused-debug-types", "-c", "-o", "lab.o"];
  const unlimited = program.startsWith("clang") ? "-ferror-limit=0" : "-fmax-errors=0";
  const args = [
    ...options,
    "-x",
    language,
    standardOf(target, language),
    ...(target.cflags ?? []),
    "-w",
    unlimited,
    ...output,
    "-",
  ];
  const result = spawnSync(program, args, { cwd: folder, input: all.join(""), encoding: "utf8", maxBuffer: 1 << 28 });
  if (result.error !== undefined) throw result.error;
  return result.status === 0 ? "" : result.stderr || "failed";
}

const STANDARD_HEADERS = ["stdint.h", "stddef.h", "stdbool.h", "limits.h"];

interface Own {
  readonly plan: ChannelPlan;
  readonly reader: HeaderReader;
  /** Codes and messages. */
  readonly errors: readonly string[];
  readonly layouts: readonly StructLayout[];
}

function readCase(target: AcceptanceTarget, { header, files, absent }: Case): Own {
  const reader = memoryReader(Object.fromEntries([...files].filter(([name]) => name !== absent)), "");
  const cflags = [standardOf(target, header.language), ...(target.cflags ?? [])];
  const plan = planOf({ ...abiOf(target), cflags });
  const declarations = parseChannel(plan, reader);
  const layouts = layOutChannel(declarations.value, plan);
  const all = [...declarations.diagnostics, ...layouts.diagnostics];
  const errors = all.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code} ${message}`);
  return { plan, reader, errors, layouts: layouts.value };
}

function compareCase(
  target: AcceptanceTarget,
  { seed, header, files, kind }: Case,
  { plan, reader, errors, layouts }: Own,
  truth: Truth,
): Comparison {
  const result = (verdict: Verdict, why: readonly string[]): Comparison => ({
    seed,
    kind,
    verdict,
    why,
    // Clang before 16 takes elements that need more alignment than they have bytes; GCC and newer ones refuse them.
    beyond: header.beyond || (target.c[0]?.startsWith("clang") === true && why[0]?.startsWith("E208") === true),
  });
  if (errors.length > 0) return result(typeof truth === "string" ? "refused by both" : "refused by us", errors);
  // After a `#pragma pack` without its parenthesis, Clang continues on the next line; it ignores one with trailing words. A warning reports it.
  if (
    target.c[0]?.startsWith("clang") === true &&
    [...files.values()].some((text) => /^#pragma pack\([^)\n]*(?:$|\)[ \t]*\S)/m.test(text))
  )
    return result("compiler fails elsewhere", []);
  if (typeof truth === "string") {
    const inside = errorsInside(truth, usedLines(plan, reader), files, `${seed}/`);
    return inside.length === 0 ? result("compiler fails elsewhere", []) : result("wrong", inside);
  }
  // Unreadable debugging information.
  if (truth.size === 0) return result("compiler fails elsewhere", []);
  // avr-g++ 5 ignores an alignment within a packed class.
  if (target.abi === "avr" && header.language === "c++" && [...files.values()].some((text) => text.includes("alignas")))
    return result("compiler fails elsewhere", []);
  const wrong = layouts.flatMap((layout) => differences(layout, truth.get(layout.message.name)));
  return result(wrong.length === 0 ? "equal" : "wrong", wrong);
}

interface Lines {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  /** Column of the semicolon after it, on its last line. */
  readonly end: number;
}

/** Lines of the records that messages consist of. */
function usedLines(plan: ChannelPlan, reader: HeaderReader): Lines[] {
  const headers = readHeaders(plan, reader);
  const { records, unit } = headers;
  const { messages } = findMessages(headers);
  const names = new Set(messages.map(({ name }) => name));
  const used = new Set<RecordDeclaration>();
  const open = [...records.keys()].filter(({ name }) => name !== undefined && names.has(name));
  for (let record = open.pop(); record !== undefined; record = open.pop()) {
    if (used.has(record)) continue;
    used.add(record);
    for (const member of record.members) {
      const inner = member.kind === "anonymous" ? member.record : recordIn(member.type);
      if (inner !== undefined) open.push(inner);
    }
  }
  return [...used].flatMap((record) => {
    const { from, to } = records.get(record)!;
    const [first, last] = [unit.tokens[from]!, unit.tokens[to - 1]!];
    const { text } = last.file;
    const begin = text.lastIndexOf("\n", last.start);
    const semicolon = text.indexOf(";", last.start);
    const end = semicolon < 0 ? Number.POSITIVE_INFINITY : semicolon - begin;
    return { file: first.file.name, from: lineAt(first.file, first.start), to: lineAt(last.file, last.start), end };
  });
}

/** The compiler's first error, if it is in a record that a message uses. Later ones may follow from it. */
function errorsInside(
  stderr: string,
  records: readonly Lines[],
  files: ReadonlyMap<string, string>,
  folder: string,
): string[] {
  const lines = stderr.split("\n");
  const at = lines.findIndex((line) => / error: /.test(line));
  const first = lines[at] ?? "";
  // Functions, and a semicolon that the previous declaration lacks, do not affect a layout.
  if (/member function|two or more data types|before .struct./.test(first)) return [];
  // Only Clang rejects this, and it moves nothing.
  if (/anonymous bit-field cannot have qualifiers/.test(first)) return [];
  // An unterminated declaration before the record, which C parses as an old-style function.
  if (/expected declaration specifiers before|old-style parameter/.test(first)) return [];
  // A parenthesis that is open before the record, which GCC reads as a forward declaration of a parameter.
  if (/expected .;., .,. or .\). before/.test(first) && !isBalanced(files)) return [];
  // An error in a template for some arguments belongs to the code that uses them. GCC names it before the error, Clang after it.
  const second = lines.findIndex((line, index) => index > at && / error: /.test(line));
  const use =
    lines.slice(0, Math.max(0, at)).find((line) => /required from here/.test(line)) ??
    lines.slice(at, second < 0 ? undefined : second).findLast((line) => /requested here/.test(line));
  const [, file, number, place] = /^([\w./]+):(\d+):(\d+): /.exec(use ?? first) ?? [];
  const [line, column] = [Number(number), Number(place)];
  const text = files.get(file?.slice(folder.length) ?? "")?.split("\n")[line - 1] ?? "";
  // Neither do function bodies, and the types that functions return.
  if (/\)[\w\s]*\{/.test(text.slice(0, column))) return [];
  if (/^\w+\s+\w+\s*\([^()]*\)\s*(?:const\s*)?(?:\{.*\}|;)$/.test(text.slice(column - 1))) return [];
  const isInside = records.some(
    ({ file: name, from, to, end }) =>
      file === folder + name && line >= from && (line < to || (line === to && column <= end)),
  );
  return isInside ? [first] : [];
}

export function differences(layout: StructLayout, truth: TruthRecord | undefined): string[] {
  const { name } = layout.message;
  if (truth === undefined) return [`${name}: the compiler has none`];
  const own = leaves(layout.members).map((leaf) => {
    if (leaf.kind === "text") return `${leaf.path} ${leaf.byteOffset}.0 ${leaf.length * 8} text`;
    const kind =
      leaf.scalar === "bool"
        ? "bool"
        : leaf.scalar.startsWith("float")
          ? "float"
          : leaf.scalar.startsWith("u")
            ? "unsigned"
            : "signed";
    return `${leaf.path} ${leaf.byteOffset}.${leaf.bitOffset} ${leaf.bitWidth} ${kind}`;
  });
  const described = truth.leaves.map((leaf) => leaf.replace(/ enum$/, " unsigned").replace(OF_ATOMIC, ""));
  const signs = new Map(own.map((leaf) => [leaf.replace(/ \w+$/, ""), leaf]));
  const theirs = new Set(
    described
      .filter(isDescribed)
      // clang gives enums inside template instances no type: their sign cannot be compared.
      .map((leaf) => (leaf.endsWith(OF_UNKNOWN_SIGN) ? (signs.get(leaf.replace(/ \w+$/, "")) ?? leaf) : leaf)),
  );
  // avr-g++ 5 omits the elements of some arrays with their own alignment.
  const bare = truth.leaves.filter((leaf) => !isDescribed(leaf)).map((leaf) => leaf.split(" ")[0] ?? "");
  const isBare = (leaf: string) => bare.some((path) => leaf.startsWith(`${path}[`) || leaf.startsWith(`${path} `));
  const mine = new Set(own);
  return [
    ...(layout.size === truth.size ? [] : [`${name}: sizeof ${layout.size}, compiler ${truth.size}`]),
    ...own.filter((leaf) => !theirs.has(leaf) && !isBare(leaf)).map((leaf) => `${name}: computed ${leaf}`),
    ...[...theirs].filter((leaf) => !mine.has(leaf)).map((leaf) => `${name}: compiler ${leaf}`),
  ];
}

/** The value inside `std::atomic`. [libstdc++] */
const OF_ATOMIC = /(?:\._M_(?:base|i|fp))+(?= )/;

const OF_UNKNOWN_SIGN = " either";

/** True if the debugging information gives the leaf a type. */
function isDescribed(leaf: string): boolean {
  return !leaf.endsWith(" 0 void");
}

/** The keys of the channel's section. */
export function abiOf({ abi, compiler }: AcceptanceTarget): Pick<ChannelPlan, "abi" | "compiler"> {
  return { abi, ...(compiler && { compiler }) };
}

/** Debian's avr-gcc is old. */
function standardOf({ abi, standard }: AcceptanceTarget, language: "c" | "c++"): string {
  if (standard !== undefined) return standard;
  if (abi === "avr") return language === "c++" ? "-std=gnu++14" : "-std=gnu11";
  return language === "c++" ? "-std=gnu++17" : "-std=gnu17";
}

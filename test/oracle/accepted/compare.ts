/** Our front end against a compiler, acceptance included: what we take is laid out as the compiler does it, or refused. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChannelPlan } from "../../../generator/channel-plan.ts";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { leaves, type StructLayout } from "../../../generator/layout/struct-layout.ts";
import { findMessages } from "../../../generator/messages/find-messages.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import type { HeaderReader } from "../../../generator/source/header-reader.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { lineAt } from "../../../generator/source/source-file.ts";
import { recordIn } from "../../../generator/syntax/declare/types.ts";
import { readHeaders } from "../../../generator/syntax/read-headers.ts";
import type { AbiName } from "../../../generator/target.ts";
import type { RecordDeclaration } from "../../../generator/types/declarations.ts";
import { planOf } from "../../support/channel-plan.ts";
import { Random } from "../layout/random.ts";
import { damage } from "./damage.ts";
import { readStructs, type TruthRecord } from "./dwarf.ts";
import { type RandomHeader, randomHeader } from "./random-header.ts";

export interface AcceptanceTarget {
  readonly title: string;
  readonly abi: AbiName;
  /** Program and options, for C and for C++; absent where there is no such compiler. */
  readonly c: readonly string[];
  readonly cpp: readonly string[] | undefined;
  /** Its library has `<endian.h>`. */
  readonly hasEndian: boolean;
}

const both = (program: string, ...options: string[]) => ({
  c: [program, ...options],
  cpp: [program.replace(/gcc$/, "g++").replace(/^clang$/, "clang++"), ...options],
});

export const ACCEPTANCE_TARGETS: readonly AcceptanceTarget[] = [
  { title: "x86-64, gcc and g++", abi: "x86-64", ...both("gcc"), hasEndian: true },
  { title: "x86-64, clang", abi: "x86-64", ...both("clang"), hasEndian: true },
  { title: "arm-eabi", abi: "arm-eabi", ...both("arm-none-eabi-gcc", "-ffreestanding"), hasEndian: false },
  { title: "avr", abi: "avr", ...both("avr-gcc", "-ffreestanding"), hasEndian: false },
  { title: "i386", abi: "i386", ...both("i686-linux-gnu-gcc"), hasEndian: true },
  { title: "aarch64", abi: "aarch64", ...both("aarch64-linux-gnu-gcc"), hasEndian: true },
  {
    title: "xtensa (lx106)",
    abi: "xtensa",
    c: ["xtensa-lx106-elf-gcc", "-ffreestanding"],
    cpp: undefined,
    hasEndian: false,
  },
  {
    title: "riscv32",
    abi: "riscv32",
    ...both("riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32", "-ffreestanding"),
    hasEndian: false,
  },
  { title: "riscv64", abi: "riscv64", ...both("riscv64-unknown-elf-gcc", "-ffreestanding"), hasEndian: false },
  {
    title: "msp430 (clang)",
    abi: "msp430",
    ...both("clang", "--target=msp430", "-ffreestanding", "-funsigned-char"),
    hasEndian: false,
  },
];

export type Verdict = "equal" | "refused by both" | "refused by us" | "compiler fails elsewhere" | "wrong";

export interface Comparison {
  readonly seed: number;
  readonly kind: string;
  readonly verdict: Verdict;
  /** Codes of our errors, or what is wrong. */
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
  const size = 40;
  for (let from = 0; from < count; from += size) {
    const cases = Array.from({ length: Math.min(size, count - from) }, (_, index) =>
      caseOf(target, seed + from + index, damaged),
    );
    found.push(...compareBatch(target, cases));
  }
  return found;
}

export function caseOf(target: AcceptanceTarget, seed: number, damaged: number): Case {
  const random = new Random(seed ^ 0x5eed);
  let header = randomHeader(seed, target.hasEndian);
  for (let again = 1; header.language === "c++" && target.cpp === undefined; again++)
    header = randomHeader(seed + again * 1e6, target.hasEndian);
  if (!random.chance(damaged)) return { seed, header, files: header.files, absent: undefined, kind: "valid" };
  const { files, absent, kind } = damage(header.files, random);
  return { seed, header, files, absent, kind };
}

function compareBatch(target: AcceptanceTarget, cases: readonly Case[]): Comparison[] {
  const folder = mkdtempSync(join(tmpdir(), "structline-accepted-"));
  try {
    const errors = cases.map((each, index) => compileCase(target, each, join(folder, String(index))));
    const objects = cases.flatMap((_, index) => (errors[index] === "" ? [join(folder, String(index), "lab.o")] : []));
    const truths = objects.length === 0 ? [] : readObjects(objects);
    let next = 0;
    return cases.map((each, index) =>
      compareCase(target, each, errors[index] ?? "", errors[index] === "" ? truths[next++] : undefined),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Standard error; empty when it compiles. */
function compileCase(target: AcceptanceTarget, { header, files }: Case, folder: string): string {
  mkdirSync(folder);
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  const cpp = header.language === "c++";
  const [program = "", ...options] = (cpp ? target.cpp : target.c) ?? [];
  const standard = standardOf(target, header.language);
  const language = ["-x", cpp ? "c++" : "c", standard];
  const args = [...options, ...language, "-w", target.abi === "avr" ? "-gdwarf-4" : "-g", "-c", "-o", "lab.o", "lab.h"];
  const result = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
  if (result.error !== undefined) throw result.error;
  return result.status === 0 ? "" : result.stderr || "failed";
}

/** One `readelf` for many objects: it prints each one's name in front when there are several. */
function readObjects(objects: readonly string[]): ReadonlyMap<string, TruthRecord>[] {
  const text = execFileSync("readelf", ["--wide", "--debug-dump=info", ...objects, objects[0]!], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const parts = text.split(/^File: .*$/m).slice(1);
  return objects.map((_, index) => readStructs(parts[index] ?? ""));
}

function compareCase(
  target: AcceptanceTarget,
  { seed, header, files, absent, kind }: Case,
  stderr: string,
  truth: ReadonlyMap<string, TruthRecord> | undefined,
): Comparison {
  const ours = Object.fromEntries([...files].filter(([name]) => name !== absent));
  const plan = planOf({ abi: target.abi, cflags: [standardOf(target, header.language)] });
  const declarations = parseChannel(plan, memoryReader(ours, ""));
  const layouts = layOutChannel(declarations.value, plan);
  const errors = [...declarations.diagnostics, ...layouts.diagnostics].filter(({ severity }) => severity === "error");
  const result = (verdict: Verdict, why: readonly string[]): Comparison => ({
    seed,
    kind,
    verdict,
    why,
    beyond: header.beyond,
  });
  if (errors.length > 0) {
    const why = errors.map(({ code, message }) => `${code} ${message}`);
    return result(truth === undefined ? "refused by both" : "refused by us", why);
  }
  if (truth === undefined) {
    const inside = errorsInside(stderr, usedLines(plan, memoryReader(ours, "")));
    return inside.length === 0 ? result("compiler fails elsewhere", []) : result("wrong", inside);
  }
  // avr-g++ 5 forgets an alignment within a packed class.
  if (target.abi === "avr" && header.language === "c++" && files.get("lab.h")?.includes("alignas"))
    return result("compiler fails elsewhere", []);
  const wrong = layouts.value.flatMap((layout) => differences(layout, truth.get(layout.message.name)));
  return result(wrong.length === 0 ? "equal" : "wrong", wrong);
}

interface Lines {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** Where the records stand that messages are made of. */
function usedLines(plan: ChannelPlan, reader: HeaderReader): Lines[] {
  const { records, unit } = readHeaders(plan, reader);
  const { messages } = findMessages(readHeaders(plan, reader));
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
    return { file: first.file.name, from: lineAt(first.file, first.start), to: lineAt(last.file, last.start) };
  });
}

/** Errors of the compiler on lines of records that a message uses. */
function errorsInside(stderr: string, records: readonly Lines[]): string[] {
  // A type of <stdint.h>, whose include was damaged, is known here without it; the rest follows from that.
  if (
    /(?:unknown type name|does not name a type|declared).*u?int\d+_t|u?int\d+_t.*(?:does not name a type|declared)/.test(
      stderr,
    )
  )
    return [];
  return stderr.split("\n").filter((line) => {
    // Bodies of functions are no part of a layout.
    // Nor is a semicolon that the declaration before it lacks.
    if (/return-statement|in member function|before .struct./.test(line)) return false;
    const [, file, number] = /^([\w./]+):(\d+):\d+: (?:fatal )?error:/.exec(line) ?? [];
    return records.some(({ file: name, from, to }) => file === name && Number(number) >= from && Number(number) <= to);
  });
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
  const theirs = new Set(truth.leaves.map((leaf) => leaf.replace(/ enum$/, " unsigned")));
  const mine = new Set(own);
  return [
    ...(layout.size === truth.size ? [] : [`${name}: sizeof ${layout.size}, compiler ${truth.size}`]),
    ...own.filter((leaf) => !theirs.has(leaf)).map((leaf) => `${name}: computed ${leaf}`),
    ...[...theirs].filter((leaf) => !mine.has(leaf)).map((leaf) => `${name}: compiler ${leaf}`),
  ];
}

/** Debian's avr-gcc is an old one. */
function standardOf({ abi }: AcceptanceTarget, language: "c" | "c++"): string {
  if (abi === "avr") return language === "c++" ? "-std=gnu++14" : "-std=gnu11";
  return language === "c++" ? "-std=gnu++17" : "-std=gnu17";
}

/** Applies a project's compiler flags to the target. [GCC 3.4, 3.18, 3.19] */

import { ABI_NAMES, type AbiName } from "../../runtime/channels/abi-names.ts";
import type { CompilerName } from "../../runtime/channels/compiler-names.ts";
import { dictionary } from "../../runtime/lib/dictionary.ts";
import { nearest } from "../../runtime/lib/nearest.ts";
import type { ByteOrder, ChannelPlan } from "../plan/channel-plan.ts";
import { type CompilerMacros, compilerMacros, processorChoice } from "./compiler-macros.ts";
import type { Language } from "./predefined.ts";
import { isNeutralEverywhere, type ProcessorTable, processorTable } from "./processor-table.ts";
import { completeTarget, isGnu, type Target, type TargetFacts } from "./target.ts";
import { TARGETS, WITH_MICROSOFT_STRUCTS, withCompiler } from "./targets.ts";

export interface CompilerFlags {
  readonly target: Target;
  /** `-DNAME(a)=text`: the text before `=` → the text after it. */
  readonly defines: ReadonlyMap<string, string>;
  readonly undefines: ReadonlySet<string>;
  /** Headers that the compiler reads before all others: `-include config.h`, `-imacros autoconf.h`, `/FIconfig.h`. */
  readonly includes: readonly string[];
  readonly problems: readonly FlagProblem[];
  /** From `-x`, `-std` or the compiler's name. */
  readonly language: "c" | "c++" | undefined;
  /** C++20 or later. */
  readonly isCpp20: boolean;
  macros(byteOrder: ByteOrder, language: Language): CompilerMacros;
}

/** An unsupported flag: its effect on layout or macros is unknown, or contradicts the channel's section. */
export interface FlagProblem {
  readonly flag: string;
  readonly reason: "unknown" | "processor" | "together" | "refused" | "layout";
  /** Processors with similar names. */
  readonly near: readonly string[];
}

const cache = new Map<string, CompilerFlags>();

export function targetOf(plan: Pick<ChannelPlan, "abi" | "cflags" | "compiler">): Target {
  return compilerFlags(plan).target;
}

export function compilerFlags(plan: Pick<ChannelPlan, "abi" | "cflags" | "compiler">): CompilerFlags {
  const { abi, cflags = [], compiler } = plan;
  const key = JSON.stringify([abi, cflags, compiler]);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const flags = readFlags(abi, cflags, compiler);
  if (cache.size > 100) cache.clear();
  cache.set(key, flags);
  return flags;
}

/** Targets whose compilers take all of the flags. */
export function targetsWith(cflags: readonly string[]): AbiName[] {
  return ABI_NAMES.filter((abi) => compilerFlags({ abi, cflags }).problems.length === 0);
}

interface Settled {
  readonly facts?: Partial<TargetFacts>;
  readonly packing?: Pick<Target, "pack" | "packsAll">;
  readonly language?: "c" | "c++";
  /** The only processors whose GCC has the flag. */
  readonly processors?: readonly AbiName[];
  /** Type of `wchar_t`: its own type or another one. */
  readonly wide?: "own" | "unsigned short";
}

/** Flags that change the layout or the language. */
const MEANINGS: readonly (readonly [flag: RegExp, settles: Settled])[] = [
  [/^-fpack-struct$/, { packing: { pack: undefined, packsAll: true } }],
  ...([1, 2, 4, 8, 16] as const).map(
    (pack) => [new RegExp(`^-fpack-struct=${pack}$`), { packing: { pack, packsAll: false } }] as const,
  ),
  ...([1, 2, 4, 8, 16] as const).map(
    (pack) => [new RegExp(`^/Zp${pack}$`), { packing: { pack, packsAll: false } }] as const,
  ),
  [/^\/Zp$/, { packing: { pack: 1, packsAll: false } }],
  [/^\/J$/, { facts: { charSigned: false } }],
  [/^-fno-pack-struct$/, { packing: { pack: undefined, packsAll: false } }],
  [/^-fshort-enums$/, { facts: { enumWidth: "smallest" } }],
  [/^-fno-short-enums$/, { facts: { enumWidth: "int" } }],
  [/^-f(?:unsigned|no-signed)-char$/, { facts: { charSigned: false } }],
  [/^-f(?:signed|no-unsigned)-char$/, { facts: { charSigned: true } }],
  [/^-f(?:unsigned|no-signed)-bitfields$/, { facts: { bitFieldsSigned: false } }],
  [/^-f(?:signed|no-unsigned)-bitfields$/, { facts: { bitFieldsSigned: true } }],
  [/^-mms-bitfields$/, { facts: { bitFields: "gnu-microsoft" }, processors: WITH_MICROSOFT_STRUCTS }],
  [/^-mno-ms-bitfields$/, { facts: { bitFields: "gnu" }, processors: WITH_MICROSOFT_STRUCTS }],
  [/^-mlong-double-64$/, { facts: { longDouble: "double" }, processors: ["x86-64", "i386"] }],
  [
    /^-m(?:long-double-(?:80|128)|(?:96|128)bit-long-double)$/,
    { facts: { longDouble: undefined }, processors: ["x86-64", "i386"] },
  ],
  [/^-fshort-wchar$/, { wide: "unsigned short" }],
  [/^-fno-short-wchar$/, { wide: "own" }],
  [/^-{1,2}std=(?:c|gnu)\+\+|^[/-]std:c\+\+|^\/TP$|^-xc\+\+(?:-header)?$/, { language: "c++" }],
  // Valid for either language. [GCC 3.4]
  [/^-ansi$/, {}],
  [/^-{1,2}std=|^[/-]std:c|^\/TC$|^-xc(?:-header)?$/, { language: "c" }],
];

/** Documented flags without effect on layout and macros: warnings, debugging, files, the linker. [GCC 3.1, 3.8, 3.10, 3.14–3.17] */
const DOCUMENTED =
  /^-(?:W(?!p,|a,).*|Wa,.*|w|g\w*(?:-\d)?|[cSsv]|pipe|save-temps.*|I.*|L.*|l.*|o.*|B.*|T.*|u.*|z.*|M(?:[DMGP]|MD|[FTQ].*)?|isystem.*|iquote.*|idirafter.*|isysroot.*|include.+|imacros.+|-sysroot.*|-param.*|Xlinker|Xassembler|static|shared|rdynamic|nostdlib|nostartfiles|nodefaultlibs|nostdinc(?:\+\+)?|nolibc|-?specs=.*|pedantic(?:-errors)?|static-lib\w+|no-pie|r|xnone)$/;

/** The same for Microsoft's compiler. [Microsoft C++, compiler options by category] */
const DOCUMENTED_MICROSOFT =
  /^[/-](?:[wW].*|O.*|EH.*|M[TD]d?|LDd?|nologo|I.*|F.*|Z[iI7].*|G.*|c|C|sdl-?|permissive-?|utf-8|MP\d*|std:.*|TP|TC|bigobj|diagnostics:.*|fp:.*|arch:.*|analyze.*|RTC.*|showIncludes|errorReport:.*|external:.*|source-charset:.*|execution-charset:.*|Z[cl]:?.*)$/;

/** ISO standards up to C++14, and those of C. C23 has none, but GCC 12 and clang 16 still replace them with `-std=c2x`. [GCC 3.11, -trigraphs] */
const WITH_TRIGRAPHS =
  /^-{1,2}std=(?:c(?:89|90|99|9x|1\d|1x|2\w)|c\+\+(?:98|03|0x|1[14yz])|iso9899:.*)$|^-ansi$|^-trigraphs$|^\/Zc:trigraphs$/;

const STANDARD = /^-{1,2}std=|^[/-]std:/;
const CPP_20 = /\+\+(?:2[0-9a-f]|latest)$/;

/** True if `??/` is a backslash: the last `-std` decides, and `-trigraphs` in any position. */
export function hasTrigraphs({ cflags = [] }: Pick<ChannelPlan, "cflags">): boolean {
  const last = cflags.findLast((flag) => /^-{1,2}std=|^-ansi$/.test(flag));
  return cflags.some((flag) => /rigraphs$/.test(flag) && WITH_TRIGRAPHS.test(flag)) || WITH_TRIGRAPHS.test(last ?? "");
}

const STRICT = /^-{1,2}std=(?:c|iso)|^-ansi$/;
const WITH_ELIFDEF = /^-{1,2}std=(?:c2\w|iso9899:202\d|c\+\+2[3-9bcd])$/;

/** Whether the compiler follows `#elifdef`. These ignore it: SDCC, GCC before version 12, and later in the ISO modes before C23 and C++23. [GCC 12, libcpp] */
export function knowsElifdef(plan: Pick<ChannelPlan, "abi" | "cflags" | "compiler">): boolean {
  const { family, version = 99 } = targetOf(plan).compiler;
  if (family !== "gcc") return family !== "sdcc";
  const last = plan.cflags?.findLast((flag) => STANDARD.test(flag) || flag === "-ansi") ?? "";
  return version >= 12 && (!STRICT.test(last) || WITH_ELIFDEF.test(last));
}

const C_23 = /^-{1,2}std=(?:(?:c|gnu)2[3xy]|iso9899:202\d)$/;

/** True if `true` is a keyword, also in `#if`. [C23 6.10.2, C++17 cpp.cond; GCC 13, clang 15] */
export function knowsTrue(plan: Pick<ChannelPlan, "abi" | "cflags" | "compiler">, language: Language): boolean {
  if (language === "c++") return true;
  const { family, version = 0 } = targetOf(plan).compiler;
  const isNew = version >= (family === "clang" ? 15 : 13);
  return isNew && isGnu(targetOf(plan)) && C_23.test(plan.cflags?.findLast((flag) => STANDARD.test(flag)) ?? "");
}

/** GCC's C for the floating-point unit of i386, which computes in `long double`, in ISO modes. [GCC 3.11, -fexcess-precision] */
export function hasExcessPrecision(plan: Pick<ChannelPlan, "abi" | "cflags" | "compiler">): boolean {
  const { name, compiler } = targetOf(plan);
  const cflags = plan.cflags ?? [];
  const last = cflags.findLast((flag) => /^-{1,2}std=|^-ansi$/.test(flag));
  const isAsked = cflags.findLast((flag) => flag.startsWith("-fexcess-precision="))?.endsWith("standard");
  const isSse = cflags.findLast((flag) => flag.startsWith("-mfpmath="))?.includes("sse");
  const isStrict = isAsked ?? STRICT.test(last ?? "");
  return name === "i386" && compiler.family === "gcc" && isStrict && isSse !== true;
}

/** Clang's `-fpack-struct` is `-fpack-struct=1`, which `#pragma pack(4)` replaces. */
const CLANG_PACKS = { pack: 1, packsAll: false };

/** Flags that select another table of the same family. */
const WIDTHS: Readonly<Record<string, AbiName>> = dictionary({ "-m32": "i386", "-m64": "x86-64" });

/** The later of two flags wins, as in GCC. */
function readFlags(abi: AbiName, cflags: readonly string[], compiler: CompilerName | undefined): CompilerFlags {
  const words = joinedMacros(abi === "msvc-x64" ? cflags.map(microsoftFlag) : cflags);
  const isHere = ({ processors }: Settled) =>
    processors === undefined || (processors.includes(abi) && compiler?.startsWith("clang") !== true);
  const settled = words.map((flag) => MEANINGS.find(([pattern, row]) => pattern.test(flag) && isHere(row))?.[1]);
  const hasWidths = Object.values(WIDTHS).includes(abi);
  const width = hasWidths ? words.findLast((flag) => flag in WIDTHS) : undefined;
  const base = withCompiler(TARGETS[WIDTHS[width ?? ""] ?? abi], compiler);
  const wide = settled.findLast((row) => row?.wide !== undefined)?.wide;
  const types = wide === "unsigned short" ? { ...base.types, wchar_t: wide } : base.types;
  const facts = { ...base, types, ...Object.assign({}, ...settled.map((row) => row?.facts)) };
  const packing = settled.findLast((row) => row?.packing !== undefined)?.packing;
  const packs = packing?.packsAll === true && facts.compiler.family === "clang" ? CLANG_PACKS : packing;
  const target = completeTarget(facts, packs ?? { pack: undefined, packsAll: false });
  // Without flags there is nothing to look up, and a table takes milliseconds to read.
  const table = words.length === 0 ? undefined : processorTable(target.name);
  const others = words.filter((flag, at) => settled[at] === undefined && !(hasWidths && flag in WIDTHS));
  return {
    target,
    ...macrosOf(words),
    includes: words.flatMap((word) => INCLUDE.exec(word)?.[1] ?? []),
    problems: [
      ...(table === undefined ? [] : processorProblems(target.name, table, words)),
      ...others.flatMap((flag) => flagProblem(flag, target, table)),
    ],
    language: settled.findLast((row) => row?.language !== undefined)?.language,
    isCpp20: CPP_20.test(words.findLast((flag) => STANDARD.test(flag)) ?? ""),
    macros: (byteOrder, language) => compilerMacros(target, words, byteOrder, language),
  };
}

/** True for words that are not flags, and for flags that are handled elsewhere or documented as having no effect here. */
function isHarmless(flag: string, { compiler }: Target): boolean {
  const isMicrosoft = compiler.family === "microsoft";
  const isFlag = flag.startsWith("-") || (isMicrosoft && flag.startsWith("/"));
  if (!isFlag || MACRO.test(flag) || flag === "-mlittle-endian" || flag === "-mbig-endian") return true;
  return (isMicrosoft ? DOCUMENTED_MICROSOFT : DOCUMENTED).test(flag);
}

function flagProblem(flag: string, target: Target, table: ProcessorTable | undefined): FlagProblem[] {
  const problem = (reason: FlagProblem["reason"]): FlagProblem[] => [{ flag, reason, near: [] }];
  if (isHarmless(flag, target)) return [];
  if (table === undefined) return isNeutralEverywhere(flag) ? [] : problem("unknown");
  if (table.isSetting(flag)) return [];
  if (table.movesFields(flag)) return problem("layout");
  const [inC, inCpp] = [table.change(flag, "c"), table.change(flag, "c++")];
  if (inC === "refused" && inCpp === "refused") return problem("refused");
  return inC !== undefined || inCpp !== undefined || table.isNeutral(flag) ? [] : problem("unknown");
}

/** Checks that the table has the processor, and that its compiler accepts the settings. */
function processorProblems(abi: AbiName, table: ProcessorTable, words: readonly string[]): FlagProblem[] {
  const { processors, settings } = processorChoice(abi, table, words);
  const unknown = processors.filter((flag) => !table.processors.includes(flag));
  if (unknown.length > 0) return unknown.map((flag) => ({ flag, reason: "processor", near: nearby(flag, table) }));
  const cells = (processors.length === 0 ? [""] : processors).map((processor) => table.cell(processor, settings, "c"));
  const flag = [...processors, ...settings].join(" ");
  const [first] = cells;
  if (first === "refused" || first === "unknown")
    return [{ flag, reason: first === "refused" ? "refused" : "together", near: [] }];
  // `-mcpu` and `-march` may choose the same processor.
  const same = (left: (typeof cells)[number], right: (typeof cells)[number]): boolean =>
    JSON.stringify([...left].sort()) === JSON.stringify([...right].sort());
  return cells.every((cell) => same(cell, first!)) ? [] : [{ flag, reason: "together", near: [] }];
}

const MOST_NEAR = 3;

function nearby(flag: string, { processors }: ProcessorTable): string[] {
  const [family = ""] = flag.split("=");
  const left = new Set(processors.filter((name) => name.startsWith(`${family}=`)));
  const found: string[] = [];
  for (let near = nearest(flag, left); near !== undefined && found.length < MOST_NEAR; near = nearest(flag, left)) {
    found.push(near.slice(family.length + 1));
    left.delete(near);
  }
  return found;
}

/** The next word is the flag's argument: a file, a folder or a name. */
const WITH_ARGUMENT = /^-(?:[IoLTBuz]|M[FTQ]|isystem|iquote|idirafter|isysroot|Xlinker|Xassembler|-param|-sysroot)$/;

/** `/DNAME=1` is `-DNAME=1`; the others begin with a slash. */
function microsoftFlag(flag: string): string {
  return flag.replace(/^\/(?=[DU])/, "-").replace(/^-(?=Zp|J$|std:|T[CP]$|FI)/, "/");
}

/** These flags and their argument are one word here. */
const JOINED: ReadonlySet<string> = new Set(["-D", "-U", "-x", "-include", "-imacros", "/FI"]);

const INCLUDE = /^(?:-include|-imacros|\/FI)(.+)$/s;

/** Joins `-D NAME=text` to `-DNAME=text` and `-x c++` to `-xc++`, and drops the arguments of other flags. */
function joinedMacros(cflags: readonly string[]): string[] {
  const words: string[] = [];
  for (let at = 0; at < cflags.length; at++) {
    const flag = cflags[at] ?? "";
    words.push(JOINED.has(flag) ? `${flag}${cflags[++at] ?? ""}` : flag);
    if (WITH_ARGUMENT.test(flag)) at += 1;
  }
  return words;
}

const MACRO = /^-([DU])([^=]*)(?:=(.*))?$/s;

function macrosOf(words: readonly string[]): Pick<CompilerFlags, "defines" | "undefines"> {
  const defines = new Map<string, string>();
  const undefines = new Set<string>();
  for (const word of words) {
    const [, letter, name = "", text = "1"] = MACRO.exec(word) ?? [];
    if (letter === "D") {
      defines.set(name, text);
      undefines.delete(name);
    } else if (letter === "U") {
      undefines.add(name);
      defines.delete(name);
    }
  }
  return { defines, undefines };
}

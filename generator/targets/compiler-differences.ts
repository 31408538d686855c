/** What a compiler defines otherwise than the one whose table its processor has, as measured by scripts/oracle/compiler-differences.ts. */

import { compilerTable } from "../source/own-text.ts";
import type { Language } from "./predefined.ts";
import type { Change } from "./processor-table.ts";
import type { Target } from "./target.ts";

export interface Differences {
  readonly change: Change;
  /** Replaces the table's answers to `__has_attribute(packed)` and the like; absent if these hold. */
  answer?(question: string, name: string): string | undefined;
}

/** The version that the tables are of. */
const MEASURED_GCC = 12;

/** Undefined if the table holds as it is. */
export function differencesOf(target: Target, language: Language): Differences | undefined {
  const { family, version } = target.compiler;
  if (family === "clang") {
    const change = new Map(blocks().get(`clang ${target.name.replace(/-clang$/, "")} ${language}`)?.change);
    if (version !== undefined) change.set("__clang_major__", String(version));
    const answers = blocks().get(`answers clang ${language}`)?.answers;
    return { change, answer: (question, name) => answers?.get(`${question} ${name}`) };
  }
  if (target.name === "mingw-x64") return { change: blocks().get(`mingw-x64 ${language}`)!.change };
  if (family !== "gcc" || version === undefined || version === MEASURED_GCC) return undefined;
  return { change: ofVersion(version, target.name, language) };
}

/** GCC 12 brought `_Float16` to x86. [GCC 11.3 and 12.2, -dM] */
const OF_12_ON_X86: readonly string[] = [
  ..."DECIMAL_DIG DENORM_MIN DIG EPSILON HAS_DENORM HAS_INFINITY HAS_QUIET_NAN IS_IEC_60559 MANT_DIG".split(" "),
  ..."MAX_10_EXP MAX_EXP MAX MIN_10_EXP MIN_EXP MIN NORM_MAX".split(" "),
].map((name) => `__FLT16_${name}__`);
const OF_12: readonly string[] = ["__GCC_CONSTRUCTIVE_SIZE", "__GCC_DESTRUCTIVE_SIZE"];

/** The number is most of what is known of other versions. */
function ofVersion(version: number, target: Target["name"], language: Language): Change {
  const isX86 = target === "x86-64" || target === "i386";
  const absent = version < MEASURED_GCC ? [...OF_12, ...(isX86 ? OF_12_ON_X86 : [])] : [];
  return new Map<string, string | null | undefined>([
    ...absent.map((name) => [name, undefined] as const),
    ["__GXX_ABI_VERSION", null],
    ["__GNUC__", String(version)],
    ...(language === "c++" ? [["__GNUG__", String(version)] as const] : []),
    ...["__GNUC_MINOR__", "__GNUC_PATCHLEVEL__", "__VERSION__"].map((name) => [name, null] as const),
  ]);
}

interface Block {
  readonly change: Change;
  readonly answers: ReadonlyMap<string, string>;
}

let known: ReadonlyMap<string, Block> | undefined;

/** By title: `clang arm-eabi c++`. */
function blocks(): ReadonlyMap<string, Block> {
  if (known !== undefined) return known;
  const [, shared = "", ...texts] = compilerTable("differences").split("\n\n");
  const often = shared.split("\n");
  known = new Map(
    texts.map((text) => {
      const [title = "", numbers = "", ...own] = text.split("\n");
      const ids = numbers.split(" ").filter((id) => id !== "");
      const lines = [...ids.map((id) => often[Number.parseInt(id, 36)] ?? ""), ...own];
      return [title, title.startsWith("answers") ? answersIn(lines) : changeIn(lines)];
    }),
  );
  return known;
}

function answersIn(lines: readonly string[]): Block {
  const answers = lines.flatMap((line) => {
    const [question = "", answer = "", ...names] = line.split(" ");
    return names.map((name) => [`${question} ${name}`, answer] as const);
  });
  return { change: new Map(), answers: new Map(answers) };
}

/** `-NAME`: undefined; `?NAME`: versions differ; `NAME text`. */
function changeIn(lines: readonly string[]): Block {
  const change = lines.map((line): [string, string | undefined | null] => {
    if (line.startsWith("-")) return [line.slice(1), undefined];
    if (line.startsWith("?")) return [line.slice(1), null];
    const [, head = "", text = ""] = /^(\w+(?:\([^)]*\))?) ?(.*)$/.exec(line) ?? [];
    return [head, text];
  });
  return { change: new Map(change), answers: new Map() };
}

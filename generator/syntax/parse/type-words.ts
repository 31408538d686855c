/** The words of arithmetic types [C17 6.7.2], in any order. */

import type { ArithmeticType } from "../../types/declarations.ts";

const WORDS: ReadonlySet<string> = new Set([
  "char",
  "short",
  "int",
  "long",
  "signed",
  "unsigned",
  "float",
  "double",
  "bool",
  "_Bool",
  "__signed__",
  "__signed",
  "__int128",
  "_BitInt",
  "_Complex",
  "__complex__",
]);

const SIGNED: ReadonlySet<string> = new Set(["signed", "__signed__", "__signed"]);

/** Type words that a misspelled word may stand for. */
export const TYPE_BEGINNINGS = ["unsigned", "signed", "short", "long", "const", "volatile"] as const;

export function isTypeWord(word: string): boolean {
  return WORDS.has(word);
}

/** Undefined if the words are not a supported arithmetic type. The caller handles `"long double"` and the like. */
export function arithmeticType(words: readonly string[]): ArithmeticType | undefined {
  const plain = words.map((word) => (SIGNED.has(word) ? "signed" : word === "_Bool" ? "bool" : word)).sort();
  return TYPES.get(plain.join(" "));
}

/** All valid combinations of type words, sorted. [C17 6.7.2p2] */
const TYPES: ReadonlyMap<string, ArithmeticType> = new Map<string, ArithmeticType>([
  ...(["bool", "char", "double", "float"] as const).map((word) => [word, word] as const),
  ["char signed", "signed char"],
  ["char unsigned", "unsigned char"],
  ["unsigned", "unsigned int"],
  ...["int", "signed", "int signed"].map((words) => [words, "int"] as const),
  ["int unsigned", "unsigned int"],
  ...(["short", "long", "long long"] as const).flatMap((size) =>
    ["", "int"].flatMap((int) =>
      ["", "signed", "unsigned"].map((sign) => {
        const words = [int, ...size.split(" "), sign].filter((word) => word !== "").sort();
        return [words.join(" "), sign === "unsigned" ? (`unsigned ${size}` as const) : size] as const;
      }),
    ),
  ),
]);

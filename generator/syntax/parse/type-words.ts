/** The words arithmetic types are made of [C17 6.7.2], in any order. */

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
  "_Complex",
  "__complex__",
]);

const SIGNED: ReadonlySet<string> = new Set(["signed", "__signed__", "__signed"]);

/** What a misspelled word in front of a type may have been. */
export const TYPE_BEGINNINGS = ["unsigned", "signed", "short", "long", "const", "volatile"] as const;

export function isTypeWord(word: string): boolean {
  return WORDS.has(word);
}

/** `undefined`: the words make no arithmetic type we know; `"long double"` and the like are told apart by the caller. */
export function arithmeticType(words: readonly string[]): ArithmeticType | undefined {
  const count = (word: string): number => words.filter((candidate) => candidate === word).length;
  const unsigned = count("unsigned") > 0;
  const signed = count("signed") + count("__signed__") + count("__signed") > 0;
  const base = words.filter(
    (word) => !["unsigned", "signed", "__signed__", "__signed", "int", "short", "long"].includes(word),
  );
  const long = count("long");
  const short = count("short");
  if (base.length > 1 || (unsigned && signed) || count("int") > 1) return undefined;
  if (count("unsigned") > 1 || words.filter((word) => SIGNED.has(word)).length > 1) return undefined;
  const plain = long === 0 && short === 0 && count("int") === 0;
  if (base.length === 1) return plain ? singleWord(base[0] ?? "", { unsigned, signed }) : undefined;
  if (short > 1 || (short === 1 && long > 0) || long > 2) return undefined;
  if (short === 1) return unsigned ? "unsigned short" : "short";
  if (long === 1) return unsigned ? "unsigned long" : "long";
  if (long === 2) return unsigned ? "unsigned long long" : "long long";
  return unsigned ? "unsigned int" : "int";
}

function singleWord(
  word: string,
  sign: { readonly unsigned: boolean; readonly signed: boolean },
): ArithmeticType | undefined {
  if (word === "char") return sign.unsigned ? "unsigned char" : sign.signed ? "signed char" : "char";
  if (sign.unsigned || sign.signed) return undefined;
  if (word === "bool" || word === "_Bool") return "bool";
  return word === "float" || word === "double" ? word : undefined;
}

/** Finds words that can only be undefined macros: `struct PACKED s {`, `} PACKED s = {…};`. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import { isSystemHeader } from "../../targets/standard-headers.ts";
import { isAttributeWord } from "../parse/attributes.ts";
import type { Chunk, Explanation } from "../parse/chunks.ts";
import { isRecordKeyword, isSpecifierWord } from "../parse/declaration-words.ts";
import { keywordOfBody } from "../parse/language.ts";
import { closing } from "../preprocess/brackets.ts";
import { isPunctuator, type Token, tokenSpan } from "../preprocess/token.ts";

export interface UndefinedMacros {
  readonly explanations: readonly Explanation[];
  /** Indices of their tokens, which the parser must skip. */
  readonly blank: ReadonlySet<number>;
}

const LIKE_PACKED = /^_*(?:ATTR(?:IBUTE)?_?)?PACK(?:ED)?(?:_STRUCT|_ATTR(?:IBUTE)?)?_*$/i;

/** `STRUCT_PACKED`, `GCC_PACKED`, `PACKED_ATTR`: variables are rarely written in capitals. */
const CAPITALS_PACKED = /^(?:[A-Z0-9]*_)*PACKED?(?:_[A-Z0-9]*)*$/;

const LIKE_ATTRIBUTE =
  /(?:^|_)(?:PACKED|ALIGNED|ATTR|ATTRIBUTE)(?:_|\d|$)|^_*(?:PACK|ALIGN)(?:_|\d|$)|^__\w*(?:pack|align|attr)/;

/** Visibility macros affect only the linker. */
const VISIBILITY = /^(?:\w+_)?(?:EXPORTS?|IMPORT|API|PUBLIC|EXTERN|VISIBLE|SYM)$/;

/** True if the name looks like a macro for `__attribute__((packed))`. */
export function looksLikePacked(name: string): boolean {
  return LIKE_PACKED.test(name) || CAPITALS_PACKED.test(name);
}

export function findUndefinedMacros(
  tokens: readonly Token[],
  missingIncludes: readonly string[],
  chunk: Chunk,
  misspelled: readonly Explanation[],
): UndefinedMacros {
  const explanations: Explanation[] = [];
  const blank: number[] = [];
  const note = (from: number, to: number): void => {
    const diagnostic = report(SYNTAX, "E111", tokenSpan(tokens[from]!), { name: tokens[from]!.text });
    explanations.push({ diagnostic, certainty: "sure", at: Math.max(from, chunk.from) });
    blank.push(...Array.from({ length: to - from }, (_, index) => from + index));
  };
  // If a header is missing, a tag that looks like an attribute may be a macro from it.
  const mayBeMacro = missingIncludes.some((path) => !isSystemHeader(path));
  const foreign = foreignWord(tokens, chunk, mayBeMacro);
  if (foreign >= 0 && misspelled.length === 0) note(foreign, foreign + 1);
  const bodies: (string | undefined)[] = [];
  for (let at = chunk.from; at < chunk.to; at++) {
    if (isPunctuator(tokens[at], "{")) bodies.push(keywordOfBody(tokens, at));
    if (isRecordKeyword(tokens[at])) wordsBeforeTag(tokens, at + 1, chunk.to, mayBeMacro, note);
    const body = isPunctuator(tokens[at], "}") ? bodies.pop() : undefined;
    if (body === undefined || at + 2 >= chunk.to) continue;
    // Records report a last word themselves.
    wordBeforeName(tokens, at + 1, mayBeMacro && body === "enum", note);
  }
  return { explanations, blank: new Set(blank) };
}

function isLikeAttribute(tokens: readonly Token[], at: number, next: "{" | ";"): boolean {
  return isPunctuator(tokens[at + 1], next) && LIKE_ATTRIBUTE.test(tokens[at]!.text);
}

/** Index of a word before a declaration that may be a macro that changes it; -1 if there is none. */
function foreignWord(tokens: readonly Token[], { foreignFrom, from }: Chunk, mayBeMacro: boolean): number {
  if (foreignFrom === from) return -1;
  const first = tokens[foreignFrom];
  // A call of an unknown macro is a separate declaration, unless a header is missing or the name looks like an attribute.
  const isCall = isPunctuator(tokens[foreignFrom + 1], "(") && !mayBeMacro && !LIKE_ATTRIBUTE.test(first?.text ?? "");
  if (isCall) return -1;
  const words = tokens.slice(foreignFrom, from);
  const at = words.findIndex((word) => !isSpecifierWord(word) && !VISIBILITY.test(word.text));
  return at < 0 ? -1 : foreignFrom + at;
}

/** `struct A B(8) tag {`: all words before the last one must be macros. */
function wordsBeforeTag(
  tokens: readonly Token[],
  from: number,
  limit: number,
  mayBeOnly: boolean,
  note: (from: number, to: number) => void,
): void {
  if (mayBeOnly && isLikeAttribute(tokens, from, "{")) note(from, from + 1);
  const words: { from: number; to: number }[] = [];
  let at = from;
  while (at < limit && tokens[at]?.kind === "identifier") {
    // `enum class mode`, `struct tag final`, `ns::tag`
    const end = isPunctuator(tokens[at + 1], "(") ? (closing(tokens, at + 1) ?? at + 1) : at + 1;
    if (isPunctuator(tokens[end], "::")) return;
    if (!["class", "struct", "final"].includes(tokens[at]!.text)) words.push({ from: at, to: end });
    at = end;
  }
  if (!isPunctuator(tokens[at], "{")) return;
  const last = words.at(-1);
  const bodyless = last !== undefined && last.to > last.from + 1 ? words : words.slice(0, -1);
  for (const word of bodyless) note(word.from, word.to);
}

/** `} PACKED name =`, `} ALIGN(4);`: a word between the brace and the name must be a macro. */
function wordBeforeName(
  tokens: readonly Token[],
  from: number,
  mayBeLast: boolean,
  note: (from: number, to: number) => void,
): void {
  const [word, name, next] = [tokens[from], tokens[from + 1], tokens[from + 2]];
  if (mayBeLast && isLikeAttribute(tokens, from, ";")) note(from, from + 1);
  if (word?.kind === "identifier" && isPunctuator(name, "(") && !isAttributeWord(word)) {
    note(from, closing(tokens, from + 1) ?? from + 1);
    return;
  }
  if (word?.kind !== "identifier" || name?.kind !== "identifier" || name.startsLine) return;
  if (isSpecifierWord(word) || isRecordKeyword(word)) return;
  if (isPunctuator(next, "=") || isPunctuator(next, ";") || isPunctuator(next, "{") || isPunctuator(next, ","))
    note(from, from + 1);
}

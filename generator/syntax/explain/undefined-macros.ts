/** Words that can only be macros: `struct PACKED s {`, `} PACKED s = {…};`. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import type { Context } from "../declare/context.ts";
import { closing } from "../parse/attributes.ts";
import type { Chunk } from "../parse/chunks.ts";
import { isRecordKeyword } from "../parse/declaration-words.ts";
import { isPunctuator, type Token, tokenSpan } from "../preprocess/token.ts";
import type { Explanation } from "./member.ts";

export interface UndefinedMacros {
  readonly explanations: readonly Explanation[];
  /** Their tokens, which the parser is not to see. */
  readonly blank: ReadonlySet<number>;
}

const LIKE_PACKED = /^_*(?:ATTR(?:IBUTE)?_?)?PACK(?:ED)?(?:_STRUCT|_ATTR(?:IBUTE)?)?_*$/i;

/** A name that labs give to the macro for `__attribute__((packed))`. */
export function looksLikePacked(name: string): boolean {
  return LIKE_PACKED.test(name);
}

export function findUndefinedMacros(context: Context, chunk: Chunk): UndefinedMacros {
  const { tokens } = context.unit;
  const explanations: Explanation[] = [];
  const blank = new Set<number>();
  const note = (from: number, to: number): void => {
    const diagnostic = report(SYNTAX, "E111", tokenSpan(tokens[from]!), { name: tokens[from]!.text });
    explanations.push({ diagnostic, certainty: "sure" });
    for (let at = from; at < to; at++) blank.add(at);
  };
  // Words of unknown macros in front mean nothing, but for one that should pack.
  for (let at = chunk.foreignFrom; at < chunk.from; at++) {
    if (looksLikePacked(tokens[at]!.text)) note(at, at + 1);
  }
  for (let at = chunk.from; at < chunk.to; at++) {
    if (isRecordKeyword(tokens[at])) wordsBeforeTag(tokens, at + 1, chunk.to, note);
    if (isPunctuator(tokens[at], "}") && at + 2 < chunk.to) wordBeforeName(tokens, at + 1, note);
  }
  return { explanations, blank };
}

/** `struct A B(8) tag {`: all words but the last stand where only macros can. */
function wordsBeforeTag(
  tokens: readonly Token[],
  from: number,
  limit: number,
  note: (from: number, to: number) => void,
): void {
  const words: { from: number; to: number }[] = [];
  let at = from;
  while (at < limit && tokens[at]?.kind === "identifier") {
    // `enum class mode`, `struct tag final`, `ns::tag`
    const end = isPunctuator(tokens[at + 1], "(") ? (closing(tokens, at + 1) ?? at + 1) : at + 1;
    if (isPunctuator(tokens[end], "::")) return;
    if (tokens[at]?.text !== "class" && tokens[at]?.text !== "struct" && tokens[at]?.text !== "final")
      words.push({ from: at, to: end });
    at = end;
  }
  if (!isPunctuator(tokens[at], "{")) return;
  const last = words.at(-1);
  const bodyless = last !== undefined && last.to > last.from + 1 ? words : words.slice(0, -1);
  for (const word of bodyless) note(word.from, word.to);
}

const KEYWORDS: ReadonlySet<string> = new Set([
  "const",
  "volatile",
  "static",
  "extern",
  "struct",
  "union",
  "enum",
  "class",
]);

/** `} PACKED name =` */
function wordBeforeName(tokens: readonly Token[], from: number, note: (from: number, to: number) => void): void {
  const [word, name, next] = [tokens[from], tokens[from + 1], tokens[from + 2]];
  if (word?.kind !== "identifier" || name?.kind !== "identifier" || name.startsLine || KEYWORDS.has(word.text)) return;
  if (isPunctuator(next, "=") || isPunctuator(next, ";") || isPunctuator(next, "{") || isPunctuator(next, ","))
    note(from, from + 1);
}

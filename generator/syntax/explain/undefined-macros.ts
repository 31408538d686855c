/** Words that can only be macros: `struct PACKED s {`, `} PACKED s = {…};`. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Context } from "../declare/context.ts";
import { closing } from "../parse/attributes.ts";
import { type Chunk, isRecordKeyword } from "../parse/chunks.ts";
import { isPunctuator, type Token, tokenSpan } from "../preprocess/token.ts";

export interface UndefinedMacros {
  readonly diagnostics: readonly Diagnostic[];
  /** Their tokens, which the parser is not to see. */
  readonly blank: ReadonlySet<number>;
}

export function findUndefinedMacros(context: Context, chunk: Chunk): UndefinedMacros {
  const { tokens } = context.unit;
  const diagnostics: Diagnostic[] = [];
  const blank = new Set<number>();
  const note = (from: number, to: number): void => {
    diagnostics.push(report(SYNTAX, "E111", tokenSpan(tokens[from]!), { name: tokens[from]!.text }));
    for (let at = from; at < to; at++) blank.add(at);
  };
  for (let at = chunk.from; at < chunk.to; at++) {
    if (isRecordKeyword(tokens[at])) wordsBeforeTag(tokens, at + 1, chunk.to, note);
    if (isPunctuator(tokens[at], "}")) wordBeforeName(tokens, at + 1, note);
  }
  return { diagnostics, blank };
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

/** `} PACKED name =` */
function wordBeforeName(tokens: readonly Token[], from: number, note: (from: number, to: number) => void): void {
  const [word, name, next] = [tokens[from], tokens[from + 1], tokens[from + 2]];
  if (word?.kind !== "identifier" || name?.kind !== "identifier" || name.startsLine || word.text === "const") return;
  if (isPunctuator(next, "=") || isPunctuator(next, ";") || isPunctuator(next, "{") || isPunctuator(next, ","))
    note(from, from + 1);
}

/** Explains syntax errors of a message struct: what is missing, and where. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Chunk, Explanation } from "../parse/chunks.ts";
import { isRecordKeyword } from "../parse/declaration-words.ts";
import type { SyntaxNode, SyntaxTree } from "../parse/tree.ts";
import { isPunctuator, spanAfter, type Token, tokenSpan } from "../preprocess/token.ts";
import { explainMember } from "./member.ts";

/** One explanation for each member (or other part between `;` and braces) with a syntax error. */
export function explain(tree: SyntaxTree, chunk: Chunk, tokens: readonly Token[]): Explanation[] {
  if (chunk.unclosed !== undefined) return [sure(neverClosed(chunk, chunk.unclosed, tokens), chunk.unclosed)];
  const found: Explanation[] = [];
  if (chunk.missingSemicolon) found.push(sure(missing("';'", tokens[chunk.to - 1]!), chunk.to));
  const parts = new Map<number, { readonly part: TokenRange; readonly node: SyntaxNode }>();
  for (const node of tree.problems) {
    const part = partAround(node, chunk, tokens);
    const atEnd = chunk.missingSemicolon && part.to >= chunk.to;
    if (!parts.has(part.from) && !atEnd) parts.set(part.from, { part, node });
  }
  for (const { part, node } of parts.values()) {
    // If a part inside a struct explains the error, the error of the whole struct is redundant.
    const isWhole = isRecordKeyword(tokens[part.from]) && isPunctuator(tokens[part.to], "{");
    if (!isWhole || parts.size === 1) found.push(explainMember(tokens.slice(part.from, part.to), node, tokens));
  }
  return found;
}

function sure(diagnostic: Diagnostic, at: number): Explanation {
  return { diagnostic, certainty: "sure", at };
}

function missing(what: string, before: Token): Diagnostic {
  return report(SYNTAX, "E107", spanAfter(before), { what, after: before.text });
}

/** `struct a { …` or `= {5, 1;` without the closing brace. */
function neverClosed(chunk: Chunk, brace: number, tokens: readonly Token[]): Diagnostic {
  if (isPunctuator(tokens[brace - 1], "=")) {
    let end = brace + 1;
    while (end < chunk.to && !isPunctuator(tokens[end], ";")) end += 1;
    return missing("'}'", tokens[end - 1]!);
  }
  let keyword = brace;
  while (keyword > chunk.from && !isRecordKeyword(tokens[keyword])) keyword -= 1;
  const name = tokens[keyword + 1];
  const place = name?.kind === "identifier" ? name : tokens[keyword]!;
  return report(SYNTAX, "E109", tokenSpan(place), {
    name: place.text,
    end: tokenSpan(lastFieldEnd(chunk, brace, tokens)),
  });
}

/** The last `;` before the next declaration that begins a line without a blank, or the brace. */
function lastFieldEnd({ to }: Chunk, brace: number, tokens: readonly Token[]): Token {
  let last = tokens[brace]!;
  for (const token of tokens.slice(brace + 1, to)) {
    if (token.file !== last.file || (token.startsLine && tokenSpan(token).start.column === 1)) break;
    if (isPunctuator(token, ";")) last = token;
  }
  return last;
}

interface TokenRange {
  readonly from: number;
  /** After the `;`, if there is one. */
  readonly to: number;
}

function partAround(node: SyntaxNode, chunk: Chunk, tokens: readonly Token[]): TokenRange {
  // A missing token belongs to the token before it.
  let from = node.missing ? Math.max(node.from - 1, chunk.from) : node.from;
  while (from > chunk.from && !isBoundary(tokens[from - 1])) from -= 1;
  let to = Math.max(node.missing ? node.from : from, from);
  while (to < chunk.to && !isBoundary(tokens[to])) to += 1;
  return { from, to: tokens[to]?.text === ";" ? to + 1 : to };
}

function isBoundary(token: Token | undefined): boolean {
  return token?.kind === "punctuator" && (token.text === ";" || token.text === "{" || token.text === "}");
}

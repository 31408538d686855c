/** Parses a declaration into a tree with syntax errors, which matter only if a message needs the declaration. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import { explain } from "../explain/explain.ts";
import { misspelledKeywords } from "../explain/misspelled-keyword.ts";
import { findUndefinedMacros } from "../explain/undefined-macros.ts";
import { isAttributeWord } from "../parse/attributes.ts";
import type { Chunk, Explanation, ParsedChunk } from "../parse/chunks.ts";
import { plainDeclaration } from "../parse/plain-declaration.ts";
import { readDeclarations } from "../parse/read-nodes.ts";
import { parseTokens, type SyntaxTree } from "../parse/tree.ts";
import { type Token, tokenSpan } from "../preprocess/token.ts";
import type { Context, RecordFacts } from "./context.ts";

/** Limit for a declaration's tokens. Longer tables of constants contain no message. */
const MAX_TOKENS = 20_000;
export const MAX_RECORDS = 10_000;
/** Limit for nested brackets; compilers guarantee 63 [C17 5.2.4.1]. */
const MAX_DEPTH = 64;

export function isOpen({ unclosed, missingSemicolon }: Chunk): boolean {
  return unclosed !== undefined || missingSemicolon;
}

export function misspelledIn(chunk: Chunk, { unit, symbols }: Context): readonly Explanation[] {
  return misspelledKeywords(chunk, unit.tokens, (name) => symbols.type(chunk.scope, name) !== undefined);
}

/** Undefined if the declaration is too large. */
export function parseChunk(
  chunk: Chunk,
  context: Context,
  misspelled = misspelledIn(chunk, context),
): ParsedChunk | undefined {
  const { tokens } = context.unit;
  const first = tokens[chunk.from]!;
  const reason =
    chunk.to - chunk.from > MAX_TOKENS
      ? `has more than ${MAX_TOKENS} words`
      : chunk.depth > MAX_DEPTH
        ? "is nested too deeply"
        : undefined;
  if (reason !== undefined) {
    const open = openBracket(tokens.slice(chunk.from, chunk.to));
    const details = open && { open: { text: open.text, line: tokenSpan(open).start.line } };
    const diagnostic = report(SYNTAX, "E110", tokenSpan(first), { reason, ...details });
    noteErrors([{ diagnostic, certainty: "sure", at: chunk.from }], chunk, context);
    return undefined;
  }
  if (context.records.size >= MAX_RECORDS) {
    tellTooMany(first, context);
    return undefined;
  }
  const macros = findUndefinedMacros(tokens, context.missingIncludes, chunk, misspelled);
  const tree = treeOf(chunk, tokens, macros.blank);
  const errors = [
    ...misspelled,
    ...macros.explanations,
    ...malformedAttributes(chunk, tokens),
    ...explain(tree, chunk, tokens),
  ];
  noteErrors(errors, chunk, context);
  // After an unclosed brace, the extent of the next declarations is unreliable, so report all errors.
  if (isOpen(chunk)) context.diagnostics.push(...errors.map(({ diagnostic }) => diagnostic));
  return { declarations: readDeclarations(tree.root, context.unit, context.language), errors };
}

function treeOf({ from, to }: Chunk, tokens: readonly Token[], blank: ReadonlySet<number>): SyntaxTree {
  const root = blank.size === 0 ? plainDeclaration(tokens, from, to) : undefined;
  return root === undefined ? parseTokens(tokens, from, to, blank) : { root, problems: [] };
}

/** The last one without its counterpart. */
function openBracket(tokens: readonly Token[]): Token | undefined {
  const open: Token[] = [];
  for (const token of tokens.filter(({ kind }) => kind === "punctuator")) {
    if (/^[{([]$/.test(token.text)) open.push(token);
    else if (/^[})\]]$/.test(token.text)) open.pop();
  }
  return open.at(-1);
}

/** Attributes that could not be removed from the tokens. The grammar would skip them. */
function malformedAttributes(chunk: Chunk, tokens: readonly Token[]): Explanation[] {
  const found: Explanation[] = [];
  for (let at = chunk.from; at < chunk.to; at++) {
    if (!isAttributeWord(tokens[at]!)) continue;
    const reason = "an attribute has the form __attribute__((name, name(value))) and is not part of an expression";
    const diagnostic = report(SYNTAX, "E108", tokenSpan(tokens[at]!), { found: tokens[at]!.text, reason });
    found.push({ diagnostic, certainty: "sure", at });
  }
  return found;
}

/** An error belongs to the records around it. Outside of all records, it belongs to everything that the declaration declares. */
export function blame(errors: readonly Explanation[], records: readonly RecordFacts[]): void {
  for (const error of errors) {
    const around = records.filter(({ from, to }) => from <= error.at && error.at < to);
    for (const facts of around.length > 0 ? around : records) facts.errors.push(error);
  }
}

function tellTooMany(first: Token, context: Context): void {
  if (context.diagnostics.some(({ code }) => code === "E151")) return;
  context.diagnostics.push(report(SYNTAX, "E151", tokenSpan(first), { most: MAX_RECORDS }));
}

export function noteErrors(found: readonly Explanation[], chunk: Chunk, context: Context): void {
  if (found.length > 0) context.broken.push({ from: chunk.from, to: chunk.to, explanations: found });
}

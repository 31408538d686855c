/** One declaration of a translation unit: parsed when it may matter to a message, passed over otherwise. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import { explain } from "../explain/explain.ts";
import type { Explanation } from "../explain/member.ts";
import { misspelledKeywords } from "../explain/misspelled-keyword.ts";
import { findUndefinedMacros } from "../explain/undefined-macros.ts";
import { isAttributeWord } from "../parse/attributes.ts";
import type { Chunk, ParsedChunk } from "../parse/chunks.ts";
import { isRecordKeyword } from "../parse/declaration-words.ts";
import { parseTokens } from "../parse/tree.ts";
import { isPunctuator, type Token, tokenSpan } from "../preprocess/token.ts";
import type { Context, RecordFacts } from "./context.ts";
import { declareTemplate } from "./templates.ts";
import { declareTopLevel } from "./top-level.ts";

/** Words of a declaration; tables of constants may be longer and hold no message. */
const MAX_TOKENS = 20_000;
const MAX_RECORDS = 2500;
/** Nesting of brackets; compilers promise 63 [C17 5.2.4.1]. */
const MAX_DEPTH = 64;

export function declareChunk(chunk: Chunk, context: Context): void {
  const tokens = context.unit.tokens;
  context.symbols.file = tokens[chunk.from]?.file;
  if (chunk.kind === "template") {
    const template = declareTemplate(chunk, context);
    // What comes after one without end is anybody's guess.
    if (template !== undefined && isOpen(chunk)) template.parsed = parseChunk(template.chunk, context);
    return;
  }
  if (chunk.kind === "function" && chunk.unclosed === undefined) return;
  const declares = mayDeclare(chunk, context);
  const misspelled = misspelledKeywords(chunk, tokens);
  if (!declares) {
    noteErrors(misspelled, chunk, context);
    declareVariable(chunk, context);
    return;
  }
  const parsed = parseChunk(chunk, context, misspelled);
  if (parsed === undefined) return;
  const { tree, errors } = parsed;
  const known = context.records.size;
  context.current.error = errors[0]?.diagnostic;
  declareTopLevel(tree.root, context, chunk.scope);
  context.current.error = undefined;
  blame(errors, [...context.records.values()].slice(known));
}

function isOpen({ unclosed, missingSemicolon }: Chunk): boolean {
  return unclosed !== undefined || missingSemicolon;
}

/** `undefined` for what is too large. */
export function parseChunk(
  chunk: Chunk,
  context: Context,
  misspelled = misspelledKeywords(chunk, context.unit.tokens),
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
    const diagnostic = report(SYNTAX, "E110", tokenSpan(first), { reason });
    noteErrors([{ diagnostic, certainty: "sure", at: chunk.from }], chunk, context);
    return undefined;
  }
  if (context.records.size >= MAX_RECORDS) {
    tellTooMany(first, context);
    return undefined;
  }
  const macros = findUndefinedMacros(context, chunk, misspelled);
  const tree = parseTokens(tokens, chunk.from, chunk.to, macros.blank);
  const errors = [
    ...misspelled,
    ...macros.explanations,
    ...malformedAttributes(chunk, tokens),
    ...explain(tree, chunk, tokens),
  ];
  noteErrors(errors, chunk, context);
  // What comes after a brace or a declaration without end is anybody's guess.
  if (isOpen(chunk)) context.diagnostics.push(...errors.map(({ diagnostic }) => diagnostic));
  return { tree, errors };
}

/** Those that could not be taken out of the tokens: the grammar would pass over them. */
function malformedAttributes(chunk: Chunk, tokens: readonly Token[]): Explanation[] {
  const found: Explanation[] = [];
  for (let at = chunk.from; at < chunk.to; at++) {
    if (!isAttributeWord(tokens[at]!)) continue;
    const reason = "an attribute has the form __attribute__((name, name(value))) and is no part of an expression";
    const diagnostic = report(SYNTAX, "E108", tokenSpan(tokens[at]!), { found: tokens[at]!.text, reason });
    found.push({ diagnostic, certainty: "sure", at });
  }
  return found;
}

/** An error counts for the records around it; outside of all, for everything that the declaration declares. */
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

/** `int count = 3;` is of no interest but for the message about `uint8_t data[count];`. */
function declareVariable(chunk: Chunk, context: Context): void {
  const { tokens } = context.unit;
  for (let at = chunk.from; at + 1 < chunk.to; at++) {
    if (tokens[at]?.kind !== "identifier" && !isPunctuator(tokens[at], "*")) return;
    if (["=", ";", "["].some((end) => isPunctuator(tokens[at + 1], end))) {
      context.symbols.declareVariable(chunk.scope, tokens[at]!.text);
      return;
    }
  }
}

function noteErrors(found: readonly Explanation[], chunk: Chunk, context: Context): void {
  if (found.length > 0) context.broken.push({ from: chunk.from, to: chunk.to, explanations: found });
}

function namesType(name: string, { scope }: Chunk, { symbols }: Context): boolean {
  return symbols.type(scope, name) !== undefined || symbols.template(scope, name) !== undefined;
}

/** Types, constants, and variables of struct type; nothing else is worth parsing. */
function mayDeclare(chunk: Chunk, context: Context): boolean {
  const { tokens } = context.unit;
  let sawName = false;
  for (let at = chunk.from; at < chunk.to; at++) {
    const token = tokens[at]!;
    if (isPunctuator(token, "{") || isPunctuator(token, "=") || isPunctuator(token, "(")) return false;
    if (token.kind !== "identifier") continue;
    if (isRecordKeyword(token) || token.text === "typedef" || token.text === "using") return true;
    if (token.text === "const" || token.text === "constexpr") return true;
    if (!sawName && namesType(token.text, chunk, context)) return true;
    sawName ||= !STORAGE.has(token.text) && !isPunctuator(tokens[at + 1], "::");
  }
  return false;
}

const STORAGE: ReadonlySet<string> = new Set(["static", "extern", "volatile", "inline", "register", "thread_local"]);

/** Detects include guards. The C standard does not define them, but every compiler supports them. */

import { isDirective, lineEnd, textEnd } from "./lines.ts";
import { isPunctuator, isWord, type Token } from "./token.ts";

/**
 * The macro of `#ifndef X`, `#define X` if these and the last `#endif` enclose the whole header. Includes and pragmas may stand
 * in front of an empty `#define X`: with a value, X may be a default.
 */
export function includeGuard(tokens: readonly Token[]): string | undefined {
  const start = afterIncludes(tokens);
  const guard = guardAt(tokens, start);
  if (guard === undefined) return undefined;
  let depth = 0;
  for (let at = start; at < tokens.length; at = textEnd(tokens, at)) {
    if (!isDirective(tokens[at])) continue;
    const word = tokens[at + 1]?.text ?? "";
    if (word.startsWith("if")) depth += 1;
    // If the guard has an `#else`, its text is compiled on the second include.
    if (depth === 1 && word.startsWith("el")) return undefined;
    if (word === "endif") depth -= 1;
    if (depth === 0 && lineEnd(tokens, at) < tokens.length) return undefined;
  }
  return guard;
}

/** The index of the first token that is not of an `#include` or a `#pragma`. */
function afterIncludes(tokens: readonly Token[]): number {
  let at = 0;
  while (isDirective(tokens[at]) && ["include", "pragma"].includes(tokens[at + 1]?.text ?? ""))
    at = lineEnd(tokens, at);
  return at;
}

/** The macro, if the line after its test defines it. */
function guardAt(tokens: readonly Token[], start: number): string | undefined {
  if (!isDirective(tokens[start])) return undefined;
  const second = lineEnd(tokens, start);
  const name = undefinedName(tokens.slice(start, second));
  if (!isWord(tokens[second + 1], "define") || tokens[second + 2]?.text !== name) return undefined;
  return start > 0 && lineEnd(tokens, second) !== second + 3 ? undefined : name;
}

/** The name in a line `#ifndef X`, `#if !defined X` or `#if !defined(X)`. */
function undefinedName(line: readonly Token[]): string | undefined {
  if (isWord(line[1], "ifndef")) return line[2]?.text;
  const isBracketed = isPunctuator(line[4], "(");
  if (!isWord(line[1], "if") || line.length !== (isBracketed ? 7 : 5)) return undefined;
  return line[line.length - (isBracketed && line.at(-1)?.kind !== "identifier" ? 2 : 1)]?.text;
}

/** Detects include guards. The C standard does not define them, but every compiler supports them. */

import { isDirective, lineEnd, textEnd } from "./lines.ts";
import { isPunctuator, isWord, type Token } from "./token.ts";

/** The macro of `#ifndef X`, `#define X` if these and the last `#endif` enclose the whole header. */
export function includeGuard(tokens: readonly Token[]): string | undefined {
  if (!isDirective(tokens[0])) return undefined;
  const second = lineEnd(tokens, 0);
  const guard = guardName(tokens, second);
  if (guard === undefined || !isWord(tokens[second + 1], "define") || tokens[second + 2]?.text !== guard)
    return undefined;
  let depth = 0;
  for (let at = 0; at < tokens.length; at = textEnd(tokens, at)) {
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

/**
 * The name in `#ifndef X`, `#if !defined X` or `#if !defined(X)`.
 * @param end of the first line
 */
function guardName(tokens: readonly Token[], end: number): string | undefined {
  if (isWord(tokens[1], "ifndef")) return tokens[2]?.text;
  const isBracketed = isPunctuator(tokens[4], "(");
  if (!isWord(tokens[1], "if") || end !== (isBracketed ? 7 : 5)) return undefined;
  return tokens[end - (isBracketed && tokens[end - 1]?.kind !== "identifier" ? 2 : 1)]?.text;
}

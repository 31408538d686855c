/** Finds the ends of directives and of the text between them. */

import { isPunctuator, type Token } from "./token.ts";

export function isDirective(token: Token | undefined): boolean {
  return token?.startsLine === true && isPunctuator(token, "#");
}

/** One past the last token of the line that begins at `at`. */
export function lineEnd(tokens: readonly Token[], at: number): number {
  let end = at + 1;
  while (end < tokens.length && !tokens[end]?.startsLine) end += 1;
  return end;
}

/** One past the last token before the next directive, or before a function that is one token. */
export function textEnd(tokens: readonly Token[], at: number): number {
  let end = at + 1;
  while (end < tokens.length && !isDirective(tokens[end]) && tokens[end]!.kind !== "function") end += 1;
  return end;
}

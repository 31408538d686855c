/** Constraints of templates and their members [C++20 temp.constr]. A header that compiles satisfies those of what it uses. */

import { closing, closingAngle } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";

/** The index after `requires (sizeof(T) < 4) && std::integral<T>`, or `at` if no constraint begins there. */
export function behindConstraint(tokens: readonly Token[], at: number): number {
  if (!isWord(tokens[at], "requires")) return at;
  let end = at;
  do end = behindPrimary(tokens, end + 1);
  while (isPunctuator(tokens[end], "&&") || isPunctuator(tokens[end], "||"));
  return end;
}

/** `(…)`, `requires (T t) {…}`, `std::integral<T>`, `true` */
function behindPrimary(tokens: readonly Token[], from: number): number {
  if (isWord(tokens[from], "requires")) {
    const brace = closing(tokens, from + 1, { brackets: "()" }) ?? from + 1;
    return closing(tokens, brace) ?? brace;
  }
  let at = closing(tokens, from, { brackets: "()" }) ?? from;
  if (at > from) return at;
  while (isPunctuator(tokens[at], "::") || (tokens[at]?.kind === "identifier" && isPartOfName(tokens, at, from))) {
    at += 1;
    if (isPunctuator(tokens[at], "<")) at = closingAngle(tokens, at, tokens.length) ?? at + 1;
  }
  return at;
}

function isPartOfName(tokens: readonly Token[], at: number, from: number): boolean {
  return at === from || isPunctuator(tokens[at - 1], "::");
}

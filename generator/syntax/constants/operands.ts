/** Finds operands of `sizeof` and the like by their tokens, and tells how strongly operators bind. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { closing, parenthesized } from "../preprocess/brackets.ts";
import { isPunctuator, type Token } from "../preprocess/token.ts";
import { textLength, type WideChar } from "./literals.ts";

const PRECEDENCE: Readonly<Record<string, number>> = dictionary({
  "||": 1,
  "&&": 2,
  "|": 3,
  "^": 4,
  "&": 5,
  "==": 6,
  "!=": 6,
  "<": 7,
  ">": 7,
  "<=": 7,
  ">=": 7,
  "<<": 8,
  ">>": 8,
  "+": 9,
  "-": 9,
  "*": 10,
  "/": 10,
  "%": 10,
});

/** 0 for other tokens. */
export function precedenceOf({ text }: Token): number {
  return Object.hasOwn(PRECEDENCE, text) ? (PRECEDENCE[text] ?? 0) : 0;
}

/** `sizeof *table`, `sizeof table[0].member`: the operand without parentheses. */
export function bareOperand(tokens: readonly Token[], at: number): readonly Token[] {
  let end = at;
  while (isPunctuator(tokens[end], "*")) end += 1;
  if (tokens[end]?.kind !== "identifier") return [];
  end += 1;
  for (;;) {
    if (isPunctuator(tokens[end], "[")) end = closing(tokens, end) ?? tokens.length;
    else if (isPunctuator(tokens[end], ".")) end += 2;
    else break;
  }
  return tokens.slice(at, end);
}

/** `sizeof "text"` and `sizeof("te" "xt")`, including the terminating NUL. */
export function sizeOfText(
  tokens: readonly Token[],
  at: number,
  sizeOfChar: (type: WideChar) => number | undefined,
): { readonly bytes: number; readonly end: number } | undefined {
  const inner = parenthesized(tokens, at);
  let end = at;
  while (tokens[end]?.kind === "string") end += 1;
  const texts = inner ?? tokens.slice(at, end);
  if (texts.length === 0 || texts.some(({ kind }) => kind !== "string")) return undefined;
  const length = textLength(
    texts.map(({ text }) => text),
    sizeOfChar,
  );
  return length && { bytes: length.bytes, end: inner === undefined ? end : at + inner.length + 2 };
}

/** `((struct s *)0)->b.c` at the beginning of the tokens. */
export function memberOfNull(
  tokens: readonly Token[],
): { readonly type: readonly Token[]; readonly path: readonly Token[]; readonly length: number } | undefined {
  const inner = parenthesized(tokens, 0) ?? [];
  const type = parenthesized(inner, 0) ?? [];
  const [zero, more] = inner.slice(type.length + 2);
  const arrow = inner.length + 2;
  const isNull = more === undefined && ["0", "NULL"].includes(zero?.text ?? "");
  if (!isNull || !isPunctuator(type.at(-1), "*") || !isPunctuator(tokens[arrow], "->")) return undefined;
  let end = arrow + 1;
  while (tokens[end]?.kind === "identifier" || isPunctuator(tokens[end], ".")) end += 1;
  return { type: type.slice(0, -1), path: tokens.slice(arrow + 1, end), length: end };
}

export function isUnary(token: Token | undefined): token is Token {
  return token?.kind === "punctuator" && ["-", "+", "!", "~"].includes(token.text);
}

export function isStep(token: Token | undefined): token is Token {
  return isPunctuator(token, "++") || isPunctuator(token, "--");
}

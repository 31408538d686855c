/** Renders tokens as text that the grammars can read. */

import { closing } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import { isTypeWord } from "./type-words.ts";

export interface Rendered {
  readonly text: string;
  /** Start of each token in `text`. */
  readonly starts: readonly number[];
  readonly from: number;
  /** Tokens that the word before them stands for: `char` of `unsigned char`, `[]` of `operator[]`. */
  readonly absorbed: ReadonlySet<number>;
}

/** Renders tokens as ASCII text, without the content of literals, which the grammar does not need. */
export function render(tokens: readonly Token[], from: number, to: number, blank: ReadonlySet<number>): Rendered {
  const parts: string[] = [];
  const starts: number[] = [];
  const absorbed = new Set<number>();
  let length = 0;
  const add = (at: number, text: string, isOfBefore: boolean): void => {
    if (isOfBefore) absorbed.add(at);
    starts.push(length);
    parts.push(text);
    length += text.length + 1;
  };
  for (let at = from; at < to; ) {
    const end = blank.has(at) ? at + 1 : Math.min(to, endOfText(tokens, at));
    const text = blank.has(at) ? "" : renderToken(tokens, at, from);
    add(at, text, text === "" && !blank.has(at));
    const isArray = text === "[";
    for (let inside = at + 1; inside < end; inside++) add(inside, isArray ? inArray(inside, at, end) : "", !isArray);
    at = end;
  }
  return { text: `${parts.join(" ")} `, starts, from, absorbed };
}

/** The size of an array is evaluated from tokens, so the grammar sees a number. */
function inArray(at: number, open: number, end: number): string {
  if (at === end - 1) return "]";
  return at === open + 1 ? "1" : "";
}

/** Index after the tokens that are rendered together: an array's brackets, an operator's name. */
function endOfText(tokens: readonly Token[], at: number): number {
  if (isPunctuator(tokens[at], "[")) return closing(tokens, at, { not: ";{" }) ?? at + 1;
  return isWord(tokens[at], "operator") ? (endOfOperator(tokens, at) ?? at + 1) : at + 1;
}

function renderToken(tokens: readonly Token[], at: number, from: number): string {
  const token = tokens[at]!;
  if (token.isName === true) return `${token.text}x`;
  switch (token.kind) {
    case "string":
      return '"s"';
    case "character":
      return "'c'";
    case "number":
      return "1";
    case "other":
      return "@";
    case "punctuator":
      return token.text;
    case "identifier":
      return renderWord(tokens, at, from);
  }
}

function renderWord(tokens: readonly Token[], at: number, from: number): string {
  const token = tokens[at]!;
  if (token.operand !== undefined) return token.text.replaceAll("_", "").padEnd(9, "x");
  if (token.text === "__builtin_offsetof") return "offsetof";
  // The grammar knows `operator[]` only as one word.
  if (isWord(token, "operator")) return endOfOperator(tokens, at) === undefined ? "operator" : "operatorx";
  if (!isTypeWord(token.text)) return token.text.replace(/[^\w]/g, "x");
  // Render `long unsigned` or `char signed` as one word, because the grammar supports only some orders that C allows.
  return continuesType(tokens, at, from) ? "" : "int";
}

/** The symbols of operators. [C++17 over.oper] */
const SYMBOL = /^(?:[-+*/%^&|=<>]=?|[~!,]|!=|<<=?|>>=?|<=>|&&|\|\||\+\+|--|->\*?)$/;

/**
 * Index after the symbol of `operator[]`, `operator new[]`, `operator""_km`. Undefined for a conversion, which has none, and for a name
 * in C.
 */
function endOfOperator(tokens: readonly Token[], at: number): number | undefined {
  const isAllocation = ["new", "delete"].includes(tokens[at + 1]?.text ?? "");
  const end = endOfSymbol(tokens, isAllocation ? at + 2 : at + 1);
  return end > at + 1 && isPunctuator(tokens[end], "(") ? end : undefined;
}

function endOfSymbol(tokens: readonly Token[], from: number): number {
  const [first, second, third] = [tokens[from], tokens[from + 1], tokens[from + 2]];
  if (first?.kind === "string") return second?.kind === "identifier" ? from + 2 : from + 1;
  if (isPunctuator(first, "[") && isPunctuator(second, "]")) return from + 2;
  if (isPunctuator(first, "(") && isPunctuator(second, ")") && isPunctuator(third, "(")) return from + 2;
  let end = from;
  while (tokens[end]?.kind === "punctuator" && SYMBOL.test(tokens[end]!.text)) end += 1;
  return end;
}

/** True if a type word precedes this one, possibly with qualifiers between them: `unsigned const int`. */
function continuesType(tokens: readonly Token[], at: number, from: number): boolean {
  let before = at - 1;
  while (before >= from && (tokens[before]?.text === "const" || tokens[before]?.text === "volatile")) before -= 1;
  return before >= from && isTypeWord(tokens[before]?.text ?? "");
}

/** Renders tokens as text that the grammars can read. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { closing } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import { behindConstraint } from "./constraints.ts";
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
  const add = (text: string): void => {
    starts.push(length);
    parts.push(text);
    length += text.length + 1;
  };
  for (let at = from; at < to; ) {
    const isHidden = blank.has(at) || isQualifierOfBase(tokens, at, from) || isNoise(tokens, at);
    const hidden = isHidden ? at + 1 : Math.max(behindValue(tokens, at, from, to), behindConstraintOf(tokens, at));
    for (; at < hidden; at++) add("");
    if (at >= to || isHidden) continue;
    for (const text of renderGroup(tokens, at, from, to)) {
      if (text === undefined) absorbed.add(at);
      add(text ?? "");
      at += 1;
    }
  }
  return { text: `${parts.join(" ")} `, starts, from, absorbed };
}

/**
 * `= 2` or `{2}` of `uint8_t mode : 3 = 2;`, which the grammar does not know: `read-nodes.ts` finds it behind the width. [C++20
 * class.bit]
 */
export function valueBehindWidth(
  tokens: readonly Token[],
  colon: number,
  limit: number,
): { readonly from: number; readonly to: number } | undefined {
  const [type, name] = [tokens[colon - 2], tokens[colon - 1]];
  const isDeclarator = type?.kind === "identifier" || isPunctuator(type, ",");
  if (name?.kind !== "identifier" || !isDeclarator || ACCESS.has(name.text) || ACCESS.has(type?.text ?? ""))
    return undefined;
  let at = colon + 1;
  const isEnd = () => [";", ",", "{", "}", ")", "]", "=", ":"].some((text) => isPunctuator(tokens[at], text));
  while (at < limit && !isEnd()) at = closing(tokens, at) ?? at + 1;
  const before = tokens[at - 1];
  // The brace of `enum mode : uint8_t {` follows a name.
  const isList = isPunctuator(tokens[at], "{") && (before?.kind === "number" || isPunctuator(before, ")"));
  if (at === colon + 1 || !(isList || isPunctuator(tokens[at], "="))) return undefined;
  const from = at;
  const isBehind = () => [";", ",", "}"].some((text) => isPunctuator(tokens[at], text));
  while (at < limit && !isBehind()) at = closing(tokens, at) ?? at + 1;
  return { from, to: at };
}

const ACCESS: ReadonlySet<string> = new Set(["public", "protected", "private", "default", "case"]);

/** The texts of an array's brackets, of an operator's name, or of one token; undefined if the word before stands for the token. */
function renderGroup(tokens: readonly Token[], at: number, from: number, limit: number): (string | undefined)[] {
  const end = Math.min(limit, endOfText(tokens, at));
  const isArray = isPunctuator(tokens[at], "[");
  const first = renderToken(tokens, at, from);
  const size = isArray && isLambda(tokens, at, end) ? "" : "1";
  const others = Array.from({ length: end - at - 1 }, (_, index) =>
    isArray ? inArray(at + 1 + index, at, end, size) : undefined,
  );
  return [first === "" ? undefined : first, ...others];
}

/** One past the value of a bit-field that begins at this token; the token itself if none does. */
function behindValue(tokens: readonly Token[], at: number, from: number, limit: number): number {
  if (!isPunctuator(tokens[at], "=") && !isPunctuator(tokens[at], "{")) return at;
  let colon = at - 1;
  while (colon > from && !isPunctuator(tokens[colon], ":") && !isStop(tokens[colon])) colon -= 1;
  const value = isPunctuator(tokens[colon], ":") ? valueBehindWidth(tokens, colon, limit) : undefined;
  return value?.from === at ? value.to : at;
}

/** The grammar knows few of the constraints of members. A field may have the name `requires`. */
function behindConstraintOf(tokens: readonly Token[], at: number): number {
  return BEFORE_CONSTRAINT.has(tokens[at - 1]?.text ?? "") ? behindConstraint(tokens, at) : at;
}

const BEFORE_CONSTRAINT: ReadonlySet<string> = new Set([">", ")", "const", "noexcept", "&", "&&"]);

/** `typename` of `using typename box<T>::item;`, which the grammar does not know. */
function isNoise(tokens: readonly Token[], at: number): boolean {
  return isWord(tokens[at], "typename") && isWord(tokens[at - 1], "using");
}

/** `const` of `enum mode : const unsigned char {`, which the grammar does not know and which changes nothing. [C++17 dcl.enum]p2 */
function isQualifierOfBase(tokens: readonly Token[], at: number, from: number): boolean {
  if (!QUALIFIER.test(tokens[at]?.text ?? "")) return false;
  let colon = at - 1;
  while (colon > from && tokens[colon]?.kind === "identifier") colon -= 1;
  if (!isPunctuator(tokens[colon], ":")) return false;
  let word = colon - 1;
  while (word > from && tokens[word]?.kind === "identifier" && !isWord(tokens[word], "enum")) word -= 1;
  return isWord(tokens[word], "enum");
}

function isStop(token: Token | undefined): boolean {
  return [";", "{", "}", ","].some((text) => isPunctuator(token, text));
}

/** The size of an array is evaluated from tokens, so the grammar sees a number. */
function inArray(at: number, open: number, end: number, size: "1" | ""): string {
  if (at === end - 1) return "]";
  return at === open + 1 ? size : "";
}

/** `[this] {` and `[&](int x) {` in the body of a function: what it captures does not matter. [C++17 expr.prim.lambda] */
function isLambda(tokens: readonly Token[], open: number, end: number): boolean {
  const [before, behind] = [tokens[open - 1], tokens[end]];
  const isBehindValue = before?.kind !== "punctuator" && !isWord(before, "return");
  const isBehindBracket = [")", "]", "}"].some((bracket) => isPunctuator(before, bracket));
  return !isBehindValue && !isBehindBracket && (isPunctuator(behind, "(") || isPunctuator(behind, "{"));
}

/** Index after the tokens that are rendered together: an array's brackets, an operator's name. */
function endOfText(tokens: readonly Token[], at: number): number {
  if (isPunctuator(tokens[at], "[")) return closing(tokens, at, { not: ";{" }) ?? at + 1;
  return isWord(tokens[at], "operator") ? (endOfOperator(tokens, at) ?? at + 1) : at + 1;
}

/** GNU's spellings, which the C++ grammar does not know. [GCC 6.48] */
const PLAIN: Readonly<Record<string, string>> = dictionary({
  __const: "const",
  __const__: "const",
  __volatile: "volatile",
  __volatile__: "volatile",
  __inline: "inline",
  __inline__: "inline",
});

function renderToken(tokens: readonly Token[], at: number, from: number): string {
  const token = tokens[at]!;
  if (token.isName === true) return `${token.text}x`;
  if (token.kind === "identifier" && Object.hasOwn(PLAIN, token.text)) return PLAIN[token.text]!;
  switch (token.kind) {
    case "string":
      return '"s"';
    case "character":
      return "'c'";
    case "number":
      return "1";
    case "other":
    case "function":
      return "@";
    case "punctuator":
      return token.text;
    case "identifier":
      return renderWord(tokens, at, from);
  }
}

function renderWord(tokens: readonly Token[], at: number, from: number): string {
  const token = tokens[at]!;
  if (token.operand !== undefined && !isTypeWord(token.text)) return token.text.replaceAll("_", "").padEnd(9, "x");
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

const QUALIFIER = /^(?:const|volatile|__(?:const|volatile)(?:__)?)$/;

/** True if a type word precedes this one, possibly with qualifiers between them: `unsigned const int`. */
function continuesType(tokens: readonly Token[], at: number, from: number): boolean {
  let before = at - 1;
  while (before >= from && QUALIFIER.test(tokens[before]?.text ?? "")) before -= 1;
  return before >= from && isTypeWord(tokens[before]?.text ?? "");
}

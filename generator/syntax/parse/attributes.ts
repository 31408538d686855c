/** Removes attributes from the tokens, because the grammar does not accept them in all positions that compilers do. */

import { closing } from "../preprocess/brackets.ts";
import type { PragmaState, TranslationUnit } from "../preprocess/preprocess.ts";
import { type Doubt, doubtLast, isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import { isSpecifierWord } from "./declaration-words.ts";
import { isTypeWord } from "./type-words.ts";

export interface Attribute {
  /** Index in `CleanUnit.tokens` of the token after it. */
  readonly at: number;
  /** What it means, without underscores around it: `packed`, `aligned`. Those that compilers ignore keep a namespace: `clang::packed`, `::align`. */
  readonly name: string;
  /** Undefined without parentheses. */
  readonly argument: readonly Token[] | undefined;
  readonly first: Token;
  readonly last: Token;
  readonly form: AttributeForm;
}

/** `standard`: `[[…]]`. `word`: armcc's `__packed`, which qualifies a type from in front; GCC ignores its own attribute there. */
export type AttributeForm = "gnu" | "declspec" | "standard" | "alignas" | "word";

export interface CleanUnit {
  readonly tokens: readonly Token[];
  /** Index of the following token → its attributes, in order. */
  readonly attributes: ReadonlyMap<number, readonly Attribute[]>;
  readonly packs: TranslationUnit["packs"];
  /** Indices where listed headers begin. */
  readonly roots: readonly number[];
  readonly assertions: readonly Assertion[];
}

/** `_Static_assert(condition, "text");`, valid wherever a declaration is. */
export interface Assertion {
  /** Index in `CleanUnit.tokens` of the token after it. */
  readonly at: number;
  /** From its name to its semicolon. */
  readonly tokens: readonly Token[];
}

const GNU: ReadonlySet<string> = new Set(["__attribute__", "__attribute"]);
const TYPE_OF: ReadonlySet<string> = new Set([
  "typeof",
  "typeof_unqual",
  "__typeof",
  "__typeof__",
  "decltype",
  "__decltype",
  "_BitInt",
]);
const ALIGNAS: ReadonlySet<string> = new Set(["alignas", "_Alignas"]);

/** `packed` of armcc and IAR, and of TASKING. */
const WORDS: ReadonlySet<string> = new Set(["__packed", "__packed__"]);

const ASSERTIONS: ReadonlySet<string> = new Set(["_Static_assert", "static_assert"]);
const SPECIAL: ReadonlySet<string> = new Set([
  ...GNU,
  ...TYPE_OF,
  ...ALIGNAS,
  ...ASSERTIONS,
  "__declspec",
  ...WORDS,
  "sizeof",
  "explicit",
  "_Atomic",
  "this",
]);

export function separateAttributes(given: TranslationUnit): CleanUnit {
  const unit = { ...given, tokens: withTypedefFirst(given.tokens) };
  const tokens: Token[] = [];
  const attributes = new Map<number, Attribute[]>();
  const packs: PragmaState[] = [];
  const roots: number[] = [];
  const assertions: Assertion[] = [];
  let [nextPack, nextRoot] = [0, 0];
  let left: Doubt | undefined;
  const brackets = new OpenBrackets(unit.tokens);
  const keep = (token: Token): void => {
    tokens.push(left === undefined || token.doubt !== undefined ? token : { ...token, doubt: left });
    left = undefined;
  };
  /** If removed tokens are uncertain, so are their neighbours. */
  const leave = (from: number, to: number): void => {
    const doubt = unit.tokens.slice(from, to).find((token) => token.doubt !== undefined)?.doubt;
    if (doubt === undefined) return;
    left = doubt;
    if (doubt.where === "here") doubtLast(tokens, doubt);
  };
  for (let at = 0; at < unit.tokens.length; ) {
    for (; (unit.packs[nextPack]?.from ?? Number.POSITIVE_INFINITY) <= at; nextPack++) {
      packs.push({ ...unit.packs[nextPack]!, from: tokens.length });
    }
    for (; (unit.roots[nextRoot] ?? Number.POSITIVE_INFINITY) <= at; nextRoot++) roots.push(tokens.length);
    if (!mayBeSpecial(unit.tokens, at, brackets)) {
      keep(unit.tokens[at]!);
      at += 1;
      continue;
    }
    const found = removedAt(unit.tokens, at);
    if (found === undefined) {
      const written = withOperand(unit.tokens, at);
      written.tokens.forEach(keep);
      at = written.end;
      continue;
    }
    leave(at, found.end);
    if (found.attributes === undefined)
      assertions.push({ at: tokens.length, tokens: unit.tokens.slice(at, found.end) });
    else {
      const own = found.attributes.map((attribute) => ({ ...attribute, at: tokens.length }));
      attributes.set(tokens.length, [...(attributes.get(tokens.length) ?? []), ...own]);
    }
    at = found.end;
  }
  return { tokens, attributes, packs, roots, assertions };
}

/** Most tokens begin neither an attribute, nor an assertion, nor what `withOperand` knows. */
function mayBeSpecial(tokens: readonly Token[], at: number, brackets: OpenBrackets): boolean {
  const { kind, text } = tokens[at]!;
  if (kind === "identifier") return SPECIAL.has(text);
  const next = tokens[at + 1]?.text;
  if (text === "[" || text === "(") return text === "[" ? next === "[" : next === "*" || next === "&";
  return text === "=" && next === "{" && isByDefault(tokens, at) && brackets.innermostAt(at) === "(";
}

/** The assertion or the attributes that begin here, which the grammar does not see. */
function removedAt(
  tokens: readonly Token[],
  at: number,
): { readonly attributes: readonly FoundAttribute[] | undefined; readonly end: number } | undefined {
  const end = assertionEnd(tokens, at);
  if (end !== undefined) return { attributes: undefined, end };
  const found = attributeAt(tokens, at);
  return found === undefined || isInExpression(tokens, at, found.end) ? undefined : found;
}

/** `long typedef unsigned t;` and `struct {…} typedef s;` with `typedef` in front: the grammar knows no other order. [C17 6.11.5] */
function withTypedefFirst(tokens: readonly Token[]): readonly Token[] {
  const behind: number[] = [];
  for (let at = 1; at < tokens.length; at++)
    if (isWord(tokens[at], "typedef") && (isSpecifier(tokens[at - 1]) || isBehindBody(tokens, at))) behind.push(at);
  if (behind.length === 0) return tokens;
  const ordered = [...tokens];
  for (const at of behind) {
    let first = at;
    while (isSpecifier(ordered[first - 1])) first -= 1;
    if (isPunctuator(ordered[first - 1], "}")) first = beginOfBody(ordered, first - 1);
    ordered.splice(first, 0, ...ordered.splice(at, 1));
  }
  return ordered;
}

/** On the same line: `}` and `typedef` on the next one lack a semicolon. */
function isBehindBody(tokens: readonly Token[], at: number): boolean {
  return isPunctuator(tokens[at - 1], "}") && tokens[at]?.startsLine === false;
}

/** Where the declaration begins whose body ends at the brace. */
function beginOfBody(tokens: readonly Token[], brace: number): number {
  let depth = 0;
  let at = brace;
  do {
    if (isPunctuator(tokens[at], "}")) depth += 1;
    if (isPunctuator(tokens[at], "{")) depth -= 1;
    at -= 1;
  } while (at >= 0 && (depth > 0 || ![";", "{", "}"].some((text) => isPunctuator(tokens[at], text))));
  return at + 1;
}

function isSpecifier(token: Token | undefined): boolean {
  return token?.kind === "identifier" && (isTypeWord(token.text) || isSpecifierWord(token));
}

/** Turns `_Atomic(T)` into `_Atomic T`, `explicit(…)` into `explicit`, `(this T` into `(T`, `= {}` of a parameter into `= 0`, and `typeof (…)` and `sizeof...(T)` into one token. */
function withOperand(
  tokens: readonly Token[],
  at: number,
): { readonly tokens: readonly Token[]; readonly end: number } {
  const token = tokens[at]!;
  if (token.text === "sizeof" && isPunctuator(tokens[at + 1], "...") && tokens[at + 3]?.kind === "identifier")
    return { tokens: [{ ...token, text: `sizeof...(${tokens[at + 3]!.text})` }], end: at + 5 };
  if (token.text === "=") return byDefault(tokens, at);
  if (token.text === "(") return withoutPointed(tokens, at) ?? { tokens: [token], end: at + 1 };
  if (isObjectParameter(tokens, at)) return { tokens: [], end: at + 1 };
  const isTypeOf = TYPE_OF.has(token.text);
  const isExplicit = token.text === "explicit" && isPunctuator(tokens[at + 1], "(");
  const behind = isExplicit ? closing(tokens, at + 1) : undefined;
  // A constructor or operator follows. In C, `explicit` may be a function's name.
  if (behind !== undefined && tokens[behind]?.kind === "identifier") return { tokens: [token], end: behind };
  const takesOperand = (isTypeOf || token.text === "_Atomic") && isPunctuator(tokens[at + 1], "(");
  const end = takesOperand ? closing(tokens, at + 1) : undefined;
  if (end === undefined) return { tokens: [token], end: at + 1 };
  const operand = tokens.slice(at + 2, end - 1);
  return { tokens: isTypeOf ? [{ ...token, operand }] : [token, ...operand], end };
}

/** `= {}` as `= 0`, and `= {7}` as `= 7`; several values are those of a class, which no constant has. */
function byDefault(tokens: readonly Token[], at: number) {
  const end = closing(tokens, at + 1)!;
  const inner = tokens.slice(at + 2, end - 1);
  const isOne = inner.length > 0 && !inner.some((token) => isPunctuator(token, ","));
  const zero: Token = { ...tokens[at + 1]!, kind: "number", text: "0" };
  return { tokens: [tokens[at]!, ...(isOne ? inner : [zero])], end };
}

/** `= {}` of a parameter, which the grammar of members does not know; also that of a member or an element in braces. */
function isByDefault(tokens: readonly Token[], at: number): boolean {
  const behind = tokens[closing(tokens, at + 1) ?? tokens.length];
  return isPunctuator(behind, ",") || isPunctuator(behind, ")");
}

/** The brackets that are open at a place. Places are asked for in order: a table has thousands of them. */
class OpenBrackets {
  readonly #tokens: readonly Token[];
  readonly #open: string[] = [];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  innermostAt(at: number): string | undefined {
    for (; this.#at < at; this.#at++) {
      const { kind, text } = this.#tokens[this.#at]!;
      if (kind !== "punctuator") continue;
      if (text === "(" || text === "{") this.#open.push(text);
      else if (text === ")" || text === "}") this.#open.pop();
    }
    return this.#open.at(-1);
  }
}

/** The `this` of C++23's `int get(this const s &self)`. */
function isObjectParameter(tokens: readonly Token[], at: number): boolean {
  return isWord(tokens[at], "this") && isPunctuator(tokens[at - 1], "(") && tokens[at + 1]?.kind === "identifier";
}

/** `int (*get(int a) const)(int, char)`, a function that returns a pointer, as `int *get(int a) const`: the grammar of members does not know it. */
function withoutPointed(tokens: readonly Token[], open: number) {
  const before = tokens[open - 1];
  if (before === undefined || NO_TYPE.has(before.text) || !/^[\w*&>]/.test(before.text)) return undefined;
  let name = open + 1;
  while (isPunctuator(tokens[name], "*") || isPunctuator(tokens[name], "&")) name += 1;
  if (tokens[name]?.kind !== "identifier" || !isPunctuator(tokens[name + 1], "(")) return undefined;
  let close = closing(tokens, name + 1) ?? tokens.length;
  while (["const", "volatile", "noexcept"].includes(tokens[close]?.text ?? "")) close += 1;
  const isFunction = isPunctuator(tokens[close + 1], "(");
  if (!isPunctuator(tokens[close], ")") || !(isFunction || isPunctuator(tokens[close + 1], "["))) return undefined;
  let end = close + 1;
  do end = closing(tokens, end) ?? tokens.length;
  while (!isFunction && isPunctuator(tokens[end], "["));
  return { tokens: tokens.slice(open + 1, close), end };
}

const NO_TYPE: ReadonlySet<string> = new Set(["return", "sizeof", "case", "throw", "typeid", "if", "while", "switch"]);

/** Active packing at a token. */
export function packAt(unit: CleanUnit, index: number): number | undefined {
  return pragmasAt(unit, index)?.pack;
}

/** What pragmas say at a token. */
export function pragmasAt({ packs }: CleanUnit, index: number): PragmaState | undefined {
  return packs[packsBefore(packs, index + 1) - 1];
}

/** Changes of packing at tokens `from` to `to`, both included. */
export function packsIn({ packs }: CleanUnit, from: number, to: number): CleanUnit["packs"] {
  const first = packsBefore(packs, from);
  const end = packsBefore(packs, to + 1);
  if (first >= end) return [];
  return packs.slice(first, end).filter(({ storageOrder, hasIntegers }, at) => {
    const before = packs[first + at - 1];
    return storageOrder === before?.storageOrder && hasIntegers === before?.hasIntegers;
  });
}

/** Number of changes of packing before the token. */
function packsBefore(packs: CleanUnit["packs"], index: number): number {
  let low = 0;
  let high = packs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (packs[middle]!.from < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True for words that can only begin an attribute. */
export function isAttributeWord({ kind, text }: Token): boolean {
  return kind === "identifier" && (GNU.has(text) || ALIGNAS.has(text) || text === "__declspec");
}

/** Operators that occur only in expressions. */
const OF_EXPRESSIONS: ReadonlySet<string> = new Set("+ - / % | ^ ~ ! ? << >> == != <= >= ||".split(" "));

/** Tokens before and after an attribute that is in the position of a value. */
const BEFORE_VALUE = /^[{(,=]$/;
const BEHIND_VALUE = /^[}),;]$/;

/** `sizes[N % __attribute__((packed)) + 1]` is invalid, and removing the attribute would change the expression. */
function isInExpression(tokens: readonly Token[], from: number, to: number): boolean {
  const before = tokens[from - 1];
  const behind = tokens[to];
  if (BEFORE_VALUE.test(before?.text ?? "") && BEHIND_VALUE.test(behind?.text ?? "")) return true;
  if (isPunctuator(before, "[") || isPunctuator(behind, "]") || behind?.kind === "number") return true;
  return [before, behind].some((token) => token?.kind === "punctuator" && OF_EXPRESSIONS.has(token.text));
}

type FoundAttribute = Omit<Attribute, "at">;

interface Found {
  readonly attributes: readonly FoundAttribute[];
  readonly end: number;
}

function attributeAt(tokens: readonly Token[], at: number): Found | undefined {
  const token = tokens[at]!;
  if (token.kind === "identifier") {
    if (GNU.has(token.text)) return gnuAttributes(tokens, at);
    if (ALIGNAS.has(token.text)) return alignas(tokens, at);
    if (token.text === "__declspec") return declspec(tokens, at);
    if (WORDS.has(token.text))
      return single({ name: "packed", argument: undefined, first: token, last: token, form: "word" }, at + 1);
    return undefined;
  }
  if (isPunctuator(token, "[") && isPunctuator(tokens[at + 1], "[")) return standardAttributes(tokens, at);
  return undefined;
}

/** One past the semicolon of the assertion that begins here; undefined if none does. */
function assertionEnd(tokens: readonly Token[], at: number): number | undefined {
  const close = ASSERTIONS.has(tokens[at]!.text) ? closing(tokens, at + 1) : undefined;
  return close !== undefined && isPunctuator(tokens[close], ";") ? close + 1 : undefined;
}

/** `__attribute__((packed, aligned(4)))` */
function gnuAttributes(tokens: readonly Token[], at: number): Found | undefined {
  const end = closing(tokens, at + 1);
  if (end === undefined || !isPunctuator(tokens[at + 2], "(")) return undefined;
  const inner = closing(tokens, at + 2);
  // Requires `((…))` with no tokens between the parentheses.
  if (inner === undefined || inner !== end - 1) return undefined;
  return listed(tokens, { from: at + 3, to: inner - 1, first: at, end }, "gnu");
}

/** `[[gnu::packed, deprecated("x")]]` */
function standardAttributes(tokens: readonly Token[], at: number): Found | undefined {
  const inner = closing(tokens, at + 1);
  if (inner === undefined || !isPunctuator(tokens[inner], "]")) return undefined;
  // `[[using gnu: packed, aligned(2)]]` [C++17 dcl.attr.grammar]p1
  const isUsing = isWord(tokens[at + 2], "using") && isPunctuator(tokens[at + 4], ":");
  const space = isUsing ? tokens[at + 3] : undefined;
  return listed(tokens, { from: at + (isUsing ? 5 : 2), to: inner - 1, first: at, end: inner + 1 }, "standard", space);
}

function alignas(tokens: readonly Token[], at: number): Found | undefined {
  const end = closing(tokens, at + 1);
  if (end === undefined || !isPunctuator(tokens[at + 1], "(")) return undefined;
  const argument = tokens.slice(at + 2, end - 1);
  return single({ name: "alignas", argument, first: tokens[at]!, last: tokens[end - 1]!, form: "alignas" }, end);
}

/** `__declspec(align(8))` */
function declspec(tokens: readonly Token[], at: number): Found | undefined {
  const end = closing(tokens, at + 1);
  if (end === undefined) return undefined;
  return listed(tokens, { from: at + 2, to: end - 1, first: at, end }, "declspec");
}

function single(attribute: FoundAttribute, end: number): Found {
  return { attributes: [attribute], end };
}

/** Compilers reject arguments of these attributes. [GCC 6.35] */
const WITHOUT_ARGUMENT: ReadonlySet<string> = new Set(
  "packed const pure unused used noreturn weak may_alias gcc_struct ms_struct".split(" "),
);

const WITHOUT_UNDERSCORES = /^__(.*)__$/;

/**
 * Compilers ignore `[[packed]]` and `[[clang::packed]]`, since GCC's attributes are in its namespace; also GCC's names in `__declspec` and
 * Microsoft's in `__attribute__`. [Clang 19, GCC 12: -Wattributes]
 */
function meaningOf(name: string, form: AttributeForm, space: Token | undefined): string {
  const of = space?.text.replace(WITHOUT_UNDERSCORES, "$1") ?? "";
  if (form === "declspec") return name === "packed" || name === "aligned" ? `::${name}` : name;
  const isOfGcc = form === "gnu" || of === "gnu";
  if (isOfGcc) return name === "align" ? "::align" : name;
  return of === "" && name === "no_unique_address" ? name : `${of}::${name}`;
}

/** `packed`, `aligned(4)`, `gnu::packed` */
function listedAttribute(tokens: readonly Token[], from: number, form: AttributeForm, using: Token | undefined) {
  const at = isPunctuator(tokens[from + 1], "::") ? from + 2 : from;
  const token = tokens[at]!;
  // `__attribute__((PACKED))` where `PACKED` expands to a complete attribute.
  if (token.kind !== "identifier" || isAttributeWord(token)) return undefined;
  const end = isPunctuator(tokens[at + 1], "(") ? closing(tokens, at + 1) : undefined;
  const argument = end === undefined ? undefined : tokens.slice(at + 2, end - 1);
  const plain = token.text.replace(WITHOUT_UNDERSCORES, "$1");
  if (argument !== undefined && argument.length > 0 && WITHOUT_ARGUMENT.has(plain)) return undefined;
  const name = meaningOf(plain, form, at > from ? tokens[from] : using);
  return { name, argument, end: end ?? at + 1 };
}

/** Attributes between commas of `tokens[from … to)`, within `tokens[first … end)`; `undefined` if there is anything else. */
function listed(
  tokens: readonly Token[],
  {
    from,
    to,
    first,
    end: behind,
  }: { readonly from: number; readonly to: number; readonly first: number; readonly end: number },
  form: AttributeForm,
  using?: Token,
): Found | undefined {
  const attributes: FoundAttribute[] = [];
  for (let at = from; at < to; ) {
    if (isPunctuator(tokens[at], ",")) {
      at += 1;
      continue;
    }
    const one = listedAttribute(tokens, at, form, using);
    if (one === undefined || (one.end < to && !isPunctuator(tokens[one.end], ","))) return undefined;
    const { name, argument } = one;
    attributes.push({ name, argument, first: tokens[first]!, last: tokens[behind - 1]!, form });
    at = one.end;
  }
  return { attributes, end: behind };
}

/** Evaluates constant expressions in declarations: array sizes, bit-field widths, `const` variables. Describes their problems. */

import { nearest } from "../../../runtime/lib/nearest.ts";
import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Span } from "../../source/span.ts";
import { knownType } from "../../targets/known-types.ts";
import { isGnu, scalarSize } from "../../targets/target.ts";
import type { CType } from "../../types/declarations.ts";
import { describeConstant } from "../constants/describe.ts";
import { type ConstantProblem, type ConstantScope, evaluate } from "../constants/evaluate.ts";
import { type IntegerType, integerType, type RealType } from "../constants/integer-type.ts";
import { type Constant, textLength, type WideChar } from "../constants/literals.ts";
import { cast } from "../constants/operators.ts";
import type { DeclarationNode, DeclaratorNode } from "../parse/nodes.ts";
import { closing } from "../preprocess/brackets.ts";
import { isPunctuator, type Token, tokenSpan } from "../preprocess/token.ts";
import { constantScope } from "./constant-scope.ts";
import type { Context, RecordFacts } from "./context.ts";
import type { Scope } from "./symbols.ts";
import { splitAtCommas } from "./templates.ts";
import { typeName } from "./type-names.ts";
import { arrayOf, pointerType, type Resolved } from "./types.ts";

/** Resolves names and types for a constant expression in the scope. */
export function constantsIn(context: Context, scope: Scope): ConstantScope {
  return constantScope(context, scope, typeName);
}

/**
 * Returns the value, or a text that describes the problem.
 * @param what its purpose: `size`
 */
export function integerConstant(
  tokens: readonly Token[],
  what: string,
  context: Context,
  scope: Scope,
): bigint | string {
  const constant = typedConstant(tokens, what, context, scope);
  return typeof constant === "string" ? constant : constant.value;
}

/** The value with its type. */
export function typedConstant(
  tokens: readonly Token[],
  what: string,
  context: Context,
  scope: Scope,
): (Constant & { readonly kind: "integer" }) | string {
  const evaluation = evaluate(tokens, constantsIn(context, scope));
  if (!evaluation.ok) return describeUnknown(evaluation.problem, context, scope);
  return evaluation.constant.kind === "integer" ? evaluation.constant : `a floating number cannot be the ${what}`;
}

export function describeUnknown(problem: ConstantProblem, context: Context, scope: Scope): string {
  const text = describeConstant(problem);
  if (problem.kind !== "unknown-name") return text;
  if (context.symbols.unread.has(problem.name.slice(problem.name.lastIndexOf(":") + 1)))
    return `'${problem.name}' is a constant whose value is not read: only numbers are`;
  if (context.symbols.isVariable(scope, problem.name)) return `'${problem.name}' is a variable, not a constant`;
  const known = context.symbols.constant(scope, problem.name);
  if (known?.kind === "unknown") return known.problem.message;
  const near = nearest(problem.name, context.symbols.constantNames());
  return near === undefined ? text : `${text} (did you mean '${near}'?)`;
}

/** Limit of array elements. The layout phase checks whether a datagram can hold them. */
const LARGEST = 2 ** 31;

export type Dimensions =
  | { readonly ok: true; readonly sizes: readonly number[] /** `[]` */; readonly flexible: boolean }
  | { readonly ok: false; readonly problem: Diagnostic };

export function readDimensions(
  dimensions: DeclaratorNode["dimensions"],
  member: string,
  place: Token,
  context: Context,
  scope: Scope,
): Dimensions {
  const sizes: number[] = [];
  let elements = 1n;
  let flexible = false;
  for (const tokens of dimensions) {
    // A flexible array has no bytes. The layout phase reports a message that ends with one.
    if (tokens.length === 0 && sizes.length === 0) {
      sizes.push(0);
      flexible = true;
      continue;
    }
    if (tokens.length === 0)
      return { ok: false, problem: report(SYNTAX, "E115", tokenSpan(place), { member, last: false }) };
    const span = tokenSpan(tokens[0]!, tokens.at(-1));
    const value = integerConstant(tokens, "size", context, scope);
    if (typeof value === "string")
      return { ok: false, problem: report(SYNTAX, "E121", span, { member, reason: value }) };
    elements *= value;
    if (value < 0n || elements > LARGEST)
      return { ok: false, problem: report(SYNTAX, "E122", span, { member, size: value }) };
    sizes.push(Number(value));
  }
  return { ok: true, sizes, flexible };
}

export interface BitField {
  readonly name: string | undefined;
  readonly type: CType;
  /** As declared. */
  readonly text: string;
  readonly span: Span;
}

/** In bits; undefined after a problem. */
export function bitWidth(
  tokens: readonly Token[],
  field: BitField,
  context: Context,
  facts: RecordFacts,
): number | undefined {
  const member = field.name ?? "the unnamed bit-field";
  const { span, text: type } = field;
  const width = integerConstant(tokens, "width", context, facts.scope);
  const most = typeBits(field.type, context);
  if (most === undefined) {
    facts.problems.push(report(SYNTAX, "E125", span, { member, type }));
  } else if (typeof width === "string") {
    facts.problems.push(report(SYNTAX, "E123", span, { member, reason: width }));
  } else if (width < (field.name === undefined ? 0n : 1n) || width > BigInt(mayBeWider(context) ? 127 : most)) {
    facts.problems.push(report(SYNTAX, "E124", span, { member, type, width, most }));
  } else {
    return Number(width);
  }
  return undefined;
}

/** In C++, more bits are padding. Rules of Microsoft's compiler and MinGW are not known here. [C++17 class.bit]p1 */
function mayBeWider({ language, target, plan }: Context): boolean {
  return language === "c++" && isGnu(target) && target.bitFields === "gnu" && plan.byteOrder === "little";
}

function typeBits(type: CType, context: Context): number | undefined {
  // The width of an enum without an underlying type depends on the target. The layout phase checks it.
  if (type.kind === "enum" && type.underlying === undefined) return 64;
  // A bool has a byte in C++, and one bit in C. [C++17 class.bit]p1, [C17 6.7.2.1p4, footnote]
  if (context.language === "c++" && type.kind === "arithmetic" && type.type === "bool") return 8;
  const arithmetic = type.kind === "enum" ? type.underlying : type.kind === "arithmetic" ? type.type : undefined;
  if (type.kind === "arithmetic" && type.bits !== undefined) return type.bits;
  const integer = arithmetic === undefined ? undefined : integerType(arithmetic, context.target);
  return typeof integer === "object" ? integer.bits : undefined;
}

/** The specifiers of a declaration. */
interface Specified {
  readonly type: Resolved;
  readonly words: ReadonlySet<string>;
}

/** Declares constants that can be evaluated; the others become variables. */
export function declareConstants(
  { declarators, attributes }: DeclarationNode,
  specifiers: Specified,
  context: Context,
  scope: Scope,
): void {
  const isPlain = attributes.length === 0 && declarators.every((declarator) => declarator.attributes.length === 0);
  const isTyped = isPlain && !specifiers.words.has("auto");
  for (const declarator of declarators) {
    const { name, shape, dimensions } = declarator;
    if (name === undefined || !mayBeMeasured(shape, dimensions)) continue;
    if (specifiers.words.has("constexpr")) declareElements(declarator, specifiers, context, scope);
    if (dimensions.length > 0) {
      if (isPlain) declareArray({ ...declarator, name }, specifiers, context, scope);
      continue;
    }
    context.symbols.declareVariable(scope, name.text, () => (isTyped ? specifiers.type : undefined));
    declareConstant(name.text, constantOf(declarator, specifiers, context, scope), context, scope);
  }
  if (specifiers.words.has("constexpr")) noteUnread(declarators, context, scope);
}

function declareConstant(name: string, value: Constant | undefined, { symbols }: Context, scope: Scope): void {
  if (value !== undefined) symbols.declareConstant(scope, name, value);
}

const MOST_ELEMENTS = 1024;

/** `sizes[1]` of `constexpr int sizes[] = { 2, 4 };` and of a `std::array`. */
function declareElements(
  { name, dimensions, value }: DeclaratorNode,
  { type, words }: Specified,
  context: Context,
  scope: Scope,
): void {
  const isLibrary = dimensions.length === 0 && type.kind === "array";
  const element = isLibrary ? type.element : dimensions.length === 1 ? type : undefined;
  if (name === undefined || value === undefined || element === undefined || element.kind !== "arithmetic") return;
  const list = withoutBraces(value.tokens);
  const items = splitAtCommas(isLibrary ? withoutBraces(list) : list).slice(0, MOST_ELEMENTS);
  for (const [index, item] of items.entries()) {
    declareConstant(
      `${name.text}[${index}]`,
      evaluateAs({ type: element, words }, item, context, scope),
      context,
      scope,
    );
  }
}

function noteUnread(declarators: readonly DeclaratorNode[], { symbols }: Context, scope: Scope): void {
  for (const { name } of declarators)
    if (name !== undefined && symbols.constant(scope, name.text) === undefined) symbols.unread.add(name.text);
}

function constantOf({ value }: DeclaratorNode, specifiers: Specified, context: Context, scope: Scope) {
  const isConstant = specifiers.words.has("const") || specifiers.words.has("constexpr");
  if (!isConstant || value === undefined) return undefined;
  return evaluateAs(specifiers, withoutBraces(value.tokens), context, scope);
}

function declareArray(
  { name, shape, dimensions, value }: Pick<DeclaratorNode, "shape" | "dimensions" | "value"> & { name: Token },
  specifiers: Specified,
  context: Context,
  scope: Scope,
): void {
  const element = shape === "pointer" ? pointerType(context.target) : specifiers.type;
  context.symbols.declareVariable(scope, name.text, () =>
    arrayType(element, dimensions, name, context, scope, value?.tokens),
  );
}

function mayBeMeasured(shape: DeclaratorNode["shape"], dimensions: DeclaratorNode["dimensions"]): boolean {
  return shape === "object" || (shape === "pointer" && dimensions.length > 0);
}

/**
 * The type of a variable; undefined for an array whose size is not known.
 * @param value its initialiser, whose elements are its size if it has none of its own
 */
export function arrayType(
  element: Resolved,
  dimensions: DeclaratorNode["dimensions"],
  name: Token,
  context: Context,
  scope: Scope,
  value?: readonly Token[],
): Resolved | undefined {
  const read = readDimensions(dimensions, name.text, name, context, scope);
  if (!read.ok) return undefined;
  if (!read.flexible) return arrayOf(element, read.sizes);
  const inner = arrayOf(element, read.sizes.slice(1));
  const count = value && (textCount(inner, value, context) ?? initialCount(inner, value, context, scope));
  return count === undefined ? undefined : arrayOf(inner, [count]);
}

/** Elements of `{ 1, 2, [7] = 3 }` and `{ { 1, 2 }, { 3, 4 } }`; undefined if other rules apply. */
function initialCount(element: Resolved, tokens: readonly Token[], context: Context, scope: Scope): number | undefined {
  if (!isPunctuator(tokens[0], "{") || !isPunctuator(tokens.at(-1), "}")) return undefined;
  const inner = tokens.slice(1, -1);
  const items = splitAtCommas(isPunctuator(inner.at(-1), ",") ? inner.slice(0, -1) : inner);
  const leaves = leavesOf(element);
  // Without braces, numbers fill the elements one after the other. [C17 6.7.9p20]
  if (leaves > 1 && items.every((item) => evaluate(item, constantsIn(context, scope)).ok))
    return Math.ceil(items.length / leaves);
  let [next, count] = [0, 0];
  for (const item of items) {
    const { place = next, value } = placeOf(item, context, scope) ?? {};
    if (value === undefined || !fillsOne(element, value)) return undefined;
    next = place + 1;
    count = Math.max(count, next);
  }
  return count > 0 ? count : undefined;
}

/** `3` and its value for `[3] = 1` and GNU's `[1 ... 3] = 1`. */
function placeOf(
  item: readonly Token[],
  context: Context,
  scope: Scope,
): { readonly place?: number; readonly value: readonly Token[] } | undefined {
  const end = isPunctuator(item[0], "[") ? closing(item, 0) : undefined;
  if (end === undefined) return item.length === 0 || isPunctuator(item[0], ".") ? undefined : { value: item };
  const dots = item.findLastIndex((token, at) => at < end && isPunctuator(token, "..."));
  const place = integerConstant(item.slice(Math.max(dots, 0) + 1, end - 1), "place", context, scope);
  const isPlace = typeof place === "bigint" && place >= 0n && place < LARGEST && isPunctuator(item[end], "=");
  return isPlace ? { place: Number(place), value: item.slice(end + 1) } : undefined;
}

/** The numbers and pointers that a type consists of. */
function leavesOf(type: Resolved): number {
  if (type.kind === "array") return type.length * leavesOf(type.element);
  if (type.kind === "unusable") return type.element === undefined ? 1 : 0;
  if (type.kind !== "record") return 1;
  const named = type.record.members.filter((member) => member.kind !== "bit-field" || member.name !== undefined);
  const counts = named.map((member) =>
    leavesOf(member.kind === "anonymous" ? { kind: "record", record: member.record } : member.type),
  );
  return type.record.kind === "union" ? (counts[0] ?? 0) : counts.reduce((sum, count) => sum + count, 0);
}

/** A number or an address is one item; a struct or an array is one where its braces or its text say it. */
function fillsOne(element: Resolved, item: readonly Token[]): boolean {
  const isWhole = isPunctuator(item[0], "{") && closing(item, 0) === item.length;
  if (isWhole) return true;
  if (element.kind === "record") return item[0]?.kind === "identifier" && isPunctuator(item.at(-1), "}");
  if (element.kind === "array") return isTextOnly(item) && element.element.kind === "arithmetic";
  return element.kind !== "unusable" || element.element === undefined;
}

function isTextOnly(tokens: readonly Token[]): boolean {
  return tokens.length > 0 && tokens.every(({ kind }) => kind === "string");
}

/** Elements of `"text"` and `{ "text" }` in an array of characters. */
function textCount(element: Resolved, tokens: readonly Token[], { target }: Context): number | undefined {
  const inner = isPunctuator(tokens[0], "{") && isPunctuator(tokens.at(-1), "}") ? tokens.slice(1, -1) : tokens;
  if (element.kind !== "arithmetic" || !isTextOnly(inner)) return undefined;
  const sizeOf = (type: WideChar) => {
    const known = knownType(type, target);
    return known && scalarSize(target.arithmetic[known].scalar);
  };
  return textLength(
    inner.map(({ text }) => text),
    sizeOf,
  )?.elements;
}

/** `= 5`, `{5}` and `(5)` are equivalent. */
function withoutBraces(tokens: readonly Token[]): readonly Token[] {
  return isPunctuator(tokens[0], "{") && isPunctuator(tokens.at(-1), "}") ? tokens.slice(1, -1) : tokens;
}

function evaluateAs(
  specifiers: Specified,
  tokens: readonly Token[],
  context: Context,
  scope: Scope,
): Constant | undefined {
  const evaluation = evaluate(tokens, constantsIn(context, scope));
  if (!evaluation.ok) return undefined;
  const { type } = specifiers;
  if (specifiers.words.has("auto") && type.kind === "unusable") return evaluation.constant;
  const target: IntegerType | RealType | undefined =
    type.kind === "arithmetic"
      ? integerType(type.type, context.target)
      : type.kind === "enum"
        ? { bits: 64, signed: true }
        : undefined;
  return target === undefined ? undefined : cast(evaluation.constant, target);
}

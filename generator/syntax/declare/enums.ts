/** Enumerations [C17 6.7.2.2], [C++17 dcl.enum]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Span } from "../../source/span.ts";
import type { ArithmeticType } from "../../targets/target.ts";
import type { CType, Enumerator } from "../../types/declarations.ts";
import { fits, type IntegerType, integerType } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";
import type { EnumNode } from "../parse/nodes.ts";
import { joined, type Token, textOf, tokenSpan } from "../preprocess/token.ts";
import { ALIGNING, strayAttributes } from "./attributes.ts";
import { isScoped } from "./class-names.ts";
import { integerConstant } from "./constants.ts";
import { type Context, doubtOf } from "./context.ts";
import type { Scope } from "./symbols.ts";
import { typeName } from "./type-names.ts";
import { asTagged, type Resolved, unusable } from "./types.ts";

/**
 * @param typedefName names an enum without a tag
 * @param use `typed` if it is the type of something
 */
export function declareEnum(
  node: EnumNode,
  context: Context,
  scope: Scope,
  typedefName: string | undefined,
  use: "typed" | "alone",
): Resolved {
  const { body, base } = node;
  const tag = node.tag && joined(node.tag.tokens);
  const name = tag ?? typedefName;
  const referred = body === undefined ? referredEnum(node, tag, context, scope, use) : undefined;
  if (referred !== undefined) return referred;
  // [C++17 dcl.enum]p1
  if (tag === undefined && isScoped(node)) return unreadable(node.tokens[1]!, "a scoped enum has a name");
  const underlying = underlyingType(node, context, scope);
  if (base !== undefined && underlying === undefined)
    return unknownEnum(textOf(base.tokens), tokenSpan(base.tokens[0]!));
  if (body === undefined && underlying === undefined) return incompleteEnum(tag ?? "");
  return completeEnum(node, { tag, name, underlying }, context, scope);
}

function completeEnum(
  node: EnumNode,
  {
    tag,
    name,
    underlying,
  }: { tag: string | undefined; name: string | undefined; underlying: ArithmeticType | undefined },
  context: Context,
  scope: Scope,
): Resolved {
  const inner = tag === undefined ? scope : [...scope, tag];
  const { found: enumerators, problem } = node.body ? readEnumerators(node, context, scope, inner) : NOTHING;
  const packed = node.attributes.some((attribute) => attribute.name === "packed");
  const plain: CType = { kind: "enum", name, enumerators, underlying, packed };
  const diagnostic = problem ?? strayAttributes(node.stray)[0] ?? alignedEnum(node);
  const type: Resolved = diagnostic === undefined ? plain : unusable({ diagnostic });
  if (tag !== undefined) context.symbols.declareTag(scope, tag, type);
  if (name !== undefined && node.body !== undefined)
    context.enums.push({ name, enumerators, span: tokenSpan((node.tag ?? node).tokens[0]!) });
  return type;
}

/** `enum class mode : uint8_t;` declares the enum, `enum class mode : uint8_t field;` is invalid. [C++17 dcl.enum]p1, [dcl.type.elab] */
function referredEnum(
  { base, tokens }: EnumNode,
  tag: string | undefined,
  { symbols }: Context,
  scope: Scope,
  use: "typed" | "alone",
): Resolved | undefined {
  if (tag === undefined) return undefined;
  if (use === "typed" && base !== undefined)
    return unreadable(base.tokens[0]!, "declare the enum before the field, in a separate declaration");
  const found = symbols.tag(scope, tag);
  if (found !== undefined) return asTagged(tokens[0]!, tag, found);
  return use === "typed" ? incompleteEnum(tag) : undefined;
}

function alignedEnum({ attributes }: EnumNode): Diagnostic | undefined {
  const aligned = attributes.find(({ name }) => ALIGNING.has(name));
  return aligned && report(SYNTAX, "E127", tokenSpan(aligned.first, aligned.last), { name: aligned.name });
}

/** The default type of a scoped enum is int. */
function underlyingType(node: EnumNode, context: Context, scope: Scope): ArithmeticType | undefined {
  const { base } = node;
  // `: const W`: qualifiers do not matter. [C++17 dcl.enum]p2
  const words = base?.tokens.filter(({ text }) => text !== "const" && text !== "volatile");
  const type = words && typeName(words, context, scope);
  if (base !== undefined) return type?.kind === "arithmetic" ? type.type : undefined;
  return isScoped(node) ? "int" : undefined;
}

const NOTHING = { found: [], problem: undefined };

/** `enum mode mode;` without enumerators has no known size. */
function incompleteEnum(tag: string): Resolved {
  return { ...unusable({ code: "E119", type: `enum ${tag}` }), forward: tag };
}

/** Enumerators are declared in the enclosing scope and in the enum's own. If a value is unknown, the error is reported at its use. */
function readEnumerators(
  node: EnumNode,
  context: Context,
  outer: Scope,
  inner: Scope,
): { found: Enumerator[]; problem: Diagnostic | undefined } {
  const { base, body, tokens } = node;
  const found: Enumerator[] = [];
  const constants: OpenConstant[] = [];
  let problem: Diagnostic | undefined = context.current.error ?? doubtOf(tokens);
  let next: bigint | undefined = 0n;
  for (const { name, value: given } of body?.enumerators ?? []) {
    const written = enumeratorValue(given?.tokens, name.text, next, context, inner);
    if (typeof written === "object") problem ??= written;
    next = typeof written === "bigint" ? written + 1n : undefined;
    const value = asKept(written, base, context);
    const constant =
      problem === undefined ? openConstant(value as bigint, context) : { kind: "unknown" as const, problem };
    if (constant.kind === "integer") constants.push(constant);
    context.symbols.declareConstant(outer, name.text, constant);
    if (inner !== outer) context.symbols.declareConstant(inner, name.text, constant);
    if (typeof value === "bigint") found.push({ name: name.text, value });
  }
  settle(constants, underlyingType(node, context, outer), context);
  return { found, problem };
}

/** An enumerator, whose type is known behind the closing brace. */
type OpenConstant = Constant & { readonly kind: "integer"; type: IntegerType };

function openConstant(value: bigint, context: Context): OpenConstant {
  return { kind: "integer", value, type: enumeratorType([value], context) };
}

/** In C++ the type depends on all values, in GCC's C that of values that do not fit an int. [C++17 conv.prom]p3 */
function settle(constants: readonly OpenConstant[], underlying: ArithmeticType | undefined, context: Context): void {
  const { language, target, widths } = context;
  const fixed = underlying && integerType(underlying, target);
  const values = constants.map(({ value }) => value);
  const whole = typeof fixed === "object" ? fixed : enumeratorType(values, context);
  const isUnsigned = language === "c" && fixed === undefined && values.every((value) => value >= 0n);
  const keepsInt = fixed === undefined && language === "c";
  for (const constant of constants) {
    const isInt = target.compiler.family === "microsoft" || fits(constant.value, { bits: widths.int, signed: true });
    if (!(keepsInt && isInt)) constant.type = isUnsigned ? { ...whole, signed: false } : whole;
  }
}

/** Microsoft's compiler keeps the bits in an `int`: 0x80000000 is negative. [Microsoft C++, enumerations; Clang 16 for its target] */
function asKept<T>(value: bigint | T, base: EnumNode["base"], { target }: Context): bigint | T {
  const isInt =
    base === undefined && target.compiler.family === "microsoft" && typeof value === "bigint" && value >> 32n === 0n;
  return isInt ? BigInt.asIntN(32, value) : value;
}

/** An int if the values fit, as in C. [C17 6.7.2.2p3; GCC for wider ones] */
function enumeratorType(values: readonly bigint[], { widths }: Context): IntegerType {
  const int: IntegerType = { bits: widths.int, signed: true, base: "int" };
  const wider = [widths.int, widths.long, 64].flatMap((bits) => [
    { bits, signed: true },
    { bits, signed: false },
  ]);
  const types = [int, ...wider];
  return types.find((type) => values.every((value) => fits(value, type))) ?? { bits: 64, signed: true };
}

/** @param next the value without tokens */
function enumeratorValue(
  tokens: readonly Token[] | undefined,
  name: string,
  next: bigint | undefined,
  context: Context,
  scope: Scope,
): bigint | Diagnostic | undefined {
  if (tokens === undefined) return next;
  const value = integerConstant(tokens, "integer", context, scope);
  if (typeof value === "bigint") return value;
  return report(SYNTAX, "E126", tokenSpan(tokens[0]!, tokens.at(-1)), { name, reason: value });
}

function unknownEnum(type: string, span: Span): Resolved {
  return unusable({ diagnostic: report(SYNTAX, "E112", span, { type, nearest: undefined, missing: [] }) });
}

function unreadable(token: Token, reason: string): Resolved {
  return unusable({ diagnostic: report(SYNTAX, "E108", tokenSpan(token), { found: token.text, reason }) });
}

/** Enumerations [C17 6.7.2.2], [C++17 dcl.enum]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Span } from "../../source/span.ts";
import type { ArithmeticType } from "../../targets/target.ts";
import type { CType, Enumerator } from "../../types/declarations.ts";
import { fits, type IntegerType, integerType, promoted, type RealType } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";
import type { EnumNode } from "../parse/nodes.ts";
import { joined, type Token, textOf, tokenSpan } from "../preprocess/token.ts";
import { announcedEnum } from "./announced-attributes.ts";
import { ALIGNING, strayAttributes } from "./attributes.ts";
import { isScoped } from "./class-names.ts";
import { typedConstant } from "./constants.ts";
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
  const diagnostic =
    problem ?? strayAttributes(node.stray)[0] ?? alignedEnum(node) ?? announcedEnum(node, context, scope);
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
  const underlying = underlyingType(node, context, outer);
  const fixed = underlying && integerType(underlying, context.target);
  let problem: Diagnostic | undefined = context.current.error ?? doubtOf(tokens);
  let last: Written | undefined = { value: -1n, type: intOf(context) };
  for (const { name, value: given } of body?.enumerators ?? []) {
    const written = enumeratorValue(given?.tokens, name.text, last, context, inner);
    last = written.value;
    problem ??= written.problem;
    const value = asKept(last?.value, base, context);
    const constant =
      problem === undefined ? openConstant({ ...last!, value: value! }, fixed, context) : unknown(problem);
    if (constant.kind === "integer") constants.push(constant);
    context.symbols.declareConstant(outer, name.text, constant);
    if (inner !== outer) context.symbols.declareConstant(inner, name.text, constant);
    if (value !== undefined) found.push({ name: name.text, value });
  }
  settle(constants, underlying, context);
  return { found, problem };
}

/** A value, and the type of its expression. */
interface Written {
  readonly value: bigint;
  readonly type: IntegerType;
}

/** An enumerator, whose type is known behind the closing brace. */
type OpenConstant = Constant & { readonly kind: "integer"; type: IntegerType };

function openConstant(written: Written, fixed: IntegerType | RealType | undefined, context: Context): OpenConstant {
  const type = typeof fixed === "object" ? fixed : openType(written, context);
  return { kind: "integer", value: written.value, type };
}

function unknown(problem: Diagnostic) {
  return { kind: "unknown" as const, problem };
}

/** The type before the closing brace: of its expression, in C an int where it fits. [C++17 dcl.enum]p5; [GCC, c-decl.cc, build_enumerator] */
function openType({ value, type }: Written, context: Context): IntegerType {
  const int = intOf(context);
  if (context.target.compiler.family === "microsoft") return enumeratorType([value], context);
  return context.language === "c" ? (fits(value, int) ? int : promoted(type, context.widths)) : type;
}

/** The value without an expression: of the type before it, or of the first that is wide enough; for clang, one of the same sign. */
function nextOf({ value, type }: Written, context: Context): Written {
  const next = value + 1n;
  if (fits(next, type)) return { value: next, type };
  const isClang = context.target.compiler.family === "clang";
  const wider = [context.widths.long, 64].map((bits) => ({ bits, signed: type.signed }));
  const ofSign = isClang ? wider.find((each) => fits(next, each)) : undefined;
  return { value: next, type: ofSign ?? enumeratorType([next], context) };
}

function intOf({ widths }: Context): IntegerType {
  return { bits: widths.int, signed: true, base: "int" };
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
function asKept(value: bigint | undefined, base: EnumNode["base"], { target }: Context): bigint | undefined {
  const isInt =
    base === undefined && target.compiler.family === "microsoft" && value !== undefined && value >> 32n === 0n;
  return isInt ? BigInt.asIntN(32, value) : value;
}

/** An int if the values fit, as in C. [C17 6.7.2.2p3; GCC for wider ones] */
function enumeratorType(values: readonly bigint[], context: Context): IntegerType {
  const { widths } = context;
  const int = intOf(context);
  const wider = [widths.int, widths.long, 64].flatMap((bits) => [
    { bits, signed: true },
    { bits, signed: false },
  ]);
  const types = [int, ...wider];
  return types.find((type) => values.every((value) => fits(value, type))) ?? { bits: 64, signed: true };
}

/** @param last the enumerator before; undefined if its value is unknown */
function enumeratorValue(
  tokens: readonly Token[] | undefined,
  name: string,
  last: Written | undefined,
  context: Context,
  scope: Scope,
): { readonly value: Written | undefined; readonly problem?: Diagnostic } {
  if (tokens === undefined) return { value: last && nextOf(last, context) };
  const value = typedConstant(tokens, "integer", context, scope);
  if (typeof value !== "string") return { value };
  const problem = report(SYNTAX, "E126", tokenSpan(tokens[0]!, tokens.at(-1)), { name, reason: value });
  return { value: undefined, problem };
}

function unknownEnum(type: string, span: Span): Resolved {
  return unusable({ diagnostic: report(SYNTAX, "E112", span, { type, nearest: undefined, missing: [] }) });
}

function unreadable(token: Token, reason: string): Resolved {
  return unusable({ diagnostic: report(SYNTAX, "E108", tokenSpan(token), { found: token.text, reason }) });
}

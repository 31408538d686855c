/** Resolves names, casts and sizes in constant expressions from the declarations so far. */

import { knownType } from "../../targets/known-types.ts";
import { scalarSize } from "../../targets/target.ts";
import type { CType, Member } from "../../types/declarations.ts";
import { enumScalar } from "../../types/enum-scalar.ts";
import { type ConstantScope, type Evaluation, evaluate } from "../constants/evaluate.ts";
import { type IntegerType, integerType, type RealType } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";
import { cast } from "../constants/operators.ts";
import { closingAngle, parenthesized } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, joined, type Token } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { callFunction, valuesOf } from "./functions.ts";
import { unfolded } from "./packs.ts";
import { limitOf, standardCall } from "./standard-values.ts";
import type { Scope } from "./symbols.ts";
import { splitAtCommas } from "./templates.ts";
import { traitOf } from "./type-traits.ts";
import { isUsable, type Resolved } from "./types.ts";
import { callOf, variableOf } from "./value-templates.ts";

/** Resolves the words of a type in a scope. */
export type NamesType = (words: readonly Token[], context: Context, scope: Scope) => Resolved | undefined;

/** @param typeName passed in, because types and constants can contain each other */
export function constantScope(context: Context, scope: Scope, typeName: NamesType): ConstantScope {
  return {
    widths: context.widths,
    wrapsAround: context.language === "c",
    constant: (name) => {
      const found = context.symbols.constant(scope, name);
      if (found !== undefined) return found.kind === "unknown" ? undefined : found;
      return truthValue(name, context);
    },
    functionNamed: (name) => {
      const all = context.symbols.functionsNamed(scope, name);
      const inside = (called: (typeof all)[number]) => constantScope(context, called.scope, typeName);
      if (all.length > 0) return (given, around) => callFunction(all, given, around, inside);
      return callsIn({ context, scope, typeName }, name);
    },
    valueOfTemplate: (tokens, around) => valueOfTemplate(tokens, { context, scope, typeName }, around),
    unfolded: (tokens) => unfolded(tokens, context, scope),
    castType: (tokens) => {
      const type = typeName(tokens, context, scope);
      if (type?.kind === "arithmetic") return integerOf(type, context);
      return type?.kind === "enum" ? enumInteger(type, context) : undefined;
    },
    sizeOf: (operator, tokens) => {
      if (operator === "size" && isEmptyCheck(tokens, context, scope, typeName)) return 0;
      const types = (words: readonly Token[]) => typeName(words, context, scope);
      const type =
        types(tokens) ??
        typeOfElement(tokens, context, scope) ??
        memberThroughNull(tokens, context, types) ??
        memberOfClass(tokens, context, types);
      const sizes = type === undefined || hasProblems(type, context) ? undefined : sizeOfResolved(type, context);
      if (operator === "size") return sizes?.size ?? sizeOfConstants(tokens, constantScope(context, scope, typeName));
      return type && sizes && alignmentOf(type, sizes, context);
    },
    sizeOfChar: (type) => {
      const arithmetic = knownType(type, context.target);
      return arithmetic && scalarSize(context.target.arithmetic[arithmetic].scalar);
    },
    offsetOf: (type, path) => {
      const found = typeName(type, context, scope);
      return found === undefined || hasProblems(found, context) ? undefined : memberAt(found, path, context)?.offset;
    },
  };
}

/** GCC's `__alignof__` and C's `_Alignof` differ on i386, where fields have a lower alignment than variables, and for large vectors. */
function alignmentOf(
  type: Resolved,
  { size, alignment }: { size: number; alignment: number },
  { target }: Context,
): number | undefined {
  const { name, mostAlignment, biggestAlignment, compiler } = target;
  if (name === "i386" && size > mostAlignment) return undefined;
  const isLarge = compiler.family === "gcc" && alignment > biggestAlignment;
  return isLarge && isUsable(type) && hasVector(type) ? undefined : alignment;
}

/** An array of numbers with an alignment of its own, itself or in a struct. */
function hasVector(type: CType): boolean {
  if (type.kind === "record")
    return type.record.members.some((member) =>
      hasVector(member.kind === "anonymous" ? { kind: "record", record: member.record } : member.type),
    );
  return (
    type.kind === "array" && (type.element.kind === "arithmetic" ? type.aligned !== undefined : hasVector(type.element))
  );
}

/** `sizeof(limit + 1)`; undefined for calls. */
function sizeOfConstants(tokens: readonly Token[], scope: ConstantScope): number | undefined {
  const isKnown = ({ kind, text }: Token, at: number) =>
    kind !== "identifier" || (!isPunctuator(tokens[at + 1], "(") && scope.constant(text) !== undefined);
  const found = tokens.every(isKnown) ? evaluate(tokens, scope) : undefined;
  return found?.ok && found.constant.kind === "integer" ? Math.ceil(found.constant.type.bits / 8) : undefined;
}

interface Place {
  readonly context: Context;
  readonly scope: Scope;
  readonly typeName: NamesType;
}

/** `bits<uint16_t>::n`, `bits<uint16_t>`, `width<uint16_t>(3)`, `std::is_same_v<T, float>`, `std::numeric_limits<T>::max()` */
function valueOfTemplate(
  tokens: readonly Token[],
  place: Place,
  around: ConstantScope,
): { readonly value: Evaluation; readonly length: number } | undefined {
  const open = tokens.findIndex(({ kind, text }) => kind !== "identifier" && text !== "::");
  const end = open > 0 && isPunctuator(tokens[open], "<") ? closingAngle(tokens, open, tokens.length) : undefined;
  if (end === undefined) return undefined;
  const name = joined(tokens.slice(0, open).filter((token) => !isWord(token, "template")));
  const given = splitAtCommas(tokens.slice(open + 1, end - 1));
  if (isPunctuator(tokens[end], "(")) {
    const inner = parenthesized(tokens, end) ?? [];
    const value = callsIn(place, name, { given, token: tokens[0]! })?.(inner, around);
    return value && { value, length: end + inner.length + 2 };
  }
  const inner = isPunctuator(tokens[end], "::") ? valueInside(tokens, end, place) : undefined;
  if (inner !== undefined) return inner;
  const variable = isPunctuator(tokens[end], "::") ? undefined : variableIn(place, name, given);
  return variable === undefined
    ? memberValue(tokens, { name, given, open, end }, place)
    : { value: variable, length: end };
}

/** `ring<uint16_t>::item<char>::n`, `ring<uint16_t>::bits<char>`; undefined if nothing follows the member behind `end`. */
function valueInside(
  tokens: readonly Token[],
  end: number,
  { context, scope, typeName }: Place,
): { readonly value: Evaluation; readonly length: number } | undefined {
  let [before, at] = [end, behindMember(tokens, end)];
  while (isPunctuator(tokens[at], "::")) [before, at] = [at, behindMember(tokens, at)];
  const name = tokens.slice(before + 1, at).find((token) => !isWord(token, "template"));
  const open = tokens.findIndex((token, index) => index > before && index < at && isPunctuator(token, "<"));
  if (before === end && open < 0) return undefined;
  const outer = typeName(tokens.slice(0, before), context, scope);
  const constant = open < 0 ? constantOf(outer, name?.text, context) : undefined;
  if (constant !== undefined) return { value: { ok: true, constant, doubtful: [] }, length: at };
  const inside = outer?.kind === "record" ? context.records.get(outer.record)?.scope : undefined;
  const template = open < 0 || inside === undefined ? undefined : context.symbols.templateIn(inside, name?.text ?? "");
  if (typeof template !== "object" || template.value !== "variable") return undefined;
  const given = splitAtCommas(tokens.slice(open + 1, at - 1));
  const value = variableOf(template, given, scope, context, (own) => constantScope(context, own, typeName));
  return value && { value, length: at };
}

/** @param at of `::`; returns the index behind the name and its arguments */
function behindMember(tokens: readonly Token[], at: number): number {
  const name = isWord(tokens[at + 1], "template") ? at + 2 : at + 1;
  const end = isPunctuator(tokens[name + 1], "<") ? closingAngle(tokens, name + 1, tokens.length) : undefined;
  return end ?? name + 1;
}

/** `bits<uint16_t>::n`, and what `std` says of types */
function memberValue(
  tokens: readonly Token[],
  written: { name: string; given: readonly (readonly Token[])[]; open: number; end: number },
  { context, scope, typeName }: Place,
): { readonly value: Evaluation; readonly length: number } | undefined {
  const { name, given, open, end } = written;
  const types = (words: readonly Token[]) => typeName(words, context, scope);
  const member = isPunctuator(tokens[end], "::") ? tokens[end + 1]?.text : undefined;
  const length = member === undefined ? end : end + 2;
  const isCall = name === LIMITS && isPunctuator(tokens[length], "(");
  const isStandard = isWord(tokens[0], "std") && isPunctuator(tokens[1], "::");
  const constant =
    name === LIMITS
      ? limit(`${member}${isCall ? "()" : ""}`, types(given[0] ?? []), context)
      : isStandard
        ? trait(tokens.slice(2, open), member, given.map(types), context)
        : constantOf(types(tokens.slice(0, end)), member, context);
  return constant && { value: { ok: true, constant, doubtful: [] }, length: isCall ? length + 2 : length };
}

function variableIn({ context, scope, typeName }: Place, name: string, given: readonly (readonly Token[])[]) {
  const template = context.symbols.template(scope, name);
  if (typeof template !== "object" || template.value !== "variable") return undefined;
  return variableOf(template, given, scope, context, (own) => constantScope(context, own, typeName));
}

const LIMITS = "std::numeric_limits";

function limit(member: string, type: Resolved | undefined, context: Context): Constant | undefined {
  if (type?.kind !== "arithmetic") return undefined;
  return limitOf(member, integerOf(type, context), { bits: context.widths.int, signed: true, base: "int" });
}

/**
 * Calls a function of the library, or one that is a template; undefined if there is none of that name.
 * @param written the template's arguments, and a token for problems
 */
function callsIn(
  { context, scope, typeName }: Place,
  name: string,
  written?: { readonly given: readonly (readonly Token[])[]; readonly token: Token },
) {
  const template = context.symbols.template(scope, name);
  const isTemplate = typeof template === "object" && template.value === "function";
  if (!isTemplate && name !== "std::max" && name !== "std::min") return undefined;
  return (given: readonly Token[], around: ConstantScope): Evaluation => {
    const token = written?.token ?? given[0] ?? context.unit.tokens[0]!;
    const failed: Evaluation = { ok: false, problem: { kind: "not-constant", token } };
    const values = valuesOf(isPunctuator(given[0], "{") ? given.slice(1, -1) : given, around);
    if ("ok" in values) return values;
    if (isTemplate) {
      const inside = (own: Scope) => constantScope(context, own, typeName);
      return callOf(template, written?.given, { values, token }, scope, context, inside) ?? failed;
    }
    const type = written && around.castType(written.given[0] ?? []);
    const constant = standardCall(name, type === undefined ? values : values.map((value) => cast(value, type)));
    return constant === undefined ? failed : { ok: true, constant, doubtful: [] };
  };
}

function trait(
  name: readonly Token[],
  member: string | undefined,
  types: readonly (Resolved | undefined)[],
  context: Context,
): Constant | undefined {
  const holds = traitOf(joined(name) + (member === undefined ? "" : `::${member}`), types, context);
  return holds === undefined ? undefined : truth(holds, context);
}

function constantOf(
  type: Resolved | undefined,
  member: string | undefined,
  { records, symbols }: Context,
): Constant | undefined {
  const inside = type?.kind === "record" ? records.get(type.record)?.scope : undefined;
  const constant = inside && member !== undefined ? symbols.constantIn(inside, member) : undefined;
  return constant?.kind === "unknown" ? undefined : constant;
}

/** `struct { int : -!!(wrong); }`, which the Linux kernel measures to refuse what is wrong: no bytes, if nothing is. [GCC 6.21] */
function isEmptyCheck(tokens: readonly Token[], context: Context, scope: Scope, typeName: NamesType): boolean {
  const [keyword, open, type, colon] = tokens;
  const isCheck =
    isWord(keyword, "struct") && isPunctuator(open, "{") && isWord(type, "int") && isPunctuator(colon, ":");
  if (
    !isCheck ||
    context.language !== "c" ||
    tokens
      .slice(-2)
      .map(({ text }) => text)
      .join("") !== ";}"
  )
    return false;
  const width = evaluate(tokens.slice(4, -2), constantScope(context, scope, typeName));
  return width.ok && width.constant.value === 0n;
}

/** The type of `table`, `table[0]`, `*table`, `table[0].member` and `table[0].member[0]`. */
function typeOfElement(tokens: readonly Token[], context: Context, scope: Scope): Resolved | undefined {
  const dot = tokens.findIndex((token) => isPunctuator(token, "."));
  if (dot < 0) return typeOfItem(tokens, context, scope);
  const type = isPunctuator(tokens[0], "*") ? undefined : typeOfItem(tokens.slice(0, dot), context, scope);
  const { end, depth } = withoutIndexes(tokens, dot + 1);
  return type && elementOf(memberAt(type, tokens.slice(dot + 1, end), context)?.type, depth);
}

/** Where the brackets at the end begin, and how many pairs there are. */
function withoutIndexes(tokens: readonly Token[], from: number): { readonly end: number; readonly depth: number } {
  let end = tokens.length;
  let depth = 0;
  for (; isPunctuator(tokens[end - 1], "]"); depth++) {
    const open = tokens.findLastIndex((token, at) => at < end && isPunctuator(token, "["));
    if (open <= from) break;
    end = open;
  }
  return { end, depth };
}

function elementOf(type: Resolved | undefined, depth: number): Resolved | undefined {
  if (depth === 0) return type;
  return elementOf(type?.kind === "array" || type?.kind === "unusable" ? type.element : undefined, depth - 1);
}

function typeOfItem(tokens: readonly Token[], { symbols }: Context, scope: Scope): Resolved | undefined {
  const stars = tokens.findIndex((token) => !isPunctuator(token, "*"));
  const { end, depth } = withoutIndexes(tokens, stars);
  const words = tokens.slice(Math.max(stars, 0), end);
  const [name, more] =
    isPunctuator(words[0], "(") && isPunctuator(words[2], ")") ? words.toSpliced(2, 1).slice(1) : words;
  if (name?.kind !== "identifier" || more !== undefined) return undefined;
  return elementOf(symbols.typeOfVariable(scope, name.text), depth + Math.max(stars, 0));
}

/** True if the type's layout is uncertain, so that its size is too. */
function hasProblems(type: Resolved, context: Context): boolean {
  if (!isUsable(type)) return type.standIn === undefined;
  if (type.kind === "array") {
    // Compilers differ on array elements whose alignment exceeds their size.
    const { size, alignment } = context.sizes.sizeOf(type.element);
    return size % alignment !== 0 || hasProblems(type.element, context);
  }
  if (type.kind !== "record") return false;
  const { record } = type;
  context.measured.add(record);
  const facts = context.records.get(record);
  return (
    (facts?.errors.length ?? 0) > 0 ||
    (facts?.problems ?? []).some((problem) => problem.severity === "error" && facts?.unheld.has(problem) !== true) ||
    record.members.some((member) =>
      hasProblems(member.kind === "anonymous" ? { kind: "record", record: member.record } : member.type, context),
    )
  );
}

function truthValue(name: string, context: Context): Constant | undefined {
  return name === "true" || name === "false" ? truth(name === "true", context) : undefined;
}

function truth(holds: boolean, { widths }: Context): Constant {
  return { kind: "integer", value: holds ? 1n : 0n, type: { bits: widths.int, signed: true } };
}

/** `pos::x` */
export function memberOfClass(
  tokens: readonly Token[],
  context: Context,
  typeName: (words: readonly Token[]) => Resolved | undefined,
): Resolved | undefined {
  const colons = tokens.findLastIndex((token) => isPunctuator(token, "::"));
  const around = colons > 0 && colons === tokens.length - 2 ? typeName(tokens.slice(0, colons)) : undefined;
  return around?.kind === "record" ? memberAt(around, tokens.slice(colons + 1), context)?.type : undefined;
}

/** `((struct pos *)0)->x` and `((struct pos *)0)->x[0]`, an idiom to measure a member. */
export function memberThroughNull(
  all: readonly Token[],
  context: Context,
  typeName: (words: readonly Token[]) => Resolved | undefined,
): Resolved | undefined {
  const isElement = isPunctuator(all.at(-1), "]") && isPunctuator(all.at(-3), "[");
  const tokens = isElement ? all.slice(0, -3) : all;
  const arrow = tokens.findIndex((token) => isPunctuator(token, "->"));
  const inner = tokens.slice(2, arrow).map((token) => token.text);
  const star = inner.indexOf("*");
  if (arrow < 0 || !/^\*\)(?:0|NULL)\)$/.test(inner.slice(star).join("")) || !isPunctuator(tokens[0], "("))
    return undefined;
  const type = typeName(tokens.slice(2, 2 + star));
  const member = type === undefined ? undefined : memberAt(type, tokens.slice(arrow + 1), context)?.type;
  if (!isElement) return member;
  return member?.kind === "array" ? member.element : undefined;
}

/** The member that a designator `a.b` names, and its offset in bytes. */
export function memberAt(
  type: Resolved,
  path: readonly Token[],
  context: Context,
): { readonly type: CType; readonly offset: number } | undefined {
  let current: CType | undefined = isUsable(type) ? type : undefined;
  let offset = 0;
  for (let at = 0; at < path.length; at += 2) {
    const name = path[at];
    const isLast = at + 1 === path.length;
    if (name?.kind !== "identifier" || current?.kind !== "record" || !(isLast || isPunctuator(path[at + 1], ".")))
      return undefined;
    const found = findMember(current, name.text, context);
    if (found === undefined) return undefined;
    current = found.type;
    offset += found.offset;
  }
  return current === undefined ? undefined : { type: current, offset };
}

function findMember(
  type: CType & { kind: "record" },
  name: string,
  context: Context,
): { readonly type: CType; readonly offset: number } | undefined {
  for (const { member, bitPosition } of context.sizes.placed(type.record).members) {
    const offset = bitPosition / 8;
    if (isFieldNamed(member, name)) return { type: member.type, offset };
    if (member.kind !== "anonymous") continue;
    const inner = findMember({ kind: "record", record: member.record }, name, context);
    if (inner !== undefined) return { type: inner.type, offset: offset + inner.offset };
  }
  return undefined;
}

function isFieldNamed(member: Member, name: string): member is Member & { kind: "field" } {
  return member.kind === "field" && member.name === name;
}

function integerOf({ type, bits }: CType & { kind: "arithmetic" }, { target }: Context): IntegerType | RealType {
  const integer = integerType(type, target);
  return bits !== undefined && typeof integer === "object" ? { bits, signed: integer.signed } : integer;
}

/** The integer type of an enum's value in an expression. */
export function enumInteger(type: CType & { kind: "enum" }, context: Context): IntegerType | undefined {
  const scalar = enumScalar(type, context.target);
  return scalar === undefined ? undefined : { bits: scalarSize(scalar) * 8, signed: !scalar.startsWith("u") };
}

/** Size in bytes; undefined if it is unknown. */
export function sizeOfResolved(type: Resolved, context: Context): { size: number; alignment: number } | undefined {
  const known = isUsable(type) ? type : type.standIn;
  return known && context.sizes.sizeOf(known);
}

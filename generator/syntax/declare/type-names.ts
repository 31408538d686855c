/** The only place where the words of a type are resolved: in declarations, casts, `sizeof`, `alignas` and template arguments. */

import { nearest } from "../../../runtime/lib/nearest.ts";
import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import { atomicType, knownType, orderOfType } from "../../targets/known-types.ts";
import { type ArithmeticType, scalarSize } from "../../targets/target.ts";
import type { CType, Qualifiers } from "../../types/declarations.ts";
import { evaluate } from "../constants/evaluate.ts";
import { isQualifier, isRecordKeyword } from "../parse/declaration-words.ts";
import { arithmeticType, isTypeWord, TYPE_BEGINNINGS } from "../parse/type-words.ts";
import { closing, closingAngle, leftOutside, outsideAngles } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, joined, type Token, textOf, tokenSpan } from "../preprocess/token.ts";
import { constantScope, memberAt, memberOfClass, memberThroughNull } from "./constant-scope.ts";
import type { Context } from "./context.ts";
import { expandPacks } from "./packs.ts";
import type { Scope } from "./symbols.ts";
import { splitAtCommas, withSingleAngles } from "./templates.ts";
import {
  ambiguousType,
  arrayOf,
  asTagged,
  bytesOf,
  notHeld,
  pointerTo,
  qualified,
  type Resolved,
  TEXT_CLASSES,
  type Unusable,
  unusable,
} from "./types.ts";

/** A type-name as in a cast [C17 6.7.7]: `const struct pos *`, `uint8_t[4]`; undefined if the tokens are not a type-name. */
export function typeName(tokens: readonly Token[], context: Context, scope: Scope): Resolved | undefined {
  const end = endOfName(tokens);
  const words = end < 0 ? tokens : tokens.slice(0, end);
  const found = isPunctuator(tokens[end], "*")
    ? pointedType(words, context, scope)
    : knownTypeOf(words, context, scope);
  const type = found && qualified(found, qualifiersAmong(outsideAngles(words), context));
  if (type === undefined || end < 0) return type;
  let at = end;
  while (isPunctuator(tokens[at], "*") || isQualifier(tokens[at])) at += 1;
  const element = pointersTo(type, tokens.slice(end, at), context);
  const sizes: number[] = [];
  while (at < tokens.length) {
    const close = isPunctuator(tokens[at], "[") ? closing(tokens, at) : undefined;
    const size = close && integerAt(tokens.slice(at + 1, close - 1), context, scope);
    if (close === undefined || size === undefined) return undefined;
    sizes.push(Number(size));
    at = close;
  }
  return arrayOf(element, sizes);
}

/** @param behind `*` and `* const` */
export function pointersTo(type: Resolved, behind: readonly Token[], context: Context): Resolved {
  return behind.reduce<Resolved>(
    (inner, token) =>
      isPunctuator(token, "*") ? pointerTo(inner, context.target) : qualified(inner, qualifiersAmong([token], context)),
    type,
  );
}

/** In C they say nothing of a type. */
export function qualifiersAmong(words: readonly Token[], { language }: Context): Qualifiers | undefined {
  const texts = words.map(({ text }) => text.replaceAll("_", ""));
  const found = ["const", "volatile"].filter((word) => language === "c++" && texts.includes(word));
  return found.length === 0 ? undefined : (found.join(" ") as Qualifiers);
}

/** What a pointer points to, which may be `void`. */
function pointedType(words: readonly Token[], context: Context, scope: Scope): Resolved | undefined {
  const isVoid = joined(words.filter((word) => !isQualifier(word))) === "void";
  return isVoid ? notHeld("void") : knownTypeOf(words, context, scope);
}

/** The value of an integer constant expression. */
function integerAt(tokens: readonly Token[], context: Context, scope: Scope): bigint | undefined {
  const found = evaluate(tokens, constantScope(context, scope, typeName));
  return found.ok && found.constant.kind === "integer" ? found.constant.value : undefined;
}

/** Index of the first `*`, `&` or `[`; -1 if there is none. */
function endOfName(tokens: readonly Token[]): number {
  const open = tokens.findIndex((token) => isPunctuator(token, "<"));
  const behind = open < 1 ? undefined : closingAngle(tokens, open, tokens.length);
  return tokens.findIndex((token, at) => at >= (behind ?? 0) && ["*", "&", "["].includes(token.text));
}

/** Undefined if no such type was declared. */
function knownTypeOf(words: readonly Token[], context: Context, scope: Scope): Resolved | undefined {
  const own = leftOutside(words, isQualifier);
  const [first] = own;
  if (first === undefined) return undefined;
  if (own.some(isBitInt)) return bitIntType(own, context, scope);
  if (first.operand !== undefined && own.length === 1) return typeOfOperand(first, context, scope);
  // `sizeof(struct *)` names no type.
  if (isTypeWord(first.text) || isRecordKeyword(first))
    return isRecordKeyword(own.at(-1)) ? undefined : namedType(own, context, scope);
  return isSingleName(own) ? declaredType(joined(own), context, scope) : templateType(own, context, scope);
}

/** @param words of a declaration's type, without storage classes and qualifiers */
export function namedType(words: readonly Token[], context: Context, scope: Scope): Resolved {
  const [first] = words;
  if (first === undefined) return notHeld("auto");
  if (words.some(isBitInt)) return bitIntType(words, context, scope);
  if (first.operand !== undefined && words.length === 1)
    return (
      typeOfOperand(first, context, scope) ??
      notHeld(`${first.text}(${textOf(first.operand)})`, "write the type out: the type of this expression is not read")
    );
  const texts = words.map((token) => token.text);
  const declaredBool = texts.length === 1 && texts[0] === "bool" ? declaredType("bool", context, scope) : undefined;
  if (declaredBool !== undefined) return declaredBool;
  if (texts.every(isTypeWord)) {
    const type = arithmeticType(texts);
    return type === undefined ? oddArithmetic(texts, context) : { kind: "arithmetic", type };
  }
  if (isRecordKeyword(first)) return taggedType(first, words.slice(1), context, scope);
  if (isSingleName(words)) return declaredType(joined(words), context, scope) ?? unknownType(words, context, scope);
  return templateType(words, context, scope) ?? severalWords(words, context, scope);
}

/** `unsigned long _Accum` and `_Sat _Fract` of GCC and Clang. [ISO/IEC TR 18037] */
const FIXED_POINT: ReadonlySet<string> = new Set(["_Fract", "_Accum", "_Sat"]);
const INSTEAD_OF_FIXED_POINT = "take an integer with the same bytes, and scale it by a rule: '@rule: expr=x / 32768'";

function isBitInt({ text, operand }: Token): boolean {
  return text === "_BitInt" && operand !== undefined;
}

/** Targets whose ABI says how it is stored: in the smallest integer that holds it. [psABIs of x86-64, i386, RISC-V; AAPCS32, AAPCS64] */
const WITH_BIT_INT: ReadonlySet<string> = new Set(
  "x86-64 i386 aarch64 arm-eabi arm-eabi-clang riscv32 riscv64".split(" "),
);

/** `unsigned _BitInt(17)` [C23 6.7.3.1] */
function bitIntType(words: readonly Token[], context: Context, scope: Scope): Resolved {
  const { target, plan } = context;
  const text = words.map((word) => (isBitInt(word) ? `_BitInt(${textOf(word.operand ?? [])})` : word.text)).join(" ");
  const signs = words.filter((word) => !isBitInt(word)).map((word) => word.text);
  const isUnsigned = signs[0] === "unsigned";
  const bits = Number(integerAt(words.find(isBitInt)?.operand ?? [], context, scope) ?? 0n);
  if (signs.length > 1 || !["signed", "unsigned", undefined].includes(signs[0]) || bits < (isUnsigned ? 1 : 2))
    return notHeld(text);
  if (!WITH_BIT_INT.has(target.name) || target.compiler.family === "microsoft")
    return notHeld(text, "the ABI of this target does not say how it is stored: take a type of <stdint.h>");
  const size = [8, 16, 32, 64].find((each) => bits <= each);
  if (size === undefined) return notHeld(text, "it may have at most 64 bits");
  if (bits < size && plan.byteOrder === "big") return notHeld(text, "in a big-endian channel, take a bit-field");
  const type = `${isUnsigned ? "u" : ""}int${size}_t` as ArithmeticType;
  return { kind: "arithmetic", type, ...(bits < size && { bits }) };
}

/** `double` for 1.0, `unsigned long` for 1ul, `long` for 1 + 1l; undefined for `long double`. */
function typeOfNumber(tokens: readonly Token[], context: Context, scope: Scope): Resolved | undefined {
  const found = evaluate(tokens, constantScope(context, scope, typeName));
  const type = found.ok ? found.constant.type : undefined;
  if (typeof type === "string") return { kind: "arithmetic", type: type === "short double" ? "double" : type };
  if (type?.base === undefined) return undefined;
  const integer = arithmeticType(`${type.signed ? "" : "unsigned "}${type.base}`.split(" "));
  return integer && { kind: "arithmetic", type: integer };
}

/**
 * `typeof(uint8_t)`, `typeof(((struct s *)0)->member)`, `decltype(s::member)`, `decltype(uint16_t(1))`,
 * `decltype((unsigned short)1)`, `decltype(sizeof(int))`,
 * and `decltype(count)` of a declared variable. Other operands are unknown.
 */
function typeOfOperand({ text, operand = [] }: Token, context: Context, scope: Scope): Resolved | undefined {
  const ofType = text.includes("typeof") ? typeName(operand, context, scope) : undefined;
  if (ofType !== undefined) return ofType;
  const types = (words: readonly Token[]) => typeName(words, context, scope);
  const member = memberThroughNull(operand, context, types) ?? memberOfClass(operand, context, types);
  if (member !== undefined) return member;
  if (isSingleName(operand)) return context.symbols.typeOfVariable(scope, joined(operand));
  // In C++ `decltype((v))` and `decltype(v[0])` are references.
  return (
    (text.includes("typeof") ? typeOfPart(operand, context, scope) : undefined) ?? typeOfValue(operand, context, scope)
  );
}

/** `pos.x`, `list[0]` and `rig.legs[2].angle` of a declared variable. */
function typeOfPart([name, ...behind]: readonly Token[], context: Context, scope: Scope): Resolved | undefined {
  if (name?.kind !== "identifier") return undefined;
  let type = context.symbols.typeOfVariable(scope, name.text);
  for (let at = 0; at < behind.length && type !== undefined; ) {
    if (isPunctuator(behind[at], ".")) {
      type = memberAt(type, behind.slice(at + 1, at + 2), context)?.type;
      at += 2;
    } else {
      const end = isPunctuator(behind[at], "[") ? closing(behind, at) : undefined;
      if (end === undefined || type.kind !== "array") return undefined;
      type = type.element;
      at = end;
    }
  }
  return type;
}

const ARITHMETIC: ReadonlySet<string> = new Set("+ - * / % << >> & | ^ ~ ( )".split(" "));

/** `2.0`, `1 + 1ul`, `(uint16_t)1`, `uint16_t(1)`, `sizeof(int)` */
function typeOfValue(operand: readonly Token[], context: Context, scope: Scope): Resolved | undefined {
  const types = (words: readonly Token[]) => typeName(words, context, scope);
  const [first, open] = operand;
  // Others have no number, or a type of their own in C++: `1 < 2`.
  if (operand.every(({ kind, text }) => kind === "number" || ARITHMETIC.has(text)))
    return typeOfNumber(operand, context, scope);
  const hasValue = (value: readonly Token[]) => evaluate(value, constantScope(context, scope, typeName)).ok;
  // A cast of one value.
  if (isPunctuator(first, "(") && closing(operand, 0) === operand.length - 1)
    return hasValue(operand.slice(-1)) ? types(operand.slice(1, -2)) : undefined;
  const isCall = isPunctuator(open, "(") && closing(operand, 1) === operand.length;
  // `decltype(uint16_t(int))` has no value.
  if (first === undefined || !isCall || !hasValue(operand)) return undefined;
  return first.text === "sizeof" ? declaredType("size_t", context, scope) : types([first]);
}

function taggedType(keyword: Token, name: readonly Token[], context: Context, scope: Scope): Resolved {
  if (!isSingleName(name) || isTypeWord(joined(name))) {
    const found = templateType(name, context, scope);
    return found === undefined ? severalWords(name, context, scope) : asTagged(keyword, textOf(name), found);
  }
  const tag = joined(name);
  const found = context.symbols.tag(scope, tag);
  const type = `${keyword.text} ${tag}`;
  return found === undefined ? { ...unusable({ code: "E119", type }), forward: tag } : asTagged(keyword, tag, found);
}

/** True for `name`, `ns::name` and `::name`. */
function isSingleName(words: readonly Token[]): boolean {
  let wantsName = true;
  for (const [index, token] of words.entries()) {
    if (isPunctuator(token, "::")) {
      if (wantsName && index > 0) return false;
      wantsName = true;
    } else if (token.kind === "identifier" && wantsName) {
      wantsName = false;
    } else {
      return false;
    }
  }
  return !wantsName;
}

function declaredType(name: string, context: Context, scope: Scope): Resolved | undefined {
  const declared = context.symbols.type(scope, name);
  const order = orderOfType(name);
  if (declared !== undefined) {
    return order === undefined || declared.kind === "unusable" ? declared : { ...declared, order };
  }
  const plain = name.replace(/^(?:::)?std::/, "").replace(/^::/, "");
  const unaligned = /^(?:boost::endian|etl)::(?:big|little|be|le)_(u?int(?:8|16|32|64))(?:_buf)?_t$/.exec(plain)?.[1];
  // These libraries store such types as arrays of bytes. [boost.org, endian/arithmetic; etlcpp.com, unaligned_type]
  if (unaligned !== undefined && order !== undefined) {
    const type = knownType(`${unaligned}_t`, context.target);
    return type && { kind: "arithmetic", type, order, aligned: 1 };
  }
  if (/^__u?int24$/.test(name)) return integerOf24(name, context);
  const atomic = atomicType(plain, context.target, context.language);
  if (atomic !== undefined && context.language === "c++")
    return atomicClass({ kind: "arithmetic", type: atomic }, context);
  // On i386 eight atomic bytes are aligned to eight.
  const isOdd =
    atomic !== undefined && context.target.name === "i386" && scalarSize(context.target.arithmetic[atomic].scalar) > 4;
  const known = isOdd ? undefined : (atomic ?? knownType(plain, context.target));
  return known === undefined ? undefined : { kind: "arithmetic", type: known, ...(order && { order }) };
}

/** Three bytes, little endian, of GCC for AVR only. [GCC 6.9, AVR named address spaces and 24-bit integers] */
function integerOf24(name: string, { target, plan }: Context): Resolved | undefined {
  if (target.name !== "avr" || target.compiler.family !== "gcc") return undefined;
  if (plan.byteOrder === "big") return notHeld(name, "in a big-endian channel, take a bit-field");
  const type = name === "__uint24" ? "uint32_t" : "int32_t";
  return { kind: "arithmetic", type, bits: 24, bytes: 3 };
}

/** `std::atomic<T>` is aligned to its size. [libstdc++ and libc++, atomic; MSVC, `_Atomic_storage`] */
function atomicClass(of: Resolved, { sizes }: Context): Resolved | undefined {
  if (of.kind !== "arithmetic" && of.kind !== "enum") return undefined;
  const { aligned: _, ...plain } = of;
  return { ...plain, aligned: Math.max(sizes.sizeOf(plain).size, sizes.sizeOf(of).alignment), isClass: true };
}

/** A class template of the headers, or `std::array<T, N>` and the like; undefined if it is not a template. */
function templateType(written: readonly Token[], context: Context, scope: Scope): Resolved | undefined {
  const words = withSingleAngles(written.filter((token) => !isWord(token, "template")));
  const open = words.findIndex((token) => isPunctuator(token, "<"));
  const end = open < 1 ? undefined : closingAngle(words, open, words.length);
  if (end === undefined || !isSingleName(words.slice(0, open))) return undefined;
  const asWritten = joined(words.slice(0, open));
  const name = context.symbols.libraryTemplate(scope, asWritten) ?? asWritten;
  const parts = expandPacks(splitAtCommas(words.slice(open + 1, end - 1)), context, scope);
  if (end < words.length) {
    const member = memberName(words.slice(end));
    if (member === undefined)
      return (
        typeThrough(templateType(words.slice(0, end), context, scope), words.slice(end), context, scope) ??
        unknownMember(words, name, context, scope)
      );
    const whole = `${name}::${member}`;
    const known =
      conditionalType(whole, parts, context, scope) ??
      enabledType(whole, parts, context, scope) ??
      underlyingType(whole, parts, context, scope);
    return (
      known ?? typeInInstance(words.slice(0, end), member, context, scope) ?? unknownMember(words, name, context, scope)
    );
  }
  const template = context.symbols.template(scope, name);
  if (template === "ambiguous") return ambiguousType(name);
  if (template !== undefined) return context.instantiate(template, parts, { scope, text: textOf(words) }, context);
  return (
    arrayTemplate(name, parts, context, scope) ??
    atomicTemplate(name, parts, context, scope) ??
    conditionalType(name, parts, context, scope) ??
    enabledType(name, parts, context, scope) ??
    underlyingType(name, parts, context, scope) ??
    notHeld(textOf(words), insteadOfLibrary(name) ?? "write the type out: this template is not read")
  );
}

/** `::type` */
function memberName([colons, name, more]: readonly Token[]): string | undefined {
  return isPunctuator(colons, "::") && name?.kind === "identifier" && more === undefined ? name.text : undefined;
}

/** `pick<1>::type` */
function typeInInstance(words: readonly Token[], member: string, context: Context, scope: Scope): Resolved | undefined {
  const type = templateType(words, context, scope);
  const inside = type?.kind === "record" ? context.records.get(type.record)?.scope : undefined;
  return inside && context.symbols.typeIn(inside, member);
}

/** `::ring<uint8_t>::item` of an instance; undefined if there is none. */
function typeThrough(
  outer: Resolved | undefined,
  [colons, name, ...rest]: readonly Token[],
  context: Context,
  scope: Scope,
): Resolved | undefined {
  const inside = outer?.kind === "record" ? context.records.get(outer.record)?.scope : undefined;
  if (inside === undefined || !isPunctuator(colons, "::") || name?.kind !== "identifier") return undefined;
  const end = isPunctuator(rest[0], "<") ? closingAngle(rest, 0, rest.length) : undefined;
  let type = end === undefined ? context.symbols.typeIn(inside, name.text) : undefined;
  if (end !== undefined) {
    const template = context.symbols.templateIn(inside, name.text);
    if (typeof template !== "object") return undefined;
    const given = expandPacks(splitAtCommas(rest.slice(1, end - 1)), context, scope);
    type = context.instantiate(template, given, { scope, text: textOf([name, ...rest.slice(0, end)]) }, context);
  }
  const more = rest.slice(end ?? 0);
  return more.length === 0 ? type : typeThrough(type, more, context, scope);
}

/** Undefined if there is no such template. */
function unknownMember(
  words: readonly Token[],
  name: string,
  { symbols }: Context,
  scope: Scope,
): Unusable | undefined {
  if (symbols.template(scope, name) === undefined) return undefined;
  return notHeld(textOf(words), "write the type out: what the template says is not read");
}

function arrayTemplate(
  name: string,
  [of = [], count = [], more]: readonly (readonly Token[])[],
  context: Context,
  scope: Scope,
): Resolved | undefined {
  // Each of them holds a `T[N]` only. [C++17 array.overview; boost.org, array; etlcpp.com, array]
  const isArray = /^(?:(?:std|boost|etl)::)?array$/.test(name);
  if (!isArray || more !== undefined || context.symbols.type(scope, name) !== undefined) return undefined;
  const element = typeName(of, context, scope) ?? unknownType(of, context, scope);
  const length = integerAt(count, context, scope) ?? 0n;
  return length > 0n ? arrayOf(element, [Number(length)]) : undefined;
}

function atomicTemplate(
  name: string,
  [of, more]: readonly (readonly Token[])[],
  context: Context,
  scope: Scope,
): Resolved | undefined {
  if (name !== "std::atomic" || of === undefined || more !== undefined) return undefined;
  const type = typeName(of, context, scope);
  return type && atomicClass(type, context);
}

/** `std::conditional_t<(N > 255), uint16_t, uint8_t>` and `std::conditional<…>::type` [C++17 meta.trans.other] */
function conditionalType(
  name: string,
  parts: readonly (readonly Token[])[],
  context: Context,
  scope: Scope,
): Resolved | undefined {
  if (!/^std::conditional(?:_t|::type)$/.test(name) || parts.length !== 3) return undefined;
  const condition = integerAt(parts[0] ?? [], context, scope);
  if (condition === undefined) return undefined;
  const [yes, no] = [parts[1] ?? [], parts[2] ?? []].map((part) => typeName(part, context, scope));
  // Both types must exist, whichever is chosen.
  if (yes === undefined || no === undefined) return undefined;
  return condition === 0n ? no : yes;
}

/** `std::enable_if_t<(N > 2), T>` and `std::enable_if<…>::type`, which is `void` without a type [C++17 meta.trans.other] */
function enabledType(
  name: string,
  [condition = [], type, more]: readonly (readonly Token[])[],
  context: Context,
  scope: Scope,
): Resolved | undefined {
  if (!/^std::enable_if(?:_t|::type)$/.test(name) || more !== undefined) return undefined;
  if ((integerAt(condition, context, scope) ?? 0n) === 0n) return undefined;
  return type === undefined ? VOID : typeName(type, context, scope);
}

/** As an argument of a template it is a type like others. */
export const VOID: Resolved = { ...notHeld("void"), forward: "void" };

/** `std::underlying_type_t<mode>` and `std::underlying_type<mode>::type` [C++17 meta.trans.other] */
function underlyingType(
  name: string,
  [of = [], more]: readonly (readonly Token[])[],
  context: Context,
  scope: Scope,
): Resolved | undefined {
  if (!/^std::underlying_type(?:_t|::type)$/.test(name) || more !== undefined) return undefined;
  const type = typeName(of, context, scope);
  // Without a base, compilers choose the type.
  return type?.kind === "enum" && type.underlying !== undefined
    ? { kind: "arithmetic", type: type.underlying }
    : undefined;
}

function oddArithmetic(words: readonly string[], context: Context): Unusable {
  const type = words.join(" ");
  const isComplex = (word: string) => word === "_Complex" || word === "__complex__";
  const own = words.filter((word) => !isComplex(word));
  if (own.length < words.length) {
    const part = arithmeticType(own.length === 0 ? ["double"] : own);
    return part === undefined
      ? notHeld(type)
      : { ...notHeld(type), standIn: { kind: "array", element: { kind: "arithmetic", type: part }, length: 2 } };
  }
  if (words.includes("__int128")) return { ...notHeld(type), standIn: bytesOf(16) };
  const isLongDouble = words.includes("long") && words.includes("double") && words.length === 2;
  return isLongDouble ? longDouble(context) : notHeld(type);
}

function longDouble({ target: { longDouble } }: Context): Unusable {
  const type = unusable({ code: "E117" });
  if (longDouble === undefined) return type;
  const standIn: CType =
    longDouble === "double" ? { kind: "arithmetic", type: "double" } : bytesOf(longDouble.size, longDouble.alignment);
  return { ...type, standIn };
}

/** Types that compilers do not share, or that hold no value, and their size and alignment, if they are known. */
const IMPOSSIBLE: ReadonlyMap<string, number> = new Map([
  ...["void", "__int24", "__uint24", "decltype", "__typeof__", "typeof", "__builtin_va_list", "auto"].map(
    (name) => [name, 0] as const,
  ),
  ...["_Float16", "__fp16", "__bf16"].map((name) => [name, 2] as const),
  ...["__float128", "_Float128", "_Decimal128"].map((name) => [name, 16] as const),
  ["_Decimal32", 4],
  ["_Decimal64", 8],
]);

const OF_16_BITS =
  "take 'float', or 'uint16_t' with the same bytes and the rule of docs/rules.md that makes a number of them";
const INSTEAD_OF: ReadonlyMap<string, string> = new Map(["_Float16", "__fp16"].map((name) => [name, OF_16_BITS]));

function unknownType(words: readonly Token[], context: Context, scope: Scope): Unusable {
  const name = joined(words);
  if (TEXT_CLASSES.has(name)) return notHeld(name);
  if (FIXED_POINT.has(name)) return notHeld(name, INSTEAD_OF_FIXED_POINT);
  if (context.symbols.template(scope, name) !== undefined)
    return notHeld(name, `give the template its arguments: '${name}<…>'`);
  const size = IMPOSSIBLE.get(words[0]?.text ?? "");
  if (size !== undefined)
    return size === 0 ? notHeld(name) : { ...notHeld(name, INSTEAD_OF.get(name)), standIn: bytesOf(size) };
  const instead = name.endsWith("_t") ? undefined : insteadOfLibrary(name);
  if (instead !== undefined) return notHeld(name, instead);
  return unusable({ code: "E112", type: name, missing: headersAway(context) });
}

const ELSEWHERE =
  /^std::(?:vector|list|forward_list|deque|(?:unordered_)?(?:multi)?(?:map|set)|basic_string|\w*string_view|\w+_ptr|function|span|queue|stack|any)$/;

/** What to use in place of a class of the C++ library. */
function insteadOfLibrary(name: string): string | undefined {
  if (ELSEWHERE.test(name)) return "its values are elsewhere in memory: take an array";
  if (name === "std::pair") return "declare a struct with the members 'first' and 'second'";
  return name.startsWith("std::")
    ? "the C++ standard leaves its layout to each library: declare a struct with the same values"
    : undefined;
}

/** A type is one name. Any other word may be a macro that changes the layout. */
export function severalWords(words: readonly Token[], context: Context, scope: Scope): Unusable {
  if (words.some(({ text }) => FIXED_POINT.has(text))) return notHeld(textOf(words), INSTEAD_OF_FIXED_POINT);
  const odd = words.find(
    (token, index) =>
      token.kind === "identifier" &&
      !isTypeWord(token.text) &&
      !isPunctuator(words[index - 1], "::") &&
      !isPunctuator(words[index + 1], "::") &&
      declaredType(token.text, context, scope) === undefined,
  );
  if (odd === undefined) return unusable({ code: "E108", found: textOf(words) });
  const near = nearest(odd.text, TYPE_BEGINNINGS);
  const { missingIncludes: missing } = context;
  return unusable({
    diagnostic:
      near === undefined
        ? report(SYNTAX, "E111", tokenSpan(odd), { name: odd.text })
        : report(SYNTAX, "E112", tokenSpan(odd), { type: odd.text, nearest: near, missing }),
  });
}

/** Missing headers that may declare unknown types. */
export function headersAway({ missingIncludes }: Context): readonly string[] {
  return missingIncludes.filter((path) => !STANDARD_HEADER.test(path));
}

/** The types of these headers are built in. */
const STANDARD_HEADER = /^(?:c?std\w+|inttypes|string|limits)(?:\.h)?$/;

/** Whether template arguments are the same, and what `<type_traits>` and `<concepts>` say of them. [C++20 temp.type, meta, concepts] */

import { compilerFlags } from "../../targets/flags.ts";
import type { ArithmeticType, CType } from "../../types/declarations.ts";
import { integerType } from "../constants/integer-type.ts";
import { arithmeticType } from "../parse/type-words.ts";
import type { Context } from "./context.ts";
import { type Argument, isSameTemplate } from "./symbols.ts";
import { isUsable, qualifiersOf, type Resolved, sameType } from "./types.ts";

export type Likeness = "same" | "different" | "unknown";

/** Whether two arguments are the same type: `uint16_t` is `unsigned short` on some targets only. */
export function likenessOf(left: Argument, right: Argument, context: Context): Likeness {
  if (sameArguments([left], [right])) return "same";
  return left.kind === "type" && right.kind === "type" ? likenessOfTypes(left.type, right.type, context) : "different";
}

function likenessOfTypes(left: Resolved, right: Resolved, context: Context): Likeness {
  if (left.kind !== right.kind || qualifiersOf(left) !== qualifiersOf(right)) return "different";
  const [one, other] = [partOf(left), partOf(right)];
  if (one !== undefined && other !== undefined)
    return left.kind === "array" && right.kind === "array" && left.length !== right.length
      ? "different"
      : isSameArgument(one, other)
        ? "same"
        : likenessOfTypes(one, other, context);
  if (left.kind === "arithmetic" && right.kind === "arithmetic") return likenessOfNumbers(left, right, context);
  // Other pointers are unknown.
  return left.kind === "record" || left.kind === "enum" ? "different" : "unknown";
}

type Arithmetic = CType & { readonly kind: "arithmetic" };

function likenessOfNumbers(left: Arithmetic, right: Arithmetic, context: Context): Likeness {
  const { arithmetic } = context.target;
  if (arithmetic[left.type].scalar !== arithmetic[right.type].scalar) return "different";
  if (left.isClass !== right.isClass) return "different";
  const [one, other] = [builtIn(left.type, context), builtIn(right.type, context)];
  if (one === undefined || other === undefined) return "unknown";
  return one === other ? "same" : "different";
}

/** The element of an array, and what a pointer points to. */
function partOf(type: Resolved): Resolved | undefined {
  if (type.kind === "unusable") return type.pointee;
  return type.kind === "array" && !type.flexible ? type.element : undefined;
}

/** The built-in type behind a name of `<stdint.h>` on the target. */
function builtIn(type: ArithmeticType, { target, plan }: Context): ArithmeticType | undefined {
  const [, sign, bits] = /^(u?)int(\d+)_t$/.exec(type) ?? [];
  if (bits === undefined) return type;
  if (bits === "8") return sign === "u" ? "unsigned char" : "signed char";
  // Microsoft's `<stdint.h>` uses `int` for 32 bits and never `long`.
  if (target.compiler.family === "microsoft")
    return `${sign === "u" ? "unsigned " : ""}${({ 16: "short", 32: "int", 64: "long long" } as const)[Number(bits) as 16 | 32 | 64]}`;
  const name = `__${sign?.toUpperCase()}INT${bits}_TYPE__`;
  const words = compilerFlags(plan).macros(plan.byteOrder, "c").macros.get(name);
  return words === undefined ? undefined : arithmeticType(words.split(" "));
}

export function sameArguments(left: readonly Argument[], right: readonly Argument[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((one, index) => {
    const other = right[index]!;
    if (one.kind === "pack") return other.kind === "pack" && sameArguments(one.all, other.all);
    if (one.kind === "constant") return other.kind === "constant" && one.constant.value === other.constant.value;
    if (one.kind === "template") return other.kind === "template" && isSameTemplate(one.template, other.template);
    return other.kind === "type" && isSameArgument(one.type, other.type);
  });
}

/** Pointers whose target is not known are one type only if they are one declaration. */
function isSameArgument(left: Resolved, right: Resolved): boolean {
  if (left === right) return true;
  if (!sameType(left, right) || orderIn(left) !== orderIn(right) || qualifiersOf(left) !== qualifiersOf(right))
    return false;
  if (isUsable(left) || isUsable(right)) return true;
  return left.pointee !== undefined && right.pointee !== undefined && isSameArgument(left.pointee, right.pointee);
}

function orderIn(type: Resolved): string | undefined {
  if (!isUsable(type)) return undefined;
  return type.order ?? (type.kind === "array" ? orderIn(type.element) : undefined);
}

/** What is certain of one type; undefined if it is not. */
type Trait = (type: Resolved, context: Context) => boolean | undefined;

/** A trait of arithmetic types. It is unknown for extensions like `_BitInt`, and false for classes like `std::atomic`. */
function ofArithmetic(holds: (type: ArithmeticType, context: Context) => boolean): Trait {
  return (type, context) => {
    if (!isUsable(type) || (type.kind === "arithmetic" && type.bits !== undefined)) return undefined;
    return type.kind === "arithmetic" && type.isClass !== true && holds(type.type, context);
  };
}

function isReal(type: ArithmeticType): boolean {
  return type === "float" || type === "double";
}

function isSignedInteger(type: ArithmeticType, { target }: Context): boolean {
  const integer = isReal(type) ? undefined : integerType(type, target);
  return typeof integer === "object" && integer.signed;
}

function ofKind(kind: Resolved["kind"]): Trait {
  return (type) => (isUsable(type) ? type.kind === kind : undefined);
}

const isIntegral = ofArithmetic((type) => !isReal(type));
const isFloating = ofArithmetic(isReal);
const isSigned = ofArithmetic((type, context) => !isReal(type) && isSignedInteger(type, context));
const isUnsigned = ofArithmetic((type, context) => !isReal(type) && !isSignedInteger(type, context));

/** Traits by name, and concepts. */
const TRAITS: ReadonlyMap<string, Trait> = new Map<string, Trait>([
  ["is_integral", isIntegral],
  ["is_floating_point", isFloating],
  ["is_arithmetic", ofArithmetic(() => true)],
  ["is_signed", ofArithmetic((type, context) => isReal(type) || isSignedInteger(type, context))],
  ["is_unsigned", isUnsigned],
  ["is_enum", ofKind("enum")],
  ["is_array", ofKind("array")],
  ["integral", isIntegral],
  ["floating_point", isFloating],
  ["signed_integral", isSigned],
  ["unsigned_integral", isUnsigned],
]);

/**
 * @param name without `std::`, and with `_v` or `::value` if it is a trait
 * @returns undefined for an unknown one, and for what depends on more than is known here
 */
export function traitOf(name: string, types: readonly (Resolved | undefined)[], context: Context): boolean | undefined {
  const plain = name.replace(/(?:_v|::value)$/, "");
  const [first, second, more] = types;
  if (first === undefined || more !== undefined) return undefined;
  if (plain === "is_same" || name === "same_as") {
    if (second === undefined) return undefined;
    const [left, right] = [first, second].map((type) => ({ kind: "type", type, text: "" }) as const);
    const likeness = likenessOf(left!, right!, context);
    return likeness === "unknown" ? undefined : likeness === "same";
  }
  const isTrait = plain !== name;
  return second === undefined && isTrait === plain.startsWith("is_") ? TRAITS.get(plain)?.(first, context) : undefined;
}

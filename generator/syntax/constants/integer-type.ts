/** Integer types for constant expressions: rank and signedness [C17 6.3.1]. The layout phase has the ABI's complete tables. */

import { type ArithmeticType, scalarSize, type Target } from "../../targets/target.ts";

export interface IntegerType {
  readonly bits: number;
  readonly signed: boolean;
  /** Distinguishes types of the same width; absent if it is uncertain. */
  readonly base?: IntegerBase;
}

/** In order of rank. `char` here means signed or unsigned char. [C17 6.3.1.1p1] */
const BASES = ["bool", "plain char", "char", "short", "int", "long", "long long"] as const;
export type IntegerBase = (typeof BASES)[number];

/** Widths that depend on the target. */
export interface IntegerWidths {
  readonly int: number;
  readonly long: number;
  /** Width of `size_t`, the type of `sizeof`. */
  readonly size: number;
  readonly sizeBase?: IntegerBase;
  /** Signedness of plain `char`. */
  readonly charSigned: boolean;
  /** `double` is binary32, as on AVR. */
  readonly doubleIsFloat?: boolean;
  /** Floating constants are computed as `long double`. [C17 5.2.4.2.2p9] */
  readonly excessPrecision?: boolean;
}

/** `#if` expressions are evaluated in `intmax_t` [C17 6.10.1p4]. */
export const PREPROCESSOR_WIDTHS: IntegerWidths = { int: 64, long: 64, size: 64, charSigned: true };

export function integerWidths(target: Target): IntegerWidths {
  const { sizes, charSigned } = target;
  const { int, long, pointer } = sizes;
  const sizeBase = pointer === int ? "int" : pointer === long ? "long" : "long long";
  return { int: int * 8, long: long * 8, size: pointer * 8, sizeBase, charSigned, doubleIsFloat: sizes.double === 4 };
}

/** The value modulo 2^width, in the type's range. */
export function wrap(value: bigint, type: IntegerType): bigint {
  return type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
}

export function fits(value: bigint, type: IntegerType): boolean {
  return wrap(value, type) === value;
}

/** Usual arithmetic conversions of two promoted operands [C17 6.3.1.8]. */
export function commonType(left: IntegerType, right: IntegerType): IntegerType {
  if (left.bits !== right.bits) return left.bits > right.bits ? left : right;
  const base = left.base && right.base && higher(left.base, right.base);
  return { bits: left.bits, signed: left.signed && right.signed, ...(base && { base }) };
}

function higher(one: IntegerBase, other: IntegerBase): IntegerBase {
  return BASES.indexOf(one) > BASES.indexOf(other) ? one : other;
}

/** Integer promotion [C17 6.3.1.1p2]. */
export function promoted(type: IntegerType, widths: IntegerWidths): IntegerType {
  if (type.bits < widths.int) return { bits: widths.int, signed: true, base: "int" };
  // `short` may have the width of `int`.
  return type.base === undefined ? type : { ...type, base: higher(type.base, "int") };
}

/** By rank. A `double` of 32 bits, as on AVR, is no `float`, as `_Generic` tells. */
export const REAL_TYPES = ["double", "short double", "float"] as const;
export type RealType = (typeof REAL_TYPES)[number];

/** Also knows the floating types, which have no width here. */
export function integerType(type: ArithmeticType, target: Target): IntegerType | RealType {
  if (type === "float" || type === "double")
    return type === "double" && target.sizes.double === 4 ? "short double" : type;
  const { scalar } = target.arithmetic[type];
  if (scalar === "bool") return { bits: 1, signed: false, base: "bool" };
  const base = baseOf(type, scalarSize(scalar) * 8, target);
  return { bits: scalarSize(scalar) * 8, signed: !scalar.startsWith("u"), ...(base && { base }) };
}

/** The types behind `<stdint.h>` differ between targets. The oracle test for constructs compares them with the compilers. */
function baseOf(type: ArithmeticType, bits: number, { sizes, name }: Target): IntegerBase | undefined {
  if (type === "char") return "plain char";
  if (!/^u?int\d+_t$/.test(type)) return BASES.find((base) => base === type.replace(/^(?:un)?signed /, ""));
  if (bits === 8) return "char";
  // Compilers for these targets differ.
  if ((name === "msp430" && bits === 16) || (name === "xtensa" && bits === 32)) return undefined;
  if (bits === 16) return sizes.int === 2 ? "int" : "short";
  if (bits === 32) return sizes.int === 2 || LONG_32.has(name) ? "long" : "int";
  return sizes.long === 8 ? "long" : "long long";
}

/** newlib's `int32_t` is a `long`. */
const LONG_32: ReadonlySet<string> = new Set(["arm-eabi", "riscv32"]);

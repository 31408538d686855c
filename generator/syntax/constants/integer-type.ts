/** Integer types as constant expressions need them: rank and signedness [C17 6.3.1]. Layout has its own, complete table of each ABI. */

import { type ArithmeticType, scalarSize, type Target } from "../../targets/target.ts";

export interface IntegerType {
  readonly bits: number;
  readonly signed: boolean;
}

/** Widths that differ between targets. */
export interface IntegerWidths {
  readonly int: number;
  readonly long: number;
  /** Of `size_t`, which `sizeof` gives. */
  readonly size: number;
  /** Signedness of plain `char`. */
  readonly charSigned: boolean;
}

/** Every `#if` expression is evaluated in `intmax_t` [C17 6.10.1p4]. */
export const PREPROCESSOR_WIDTHS: IntegerWidths = { int: 64, long: 64, size: 64, charSigned: true };

export function integerWidths({ sizes, charSigned }: Target): IntegerWidths {
  return { int: sizes.int * 8, long: sizes.long * 8, size: sizes.pointer * 8, charSigned };
}

/** The value modulo the type's width. */
export function wrap(value: bigint, type: IntegerType): bigint {
  return type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
}

export function fits(value: bigint, type: IntegerType): boolean {
  return wrap(value, type) === value;
}

/** Usual arithmetic conversions of two promoted operands [C17 6.3.1.8]. */
export function commonType(left: IntegerType, right: IntegerType): IntegerType {
  if (left.bits === right.bits) return { bits: left.bits, signed: left.signed && right.signed };
  return left.bits > right.bits ? left : right;
}

/** Integer promotion [C17 6.3.1.1p2]. */
export function promoted(type: IntegerType, widths: IntegerWidths): IntegerType {
  return type.bits < widths.int ? { bits: widths.int, signed: true } : type;
}

/** `"real"` for floating types. */
export function integerType(type: ArithmeticType, target: Target): IntegerType | "real" {
  const { scalar } = target.arithmetic[type];
  if (scalar.startsWith("float")) return "real";
  if (scalar === "bool") return { bits: 1, signed: false };
  return { bits: scalarSize(scalar) * 8, signed: !scalar.startsWith("u") };
}

/** Values of the C++ library: `std::max(…)`, `std::numeric_limits<…>`. [C++17 alg.min.max, numeric.limits] */

import type { IntegerType, RealType } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";

/** Undefined for another function, and for arguments of different types, which compilers refuse. */
export function standardCall(name: string, values: readonly Constant[]): Constant | undefined {
  const [first, ...more] = values;
  const isSame = ({ type }: Constant) => JSON.stringify(type) === JSON.stringify(first?.type);
  if (first === undefined || more.length === 0 || !more.every(isSame)) return undefined;
  if (name === "std::max") return more.reduce((most, each) => (most.value < each.value ? each : most), first);
  if (name === "std::min") return more.reduce((least, each) => (each.value < least.value ? each : least), first);
  return undefined;
}

/** @param member with `()` behind a function's name */
export function limitOf(member: string, type: IntegerType | RealType, int: IntegerType): Constant | undefined {
  if (typeof type === "string") return realLimitOf(member, type);
  const least = type.signed ? -(1n << BigInt(type.bits - 1)) : 0n;
  const most = least + (1n << BigInt(type.bits)) - 1n;
  const digits = BigInt(type.bits - (type.signed ? 1 : 0));
  const values: Readonly<Record<string, readonly [bigint, IntegerType]>> = {
    "max()": [most, type],
    "min()": [least, type],
    "lowest()": [least, type],
    digits: [digits, int],
    is_signed: [type.signed ? 1n : 0n, int],
    is_integer: [1n, int],
  };
  const found = Object.hasOwn(values, member) ? values[member] : undefined;
  return found && { kind: "integer", value: found[0], type: found[1] };
}

/** Of IEC 60559: the largest, the smallest normal one, the distance from 1 to the next. */
const OF_DOUBLE = { max: Number.MAX_VALUE, min: 2 ** -1022, epsilon: Number.EPSILON } as const;
const OF_FLOAT = { max: 2 ** 128 - 2 ** 104, min: 2 ** -126, epsilon: 2 ** -23 } as const;

function realLimitOf(member: string, type: RealType): Constant | undefined {
  const { max, min, epsilon } = type === "double" ? OF_DOUBLE : OF_FLOAT;
  const values: Readonly<Record<string, number>> = {
    "max()": max,
    "min()": min,
    "lowest()": -max,
    "epsilon()": epsilon,
    "infinity()": Number.POSITIVE_INFINITY,
    "quiet_NaN()": Number.NaN,
    "signaling_NaN()": Number.NaN,
  };
  const value = Object.hasOwn(values, member) ? values[member] : undefined;
  return value === undefined ? undefined : { kind: "real", value, type };
}

/** Functions of GCC and clang that constant expressions may call. [GCC 6.59] */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import type { IntegerWidths } from "./integer-type.ts";

/** @param bits of the argument's type @returns undefined if the result is not defined */
type Builtin = (value: bigint, bits: number) => bigint | undefined;

const ones = (value: bigint): number => value.toString(2).replaceAll("0", "").length;
const trailing: Builtin = (value) =>
  value === 0n ? undefined : BigInt((/0*$/.exec(value.toString(2)) ?? [""])[0].length);
const leading: Builtin = (value, bits) => (value === 0n ? undefined : BigInt(bits - value.toString(2).length));

const OF_BITS: Readonly<Record<string, Builtin>> = dictionary({
  popcount: (value) => BigInt(ones(value)),
  parity: (value) => BigInt(ones(value) % 2),
  clz: leading,
  ctz: trailing,
  ffs: (value) => (value === 0n ? 0n : (trailing(value, 0) ?? 0n) + 1n),
});

const NAMES = /^__builtin_(?:(?:popcount|parity|clz|ctz|ffs)l{0,2}|bswap(?:16|32|64))$/;

export function isBuiltin(name: string): boolean {
  return NAMES.test(name);
}

/** The value of `__builtin_clzl(8)` and the like; undefined if it has none. */
export function builtin(name: string, value: bigint, widths: IntegerWidths): { readonly value: bigint } | undefined {
  const [, ofBits = "", long] = /^__builtin_([a-z]+?)(l{0,2})$/.exec(name) ?? [];
  const bits = long === "" ? widths.int : long === "l" ? widths.long : 64;
  if (Object.hasOwn(OF_BITS, ofBits)) {
    const found = OF_BITS[ofBits]?.(BigInt.asUintN(bits, value), bits);
    return found === undefined ? undefined : { value: found };
  }
  const swapped = /^__builtin_bswap(16|32|64)$/.exec(name)?.[1];
  return swapped === undefined ? undefined : { value: swap(value, Number(swapped)) };
}

function swap(value: bigint, bits: number): bigint {
  let [left, result] = [BigInt.asUintN(bits, value), 0n];
  for (let at = 0; at < bits; at += 8) {
    result = (result << 8n) | (left & 0xffn);
    left >>= 8n;
  }
  return result;
}

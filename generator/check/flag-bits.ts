/** Finds constants that are bits of a field, and so no message's ID. */

import type { CType } from "../types/declarations.ts";

type Enum = Pick<Extract<CType, { kind: "enum" }>, "enumerators">;

/** A single bit from here on is a flag: so few IDs are so large, and have only one bit. */
const LARGE = 1n << 16n;

/** `#define ALARM (1 << 3)`, `ALARM = 1u << 3` */
const SHIFTED = /\b([A-Za-z_]\w*)\s*(?:=\s*)?\(*\s*1[uUlL]*\s*<</g;

/** @param texts of the headers: a constant that is written as a shifted bit is a flag */
export function flagBits(
  numbers: ReadonlyMap<string, bigint>,
  enums: readonly Enum[],
  texts: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const shifted = [...texts.values()].flatMap((text) => [...text.matchAll(SHIFTED)].map(([, name = ""]) => name));
  const large = [...numbers].filter(([, value]) => value >= LARGE && isBit(value)).map(([name]) => name);
  const ofSets = enums.filter(isFlagSet).flatMap(({ enumerators }) => enumerators.map(({ name }) => name));
  return new Set([...shifted, ...large, ...ofSets]);
}

/** 1, 2, 4 …, and perhaps 0: numbers of messages would have 3 among them. */
function isFlagSet({ enumerators }: Enum): boolean {
  const values = enumerators.map(({ value }) => value).filter((value) => value !== 0n);
  return values.length >= 3 && [1n, 2n, 4n].every((bit) => values.includes(bit)) && values.every(isBit);
}

function isBit(value: bigint): boolean {
  return value > 0n && (value & (value - 1n)) === 0n;
}

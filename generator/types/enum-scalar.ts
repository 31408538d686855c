/** The integer type of an enum. [C17 6.7.2.2p4 leaves it to the implementation; this is gcc's rule] */

import type { ScalarType } from "../../runtime/codec/struct-codec.ts";
import { scalarSize, type Target } from "../targets/target.ts";
import type { CType } from "./declarations.ts";

type EnumType = Extract<CType, { kind: "enum" }>;

const UNSIGNED: readonly ScalarType[] = ["uint8", "uint16", "uint32", "uint64"];
const SIGNED: readonly ScalarType[] = ["int8", "int16", "int32", "int64"];

/** Undefined if no 64-bit type holds all values. */
export function enumScalar(type: EnumType, abi: Target): ScalarType | undefined {
  if (type.underlying !== undefined) return abi.arithmetic[type.underlying].scalar;
  // Microsoft uses int for any values. [Microsoft C++, enumerations]
  if (abi.compiler.family === "microsoft")
    return type.enumerators.every(({ value }) => holds("int32", value)) ? "int32" : undefined;
  const values = type.enumerators.map((enumerator) => enumerator.value);
  const candidates = values.some((value) => value < 0n) ? SIGNED : UNSIGNED;
  const smallest = type.packed || abi.enumWidth === "smallest" ? 1 : scalarSize(abi.arithmetic.int.scalar);
  return candidates.find((scalar) => scalarSize(scalar) >= smallest && values.every((value) => holds(scalar, value)));
}

function holds(scalar: ScalarType, value: bigint): boolean {
  const bits = scalarSize(scalar) * 8;
  return (scalar.startsWith("u") ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value)) === value;
}

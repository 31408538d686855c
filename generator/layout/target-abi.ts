/** What a target's ABI says about types: data only, so that a further target is a table and its oracle test. */

import type { ScalarType } from "../../runtime/codec/struct-codec.ts";
import type { ArithmeticType } from "../syntax/declarations.ts";
import type { AbiName } from "../target.ts";

/** An arithmetic type on the target. */
export interface ArithmeticLayout {
  readonly scalar: ScalarType;
  /** Bytes. */
  readonly alignment: number;
}

export interface TargetAbi {
  readonly name: AbiName;
  /** The compiler whose layout this is; the oracle runs it. */
  readonly compiler: string;
  readonly arithmetic: Readonly<Record<ArithmeticType, ArithmeticLayout>>;
  /** `int`: an enum is at least as wide as int. `smallest`: the smallest type that holds its values (`-fshort-enums`). */
  readonly enumWidth: "int" | "smallest";
  /** Alignment that a bare `__attribute__((aligned))` asks for, bytes. */
  readonly biggestAlignment: number;
  /** Whether a bit-field touches no more alignment units than its type has (gcc's PCC_BITFIELD_TYPE_MATTERS); else all are contiguous. */
  readonly bitFieldsKeepToUnits: boolean;
  /** Whether an unnamed bit-field (also a zero-width one) aligns its record as a named one does. [AAPCS32 8.1.8.4] */
  readonly unnamedBitFieldsAlign: boolean;
}

const SIZES: Readonly<Record<ScalarType, number>> = {
  bool: 1,
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  uint32: 4,
  int32: 4,
  float32: 4,
  uint64: 8,
  int64: 8,
  float64: 8,
};

/** Size in bytes: a scalar type is named by what it is on the wire, so its size is the same on every target. */
export function scalarSize(scalar: ScalarType): number {
  return SIZES[scalar];
}

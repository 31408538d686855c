/** What a target's compiler decides: data only, so that a further target is an entry of the table and its oracle test. */

import type { ScalarType } from "../../runtime/codec/struct-codec.ts";
import type { AbiName } from "../../runtime/config/abi-names.ts";

/** Arithmetic types by their C name; fixed-width ones as `<stdint.h>` names them. */
export type ArithmeticType =
  | "uint8_t"
  | "int8_t"
  | "uint16_t"
  | "int16_t"
  | "uint32_t"
  | "int32_t"
  | "uint64_t"
  | "int64_t"
  | "char"
  | "signed char"
  | "unsigned char"
  | "short"
  | "unsigned short"
  | "int"
  | "unsigned int"
  | "long"
  | "unsigned long"
  | "long long"
  | "unsigned long long"
  | "bool"
  | "float"
  | "double";

/** An arithmetic type on the target. */
export interface ArithmeticLayout {
  readonly scalar: ScalarType;
  /** Bytes. */
  readonly alignment: number;
}

/** What an entry of the table says; everything else follows from it. */
export interface TargetFacts {
  readonly name: AbiName;
  /** Bytes. `short` has 2, `long long` 8, `float` 4 everywhere. */
  readonly sizes: { readonly int: 2 | 4; readonly long: 4 | 8; readonly double: 4 | 8; readonly pointer: 2 | 4 | 8 };
  /** A scalar is aligned to its size, within a struct at most to this, bytes. */
  readonly mostAlignment: number;
  /** Alignment that a bare `__attribute__((aligned))` asks for, bytes. */
  readonly biggestAlignment: number;
  /** Signedness of plain `char`. */
  readonly charSigned: boolean;
  /** Signedness of bit-fields of plain integer type. */
  readonly bitFieldsSigned: boolean;
  /** `int`: an enum is at least as wide as int. `smallest`: the smallest type that holds its values (`-fshort-enums`). */
  readonly enumWidth: "int" | "smallest";
  /** `gnu`: those of GCC's stor-layout.c; `microsoft`: a unit belongs to bit-fields of one size. */
  readonly bitFields: "gnu" | "microsoft";
  /** Whether a bit-field touches no more alignment units than its type has (gcc's PCC_BITFIELD_TYPE_MATTERS); else all are contiguous. */
  readonly bitFieldsKeepToUnits: boolean;
  /** Whether an unnamed bit-field (also a zero-width one) aligns its record as a named one does. [AAPCS32 8.1.8.4] */
  readonly unnamedBitFieldsAlign: boolean;
  /** Which arithmetic types the names of `<stddef.h>`, `<stdint.h>` and the like stand for; absent where it differs between libraries. */
  readonly types: Readonly<Record<string, ArithmeticType>>;
  /** Macros that say which target it is. */
  readonly macros: Readonly<Record<string, string>>;
}

export interface Target extends TargetFacts {
  readonly arithmetic: Readonly<Record<ArithmeticType, ArithmeticLayout>>;
  /** Packing of all records: `-fpack-struct=n`, bytes. */
  readonly pack: number | undefined;
  /** `-fpack-struct`: every record is as if it had the attribute `packed`. */
  readonly packsAll: boolean;
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

export function integerScalar(bytes: number, signed: boolean): ScalarType {
  return `${signed ? "" : "u"}int${bytes * 8}` as ScalarType;
}

/** @param facts of the table, or changed by compiler flags */
export function completeTarget(facts: TargetFacts, packing: Pick<Target, "pack" | "packsAll">): Target {
  const { sizes, mostAlignment, charSigned } = facts;
  const layout = (scalar: ScalarType): ArithmeticLayout => ({
    scalar,
    alignment: Math.min(scalarSize(scalar), mostAlignment),
  });
  const integer = (bytes: number, signed: boolean) => layout(integerScalar(bytes, signed));
  const arithmetic: Record<ArithmeticType, ArithmeticLayout> = {
    uint8_t: integer(1, false),
    int8_t: integer(1, true),
    uint16_t: integer(2, false),
    int16_t: integer(2, true),
    uint32_t: integer(4, false),
    int32_t: integer(4, true),
    uint64_t: integer(8, false),
    int64_t: integer(8, true),
    char: integer(1, charSigned),
    "signed char": integer(1, true),
    "unsigned char": integer(1, false),
    short: integer(2, true),
    "unsigned short": integer(2, false),
    int: integer(sizes.int, true),
    "unsigned int": integer(sizes.int, false),
    long: integer(sizes.long, true),
    "unsigned long": integer(sizes.long, false),
    "long long": integer(8, true),
    "unsigned long long": integer(8, false),
    bool: layout("bool"),
    float: layout("float32"),
    double: layout(sizes.double === 8 ? "float64" : "float32"),
  };
  return { ...facts, arithmetic, ...packing };
}

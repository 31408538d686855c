/** The properties of a target's compiler. They are data only, so a new target needs an entry and its oracle test. */

import type { AbiName } from "../../runtime/channels/abi-names.ts";
import type { ScalarType } from "../../runtime/codec/struct-codec.ts";

/** Arithmetic types by C name; fixed-width types as in `<stdint.h>`. */
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

/** The compiler whose layout a target has. */
export interface Compiler {
  readonly family: "gcc" | "clang" | "microsoft" | "sdcc";
  /** Major version; absent for those whose versions lay out alike. */
  readonly version?: number;
}

/** True for the compilers that know GCC's attributes and macros. */
/** Clang follows Microsoft's compiler in `#pragma pack`; SDCC packs nothing. */
export function packsAsGcc({ compiler: { family } }: Pick<TargetFacts, "compiler">): boolean {
  return family === "gcc" || family === "sdcc";
}

export function isGnu({ compiler: { family } }: Pick<TargetFacts, "compiler">): boolean {
  return family === "gcc" || family === "clang";
}

/**
 * Which classes are not PODs in a layout, by compiler and oldest version. All count private data, bases, and what is
 * user-provided; `gcc 8` counts no default initialisers; `gcc` counts in C++20 every declared constructor; `clang 11` counts
 * defaulted functions. [GCC, cp/class.cc; Clang, AST/DeclCXX.cpp]
 */
export const POD_RULES = ["gcc 8", "gcc 12", "clang 11", "clang 15"] as const;
export type PodRule = (typeof POD_RULES)[number];

export function podRule({ compiler: { family, version = 99 } }: Pick<TargetFacts, "compiler">): PodRule {
  if (family === "clang") return version < 15 ? "clang 11" : "clang 15";
  return version < 12 ? "gcc 8" : "gcc 12";
}

/** A table entry; the rest of the target is derived from it. */
export interface TargetFacts {
  readonly name: AbiName;
  /** In bytes. On all targets `short` has 2, `long long` 8 and `float` 4. */
  readonly sizes: { readonly int: 2 | 4; readonly long: 4 | 8; readonly double: 4 | 8; readonly pointer: 2 | 4 | 8 };
  /** Maximum alignment of a scalar in a struct, in bytes. Below it, a scalar is aligned to its size. */
  readonly mostAlignment: number;
  /** Alignment of `__attribute__((aligned))` without a number, in bytes. */
  readonly biggestAlignment: number;
  /** Maximum alignment of a vector (`vector_size`), which elsewhere is its size. [AAPCS32 5.1, AAPCS64 5.4] */
  readonly mostVectorAlignment?: number;
  /** `long double`: the bytes of a double, or what holds another format; absent if it depends on the compiler's version. */
  readonly longDouble?: "double" | { readonly size: number; readonly alignment: number } | undefined;
  /** Signedness of plain `char`. */
  readonly charSigned: boolean;
  /** Signedness of bit-fields of plain integer type. */
  readonly bitFieldsSigned: boolean;
  /** The library declares `int16_t` with `signed`, so that `-funsigned-bitfields` leaves its bit-fields signed: glibc, avr-libc. */
  readonly signedIntTypes: boolean;
  /** `int`: an enum is at least as wide as int. `smallest`: the smallest type that holds its values (`-fshort-enums`). */
  readonly enumWidth: "int" | "smallest";
  readonly compiler: Compiler;
  /**
   * `gnu`: as in GCC's stor-layout.c; `microsoft`: a storage unit is shared only by bit-fields of one size; `gnu-microsoft`: GCC's
   * imitation of that (`-mms-bitfields`, MinGW); `sdcc`: units of 8 or 16 bits, whatever the types.
   */
  readonly bitFields: "gnu" | "microsoft" | "gnu-microsoft" | "sdcc";
  /** True if a bit-field must not straddle its type's alignment units (gcc's PCC_BITFIELD_TYPE_MATTERS); false if bit-fields are contiguous. */
  readonly bitFieldsKeepToUnits: boolean;
  /** True if an unnamed bit-field, including zero-width ones, aligns its record like a named one. [AAPCS32 8.1.8.4] */
  readonly unnamedBitFieldsAlign: boolean;
  /** Types behind the names of `<stddef.h>`, `<stdint.h>` and others. Absent if libraries differ. */
  readonly types: Readonly<Record<string, ArithmeticType>>;
  readonly macros: Readonly<Record<string, string>>;
}

export interface Target extends TargetFacts {
  readonly arithmetic: Readonly<Record<ArithmeticType, ArithmeticLayout>>;
  /** Packing of all records in bytes (`-fpack-struct=n`). */
  readonly pack: number | undefined;
  /** `-fpack-struct`: every record is packed. */
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

/** Size in bytes. Scalar types are named by their wire format, so the size does not depend on the target. */
export function scalarSize(scalar: ScalarType): number {
  return SIZES[scalar];
}

function integerScalar(bytes: number, signed: boolean): ScalarType {
  return `${signed ? "" : "u"}int${bytes * 8}` as ScalarType;
}

/** @param facts from the table, possibly changed by compiler flags */
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

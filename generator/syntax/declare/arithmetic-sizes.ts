/** Widths and signedness of arithmetic types, as far as constant expressions need them. */

import type { IntegerType, IntegerWidths } from "../constants/integer-type.ts";
import type { ArithmeticType } from "../declarations.ts";

/** `"real"` for floating types. */
export function integerType(type: ArithmeticType, widths: IntegerWidths): IntegerType | "real" {
  switch (type) {
    case "float":
    case "double":
      return "real";
    case "bool":
      return { bits: 1, signed: false };
    case "char":
      return { bits: 8, signed: widths.charSigned };
    case "signed char":
    case "unsigned char":
      return { bits: 8, signed: type === "signed char" };
    case "short":
    case "unsigned short":
      return { bits: 16, signed: type === "short" };
    case "int":
    case "unsigned int":
      return { bits: widths.int, signed: type === "int" };
    case "long":
    case "unsigned long":
      return { bits: widths.long, signed: type === "long" };
    case "long long":
    case "unsigned long long":
      return { bits: 64, signed: type === "long long" };
    default:
      return { bits: Number(/[0-9]+/.exec(type)?.[0]), signed: !type.startsWith("u") };
  }
}

/** Bytes; on AVR a `double` is a `float` [GCC, AVR options]. */
export function arithmeticSize(type: ArithmeticType, widths: IntegerWidths): number {
  if (type === "float") return 4;
  if (type === "double") return widths.int === 16 ? 4 : 8;
  const integer = integerType(type, widths);
  return integer === "real" || type === "bool" ? 1 : integer.bits / 8;
}

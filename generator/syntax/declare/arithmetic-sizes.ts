/** Widths and signedness of arithmetic types, as constant expressions need them. */

import { type ArithmeticType, scalarSize, type Target } from "../../targets/target.ts";
import type { IntegerType } from "../constants/integer-type.ts";

/** `"real"` for floating types. */
export function integerType(type: ArithmeticType, target: Target): IntegerType | "real" {
  const { scalar } = target.arithmetic[type];
  if (scalar.startsWith("float")) return "real";
  if (scalar === "bool") return { bits: 1, signed: false };
  return { bits: scalarSize(scalar) * 8, signed: !scalar.startsWith("u") };
}

/** Operators of constant expressions on values of one type [C17 6.5]. */

import { type IntegerType, type RealType, wrap } from "./integer-type.ts";
import type { Constant } from "./literals.ts";

export function truth(constant: Constant): boolean {
  return constant.kind === "integer" ? constant.value !== 0n : constant.value !== 0;
}

export function cast(constant: Constant, type: IntegerType | RealType): Constant {
  if (typeof type === "string") return { kind: "real", value: Number(constant.value), type };
  // Any value but 0 is true. [C17 6.3.1.2]
  if (type.base === "bool") return { kind: "integer", value: truth(constant) ? 1n : 0n, type };
  if (constant.kind === "integer") return { kind: "integer", value: wrap(constant.value, type), type };
  const whole = Number.isFinite(constant.value) ? BigInt(Math.trunc(constant.value)) : 0n;
  return { kind: "integer", value: wrap(whole, type), type };
}

/** The value that a variable of the type keeps. */
export function kept(constant: Constant, type: IntegerType | RealType): Constant {
  const value = cast(constant, type);
  return value.kind === "real" && type === "float" ? { ...value, value: Math.fround(value.value) } : value;
}

export function arithmetic(operator: string, a: bigint, b: bigint): bigint {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    default:
      return a ^ b;
  }
}

export function compare<T extends bigint | number>(operator: string, a: T, b: T): boolean {
  switch (operator) {
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "<=":
      return a <= b;
    default:
      return a >= b;
  }
}

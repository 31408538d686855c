/** Operators of constant expressions on values of one type [C17 6.5]. */

import { type IntegerType, REAL_TYPES, type RealType, wrap } from "./integer-type.ts";
import type { Constant } from "./literals.ts";

export function truth(constant: Constant): boolean {
  return constant.kind === "integer" ? constant.value !== 0n : constant.value !== 0;
}

export function cast(constant: Constant, type: IntegerType | RealType): Constant {
  if (typeof type === "string") return { kind: "real", value: roundedTo(type, Number(constant.value)), type };
  // Any value but 0 is true. [C17 6.3.1.2]
  if (type.base === "bool") return { kind: "integer", value: truth(constant) ? 1n : 0n, type };
  if (constant.kind === "integer") return { kind: "integer", value: wrap(constant.value, type), type };
  const whole = Number.isFinite(constant.value) ? BigInt(Math.trunc(constant.value)) : 0n;
  // GCC takes the nearest value of the type.
  const least = type.signed ? -(1n << BigInt(type.bits - 1)) : 0n;
  const most = least + (1n << BigInt(type.bits)) - 1n;
  return { kind: "integer", value: whole < least ? least : whole > most ? most : whole, type };
}

/** The type of a result, unless all operands are integers; undefined for `long double`. [C17 6.3.1.8] */
export function realType(...operands: readonly Constant[]): RealType | undefined {
  const types = operands.flatMap((each) => (each.kind === "real" ? [each.type] : []));
  return types.includes(undefined) ? undefined : REAL_TYPES.find((each) => types.includes(each));
}

/** `long double` (undefined) is computed as `double`. */
function roundedTo(type: RealType | undefined, value: number): number {
  return type === "float" || type === "short double" ? Math.fround(value) : value;
}

/** Both as the result's type, in which they are also compared. [C17 6.3.1.8] */
export function realOperands(left: Constant, right: Constant): [number, number] {
  const type = realType(left, right);
  return [roundedTo(type, Number(left.value)), roundedTo(type, Number(right.value))];
}

/** True if the value is the same in every format, so that none has more digits of it. */
export function isShort({ value }: Constant): boolean {
  return Number.isInteger(Number(value) * 1024) && Math.abs(Number(value)) <= 8192;
}

/** Undefined for operators of integers. */
export function realArithmetic(operator: string, left: Constant, right: Constant): Constant | undefined {
  const type = realType(left, right);
  const [a, b] = realOperands(left, right);
  const values: Readonly<Record<string, number>> = { "+": a + b, "-": a - b, "*": a * b, "/": a / b };
  if (!Object.hasOwn(values, operator)) return undefined;
  return { kind: "real", value: roundedTo(type, values[operator] ?? 0), ...(type && { type }) };
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

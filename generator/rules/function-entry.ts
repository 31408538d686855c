/** Entry of the table of functions that rules can call. */

import type { Expression } from "./compiled-rule.ts";
import { number, operation } from "./fold.ts";
import type { Operator } from "./operation.ts";

export type FunctionGroup =
  | "Arithmetic"
  | "Rounding"
  | "Powers and logarithms"
  | "Trigonometry"
  | "Comparison and logic"
  | "Bits"
  | "Integers and probability"
  | "Statistics"
  | "Tests";

export interface FunctionEntry {
  readonly group: FunctionGroup;
  /** Minimum and maximum number of arguments. */
  readonly takes: readonly [least: number, most: number];
  readonly build: (given: readonly Expression[]) => Expression;
  /** A constant expression; tests compare its value with mathjs. */
  readonly example: string;
}

type Shape = Pick<FunctionEntry, "takes" | "build">;

const ANY = Number.POSITIVE_INFINITY;

/** The operation with the same operands. */
export function direct(operator: Operator, takes: readonly [number, number] = [1, 1]): Shape {
  return { takes, build: (given) => operation(operator, ...given) };
}

/** One operation for the shorter argument list, another for the longer. */
export function byCount(short: Operator, long: Operator): Shape {
  return { takes: [1, 2], build: (given) => operation(given.length === 1 ? short : long, ...given) };
}

/** `f(a, b, c)` as `f(f(a, b), c)`. */
export function folded(operator: Operator, least: number): Shape {
  return { takes: [least, ANY], build: (given) => given.reduce((left, right) => operation(operator, left, right)) };
}

/** Quotient of the operation on both arguments, as mathjs computes logarithms to a base. */
export function quotient(numerator: Operator, denominator: Operator): Shape {
  return {
    takes: [1, 2],
    build: ([value = number(Number.NaN), base]) =>
      base === undefined
        ? operation(numerator, value)
        : operation("divide", operation(numerator, value), operation(denominator, base)),
  };
}

/** The argument itself. */
export function identity(): Shape {
  return { takes: [1, 1], build: ([value = number(Number.NaN)]) => value };
}

/** The same number for every argument. */
export function always(value: number): Shape {
  return { takes: [1, 1], build: () => number(value) };
}

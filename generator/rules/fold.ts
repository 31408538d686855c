/** Builds operations and computes those with constant operands. It never reorders operands, so results stay bit-identical. */

import type { Expression } from "./compiled-rule.ts";
import { math } from "./mathjs.ts";
import { type Operator, operationOf } from "./operation.ts";

type Functions = Readonly<Record<string, (...operands: readonly number[]) => unknown>>;

const truth = (value: boolean): number => (value ? 1 : 0);
const isTrue = (value: number): boolean => value !== 0 && !Number.isNaN(value);

/** Differs from mathjs: comparisons are plain IEEE 754 [D10]. */
const COMPARISONS: ReadonlyMap<Operator, (a: number, b: number) => number> = new Map([
  ["smaller", (a, b) => truth(a < b)],
  ["smallerEq", (a, b) => truth(a <= b)],
  ["larger", (a, b) => truth(a > b)],
  ["largerEq", (a, b) => truth(a >= b)],
  ["equal", (a, b) => truth(a === b)],
  ["unequal", (a, b) => truth(a !== b)],
  ["compare", (a, b) => (a === b ? 0 : a > b ? 1 : -1)],
] satisfies [Operator, (a: number, b: number) => number][]);

/** Operations for which mathjs and JavaScript agree on plain numbers. Computed here to avoid mathjs's type dispatch. */
const PLAIN: ReadonlyMap<Operator, (a: number, b: number) => number> = new Map([
  ...COMPARISONS,
  ["add", (a, b) => a + b],
  ["subtract", (a, b) => a - b],
  ["multiply", (a, b) => a * b],
  ["divide", (a, b) => a / b],
  ["unaryMinus", (a) => -a],
] satisfies [Operator, (a: number, b: number) => number][]);

export function number(value: number): Expression {
  return { kind: "number", value };
}

/** The operation, or its value if all operands are constants. */
export function operation(operator: Operator, ...operands: readonly Expression[]): Expression {
  const values = operands.map((operand) => (operand.kind === "number" ? operand.value : undefined));
  if (values.every((value) => value !== undefined) && operationOf(operator).unbounded !== true) {
    return number(evaluateOperation(operator, values));
  }
  return shortened(operator, operands, values) ?? { kind: "operation", operator, operands };
}

/** The value that mathjs computes from plain numbers; NaN if mathjs returns a complex number or throws [D10]. */
function evaluateOperation(operator: Operator, values: readonly number[]): number {
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = values;
  const plain = PLAIN.get(operator);
  if (plain !== undefined) return plain(first, second);
  if (operator === "conditional") return isTrue(first) ? second : third;
  // In expressions, mathjs short-circuits these by the first operand; in function calls it does not.
  if (operator === "bitAnd" && first === 0) return 0;
  if (operator === "bitOr" && first === -1) return -1;
  const functions = math() as unknown as Functions;
  return asNumber(() => functions[operationOf(operator).mathjs ?? operator]?.(...values));
}

/** The value for given raw field values; NaN as in {@link evaluateOperation}. */
export function evaluate(expression: Expression, field: (path: string) => number): number {
  switch (expression.kind) {
    case "number":
      return expression.value;
    case "field":
      return field(expression.path);
    case "operation": {
      const { operator, operands } = expression;
      const plain = PLAIN.get(operator);
      const left = operands[0] ?? NOTHING;
      const right = operands[1] ?? NOTHING;
      // Fast path for most rules, which are each evaluated at twenty raw values: no operand list.
      if (plain !== undefined) return plain(evaluate(left, field), evaluate(right, field));
      return evaluateOperation(
        operator,
        operands.map((operand) => evaluate(operand, field)),
      );
    }
  }
}

/** Stands for an operand that the operator does not have. */
const NOTHING: Expression = { kind: "number", value: Number.NaN };

function asNumber(compute: () => unknown): number {
  try {
    const result = compute();
    if (typeof result === "boolean") return truth(result);
    return typeof result === "number" ? result : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/** Resolves conditions with a constant, because TypeScript would reject them as always true or always false. */
function shortened(
  operator: Operator,
  operands: readonly Expression[],
  values: readonly (number | undefined)[],
): Expression | undefined {
  const [left, right] = values;
  switch (operator) {
    case "conditional":
      return left === undefined ? undefined : operands[isTrue(left) ? 1 : 2];
    case "and":
      return shortenedAnd(operands, left, right);
    case "or":
      return shortenedOr(operands, left, right);
    case "xor":
      return shortenedXor(operands, left, right);
    default:
      return comparedToNaN(operator, values);
  }
}

function shortenedAnd([a, b]: readonly Expression[], left?: number, right?: number): Expression | undefined {
  const decided = left ?? right;
  if (decided === undefined) return undefined;
  return isTrue(decided) ? condition(left === undefined ? a : b) : number(0);
}

function shortenedOr([a, b]: readonly Expression[], left?: number, right?: number): Expression | undefined {
  const decided = left ?? right;
  if (decided === undefined) return undefined;
  return isTrue(decided) ? number(1) : condition(left === undefined ? a : b);
}

function shortenedXor([a, b]: readonly Expression[], left?: number, right?: number): Expression | undefined {
  const decided = left ?? right;
  if (decided === undefined) return undefined;
  const other = condition(left === undefined ? a : b);
  return other !== undefined && isTrue(decided) ? operation("not", other) : other;
}

function condition(operand: Expression | undefined): Expression | undefined {
  return operand && operation("boolean", operand);
}

function comparedToNaN(operator: Operator, values: readonly (number | undefined)[]): Expression | undefined {
  if (!COMPARISONS.has(operator) || !values.some((value) => Number.isNaN(value))) return undefined;
  return number(evaluateOperation(operator, [Number.NaN, Number.NaN]));
}

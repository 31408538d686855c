/** Describes problems of constant expressions, for messages. */

import type { ConstantProblem } from "./evaluate.ts";

export function describeConstant(problem: ConstantProblem): string {
  switch (problem.kind) {
    case "unknown-name":
      return `'${problem.name}' is not defined`;
    case "not-constant":
      return `'${problem.token.text}' is not part of a constant expression`;
    case "excess-precision":
      return `'${problem.token.text}' is computed with more digits than double has, by -std=c… on i386: write the number, or use -std=gnu…`;
    case "division-by-zero":
      return "division by zero";
    case "overflow":
      return `the result of '${problem.token.text}' does not fit its type`;
    case "shift":
      return `'${problem.token.text}' shifts by a negative number or by more bits than the type has`;
    case "bad-literal":
      return `'${problem.token.text}' is not a valid constant`;
    case "unknown-size":
      return "the size of this type is not known";
    case "expected":
      return problem.token === undefined
        ? `${problem.what} is missing`
        : `expected ${problem.what} at '${problem.token.text}'`;
    case "statements":
      return `the statement '${problem.token.text}' is not evaluated: write the number`;
    case "too-deep":
      return "the expression is nested too deeply";
  }
}

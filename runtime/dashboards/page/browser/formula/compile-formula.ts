/**
 * Compiles an expression of the rule language to a function of columns, with the compiler's own parser; evaluates
 * nothing as code. No DOM.
 */

import type { Expression } from "../../../../../generator/rules/compiled-rule.ts";
import { convertExpression, type ExpressionProblem } from "../../../../../generator/rules/convert-expression.ts";
import { parseExpression } from "../../../../../generator/rules/parse-expression.ts";
import type { Formula } from "../series/computed-rows.ts";
import { OPERATIONS } from "./operations.ts";

type Evaluate = (values: readonly number[]) => number;

/**
 * `names` are the available columns; in other than word characters, a name is written with `_`.
 * @throws Error with a sentence about the problem and its position
 */
export function compileFormula(text: string, names: readonly string[]): Formula {
  const parsed = parseExpression(text);
  if (parsed.kind === "too large") throw new Error(`The expression has more than ${parsed.limit} ${parsed.what}.`);
  if (parsed.kind === "unreadable") throw new Error(`At character ${parsed.offset + 1}: ${parsed.problem}`);
  const columns = new Map(names.flatMap((name) => [[wordOf(name), name] as const, [name, name] as const]));
  const { expression, problems } = convertExpression(parsed, {
    own: "",
    names: [...columns.keys()],
    resolve: (name) => {
      const path = columns.get(name);
      return path === undefined ? undefined : { kind: "field", path };
    },
  });
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`At character ${problem.offset + 1}: ${sentence(problem)}`);
  const used: string[] = [];
  const evaluate = compile(expression, used);
  if (used.length === 0) throw new Error("The expression names no column.");
  return { columns: used, evaluate };
}

/** `gps.lat` is written `gps_lat`. */
export function wordOf(name: string): string {
  return name.replace(/[^\w]/g, "_").replace(/^(?=\d)/, "_");
}

function compile(expression: Expression, used: string[]): Evaluate {
  switch (expression.kind) {
    case "number": {
      const { value } = expression;
      return () => value;
    }
    case "field": {
      const { path } = expression;
      const known = used.indexOf(path);
      const index = known === -1 ? used.push(path) - 1 : known;
      return (values) => values[index]!;
    }
    case "operation":
      return compileOperation(expression, used);
  }
}

function compileOperation(
  { operator, operands }: Extract<Expression, { kind: "operation" }>,
  used: string[],
): Evaluate {
  const operation = OPERATIONS[operator]!;
  const compiled = operands.map((operand) => compile(operand, used));
  const [first, second] = compiled;
  if (compiled.length === 1) return (values) => operation(first!(values));
  if (compiled.length === 2) return (values) => operation(first!(values), second!(values));
  return (values) => operation(...compiled.map((evaluate) => evaluate(values)));
}

function sentence(problem: ExpressionProblem): string {
  switch (problem.code) {
    case "E301": {
      const nearest = problem.nearest === undefined ? "" : `; did you mean '${problem.nearest}'?`;
      return `there is no ${problem.call ? "function" : "column"} '${problem.name}'${nearest}`;
    }
    case "E302":
      return `'${problem.name}' takes ${problem.expected}, not ${problem.given}`;
    case "E303":
      return `${problem.construct} cannot stand in an expression`;
    case "E305":
    case "E306":
      return `'${problem.name}' cannot be used here`;
    case "E307":
      return `'${problem.name}' is ${problem.what}`;
    case "E308":
      return `more than ${problem.limit} ${problem.what}`;
  }
}

import type { Expression, FieldPrinter, PrintedExpression } from "./compiled-rule.ts";
import { helpersNeeded } from "./helpers.ts";
import { LEVEL, OPERATIONS } from "./operation.ts";
import { type Notation, writeExpression } from "./print-expression.ts";

const TYPESCRIPT: Notation = {
  number: (value) => {
    if (value === Math.PI) return "Math.PI";
    const text = Object.is(value, -0) ? "-0" : String(value);
    return { text, level: text.startsWith("-") ? LEVEL.prefix : LEVEL.atom };
  },
  operations: {
    ...Object.fromEntries(Object.entries(OPERATIONS).map(([name, { typescript }]) => [name, typescript])),
    pow: ([, exponent]) => (isInteger(exponent) ? "Math.pow($0, $1)" : "rulePow($*)"),
  },
  truth: { text: "|0 ? 1 : 0", level: LEVEL.conditional },
};

/** The expression as TypeScript text of type number. */
export function printExpression(expression: Expression, field: FieldPrinter): PrintedExpression {
  const written = writeExpression(expression, TYPESCRIPT, (path) => fieldText(field(path)));
  if ("missing" in written) throw new Error(`no TypeScript for ${written.missing}`);
  return { text: written.text, helpers: helpersNeeded(written.helpers) };
}

/** A name, member or call needs no parentheses; any other field text gets them. */
function fieldText(text: string): string {
  return /^[\w$.[\]]+(\([^()]*\))?$/.test(text) ? text : `(${text})`;
}

/** `Math.pow` equals mathjs only for finite integer exponents: others may be complex or special cases. */
function isInteger(exponent: Expression | undefined): boolean {
  return exponent?.kind === "number" && Number.isInteger(exponent.value);
}

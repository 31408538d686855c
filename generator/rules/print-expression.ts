/** Writes a checked expression as TypeScript. Only numbers, operators and what the field printer gives reach the text. */

import type { Expression, FieldPrinter, PrintedExpression } from "./compiled-rule.ts";
import { helpersNeeded } from "./helpers.ts";
import { LEVEL, type Operation, operationOf, type PrintForm } from "./operation.ts";

/** Text with the binding strength of its outermost operator. */
interface Printed {
  readonly text: string;
  readonly level: number;
}

interface Printer {
  readonly field: FieldPrinter;
  readonly helpers: Set<string>;
}

type OperationNode = Extract<Expression, { kind: "operation" }>;

/** The expression as TypeScript text of type number. */
export function printExpression(expression: Expression, field: FieldPrinter): PrintedExpression {
  const printer: Printer = { field, helpers: new Set() };
  const { text } = printNumber(expression, printer);
  return { text, helpers: helpersNeeded(printer.helpers) };
}

function printNumber(expression: Expression, printer: Printer): Printed {
  switch (expression.kind) {
    case "number":
      return printLiteral(expression.value);
    case "field":
      return printField(printer.field(expression.path));
    case "operation": {
      const printed = printOperation(expression, printer);
      if (operationOf(expression.operator).truth !== true) return printed;
      return { text: `${enclose(printed, LEVEL.or)} ? 1 : 0`, level: LEVEL.conditional };
    }
  }
}

/** A name, member or call stands as it is; what else the field printer gives is put in parentheses. */
function printField(text: string): Printed {
  const isTerm = /^[\w$.[\]]+(\([^()]*\))?$/.test(text);
  return { text: isTerm ? text : `(${text})`, level: LEVEL.atom };
}

/** As a condition: 0 and NaN are false. */
function printCondition(expression: Expression, printer: Printer): Printed {
  const isTruth = expression.kind === "operation" && operationOf(expression.operator).truth === true;
  return isTruth ? printOperation(expression, printer) : printNumber(expression, printer);
}

function printLiteral(value: number): Printed {
  if (value === Math.PI) return { text: "Math.PI", level: LEVEL.atom };
  const text = Object.is(value, -0) ? "-0" : String(value);
  return { text, level: text.startsWith("-") ? LEVEL.prefix : LEVEL.atom };
}

function printOperation(node: OperationNode, printer: Printer): Printed {
  const operation = operationOf(node.operator);
  const form: PrintForm = operation.print;
  switch (form.kind) {
    case "infix":
      return printInfix(node, operation, form, printer);
    case "prefix":
      return { text: `${form.sign}${operandText(node, 0, operation, LEVEL.atom, printer)}`, level: LEVEL.prefix };
    case "template":
      return { text: fill(form.text, node, operation, printer), level: form.level };
    case "helper":
      return call(form.helper, node, operation, printer);
    case "conditional":
      return printConditional(node, printer);
    case "power":
      return isIntegerLiteral(node.operands[1])
        ? { text: fill("Math.pow($0, $1)", node, operation, printer), level: LEVEL.atom }
        : call("rulePow", node, operation, printer);
  }
}

function printInfix(
  node: OperationNode,
  operation: Operation,
  form: Extract<PrintForm, { kind: "infix" }>,
  printer: Printer,
): Printed {
  const left = operandText(node, 0, operation, form.level, printer);
  const right = operandText(node, 1, operation, form.level + 1, printer);
  return { text: `${left} ${form.sign} ${right}`, level: form.level };
}

function printConditional(node: OperationNode, printer: Printer): Printed {
  const [condition, whenTrue, whenFalse] = threeOperands(node);
  const text = [
    enclose(printCondition(condition, printer), LEVEL.or),
    "?",
    enclose(printNumber(whenTrue, printer), LEVEL.conditional),
    ":",
    enclose(printNumber(whenFalse, printer), LEVEL.conditional),
  ].join(" ");
  return { text, level: LEVEL.conditional };
}

function call(helper: string, node: OperationNode, operation: Operation, printer: Printer): Printed {
  printer.helpers.add(helper);
  const operands = node.operands.map((_, index) => operandText(node, index, operation, LEVEL.conditional, printer));
  return { text: `${helper}(${operands.join(", ")})`, level: LEVEL.atom };
}

function operandText(
  node: OperationNode,
  index: number,
  operation: Operation,
  level: number,
  printer: Printer,
): string {
  const operand = node.operands[index];
  if (operand === undefined) throw new Error(`operation ${node.operator} lacks operand ${index}`);
  return enclose(
    operation.conditions === true ? printCondition(operand, printer) : printNumber(operand, printer),
    level,
  );
}

function threeOperands(node: OperationNode): readonly [Expression, Expression, Expression] {
  const [first, second, third] = node.operands;
  if (first === undefined || second === undefined || third === undefined) {
    throw new Error(`operation ${node.operator} lacks an operand`);
  }
  return [first, second, third];
}

function enclose(printed: Printed, level: number): string {
  return printed.level < level ? `(${printed.text})` : printed.text;
}

/** `$0`: the operand as an argument; `@0`: as the operand of an operator. */
function fill(template: string, node: OperationNode, operation: Operation, printer: Printer): string {
  return template.replace(/([$@])(\d)/g, (_, place: string, index: string) =>
    operandText(node, Number(index), operation, place === "$" ? LEVEL.conditional : LEVEL.prefix, printer),
  );
}

/** Only for a whole, finite exponent is `Math.pow` never complex in mathjs, nor one of its special cases. */
function isIntegerLiteral(exponent: Expression | undefined): boolean {
  return exponent?.kind === "number" && Number.isInteger(exponent.value);
}

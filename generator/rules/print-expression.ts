/** Prints a checked expression in any notation. The text contains only numbers, operators and the field printer's results. */

import { dictionary } from "../../runtime/lib/dictionary.ts";
import type { Expression } from "./compiled-rule.ts";
import { type Form, LEVEL, type Operator, operationOf } from "./operation.ts";

/** How a language writes expressions. */
export interface Notation {
  /** A plain string is valid in any position: a literal, a name, or an expression in parentheses. */
  readonly number: (value: number) => Form | string;
  /** The operations of the language. A plain string is a form of level `atom`. Tests give conditions. */
  readonly operations: Readonly<
    Partial<Record<Operator, Form | string | ((operands: readonly Expression[]) => string)>>
  >;
  /** Converts the condition `$0` to 0 or 1. */
  readonly truth: Form | string;
  /** Converts the number `$0` to a condition: 0 and NaN are false. Absent if numbers are conditions. */
  readonly condition?: string;
}

/** Turns a field path into an expression of its raw value as a number, valid in any position; undefined if it cannot be reached. */
export type FieldText = (path: string) => string | undefined;

export interface Written {
  readonly text: string;
  /** Functions of rules that the text calls. */
  readonly helpers: ReadonlySet<string>;
}

/** The expression as a number; or the name of an operation that the notation lacks, or `field`. */
export function writeExpression(
  expression: Expression,
  notation: Notation,
  field: FieldText,
): Written | { readonly missing: string } {
  const writer = new Writer(notation, field);
  const { text } = writer.number(expression);
  return writer.missing === undefined ? { text, helpers: writer.helpers } : { missing: writer.missing };
}

type OperationNode = Extract<Expression, { kind: "operation" }>;

/** Placeholders of operands in a form, with the binding that each position requires. */
const OPERAND = /([$@~|<>])(\d|\*)/g;

const PLACES: Readonly<Record<string, number>> = dictionary({
  $: LEVEL.conditional,
  "|": LEVEL.or,
  "@": LEVEL.prefix,
  "~": LEVEL.atom,
});

class Writer {
  readonly helpers = new Set<string>();
  missing: string | undefined;
  readonly #notation: Notation;
  readonly #field: FieldText;

  constructor(notation: Notation, field: FieldText) {
    this.#notation = notation;
    this.#field = field;
  }

  number(expression: Expression): Form {
    switch (expression.kind) {
      case "number":
        return formOf(this.#notation.number(expression.value));
      case "field":
        return formOf(this.#field(expression.path) ?? this.#lacks("field"));
      case "operation": {
        const written = this.#operation(expression);
        return isTruth(expression) ? filled(formOf(this.#notation.truth), () => written) : written;
      }
    }
  }

  #condition(expression: Expression): Form {
    if (isTruth(expression)) return this.#operation(expression);
    const number = this.number(expression);
    const { condition } = this.#notation;
    return condition === undefined ? number : filled(formOf(condition), () => number);
  }

  #operation({ operator, operands }: OperationNode): Form {
    const given = this.#notation.operations[operator];
    const form = formOf(typeof given === "function" ? given(operands) : (given ?? this.#lacks(operator)));
    for (const helper of patternOf(form.text).helpers) this.helpers.add(helper);
    const asConditions = operationOf(operator).conditions;
    const written = operands.map((operand, index) =>
      asConditions === true || asConditions === index ? this.#condition(operand) : this.number(operand),
    );
    return filled(form, (index) => written[index], written);
  }

  /** Only the first missing name is reported. */
  #lacks(what: string): string {
    this.missing ??= what;
    return "";
  }
}

function isTruth(expression: Expression): expression is OperationNode {
  return expression.kind === "operation" && operationOf(expression.operator).truth === true;
}

function formOf(form: Form | string): Form {
  return typeof form === "string" ? { text: form, level: LEVEL.atom } : form;
}

/** A parsed form. There are a few hundred forms, each written thousands of times. */
interface Pattern {
  /** Text and the placeholder after it. */
  readonly pieces: readonly { readonly before: string; readonly place: string; readonly index: string }[];
  readonly end: string;
  /** Functions of rules that it calls. */
  readonly helpers: readonly string[];
}

const patterns = new Map<string, Pattern>();

function patternOf(text: string): Pattern {
  const known = patterns.get(text);
  if (known !== undefined) return known;
  let at = 0;
  const pieces = Array.from(text.matchAll(OPERAND), ({ 0: all, 1: place = "", 2: index = "", index: start }) => {
    const before = text.slice(at, start);
    at = start + all.length;
    return { before, place, index };
  });
  const helpers = Array.from(text.matchAll(/\brule\w+(?=\()/g), ([helper]) => helper);
  const pattern = { pieces, end: text.slice(at), helpers };
  patterns.set(text, pattern);
  return pattern;
}

/** The form with its operands, in parentheses where needed. */
function filled({ text, level }: Form, operand: (index: number) => Form | undefined, all: readonly Form[] = []): Form {
  const { pieces, end } = patternOf(text);
  let written = "";
  for (const { before, place, index } of pieces) {
    written += before;
    if (index === "*") written += all.map((each) => enclosed(each, LEVEL.conditional)).join(", ");
    else {
      const own = operand(Number(index));
      if (own === undefined) throw new Error(`'${text}' lacks operand ${index}`);
      written += enclosed(own, PLACES[place] ?? (place === "<" ? level : level + 1));
    }
  }
  return { text: written + end, level };
}

function enclosed({ text, level }: Form, least: number): string {
  return level < least ? `(${text})` : text;
}

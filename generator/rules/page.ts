/** The rule language as a page for people. */

import { CONSTANTS } from "./constants.ts";
import { evaluateConstant } from "./evaluate-constant.ts";
import type { FunctionEntry, FunctionGroup } from "./function-entry.ts";
import { FUNCTIONS } from "./functions.ts";
import { OPERATORS } from "./operators.ts";

const INTRODUCTION = `# Rules

A rule says how a field is stored: under which name, scaled how, in which unit. It stands in a comment on the field's line.

\`\`\`c
uint16_t voltage;   //4  @rule: name=volts; expr=voltage / 100; unit=V
\`\`\`

The parts may come in any order, each is optional, and \`;\` separates them. \`name\` and \`unit\` are any printable text without \`;\`. A rule ends with its line; in a \`/* … */\` comment it goes on when the next line begins with a part, or when an expression has an open bracket or ends with an operator.

- A rule on an array applies to each of its elements. A rule on a nested record can rename it; its members have rules of their own.
- \`warn=10..20\` and \`alarm=5..25\` are the ranges between which the stored value is well (\`..20\` and \`10..\` are open); with \`hold=3s\` it has to be outside for so long until it counts. The page draws them as bands and shows what is beyond them.
- \`states=0=idle, 1=run\` names whole numbers; the page shows the names. Enums of the header have theirs by themselves.
- \`@every: 100ms\` in the comment above a struct, or of one of its fields, tells how often its messages are sent, so that silence is noticed; without it the rhythm is learned.
- \`name\` replaces the field's own part of the stored name: \`gps.v.0\` becomes \`gps.speed.0\` with \`name=speed\` on \`v\`.
- Stored names must differ within a struct by more than case, and cannot be \`time\` or \`_hex_\`.
- What is stored without an expression: 64-bit integers as integers, \`bool\` as a boolean, \`char[n]\` as text, every other number as a float. With an expression: a float.

## Expressions

Expressions are those of [mathjs](https://mathjs.org/docs/expressions/syntax.html), compiled when codecs are generated. The field itself, other numeric fields of the same record and top-level fields of the struct are their **raw** values; their names win over constants. 64-bit integers become the nearest float, booleans 1 or 0. In a rule on an array the array's name is the element.

Results are bit for bit those of \`math.evaluate\` on numbers, but:

- where mathjs turns to complex numbers or reports an error at run time, the result is NaN, and a value that is not finite is left out of the stored row;
- comparisons are exact, mathjs takes numbers within a relative 1e-12 for equal. Functions that round or choose (\`floor\`, \`round\`, \`max\` …) have mathjs's tolerance;
- what is true is the number 1, what is false 0;
- \`**\` and \`ln\` are understood.

Numbers may be decimal, hexadecimal (\`0xff\`), octal (\`0o17\`) or binary (\`0b101\`). Text, assignments, objects, matrices, ranges, property access, units and function definitions are errors. An expression has at most 4096 characters, 60 brackets within each other, and 2000 operations.

An expression that is affine in its own field and uses no other (\`(v - 512) * 0.0488\`, \`v / 10 - 40\`, \`v + 10%\`) is inverted, so that messages can be encoded from stored values; for other expressions, and for 64-bit integers, which lose digits as floats, the encoder asks for the raw value under the declared name.`;

const GROUPS: readonly FunctionGroup[] = [
  "Arithmetic",
  "Rounding",
  "Powers and logarithms",
  "Trigonometry",
  "Comparison and logic",
  "Tests",
  "Bits",
  "Integers and probability",
  "Statistics",
];

const ENDING = `This page is made from the compiler's tables by \`scripts/rules-page.ts\`; a test runs every example against mathjs.
`;

/** Markdown. */
export function rulesPage(): string {
  const functions = GROUPS.map((group) => `### ${group}\n\n${functionTable(group)}`);
  return [
    INTRODUCTION,
    `## Operators\n\nThose that bind tightest come first.\n\n${operatorTable()}`,
    `## Constants\n\n${constantTable()}`,
    `## Functions\n\n${functions.join("\n\n")}`,
    ENDING,
  ].join("\n\n");
}

function operatorTable(): string {
  const rows = OPERATORS.map(({ operator, meaning, example }) => [
    operator.split(", ").map(code).join(", "),
    meaning,
    code(example),
    valueText(example),
  ]);
  return table(["operator", "meaning", "example", "value"], rows);
}

function constantTable(): string {
  return table(
    ["constant", "value"],
    [...CONSTANTS].map(([name, value]) => [code(name), String(value)]),
  );
}

function functionTable(group: FunctionGroup): string {
  const rows = [...FUNCTIONS]
    .filter(([, entry]) => entry.group === group)
    .map(([name, entry]) => [
      code(signature(name, entry)),
      entry.meaning,
      code(entry.example),
      valueText(entry.example),
    ]);
  return table(["function", "meaning", "example", "value"], rows);
}

function signature(name: string, { takes: [least, most] }: FunctionEntry): string {
  const letters = ["x", "y", "z"];
  const required = letters.slice(0, least).join(", ");
  if (most === Number.POSITIVE_INFINITY) return `${name}(${required}, …)`;
  const optional = letters.slice(least, most).map((letter) => `[, ${letter}]`);
  return `${name}(${required}${optional.join("")})`;
}

function valueText(example: string): string {
  return String(evaluateConstant(example));
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`);
  return lines.join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

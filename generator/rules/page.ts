/** Renders docs/rules.md. */

import { CONSTANTS } from "./constants.ts";
import { evaluateConstant } from "./evaluate-constant.ts";
import type { FunctionEntry, FunctionGroup } from "./function-entry.ts";
import { FUNCTIONS } from "./functions.ts";
import { OPERATORS } from "./operators.ts";

const INTRODUCTION = `# Rules

For people who write headers. After it you can store a field under another name, scaled, with a unit and limits.

A rule stands in a comment on the field's line:

\`\`\`c
uint16_t voltage;   //4  @rule: name=volts; expr=voltage / 100; unit=V
\`\`\`

The parts are optional, in any order, separated by \`;\`. \`name\` and \`unit\` are printable text without \`;\`. A rule ends with its line. In a \`/* … */\` comment it continues if the next line begins with a part, or if an expression has an open bracket or ends with an operator.

| part | meaning |
|---|---|
| \`name\` | replaces the field's own part of the stored name: with \`name=speed\` on \`v\`, \`gps.v.0\` becomes \`gps.speed.0\`. Stored names must differ by more than case, and cannot be \`time\` or \`_hex_\` |
| \`expr\` | the stored value, see below |
| \`unit\` | the unit of the stored value |
| \`warn=10..20\`, \`alarm=5..25\` | ranges of good values (\`..20\` and \`10..\` are open); with \`hold=3s\` a value must be outside for 3 s. The page draws them as bands and lists values outside |
| \`states=0=idle, 1=run\` | names of whole numbers, for the page; an enum of the header has its own |

- A rule on an array applies to each element. A rule on a nested record can rename it; its members have their own rules.
- \`@every: 100ms\` in the comment above a struct, or of one of its fields, is the interval of its messages, for noticing silence. Without it the service learns the interval.
- \`@command: ack=struct_ack timeout=2s\` above a struct, or behind its end, says that the service sends it: see [Commands](commands.md).
- Without an expression, 64-bit integers are stored as integers, \`bool\` as a boolean, \`char[n]\` as text, and every other number as a float. An expression gives a float.

## Expressions

Expressions have the syntax of [mathjs](https://mathjs.org/docs/expressions/syntax.html). \`gen\` compiles them. They use the **raw** values of the field, of other numeric fields of the same record and of top-level fields of the struct; these names take precedence over constants. 64-bit integers become the nearest float, booleans 1 or 0. In a rule on an array, the array's name is the element.

Results are bit for bit those of \`math.evaluate\` on numbers, except:

- If mathjs gives a complex number or an error, the result is NaN. A value that is not finite is left out of the stored row.
- Comparisons are exact; mathjs treats numbers within a relative 1e-12 as equal. Functions that round or choose (\`floor\`, \`round\`, \`max\` …) have mathjs's tolerance.
- True is the number 1, false is 0.
- \`**\` and \`ln\` are accepted.

Numbers may be decimal, hexadecimal (\`0xff\`), octal (\`0o17\`) or binary (\`0b101\`). Text, assignments, objects, matrices, ranges, property access, units and function definitions are errors. An expression has at most 4096 characters, 60 nested brackets and 2000 operations.

structline inverts an expression that is affine in its own field and uses no other (\`(v - 512) * 0.0488\`, \`v / 10 - 40\`, \`v + 10%\`), so \`encode\` accepts stored values. For other expressions, and for 64-bit integers, it needs the raw value under the declared name.`;

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

const ENDING = `<!-- Generated from the compiler's tables by scripts/rules-page.ts. --> A test runs every example against mathjs.
`;

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

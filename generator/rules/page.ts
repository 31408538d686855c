/** Renders docs/rules.md. */

import { CONSTANTS } from "./constants.ts";
import { evaluateConstant } from "./evaluate-constant.ts";
import type { FunctionGroup } from "./function-entry.ts";
import { FUNCTIONS } from "./functions.ts";
import { OPERATORS } from "./operators.ts";

const INTRODUCTION = `# Rules

For people who write headers. At the end you can store a field under another name, scaled, with a unit and limits.

A rule stands in a comment on the field's line:

\`\`\`c
uint16_t voltage;   //4  @rule: name=volts; expr=voltage / 100; unit=V
\`\`\`

The parts are optional, in any order, separated by \`;\`. A rule ends with its line. In a \`/* … */\` comment it continues if the next line begins with a part, or if an expression has an open bracket or ends with an operator.

| part | meaning |
|---|---|
| \`name\` | replaces the field's own part of the stored name: with \`name=speed\` on \`v\`, \`gps.v.0\` becomes \`gps.speed.0\`. Stored names differ by more than case, and cannot be \`time\` or \`_hex_\` |
| \`expr\` | the stored value |
| \`unit\` | the unit of the stored value |
| \`warn=10..20\`, \`alarm=5..25\` | ranges of good values (\`..20\` and \`10..\` are open); with \`hold=3s\` a value must be outside for 3 s |
| \`states=0=idle, 1=run\` | names of whole numbers, for the page; an enum has its own |

- A rule on an array applies to each element. A rule on a nested record can only rename it.
- \`@every: 100ms\` above a struct, or at one of its fields, is the interval of its messages, for noticing silence. Otherwise the service learns it.
- \`@command\` is described in [Commands](commands.md), other tags in [Frames](frames.md#counters-clocks-and-samples).
- Without an expression, 64-bit integers are stored as integers, \`bool\` as a boolean, \`char[n]\` as text, every other number as a float. An expression gives a float.

## Expressions

Expressions have the syntax of [mathjs](https://mathjs.org/docs/expressions/syntax.html). They use the **raw** values of the field, of other numeric fields of the same record and of top-level fields of the struct; these names take precedence over constants. 64-bit integers become the nearest float, booleans 1 or 0. In a rule on an array, the array's name is the element.

Results are bit for bit those of \`math.evaluate\`, except:

- If mathjs gives a complex number or an error, the result is NaN. A value that is not finite is left out of the row.
- Comparisons are exact; mathjs treats numbers within a relative 1e-12 as equal. Functions that round or choose have mathjs's tolerance.
- True is 1, false is 0. \`**\` and \`ln\` are accepted.

Numbers may be decimal, hexadecimal (\`0xff\`), octal (\`0o17\`) or binary (\`0b101\`). Everything that is not a number is an error: text, assignments, objects, matrices, ranges, units. An expression has at most 4096 characters, 60 nested brackets and 2000 operations.

\`encode\` accepts stored values if the expression is affine in its own field and uses no other (\`(v - 512) * 0.0488\`). For other expressions, and for 64-bit integers, it needs the raw value under the declared name.`;

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

/** `as \`x + y\``: the function is an operator's other name. */
const AS_OPERATOR = /(?:^|, )as (`[^`]+`)$/;

export function rulesPage(): string {
  const functions = GROUPS.flatMap((group) => functionList(group));
  return [
    INTRODUCTION,
    `## Operators\n\nThose that bind tightest come first. Operators on bits take whole numbers of 32 bits, else the result is NaN.\n\n${operatorTable()}`,
    `## Constants\n\n${[...CONSTANTS]
      .filter(([name, value]) => name !== String(value))
      .map(([name, value]) => `${code(name)} ${value}`)
      .join(", ")}`,
    `## Functions\n\nOther names of operators: ${otherNames()}.`,
    ...functions,
    ENDING,
  ].join("\n\n");
}

function operatorTable(): string {
  const rows = OPERATORS.map(({ operator, meaning, example }) => [
    operator.split(", ").map(code).join(", "),
    meaning,
    evaluated(example),
  ]);
  return table(["operator", "meaning", "example"], rows);
}

function otherNames(): string {
  const names = [...FUNCTIONS].flatMap(([name, { meaning }]) => {
    const [, operator] = AS_OPERATOR.exec(meaning) ?? [];
    return operator === undefined ? [] : [`${code(name)} (${operator})`];
  });
  return names.join("; ");
}

/** Empty if all functions of the group are other names of operators. */
function functionList(group: FunctionGroup): string[] {
  const lines = [...FUNCTIONS.values()]
    .filter((entry) => entry.group === group && !AS_OPERATOR.test(entry.meaning))
    .map(({ example, meaning }) => `- ${evaluated(example)}: ${meaning}`);
  return lines.length === 0 ? [] : [`### ${group}\n\n${lines.join("\n")}`];
}

function evaluated(example: string): string {
  return `${code(example)} = ${valueText(example)}`;
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

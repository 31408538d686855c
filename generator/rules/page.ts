/** Renders docs/rules.md. */

import { STATE_COLOURS } from "../../runtime/codec/state-colours.ts";
import { CONSTANTS } from "./constants.ts";
import type { FunctionGroup } from "./function-entry.ts";
import { FUNCTIONS } from "./functions.ts";
import { OPERATORS } from "./operators.ts";

const INTRODUCTION = `# Rules

For people who write headers. At the end structline stores your fields under the names, in the units and with the limits that you want.

Write a rule in a comment on the field's line:

\`\`\`c
uint16_t voltage;   //4  @rule: name=volts; expr=voltage / 100; unit=V
\`\`\`

All parts are optional. Separate them by \`;\`. A rule ends with its line. In a \`/* … */\` comment it continues if the next line begins with a part, or if an expression has an open bracket or ends with an operator.

| part | meaning |
|---|---|
| \`name\` | replaces the field's own part of the stored name: with \`name=speed\` on \`v\`, \`gps.v.0\` becomes \`gps.speed.0\`. Stored names must differ by more than case. \`time\` and \`_hex_\` are reserved |
| \`expr\` | the stored value |
| \`unit\` | the unit of the stored value |
| \`warn=10..20\`, \`alarm=5..25\` | ranges of good values (\`..20\` and \`10..\` are open); with \`hold=3s\` a value must be outside for 3 s |
| \`states=0=idle, 1=run:green\` | names of whole numbers, for the page; enums have theirs already. A colour after the name (${STATE_COLOURS.join(", ")}) replaces the one that the name suggests |

- A rule on an array applies to each element. A rule on a nested record can only rename it.
- \`@every: 100ms\` above a struct, or at one of its fields, says how often the device sends it, so that the page can show that it is silent. Otherwise the service learns this from the messages.
- See [Commands](commands.md) for \`@command\`, and [Frames](frames.md#counters-clocks-and-samples) for the other tags.
- Without an expression, 64-bit integers are stored as integers, \`bool\` as a boolean, \`char[n]\` as text, and other numbers as floats. The result of an expression is a float.
- A C \`float\` is stored and exported as the double that is equal to it: \`0.01f\` is 0.009999999776482582, as in NumPy. What people read has its shortest digits, \`0.01\`.

## Expressions

Expressions have the syntax of [mathjs](https://mathjs.org/docs/expressions/syntax.html). They use the **raw** values of the field, of other numeric fields of the same record, and of top-level fields of the struct. These names take precedence over constants. 64-bit integers become the nearest float, booleans 1 or 0. In a rule on an array, the array's name means the element.

Results equal those of \`math.evaluate\` bit for bit, except:

- If mathjs gives a complex number or an error, the result is NaN. A row does not contain values that are not finite.
- Comparisons are exact; mathjs treats numbers within a relative 1e-12 as equal. Functions that round or choose have mathjs's tolerance.
- True is 1, false is 0. \`**\` and \`ln\` are accepted.

Write numbers as decimal, hexadecimal (\`0xff\`), octal (\`0o17\`) or binary (\`0b101\`). Text, assignments, objects, matrices, ranges and units are errors. An expression has at most 4096 characters, 60 nested brackets and 2000 operations.

\`encode\` accepts stored values if the expression is affine in its own field and uses no other field (\`(v - 512) * 0.0488\`). Otherwise, and for 64-bit integers, give it the raw value under the declared name.`;

/** IEEE 754 binary16 in a `uint16_t` x. */
export const NUMBER_OF_16_BITS =
  "(x & 0x8000 ? -1 : 1) * (x & 0x7c00 ? (1024 + (x & 1023)) * 2 ^ ((x >> 10 & 31) - 25) : (x & 1023) * 2 ^ -24)";

const HALF = `## Numbers of 16 bits

A message cannot hold \`_Float16\` and \`__fp16\`. Declare \`uint16_t x\`, which has the same bytes, and this rule, which gives every finite value:

\`\`\`c
uint16_t x;   // @rule: expr=${NUMBER_OF_16_BITS}
\`\`\``;

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

const ENDING = `<!-- Written by "npm run docs" from the compiler's tables. --> A test runs every example against mathjs.
`;

export function rulesPage(): string {
  return [
    INTRODUCTION,
    `## Operators\n\nFrom the tightest to the loosest. Operators on bits take whole numbers of 32 bits; for others the result is NaN.\n\n${operatorTable()}`,
    `## Constants\n\n${[...CONSTANTS.keys()].map(code).join(", ")}`,
    `## Functions\n\nThe functions and their arguments are [mathjs's](https://mathjs.org/docs/reference/functions.html): \`atan2(y, x)\`, \`round(x, decimals)\`, \`log(x, base)\`. Angles are in radians.\n\n${functionTable()}`,
    HALF,
    ENDING,
  ].join("\n\n");
}

function operatorTable(): string {
  const rows = OPERATORS.map(({ operator, meaning }) => [operator.split(", ").map(code).join(", "), meaning]);
  return table(["operator", "meaning"], rows);
}

function functionTable(): string {
  const rows = GROUPS.map((group) => {
    const names = [...FUNCTIONS].filter(([, entry]) => entry.group === group).map(([name]) => code(name));
    return [group, names.join(", ")];
  });
  return table(["group", "functions"], rows);
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

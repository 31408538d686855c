/** Renders the catalogue of codes as docs/diagnostics.md. */

import { FAMILIES, type Family } from "./catalogue.ts";
import type { DiagnosticKind } from "./diagnostic.ts";

const INTRODUCTION = `# Diagnostics

For people who got a message from \`gen\`. At the end you know what it means. With an error (\`E\`) \`gen\` writes nothing. A warning (\`W\`) stops it only with \`--strict\`, a note (\`N\`) never.

Each example causes the message. It is a line of a message struct, a header, or a channel's section.

<!-- Written by "npm run docs" from the compiler's catalogue. -->
`;

export function diagnosticsPage(): string {
  return [INTRODUCTION, ...FAMILIES.map(familyText)].join("\n");
}

function familyText({ title, codes }: Family): string {
  return [`## ${title}`, "", ...sorted(codes).map(([code, kind]) => kindText(code, kind))].join("\n");
}

/** The heading is the code alone, so its anchor stays when the title changes. */
function kindText(code: string, { title, explanation, example }: DiagnosticKind): string {
  const heading = [`### ${code}`, "", `**${markdown(title)}.**`].join("\n");
  if (explanation === undefined) return `${heading}${shown(example)}\n`;
  return `${heading} ${markdown(explanation)}${isWholeHeader(example) ? "" : shown(example)}\n`;
}

/** Sorted by number, regardless of severity. */
function sorted(codes: Family["codes"]): [string, DiagnosticKind][] {
  return Object.entries(codes).sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
}

/** Escapes angle brackets and stars outside of backquotes, because Markdown would interpret them. */
function markdown(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replace(/[<>*_]/g, "\\$&")))
    .join("");
}

/** One line is shown as inline code, several lines as a block. */
function shown(example: string): string {
  const text = withoutFrame(example);
  return text.includes("\n") ? `\n\n\`\`\`c\n${text}\n\`\`\`` : `\n\n\`${text}\``;
}

/** Whole headers are long: the compiler's message shows the reader's own line. */
function isWholeHeader(example: string): boolean {
  return example.includes("\n") && example.includes("struct ") && !STRUCT.test(example);
}

const STRUCT =
  /^struct struct_\w+\s*\{\s*uint8_t\s+length;\s*uint8_t\s+ID;\s+(?!\})(.*?\S)\s*\}(?: \w+(?: = \{[^{}]*\})?)?;(?: (\/\/.*))?$/s;

/** `length` and `ID` say nothing about a message: the examples have them, the page does not. */
const FIRST_FIELDS = /\{ uint8_t length(?:, |; uint8_t )ID;/;

/** The members of a message struct, or the comment behind it; keys without the name of their section. */
function withoutFrame(example: string): string {
  const [, members, comment] = STRUCT.exec(example) ?? [];
  if (members === undefined) return example.replace(/^\[lab-\w+\]\n/, "").replace(FIRST_FIELDS, "{ …");
  return comment ?? members.replace(/\n\s+/g, "\n");
}

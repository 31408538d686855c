/** Renders the catalogue of codes as docs/diagnostics.md. */

import { FAMILIES, type Family } from "./catalogue.ts";
import type { DiagnosticKind } from "./diagnostic.ts";

const INTRODUCTION = `# Diagnostics

For people who read a message of \`gen\` and want to know more. At the end you know what it means. With an error (\`E\`) \`gen\` writes nothing; a warning (\`W\`) stops it only with \`--strict\`; a note (\`N\`) never stops it.

An example is a line of a message struct, of a header, or of the channel's section.

<!-- Generated from the compiler's catalogue by scripts/diagnostics-page.ts; a test keeps it current. -->
`;

export function diagnosticsPage(): string {
  return [INTRODUCTION, ...FAMILIES.map(familyText)].join("\n");
}

function familyText({ title, codes }: Family): string {
  return [`## ${title}`, "", ...sorted(codes).map(([code, kind]) => kindText(code, kind))].join("\n");
}

/** The heading is the code alone, so its anchor stays when the title changes. */
function kindText(code: string, { title, explanation, example }: DiagnosticKind): string {
  const text = explanation === undefined ? "" : ` ${markdown(explanation)}`;
  return [`### ${code}`, "", `**${markdown(title)}.**${text}${shown(example)}`, ""].join("\n");
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
  return example.includes("\n") ? `\n\n\`\`\`c\n${example}\n\`\`\`` : `\n\n\`${example}\``;
}

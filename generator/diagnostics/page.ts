/** Renders the catalogue of codes as docs/diagnostics.md. */

import { FAMILIES, type Family } from "./catalogue.ts";
import type { DiagnosticKind } from "./diagnostic.ts";

const INTRODUCTION = `# Diagnostics

For people who read a message of \`gen\` and want to know more. Each code has an explanation and an example. With an error (\`E\`) \`gen\` writes nothing; a warning (\`W\`) stops it only with \`--strict\`; a note (\`N\`) never stops it.

<!-- Generated from the compiler's catalogue by scripts/diagnostics-page.ts; a test keeps it current. -->
`;

export function diagnosticsPage(): string {
  const contents = FAMILIES.map(familyContents).join("\n\n");
  return [INTRODUCTION, contents, "", ...FAMILIES.map(familyText)].join("\n");
}

function familyContents({ title, codes }: Family): string {
  const lines = sorted(codes).map(([code, kind]) => `- [${code}](#${code.toLowerCase()}): ${markdown(kind.title)}`);
  return [`**${title}**`, "", ...lines].join("\n");
}

function familyText({ title, codes }: Family): string {
  return [`## ${title}`, "", ...sorted(codes).map(([code, kind]) => kindText(code, kind))].join("\n");
}

/** The heading is the code alone, so its anchor stays when the title changes. */
function kindText(code: string, { title, explanation, example }: DiagnosticKind): string {
  return [`### ${code}`, "", `**${markdown(title)}**`, "", markdown(explanation), "", fenced(example), ""].join("\n");
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

function fenced(example: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(example) + 1));
  return `${fence}${example.includes("[lab") ? "ini" : "c"}\n${example}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

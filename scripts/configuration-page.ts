/** Writes docs/configuration.md from the table of keys: `node --import tsx scripts/configuration-page.ts`. */

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type KeyDescription, SECTIONS, type SectionDescription } from "../runtime/config/keys.ts";

const INTRODUCTION = `# Configuration

<!-- Generated from runtime/config/keys.ts by scripts/configuration-page.ts; a test holds it current. -->

One INI file: the \`--config\` option, else the environment variable \`SVC_CONFIG\`, else \`channels.ini\` in the working folder. Journal and embedded store are in \`data\` beside it unless their sections say otherwise; the environment variable \`SVC_DATA\` names another folder (\`npm run demo\` uses \`data/demo\`).
Paths in it are relative to the file. Only \`[lab]\` must be there; everything else has a working default.

- \`;\` and \`#\` begin a comment line; \` ;\` (with a blank before it) begins a comment behind a value. An indented line continues the value above.
- \`\${NAME}\` in a value is replaced by the environment variable \`NAME\`, so that secrets need not stand in the file.
- An unknown section or key is an error that names the line, and the nearest known name.
`;

/** The whole page. */
export function configurationPage(): string {
  return `${[INTRODUCTION, ...SECTIONS.map(sectionText)].join("\n")}`;
}

function sectionText({ section, meaning, keys }: SectionDescription): string {
  return `## [${section}]

${meaning}

| key | default | meaning |
|---|---|---|
${keys.map(row).join("\n")}
`;
}

function row({ key, default: fallback, meaning, example }: KeyDescription): string {
  const shown = fallback === "" ? "" : fallback === "required" ? "**required**" : `\`${fallback}\``;
  const text = example === undefined ? meaning : `${meaning} Example: \`${example}\`.`;
  return `| \`${key}\` | ${shown} | ${text} |`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../docs/configuration.md", import.meta.url), configurationPage());
}

/** Writes docs/configuration.md from the table of keys: `node --import tsx scripts/configuration-page.ts`. */

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { KeyDescription, SectionDescription } from "../runtime/config/key.ts";
import { SECTIONS } from "../runtime/config/keys.ts";

const INTRODUCTION = `# Configuration

<!-- Generated from runtime/config/keys.ts by scripts/configuration-page.ts; a test keeps it current. -->

For people who edit \`channels.ini\`: every section and key, with its default.

structline reads one INI file: the option \`--config\`, or the environment variable \`SVC_CONFIG\`, or \`channels.ini\` in the working folder. Paths in it are relative to the file. Only \`[lab]\` is required. By default, journal and embedded store are in \`data\` beside the file; the environment variable \`SVC_DATA\` names another folder (\`npm run demo\` uses \`data/demo\`).

- \`;\` and \`#\` begin a comment line; \` ;\` (with a blank) begins a comment after a value. An indented line continues the value above it.
- \`\${NAME}\` in a value is the environment variable \`NAME\`. Use it for secrets.
- An unknown section or key is an error, with the line and the nearest known name.
`;

export function configurationPage(): string {
  return `${[INTRODUCTION, ...SECTIONS.map(sectionText)].join("\n")}`;
}

function sectionText({ section, meaning, keys, reload = "restart" }: SectionDescription): string {
  return `## [${section}]

${meaning} ${RELOAD[reload]}

| key | default | meaning |
|---|---|---|
${keys.map(row).join("\n")}
`;
}

const RELOAD = {
  applied: "A reload (SIGHUP) applies its keys.",
  restart: "Its keys need a restart.",
} as const;

function row({ key, default: fallback, meaning: text, example, reload }: KeyDescription): string {
  const meaning = reload === "applied" ? `${text} A reload applies it.` : text;
  const shown = fallback === undefined ? "" : fallback === "required" ? "**required**" : `\`${fallback}\``;
  return `| \`${key}\` | ${shown} | ${meaning}${example === undefined ? "" : ` Example: \`${example}\`.`} |`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../docs/configuration.md", import.meta.url), configurationPage());
}

/** docs/configuration.md, from the declarations of the keys. */

import type { KeyDescription, SectionDescription } from "../../runtime/config/key.ts";
import { SECTIONS } from "../../runtime/settings/sections.ts";

const INTRODUCTION = `# Configuration

<!-- Written by "npm run docs" from runtime/settings/sections.ts. -->

For people who edit \`channels.ini\`. At the end you know every section and key.

structline reads the file of the option \`--config\`, of the environment variable \`SVC_CONFIG\`, or \`channels.ini\` in the working folder. Only \`[lab]\` is required. Paths are relative to the file. Data is in \`data\` beside it, or where the environment variable \`SVC_DATA\` says.

- \`;\` and \`#\` begin a comment line; \` ;\` (with a blank) begins a comment after a value. An indented line continues the value above it.
- \`\${NAME}\` in a value is the environment variable \`NAME\`. Use it for secrets.
- An unknown section or key is an error. Lists are separated by commas.
- \`--set http.listen=0.0.0.0:80\` and the environment variable \`STRUCTLINE__HTTP__LISTEN\` replace a key of the file, the option before the variable; \`structline gen\` takes them, too. \`structline check\` says what the service would do with the result, without doing it.
- \`structline reload\` applies keys with ↻, and all keys of a section with ↻, and answers with the reason if it is refused. \`POST /reload\` and the signal SIGHUP do the same. Other keys need a restart.
`;

export function configurationPage(): string {
  return `${[INTRODUCTION, ...SECTIONS.map(sectionText)].join("\n")}`;
}

function sectionText({ section, meaning, keys, reload = "restart" }: SectionDescription): string {
  const own = keys.filter((each) => !isShown(each, section));
  const others = own.length === keys.length ? "" : " It also takes the keys of `[realms]` but `default`.";
  return `## [${section}]

${RELOAD[reload]}${meaning}${others}

| key | default | meaning |
|---|---|---|
${own.map(row).join("\n")}
`;
}

const REALMS: readonly KeyDescription[] = SECTIONS.find(({ section }) => section === "realms")?.keys ?? [];

/** The keys of a realm stand in the section for all realms. */
function isShown(key: KeyDescription, section: string): boolean {
  return section === "realm-<name>" && REALMS.includes(key);
}

const RELOAD = { applied: "↻ ", restart: "" } as const;

function row({ key, default: fallback, meaning, example, reload = "restart" }: KeyDescription): string {
  const shown = fallback === undefined ? "" : fallback === "required" ? "**required**" : `\`${fallback}\``;
  const shownExample = example === undefined ? "" : ` Example: \`${example}\`.`;
  return `| \`${key}\` | ${shown} | ${RELOAD[reload]}${meaning}${shownExample} |`;
}

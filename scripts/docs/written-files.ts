/**
 * `npm run docs [-- --check]`: writes every committed file, and part of one, that is made from tables in the source.
 * `--check` only names those that are not current.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BUILT_CONTRACT } from "../../generator/codec/contract-file.ts";
import { diagnosticsPage } from "../../generator/diagnostics/page.ts";
import { rulesPage } from "../../generator/rules/page.ts";
import { configurationPage } from "./configuration-page.ts";
import { contractDeclarations, contractScript } from "./contract-files.ts";
import { servedHttpApiPage } from "./http-api-page.ts";
import { withLimits } from "./limits-table.ts";
import { withMetrics } from "./metrics-table.ts";
import { nodeTypesFile } from "./node-types.ts";
import { operationsText } from "./page-operations.ts";
import { recordingSvg } from "./recordings.ts";
import { withSharedLimits } from "./shared-limits.ts";

/** Path → its text, made from the text that it has now. */
const FILES: Readonly<Record<string, (now: string) => string | Promise<string>>> = {
  [BUILT_CONTRACT.js]: contractScript,
  [BUILT_CONTRACT.declarations]: contractDeclarations,
  "docs/configuration.md": configurationPage,
  "docs/diagnostics.md": diagnosticsPage,
  "docs/http-api.md": servedHttpApiPage,
  ...Object.fromEntries(
    ["chart", "retry", "breaking"].map((name) => [`docs/images/recording-${name}.svg`, () => recordingOf(name)]),
  ),
  "docs/operations.md": (page) => withMetrics(withLimits(page)),
  "docs/rules.md": rulesPage,
  "docs/security.md": withSharedLimits,
  "generator/syntax/parse/node-types.ts": nodeTypesFile,
  "runtime/dashboards/page/browser/formula/operations.ts": operationsText,
};

export interface WrittenFile {
  readonly path: string;
  readonly is: string;
  readonly should: string;
}

export async function* writtenFiles(): AsyncGenerator<WrittenFile> {
  for (const [path, make] of Object.entries(FILES)) {
    const is = readFileSync(urlOf(path), "utf8");
    yield { path, is, should: await make(is) };
  }
}

function recordingOf(name: string): string {
  return recordingSvg(readFileSync(urlOf("docs/recordings.md"), "utf8"), `images/recording-${name}.svg`);
}

function urlOf(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [option, ...more] = process.argv.slice(2);
  const isCheck = option === "--check";
  if ((option !== undefined && !isCheck) || more.length > 0) {
    console.error(`npm run docs [-- --check]: there is no option '${isCheck ? more[0] : option}'`);
    process.exit(2);
  }
  for await (const { path, is, should } of writtenFiles()) {
    if (is === should) continue;
    console.log(`${path}: ${isCheck ? "not current: npm run docs" : "written"}`);
    if (isCheck) process.exitCode = 1;
    else writeFileSync(urlOf(path), should);
  }
}

/** Text files that the generator copies into its output, kept as files in their own language. */

import { readFileSync } from "node:fs";

/** Path → text; defined in the bundled generator (scripts/build/programs.mjs). */
declare const OWN_TEXTS: Readonly<Record<string, string>> | undefined;

/** The folder with what compilers say, beside the bundled generator; absent in browsers, whose bundle has it. */
declare const TABLES_FOLDER: string | undefined;

/** A table of `generator/targets/processors`: read when it is needed, since most builds need one of them. */
export function compilerTable(name: string): string {
  const text =
    typeof TABLES_FOLDER === "undefined"
      ? ownText(`generator/targets/processors/${name}.txt`)
      : readFileSync(new URL(`${TABLES_FOLDER}${name}.txt`, import.meta.url), "utf8");
  // Git may have checked it out with the line ends of Windows.
  return text.replaceAll("\r\n", "\n");
}

/** @param path relative to the project; must be one of those that scripts/build/programs.mjs bundles */
export function ownText(path: string): string {
  if (typeof OWN_TEXTS === "undefined") return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const text = OWN_TEXTS[path];
  if (text === undefined) throw new Error(`${path} is not in the bundle`);
  return text;
}

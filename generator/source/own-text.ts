/** Text files that the generator copies into its output, kept as files in their own language. */

import { readFileSync } from "node:fs";

/** Path → text; defined in the bundled generator (scripts/build/programs.mjs). */
declare const OWN_TEXTS: Readonly<Record<string, string>> | undefined;

/** @param path relative to the project; must be one of those that scripts/build/programs.mjs bundles */
export function ownText(path: string): string {
  if (typeof OWN_TEXTS === "undefined") return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const text = OWN_TEXTS[path];
  if (text === undefined) throw new Error(`${path} is not in the bundle`);
  return text;
}

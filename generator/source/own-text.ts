/** Texts that the generator writes and that stand in files of their own, in their own language. */

import { readFileSync } from "node:fs";

/** By path; set where the generator is bundled (scripts/build.mjs). */
declare const OWN_TEXTS: Readonly<Record<string, string>> | undefined;

/** @param path from the project's folder, one of those that scripts/build.mjs bundles */
export function ownText(path: string): string {
  if (typeof OWN_TEXTS === "undefined") return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const text = OWN_TEXTS[path];
  if (text === undefined) throw new Error(`${path} is not in the bundle`);
  return text;
}

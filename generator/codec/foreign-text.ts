/** Functions that generated files in other languages contain. Each file in a `foreign` folder is tested in its own language. */

import { ownText } from "../source/own-text.ts";

/** Lines before this mark only make the source file valid in its language. */
const MARK = "Written into each generated file from here on.";

/**
 * The file's text after the mark.
 * @param path relative to `generator`
 */
export function foreignText(path: string): string {
  const text = ownText(`generator/${path}`);
  return text.slice(text.indexOf("\n", text.indexOf(MARK))).trim();
}

/** Functions that generated files of other languages carry with them: each file in `foreign` is tested in its own language. */

import { ownText } from "../source/own-text.ts";

/** What stands above this line makes it a file of its language. */
const MARK = "Written into each generated file from here on.";

/** A file's text from its mark on. */
export function foreignText(name: string): string {
  const text = ownText(`generator/emit/foreign/${name}`);
  return text.slice(text.indexOf("\n", text.indexOf(MARK))).trim();
}

/** Words that begin declarations. */

import type { Token } from "../preprocess/token.ts";

const RECORD_KEYWORDS: ReadonlySet<string> = new Set(["struct", "union", "class", "enum"]);
/** Words that begin a new declaration; at the beginning of a line they cannot belong to the one before. */
export const BEGINNERS: ReadonlySet<string> = new Set([
  ...RECORD_KEYWORDS,
  "typedef",
  "namespace",
  "template",
  "using",
  "extern",
]);

export function isRecordKeyword(token: Token | undefined): boolean {
  return token?.kind === "identifier" && RECORD_KEYWORDS.has(token.text);
}

/** Words that begin declarations. */

import type { Token } from "../preprocess/token.ts";

const RECORD_KEYWORDS: ReadonlySet<string> = new Set(["struct", "union", "class", "enum"]);
/** Words that begin a declaration. At the start of a line they cannot continue the previous one. */
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

/** Not part of a type's name. */
export const QUALIFIERS: ReadonlySet<string> = new Set([
  "const",
  "volatile",
  "restrict",
  "__restrict",
  "__restrict__",
  "__const",
  "__const__",
  "__volatile",
  "__volatile__",
  "_Atomic",
  "typename",
]);

/** Storage classes, qualifiers and function specifiers: not part of the type's name. */
export const SPECIFIER_WORDS: ReadonlySet<string> = new Set([
  ...QUALIFIERS,
  "typedef",
  "static",
  "extern",
  "register",
  "auto",
  "inline",
  "__inline",
  "__inline__",
  "constexpr",
  "constinit",
  "thread_local",
  "_Thread_local",
  "mutable",
  "virtual",
  "explicit",
  "friend",
]);

/** Words that begin declarations. */

import type { Token } from "../preprocess/token.ts";

const RECORD_KEYWORDS: ReadonlySet<string> = new Set(["struct", "union", "class", "enum"]);
/** Words that begin a declaration. At the start of a line they cannot continue the previous one. */
const BEGINNERS: ReadonlySet<string> = new Set([
  ...RECORD_KEYWORDS,
  "typedef",
  "namespace",
  "template",
  "using",
  "extern",
]);

function isAmong(words: ReadonlySet<string>, token: Token | undefined): boolean {
  return token?.kind === "identifier" && words.has(token.text) && token.isName !== true;
}

export function beginsDeclaration(token: Token | undefined): boolean {
  return isAmong(BEGINNERS, token);
}

export function isRecordKeyword(token: Token | undefined): boolean {
  return isAmong(RECORD_KEYWORDS, token);
}

/** Not part of a type's name. */
const QUALIFIERS: ReadonlySet<string> = new Set([
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
const SPECIFIER_WORDS: ReadonlySet<string> = new Set([
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

export function isQualifier(token: Token | undefined): boolean {
  return isAmong(QUALIFIERS, token);
}

export function isSpecifierWord(token: Token | undefined): boolean {
  return isAmong(SPECIFIER_WORDS, token);
}

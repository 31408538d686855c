/** Preprocessing tokens [C17 6.4] and the comments between them. */

import { type SourceFile, spanOf } from "../../source/source-file.ts";
import type { Span } from "../../source/span.ts";

/**
 * `other`: a character that begins no token, or a literal without its closing quote on the line. `function`: all of a C function, of which
 * `unread` gives the tokens; only in what `tokenize` returns.
 */
export type TokenKind = "identifier" | "number" | "character" | "string" | "punctuator" | "other" | "function";

export interface Token {
  readonly kind: TokenKind;
  /** As written; for macro replacements, the replacement's text. */
  readonly text: string;
  /** Position; for macro replacements, where the macro is used. */
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  readonly startsLine: boolean;
  /** Preceded by white space or a comment. */
  readonly afterBlank: boolean;
  /** Set if this token, or something before it, is uncertain. */
  readonly doubt?: Doubt;
  /** For `typeof (…)` and `decltype (…)`, which the grammar reads as one name: the tokens between the parentheses. */
  readonly operand?: readonly Token[];
  /** All of a macro's body, or a whole function, which is split into tokens when it is used: most are not. */
  readonly unread?: () => readonly Token[];
  /** A keyword of C++ that this C header uses as a name: `uint16_t virtual;`. */
  readonly isName?: true;
}

/** Why the text that a compiler parses is uncertain. */
export interface Doubt {
  /** Completes the sentence "what stands here depends on …". */
  readonly on: string;
  /** What the user can do. */
  readonly hint: string;
  /** `before`: something may be missing before the token, which matters only within a declaration. */
  readonly where: "here" | "before";
}

/** Marks the last token as uncertain because of what follows it. The end of a declaration stays certain. */
export function doubtLast(tokens: Token[], doubt: Doubt): void {
  const last = tokens.at(-1);
  if (last === undefined || last.doubt !== undefined || isPunctuator(last, ";")) return;
  tokens[tokens.length - 1] = { ...last, doubt: { ...doubt, where: "here" } };
}

export interface Comment {
  readonly file: SourceFile;
  /** Offset of the text between the delimiters. */
  readonly start: number;
  readonly end: number;
}

export function tokenSpan(first: Token, last: Token = first): Span {
  const sameFile = first.file === last.file && last.end >= first.end;
  return spanOf(first.file, first.start, sameFile ? last.end : first.end);
}

/** The position directly after a token, for something that is missing. */
export function spanAfter(token: Token): Span {
  return spanOf(token.file, token.end, token.end);
}

export function isPunctuator(token: Token | undefined, text: string): boolean {
  return token !== undefined && token.kind === "punctuator" && token.text === text;
}

export function isWord(token: Token | undefined, text: string): boolean {
  return token !== undefined && token.kind === "identifier" && token.text === text && token.isName !== true;
}

/** Source text of adjacent tokens, with blanks as in the source. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map((token, index) => (index > 0 && token.afterBlank ? ` ${token.text}` : token.text)).join("");
}

/** The tokens' texts without blanks: `ns::name`. */
export function joined(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join("");
}

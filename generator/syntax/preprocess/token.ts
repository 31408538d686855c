/** Preprocessing tokens [C17 6.4] and the comments between them. */

import { type SourceFile, spanOf } from "../../source/source-file.ts";
import type { Span } from "../../source/span.ts";

/** `other`: a character no token begins with, or a literal whose end is missing on its line. */
export type TokenKind = "identifier" | "number" | "character" | "string" | "punctuator" | "other";

export interface Token {
  readonly kind: TokenKind;
  /** As written; of a macro's replacement, the replacement's. */
  readonly text: string;
  /** Place; of a macro's replacement, the place where the macro is used. */
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  /** First on its line. */
  readonly startsLine: boolean;
  /** White space or a comment stands before it. */
  readonly afterBlank: boolean;
  /** Whether it stands here, or something before it, is not certain. */
  readonly doubt?: Doubt;
  /** Of `typeof (…)` and `decltype (…)`, one name to the grammar: what stands between the parentheses. */
  readonly operand?: readonly Token[];
}

/** Why the text that a compiler sees is not known for certain. */
export interface Doubt {
  /** Ends the sentence "what stands here depends on …". */
  readonly on: string;
  /** What to do about it. */
  readonly hint: string;
  /** `before`: something may be missing in front of the token, which matters only within a declaration. */
  readonly where: "here" | "before";
}

/** What stands behind the last token is not certain, nor is then the token; the end of a declaration is. */
export function doubtLast(tokens: Token[], doubt: Doubt): void {
  const last = tokens.at(-1);
  if (last === undefined || last.doubt !== undefined || isPunctuator(last, ";")) return;
  tokens[tokens.length - 1] = { ...last, doubt: { ...doubt, where: "here" } };
}

export interface Comment {
  readonly file: SourceFile;
  /** Place of the text between the delimiters. */
  readonly start: number;
  readonly end: number;
}

export function tokenSpan(first: Token, last: Token = first): Span {
  const sameFile = first.file === last.file && last.end >= first.end;
  return spanOf(first.file, first.start, sameFile ? last.end : first.end);
}

/** The place right behind a token, where something is missing. */
export function spanAfter(token: Token): Span {
  return spanOf(token.file, token.end, token.end);
}

export function isPunctuator(token: Token | undefined, text: string): boolean {
  return token !== undefined && token.kind === "punctuator" && token.text === text;
}

export function isWord(token: Token | undefined, text: string): boolean {
  return token !== undefined && token.kind === "identifier" && token.text === text;
}

/** Source text of neighbouring tokens, blanks where there were some. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map((token, index) => (index > 0 && token.afterBlank ? ` ${token.text}` : token.text)).join("");
}

/** Their texts without blanks: `ns::name`. */
export function joined(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join("");
}

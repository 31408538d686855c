/** Reads the tokens of a query one after the other: what all statements have in common. */

import { InfluxqlError, quoted, type Token } from "./tokens.ts";

const DEEPEST = 2000;

export class TokenReader {
  protected readonly tokens: readonly Token[];
  protected at = 0;
  protected depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** The next token; undefined at the end. */
  protected next(): Token | undefined {
    return this.tokens[this.at++];
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  takeSign(sign: string): boolean {
    if (!this.isSign(sign)) return false;
    this.at++;
    return true;
  }

  expectSign(sign: string): void {
    if (!this.takeSign(sign)) throw new InfluxqlError(`'${sign}' is expected instead of ${this.shown()}`);
  }

  protected parenthesised<T>(inner: () => T): T {
    this.expectSign("(");
    if (++this.depth > DEEPEST) throw new InfluxqlError("the query is nested too deeply");
    const result = inner();
    this.expectSign(")");
    return result;
  }

  protected text(): string {
    const token = this.next();
    if (token?.kind !== "text") throw new InfluxqlError("a text in single quotes is expected");
    return token.text;
  }

  protected name(what: string): string {
    const token = this.next();
    if (token?.kind === "pattern") throw new InfluxqlError("measurements must be named one by one, not by a pattern");
    if (token?.kind === "name" || token?.kind === "word") return token.text;
    this.at--;
    throw new InfluxqlError(`${what} is expected instead of ${this.shown()}`);
  }

  protected count(after: string): number {
    const token = this.next();
    if (token?.kind !== "number" || !/^\d{1,9}$/.test(token.text))
      throw new InfluxqlError(`a number is expected after ${after}`);
    return Number(token.text);
  }

  protected isWordBefore(word: string, sign: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === "word" && token.text.toLowerCase() === word && isSign(this.tokens[this.at + 1], sign);
  }

  protected isWord(word: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === "word" && token.text.toLowerCase() === word;
  }

  protected word(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.at++;
    return true;
  }

  protected expectWord(word: string): void {
    if (!this.word(word)) throw new InfluxqlError(`${word.toUpperCase()} is expected instead of ${this.shown()}`);
  }

  protected isSign(sign: string): boolean {
    return isSign(this.tokens[this.at], sign);
  }

  protected shown(): string {
    const token = this.tokens[this.at];
    return token === undefined ? "the end" : quoted(token.text);
  }
}

export function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === "sign" && token.text === sign;
}

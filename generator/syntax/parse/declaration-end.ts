/** Finds the end of a declaration outside of functions and records. */

import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import { behindConstraint } from "./constraints.ts";
import { beginsDeclaration, isRecordKeyword } from "./declaration-words.ts";

export interface DeclarationEnd {
  /** One past the last token: after the `;`, or after the body of a function. */
  readonly to: number;
  readonly kind: "declaration" | "function";
  /** Index of a brace that is never closed. */
  readonly unclosed: number | undefined;
  /** The next declaration begins where `;` is expected. */
  readonly missingSemicolon: boolean;
  /** Maximum nesting of brackets. */
  readonly depth: number;
}

/** @param limit one past the last token to look at */
export function findDeclarationEnd(tokens: readonly Token[], from: number, limit: number): DeclarationEnd {
  return new EndFinder(tokens, from).find(limit);
}

class EndFinder {
  private readonly tokens: readonly Token[];
  private at: number;
  private readonly open: number[] = [];
  private braces = 0;
  private depth = 0;
  private sawEquals = false;
  private sawCall = false;

  constructor(tokens: readonly Token[], from: number) {
    this.tokens = tokens;
    this.at = from;
  }

  find(limit: number): DeclarationEnd {
    for (; this.at < limit; this.at++) {
      const token = this.tokens[this.at]!;
      if (token.text === "requires") this.at = Math.max(this.at, behindConstraint(this.tokens, this.at) - 1);
      const end = token.kind === "punctuator" ? this.visit(token.text) : undefined;
      if (end !== undefined) return end;
    }
    const unclosed = this.open.find((index) => isPunctuator(this.tokens[index], "{"));
    const kind = this.sawCall && !this.sawEquals ? "function" : "declaration";
    return { to: limit, kind, unclosed, missingSemicolon: unclosed === undefined, depth: this.depth };
  }

  private visit(text: string): DeclarationEnd | undefined {
    switch (text) {
      case "{":
      case "(":
      case "[":
        this.opens(text);
        return undefined;
      case "}":
        return this.closesBrace();
      case ")":
      case "]":
        if (isPunctuator(this.tokens[this.open.at(-1) ?? -1], text === ")" ? "(" : "[")) this.open.pop();
        return undefined;
      case "=":
        // `word &word::operator=(const word &other) {…}` is a function.
        if (this.open.length === 0 && !isWord(this.tokens[this.at - 1], "operator")) this.sawEquals = true;
        return undefined;
      case ";":
        return this.braces === 0 ? this.end(this.at + 1) : undefined;
      default:
        return undefined;
    }
  }

  private opens(text: string): void {
    // `struct MACRO(4) tag {` is not a function.
    if (this.open.length === 0 && text === "(" && !isRecordKeyword(this.tokens[this.at - 2])) this.sawCall = true;
    if (text === "{") this.braces += 1;
    this.open.push(this.at);
    this.depth = Math.max(this.depth, this.open.length);
  }

  /** Also closes brackets that were left open inside the braces. */
  private closesBrace(): DeclarationEnd | undefined {
    if (this.braces === 0) return this.end(this.at);
    while (!isPunctuator(this.tokens[this.open.pop() ?? -1], "{"));
    this.braces -= 1;
    if (this.open.length > 0) return undefined;
    if (this.sawCall && !this.sawEquals) return this.end(this.at + 1, { kind: "function" });
    return beginsNew(this.tokens[this.at + 1]) ? this.end(this.at + 1, { missingSemicolon: true }) : undefined;
  }

  private end(to: number, properties: Partial<DeclarationEnd> = {}): DeclarationEnd {
    return { to, kind: "declaration", unclosed: undefined, missingSemicolon: false, depth: this.depth, ...properties };
  }
}

function beginsNew(token: Token | undefined): boolean {
  return token?.startsLine === true && beginsDeclaration(token);
}

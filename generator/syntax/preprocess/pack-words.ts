/** What a `#pragma pack` says, in the order in which GCC and Clang read its words. */

import { isPunctuator, type Token } from "./token.ts";

const FORM = "it is not of the form #pragma pack(…)";

const ACTIONS = ["push", "pop", "show"] as const;

export class PackWords {
  action: "set" | "reset" | "push" | "pop" | "show" = "set";
  label: string | undefined;
  number: Token | undefined;
  /** Why the compiler ignores the line. */
  problem: string | undefined;
  private at = 0;
  private readonly tokens: readonly Token[];

  /** @param tokens behind the word `pack`, with replaced macros if the compiler replaces them */
  constructor(tokens: readonly Token[], isGnu: boolean) {
    this.tokens = tokens;
    this.problem = this.takes("(") ? this.inner(isGnu) : FORM;
    // GCC takes the line, whatever follows.
    if (this.problem === undefined && !isGnu && this.next !== undefined) this.problem = "text follows it";
  }

  private get next(): Token | undefined {
    return this.tokens[this.at];
  }

  private takes(punctuator: string): boolean {
    if (!isPunctuator(this.next, punctuator)) return false;
    this.at += 1;
    return true;
  }

  private inner(isGnu: boolean): string | undefined {
    if (this.takes(")")) {
      this.action = "reset";
      return undefined;
    }
    const problem = this.words(isGnu);
    if (problem !== undefined || this.takes(")")) return problem;
    return isPunctuator(this.next, ",") ? "it has too many arguments" : FORM;
  }

  private words(isGnu: boolean): string | undefined {
    const { next } = this;
    if (next?.kind !== "number" && next?.kind !== "identifier") return FORM;
    this.at += 1;
    if (next.kind === "number") {
      this.number = next;
      return undefined;
    }
    const action = ACTIONS.find((each) => each === next.text && (each !== "show" || !isGnu));
    if (action === undefined) return `'${next.text}' is neither a number, push nor pop`;
    this.action = action;
    if (action === "show") return undefined;
    return isGnu ? this.gnuArguments() : this.arguments();
  }

  /** A label and, of `push`, a number, in either order. */
  private gnuArguments(): string | undefined {
    while (isPunctuator(this.next, ",")) {
      const argument = this.tokens[this.at + 1];
      if (argument?.kind === "identifier" && this.label === undefined) this.label = argument.text;
      else if (this.action === "pop") return "GCC takes only pack(pop) and pack(pop, label)";
      else if (argument?.kind !== "number") return FORM;
      else if (this.number !== undefined) return "it has too many arguments";
      else this.number = argument;
      this.at += 2;
    }
    return undefined;
  }

  /** A label, then a number. */
  private arguments(): string | undefined {
    if (!this.takes(",")) return undefined;
    if (this.next?.kind === "identifier") {
      this.label = this.next.text;
      this.at += 1;
      if (!this.takes(",")) return undefined;
    }
    if (this.next?.kind !== "number") return FORM;
    this.number = this.next;
    this.at += 1;
    return undefined;
  }
}

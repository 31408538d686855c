/** Splits a translation unit into declarations, so that a syntax error in one does not affect the others. */

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { positionAt } from "../../source/source-file.ts";
import { closing } from "../preprocess/brackets.ts";
import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import type { CleanUnit } from "./attributes.ts";
import { findDeclarationEnd } from "./declaration-end.ts";
import { beginsDeclaration, isSpecifierWord } from "./declaration-words.ts";
import type { DeclarationNode } from "./nodes.ts";

/** A declaration outside of functions and records. */
export interface Chunk {
  /** Tokens `[from, to)` of the unit, including the final `;`. */
  readonly from: number;
  readonly to: number;
  /** Start of unknown macros before the declaration; equals `from` if there are none. */
  readonly foreignFrom: number;
  /** Enclosing namespaces with names, outermost first. */
  readonly scope: readonly string[];
  readonly kind: "declaration" | "function" | "template";
  /** Index of a brace that is never closed. */
  readonly unclosed: number | undefined;
  /** The next declaration begins where `;` is expected. */
  readonly missingSemicolon: boolean;
  /** Maximum nesting of brackets. */
  readonly depth: number;
}

/** A syntax error, explained as a compiler would. */
export interface Explanation {
  readonly diagnostic: Diagnostic;
  /** Problems of the declarations on the same line take precedence over a guess. */
  readonly certainty: "sure" | "guess";
  /** Index of a token that it refers to. */
  readonly at: number;
}

export interface ParsedChunk {
  readonly declarations: readonly DeclarationNode[];
  readonly errors: readonly Explanation[];
}

export interface Chunks {
  readonly chunks: readonly Chunk[];
  /** Unmatched `}`. */
  readonly strayBraces: readonly number[];
  /** `ns::v1`: its names also belong to the enclosing namespace. [C++17 namespace.def]p8 */
  readonly inlineNamespaces: ReadonlySet<string>;
}

export function cutIntoChunks(unit: CleanUnit): Chunks {
  return new Cutter(unit).cut();
}

class Cutter {
  private readonly tokens: readonly Token[];
  private readonly roots: readonly number[];
  private readonly chunks: Chunk[] = [];
  private readonly strayBraces: number[] = [];
  private readonly inlineNamespaces = new Set<string>();
  /** For each open brace of a namespace or of `extern "C"`, its names. */
  private readonly scope: (readonly string[])[] = [];
  private at = 0;
  private nextRoot = 0;

  constructor(unit: CleanUnit) {
    this.tokens = unit.tokens;
    this.roots = unit.roots;
  }

  cut(): Chunks {
    while (this.at < this.tokens.length) {
      this.enterRoot();
      if (!this.scopeEdge()) this.declaration();
    }
    const { chunks, strayBraces, inlineNamespaces } = this;
    return { chunks, strayBraces, inlineNamespaces };
  }

  /** A listed header begins outside of all namespaces. */
  private enterRoot(): void {
    while ((this.roots[this.nextRoot] ?? Number.POSITIVE_INFINITY) <= this.at) {
      this.nextRoot += 1;
      this.scope.length = 0;
    }
  }

  /** Handles `namespace a::b {`, `extern "C" {`, `}` and `;` between declarations. */
  private scopeEdge(): boolean {
    const token = this.tokens[this.at];
    if (isPunctuator(token, ";")) return this.skip(1);
    if (isPunctuator(token, "}")) {
      if (this.scope.pop() === undefined) this.strayBraces.push(this.at);
      return this.skip(1);
    }
    if (
      isWord(token, "extern") &&
      this.tokens[this.at + 1]?.kind === "string" &&
      isPunctuator(this.tokens[this.at + 2], "{")
    ) {
      this.scope.push([]);
      return this.skip(3);
    }
    if (isWord(token, "extern") && this.tokens[this.at + 1]?.kind === "string") return this.skip(2);
    const start = isWord(token, "inline") ? this.at + 1 : this.at;
    return isWord(this.tokens[start], "namespace") && this.namespace(start + 1, start > this.at);
  }

  private namespace(at: number, isInline: boolean): boolean {
    let end = at;
    while (this.tokens[end]?.kind === "identifier" || isPunctuator(this.tokens[end], "::")) end += 1;
    if (!isPunctuator(this.tokens[end], "{")) return false;
    const names: string[] = [];
    let nextIsInline = isInline;
    for (const token of this.tokens.slice(at, end)) {
      // `namespace a::inline v1 {` [C++20 namespace.def]
      if (isWord(token, "inline")) nextIsInline = true;
      else if (token.kind === "identifier") {
        names.push(token.text);
        if (nextIsInline) this.inlineNamespaces.add([...this.scope.flat(), ...names].join("::"));
        nextIsInline = false;
      }
    }
    this.scope.push(names);
    this.at = end + 1;
    return true;
  }

  private skip(count: number): true {
    this.at += count;
    return true;
  }

  private declaration(): void {
    const from = this.skipForeignWords();
    const limit = this.roots[this.nextRoot] ?? this.tokens.length;
    const end = findDeclarationEnd(this.tokens, from, limit);
    const to = end.unclosed === undefined ? end.to : this.nextUnindented(from, end.unclosed, limit);
    const kind = isWord(this.tokens[from], "template") ? "template" : end.kind;
    const { unclosed, missingSemicolon, depth } = end;
    if (to > from)
      this.chunks.push({
        from,
        to,
        foreignFrom: this.at,
        scope: this.scope.flat(),
        kind,
        unclosed,
        missingSemicolon,
        depth,
      });
    this.at = Math.max(to, this.at + 1);
  }

  private begins(at: number): boolean {
    return beginsDeclaration(this.tokens[at]);
  }

  /** The index after `Q_MACRO(x)` or `EXPORT`. */
  private behindCall(at: number): number {
    const isCall = isPunctuator(this.tokens[at + 1], "(");
    return (isCall ? closing(this.tokens, at + 1, { not: ";{" }) : undefined) ?? at + 1;
  }

  /** Skips unknown macros before a declaration: `EXPORT struct s {…}`, `Q_MACRO(x) struct s {…}`. */
  private skipForeignWords(): number {
    let at = this.at;
    while (this.tokens[at]?.kind === "identifier" && !this.begins(at)) {
      const call = this.behindCall(at);
      const next = this.tokens[call];
      if (next?.kind !== "identifier") break;
      if (call > at + 1 && next.startsLine && this.begins(call)) return call;
      if (call > at + 1) break;
      at = call;
    }
    if (!this.begins(at)) return this.at;
    while (at > this.at && isSpecifierWord(this.tokens[at - 1])) at -= 1;
    return at;
  }

  /** After an unclosed brace: where the next declaration probably begins. */
  private nextUnindented(from: number, unclosed: number, limit: number): number {
    const column = columnOf(this.tokens[from]);
    for (let at = unclosed + 1; at < limit; at++) {
      const token = this.tokens[at]!;
      if (token.startsLine && beginsDeclaration(token) && columnOf(token) <= column) return at;
    }
    return limit;
  }
}

function columnOf(token: Token | undefined): number {
  return token === undefined ? 1 : positionAt(token.file, token.start).column;
}

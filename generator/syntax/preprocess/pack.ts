/** `#pragma pack` as in GCC [GCC 6.62.11]. A warning is reported where Clang differs. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { isPunctuator, type Token, tokenSpan } from "./token.ts";

/** In bytes; `undefined` is the natural alignment. */
export type Pack = number | undefined;

interface Saved {
  readonly label: string | undefined;
  readonly pack: Pack;
}

const VALID: ReadonlySet<string> = new Set(["0", "1", "2", "4", "8", "16"]);

export class PackState {
  private pack: Pack;
  private readonly saved: Saved[] = [];
  private readonly diagnostics: Diagnostic[];
  private readonly initial: Pack;
  /** The token that set the active value. */
  private setAt: Token | undefined;

  /** @param initial `-fpack-struct=n`, which `#pragma pack()` restores */
  constructor(diagnostics: Diagnostic[], initial: Pack) {
    this.diagnostics = diagnostics;
    this.initial = initial;
    this.pack = initial;
  }

  get current(): Pack {
    return this.pack;
  }

  /**
   * @param pragma the word `pack`
   * @param rest the tokens after it on the line
   */
  apply(pragma: Token, rest: readonly Token[]): void {
    const words = argumentsOf(rest);
    const [first, second] = words ?? [];
    if (words === undefined) this.ignored(pragma, rest, "it is not of the form #pragma pack(…)");
    else if (first === undefined) this.set(this.initial, pragma);
    else if (first.text === "push") this.push(pragma, rest, words.slice(1));
    else if (first.text === "pop") this.pop(pragma, rest, second, words.length);
    else if (words.length > 1) this.ignored(pragma, rest, "it has too many arguments");
    else if (this.isPack(first, pragma, rest)) this.set(this.packOf(first), pragma);
  }

  /** Resets packing that a header did not end, so that it does not affect the next one. */
  finishFile(): void {
    if (this.pack !== this.initial && this.pack !== undefined && this.setAt !== undefined) {
      this.diagnostics.push(report(SYNTAX, "W135", tokenSpan(this.setAt), { pack: this.pack }));
    }
    this.saved.length = 0;
    this.pack = this.initial;
  }

  private set(pack: Pack, pragma: Token): void {
    this.pack = pack;
    this.setAt = pragma;
  }

  /** `push`, `push, n`, `push, label`, `push, label, n` */
  private push(pragma: Token, rest: readonly Token[], words: readonly Token[]): void {
    const label = words[0]?.kind === "identifier" ? words[0].text : undefined;
    const [value, more] = label === undefined ? words : words.slice(1);
    if (more !== undefined) {
      this.ignored(pragma, rest, "it has too many arguments");
      return;
    }
    if (value !== undefined && !this.isPack(value, pragma, rest)) return;
    this.saved.push({ label, pack: this.pack });
    if (value !== undefined) this.set(this.packOf(value), pragma);
  }

  private pop(pragma: Token, rest: readonly Token[], label: Token | undefined, count: number): void {
    if (count > 2 || (label !== undefined && label.kind !== "identifier")) {
      this.ignored(pragma, rest, "GCC takes only pack(pop) and pack(pop, label)");
      return;
    }
    if (this.saved.length === 0) {
      this.diagnostics.push(report(SYNTAX, "W136", lineSpan(pragma, rest), { label: label?.text, pushed: false }));
      return;
    }
    const found =
      label === undefined ? this.saved.length - 1 : this.saved.findLastIndex((entry) => entry.label === label.text);
    // GCC warns about an unknown label, but pops one entry.
    if (found < 0)
      this.diagnostics.push(report(SYNTAX, "W136", lineSpan(pragma, rest), { label: label?.text, pushed: true }));
    const entry = this.saved.splice(found < 0 ? this.saved.length - 1 : found)[0];
    this.set(entry?.pack, pragma);
  }

  private isPack(value: Token, pragma: Token, rest: readonly Token[]): boolean {
    if (VALID.has(value.text)) return true;
    this.ignored(pragma, rest, `'${value.text}' is not 1, 2, 4, 8 or 16`);
    return false;
  }

  private packOf(value: Token): Pack {
    return value.text === "0" ? this.initial : Number(value.text);
  }

  private ignored(pragma: Token, rest: readonly Token[], reason: string): void {
    this.diagnostics.push(report(SYNTAX, "W134", lineSpan(pragma, rest), { reason }));
  }
}

/** The words between the parentheses, without commas; undefined if the line is malformed. */
function argumentsOf(rest: readonly Token[]): Token[] | undefined {
  if (!isPunctuator(rest[0], "(")) return undefined;
  const close = rest.findIndex((token) => isPunctuator(token, ")"));
  if (close < 0) return undefined;
  const inner = rest.slice(1, close);
  const wellFormed = inner.every((token, index) => isPunctuator(token, ",") === (index % 2 === 1));
  return wellFormed && (inner.length === 0 || inner.length % 2 === 1)
    ? inner.filter((_, index) => index % 2 === 0)
    : undefined;
}

function lineSpan(pragma: Token, rest: readonly Token[]) {
  return tokenSpan(pragma, rest.at(-1) ?? pragma);
}

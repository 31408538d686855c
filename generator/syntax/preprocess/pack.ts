/** `#pragma pack` as in GCC [GCC 6.62.11] and as in Clang, which follows Microsoft's compiler. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { packsAsGcc, type Target } from "../../targets/target.ts";
import { PREPROCESSOR_WIDTHS } from "../constants/integer-type.ts";
import { numberLiteral } from "../constants/literals.ts";
import { PackWords } from "./pack-words.ts";
import { type Token, tokenSpan } from "./token.ts";

/** In bytes; `undefined` is the natural alignment. */
export type Pack = number | undefined;

interface Saved {
  readonly label: string | undefined;
  readonly pack: Pack;
}

const VALID: ReadonlySet<number> = new Set([0, 1, 2, 4, 8, 16]);

export class PackState {
  private pack: Pack;
  private readonly saved: Saved[] = [];
  private readonly diagnostics: Diagnostic[];
  /** `-fpack-struct=n`, which `#pragma pack()` restores. */
  private readonly initial: Pack;
  private readonly isGnu: boolean;
  private readonly packsAll: boolean;
  private readonly replace: (tokens: readonly Token[]) => readonly Token[];
  /** The token that set the active value. */
  private setAt: Token | undefined;

  /** @param replace replaces macros: GCC does not, and the others do */
  constructor(diagnostics: Diagnostic[], target: Target, replace: (tokens: readonly Token[]) => readonly Token[]) {
    this.diagnostics = diagnostics;
    this.initial = target.pack;
    this.pack = this.initial;
    this.isGnu = packsAsGcc(target);
    this.packsAll = target.packsAll;
    this.replace = replace;
  }

  get current(): Pack {
    return this.pack;
  }

  /** Whether everything behind here is packed alike. */
  isAs(other: PackState): boolean {
    const { saved } = other;
    return (
      this.pack === other.pack &&
      this.saved.length === saved.length &&
      this.saved.every(({ label, pack }, at) => label === saved[at]!.label && pack === saved[at]!.pack)
    );
  }

  /**
   * @param pragma the word `pack`
   * @param rest the tokens after it on the line
   */
  apply(pragma: Token, rest: readonly Token[]): void {
    const words = new PackWords(this.isGnu ? rest : this.replace(rest), this.isGnu);
    const value = words.number === undefined ? undefined : this.valueOf(words.number);
    const problem = this.problem(words, rest, value);
    if (problem !== undefined) this.ignored(pragma, rest, problem);
    else this.follow(words, value, pragma, rest);
  }

  private problem({ problem, number }: PackWords, rest: readonly Token[], value: Pack): string | undefined {
    if (problem !== undefined) return this.macroIn(rest) ?? problem;
    if (number !== undefined && value === undefined) return `'${number.text}' is not 1, 2, 4, 8 or 16`;
    return this.packsAll ? "'-fpack-struct' packs all" : undefined;
  }

  private follow({ action, label }: PackWords, value: Pack, pragma: Token, rest: readonly Token[]): void {
    if (action === "push") this.push(pragma, rest, label);
    else if (action === "pop") this.pop(pragma, rest, label);
    else if (action === "reset") this.set(this.initial, pragma);
    if (value !== undefined) this.set(value === 0 ? this.natural : value, pragma);
  }

  /** Resets packing that a header did not end, so that it does not affect the next one. */
  finishFile(): void {
    if (this.pack !== this.initial && this.pack !== undefined && this.setAt !== undefined) {
      this.diagnostics.push(report(SYNTAX, "W135", tokenSpan(this.setAt), { pack: this.pack }));
    }
    this.saved.length = 0;
    this.pack = this.initial;
  }

  /** What 0 means: GCC forgets `-fpack-struct=2`, too. */
  private get natural(): Pack {
    return this.isGnu ? undefined : this.initial;
  }

  private set(pack: Pack, pragma: Token): void {
    this.pack = pack;
    this.setAt = pragma;
  }

  private push(pragma: Token, rest: readonly Token[], label: string | undefined): void {
    this.saved.push({ label, pack: this.pack });
    const macro = label === undefined ? undefined : this.macroIn(rest);
    if (macro !== undefined) this.ignored(pragma, rest, macro);
  }

  private pop(pragma: Token, rest: readonly Token[], label: string | undefined): void {
    if (this.saved.length === 0) {
      this.diagnostics.push(report(SYNTAX, "W136", lineSpan(pragma, rest), { label, pushed: false }));
      return;
    }
    const found =
      label === undefined ? this.saved.length - 1 : this.saved.findLastIndex((entry) => entry.label === label);
    if (found < 0) this.diagnostics.push(report(SYNTAX, "W136", lineSpan(pragma, rest), { label, pushed: this.isGnu }));
    // With an unknown label GCC pops one entry, and Clang none.
    if (found < 0 && !this.isGnu) return;
    const entry = this.saved.splice(found < 0 ? this.saved.length - 1 : found)[0];
    this.set(entry?.pack, pragma);
  }

  /** `0x1` and `1u` are numbers, too. */
  private valueOf({ text }: Token): number | undefined {
    const constant = numberLiteral(text, PREPROCESSOR_WIDTHS);
    if (constant?.kind !== "integer") return undefined;
    const value = Number(this.isGnu ? BigInt.asIntN(32, constant.value) : constant.value);
    return VALID.has(value) ? value : undefined;
  }

  /** Names the macro that would be the number, were it replaced. */
  private macroIn(rest: readonly Token[]): string | undefined {
    const isNumber = (token: Token) => {
      const [replaced] = token.kind === "identifier" ? this.replace([token]) : [];
      return replaced?.kind === "number" && replaced.text !== token.text;
    };
    const macro = this.isGnu ? rest.find(isNumber) : undefined;
    return macro === undefined ? undefined : `it does not replace the macro '${macro.text}', as Clang does`;
  }

  private ignored(pragma: Token, rest: readonly Token[], reason: string): void {
    const compiler = this.isGnu ? "GCC" : "Clang";
    this.diagnostics.push(report(SYNTAX, "W134", lineSpan(pragma, rest), { compiler, reason }));
  }
}

function lineSpan(pragma: Token, rest: readonly Token[]) {
  return tokenSpan(pragma, rest.at(-1) ?? pragma);
}

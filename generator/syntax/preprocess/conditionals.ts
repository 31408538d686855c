/** `#if … #elif … #else … #endif` of one header [C17 6.10.1]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { describeConstant } from "../constants/describe.ts";
import type { Region } from "./active-comments.ts";
import { condition } from "./conditions.ts";
import type { MacroDefinitions } from "./macro-definitions.ts";
import { type Token, tokenSpan } from "./token.ts";

interface Group {
  readonly opened: Token;
  /** The code around it is compiled. */
  readonly enclosing: boolean;
  /** A branch was taken already. */
  taken: boolean;
  active: boolean;
  sawElse: boolean;
}

export class Conditionals {
  private readonly groups: Group[] = [];
  private readonly regions: Region[] = [];
  private skippedFrom: number | undefined;
  private readonly diagnostics: Diagnostic[];
  private readonly macros: MacroDefinitions;
  private readonly hasInclude: (argument: string) => boolean;

  constructor(diagnostics: Diagnostic[], macros: MacroDefinitions, hasInclude: (argument: string) => boolean) {
    this.diagnostics = diagnostics;
    this.macros = macros;
    this.hasInclude = hasInclude;
  }

  get active(): boolean {
    return this.groups.at(-1)?.active ?? true;
  }

  /** False when the directive is not a conditional one. */
  handle(word: Token, rest: readonly Token[]): boolean {
    switch (word.text) {
      case "if":
      case "ifdef":
      case "ifndef":
        this.open(word, rest);
        break;
      case "elif":
      case "elifdef":
      case "elifndef":
        this.next(word, rest);
        break;
      case "else":
        this.next(word, undefined);
        break;
      case "endif":
        if (this.groups.pop() === undefined) this.unmatched(word);
        break;
      default:
        return false;
    }
    this.noteRegion(word);
    return true;
  }

  finish(): void {
    for (const group of this.groups) {
      this.diagnostics.push(report(SYNTAX, "E104", tokenSpan(group.opened), { directive: group.opened.text }));
    }
  }

  /** @param end offset of the header's end */
  skipped(end: number): readonly Region[] {
    return this.skippedFrom === undefined ? this.regions : [...this.regions, { start: this.skippedFrom, end }];
  }

  private open(word: Token, rest: readonly Token[]): void {
    const enclosing = this.active;
    const taken = enclosing && this.holds(word, rest);
    this.groups.push({ opened: word, enclosing, taken, active: taken, sawElse: false });
  }

  /** @param rest `undefined` for `#else` */
  private next(word: Token, rest: readonly Token[] | undefined): void {
    const group = this.groups.at(-1);
    if (group === undefined || group.sawElse) {
      this.unmatched(word);
      return;
    }
    const takes = group.enclosing && !group.taken && (rest === undefined || this.holds(word, rest));
    group.active = takes;
    group.taken ||= takes;
    group.sawElse = rest === undefined;
  }

  private holds(word: Token, rest: readonly Token[]): boolean {
    if (word.text.endsWith("ndef")) return !this.macros.isDefined(rest[0]?.text ?? "");
    if (word.text.endsWith("def")) return this.macros.isDefined(rest[0]?.text ?? "");
    const macros = this.macros;
    const result = condition(rest, {
      macros,
      isDefined: (name) => macros.isDefined(name),
      hasInclude: this.hasInclude,
    });
    if (result.ok) return result.holds;
    const span = tokenSpan(result.problem.token ?? word);
    this.diagnostics.push(
      report(SYNTAX, "W142", span, { directive: word.text, reason: describeConstant(result.problem) }),
    );
    return false;
  }

  private unmatched(word: Token): void {
    this.diagnostics.push(report(SYNTAX, "E105", tokenSpan(word), { directive: word.text }));
  }

  private noteRegion(word: Token): void {
    if (this.active && this.skippedFrom !== undefined) {
      this.regions.push({ start: this.skippedFrom, end: word.start });
      this.skippedFrom = undefined;
    } else if (!this.active) {
      this.skippedFrom ??= word.end;
    }
  }
}

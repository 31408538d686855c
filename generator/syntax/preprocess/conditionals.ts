/** `#if … #elif … #else … #endif` of a header [C17 6.10.1]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { describeConstant } from "../constants/describe.ts";
import type { Region } from "./active-comments.ts";
import { type ConditionFacts, condition, type Decision } from "./conditions.ts";
import { type Doubt, type Token, tokenSpan } from "./token.ts";

const NEVER: Decision = { holds: false, doubt: undefined };

interface Group {
  readonly opened: Token;
  /** True if the surrounding code is compiled. */
  readonly enclosing: boolean;
  /** True if an earlier branch was taken. */
  taken: boolean;
  active: boolean;
  sawElse: boolean;
  /** Set if it is uncertain whether the right branch was taken. */
  doubt: Doubt | undefined;
}

export class Conditionals {
  private readonly groups: Group[] = [];
  private readonly regions: Region[] = [];
  private skippedFrom: number | undefined;
  private readonly diagnostics: Diagnostic[];
  private readonly facts: ConditionFacts;

  /** The doubt of the `#include` of this header. */
  private readonly outer: Doubt | undefined;

  constructor(diagnostics: Diagnostic[], facts: ConditionFacts, outer?: Doubt) {
    this.diagnostics = diagnostics;
    this.facts = facts;
    this.outer = outer;
  }

  /** The doubt of the outermost uncertain condition. */
  get doubt(): Doubt | undefined {
    if (this.outer !== undefined) return this.outer;
    // Asked for with each line: `find` would take a function for each.
    for (const { doubt } of this.groups) if (doubt !== undefined) return doubt;
    return undefined;
  }

  get active(): boolean {
    return this.groups.at(-1)?.active ?? true;
  }

  /** Undefined if the directive is not conditional. Otherwise the doubt about the text before it. */
  handle(word: Token, rest: readonly Token[]): { readonly doubt: Doubt | undefined } | undefined {
    const before = this.doubt;
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
        return undefined;
    }
    this.noteRegion(word);
    return { doubt: word.text === "endif" && before !== this.doubt ? before : undefined };
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
    const result = enclosing ? this.holds(word, rest) : NEVER;
    const taken = result.holds;
    this.groups.push({ opened: word, enclosing, taken, active: taken, sawElse: false, doubt: result.doubt });
  }

  /** @param rest `undefined` for `#else` */
  private next(word: Token, rest: readonly Token[] | undefined): void {
    const group = this.groups.at(-1);
    if (group === undefined || group.sawElse) {
      this.unmatched(word);
      return;
    }
    const open = group.enclosing && !group.taken;
    const result = open && rest !== undefined ? this.holds(word, rest) : NEVER;
    const takes = open && (rest === undefined || result.holds);
    group.doubt ??= result.doubt;
    group.active = takes;
    group.taken ||= takes;
    group.sawElse = rest === undefined;
  }

  private holds(word: Token, rest: readonly Token[]): Decision {
    const { macros, knowsElifdef } = this.facts;
    const [first] = rest;
    if (!knowsElifdef && word.text.startsWith("elif") && word.text !== "elif") return unknownDirective(word, first);
    if (word.text.endsWith("def")) {
      const name = first?.text ?? "";
      const isDefined = macros.isDefined(name);
      const doubt = isDefined ? macros.bodyDoubt(name) : this.facts.uncertain(name, "defined");
      return { holds: word.text.endsWith("ndef") ? !isDefined : isDefined, doubt };
    }
    const result = condition(rest, this.facts);
    if (result.ok) return result;
    const span = tokenSpan(result.problem.token ?? word);
    const reason = describeConstant(result.problem);
    this.diagnostics.push(report(SYNTAX, "W142", span, { directive: word.text, reason }));
    const on = `#${word.text} in line ${span.start.line}, which cannot be decided`;
    return { holds: false, doubt: { on, hint: "give the macros it needs in the channel's 'defines'", where: "here" } };
  }

  private unmatched(word: Token): void {
    this.diagnostics.push(report(SYNTAX, "E105", tokenSpan(word), { directive: word.text }));
  }

  private noteRegion(word: Token): void {
    if (this.active && this.skippedFrom !== undefined) {
      this.regions.push({ start: this.skippedFrom, end: word.start });
      this.skippedFrom = undefined;
    } else if (!this.active) {
      const isOwn = word.text.startsWith("el") && this.groups.at(-1)?.enclosing === true;
      // A region begins at the directive that skips it.
      if (isOwn && this.skippedFrom !== undefined) {
        this.regions.push({ start: this.skippedFrom, end: word.start });
        this.skippedFrom = word.end;
      }
      this.skippedFrom ??= word.end;
    }
  }
}

/** The compiler skips to `#else` or `#endif`: the branch is never compiled. */
function unknownDirective({ text }: Token, name: Token | undefined): Decision {
  const on = `#${text}, which the compiler ignores in this version or standard`;
  const test = `${text === "elifndef" ? "!" : ""}defined(${name?.text ?? ""})`;
  return { holds: false, doubt: { on, hint: `write '#elif ${test}', in the firmware too`, where: "here" } };
}

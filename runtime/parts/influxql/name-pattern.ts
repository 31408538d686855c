/** Patterns of names and texts from requests, in the syntax of Go that InfluxDB takes. [RE2, syntax] */

import { dictionary } from "../../lib/dictionary.ts";
import { type Characters, matcherOf, type Step, type TextPattern } from "../../model/text-pattern.ts";
import type { NamePattern } from "./statement.ts";
import { InfluxqlError, quoted } from "./tokens.ts";

const LONGEST = 2000;
const MOST_STEPS = 5000;
const MOST_TIMES = 1000;
const DEEPEST = 200;

/** @throws InfluxqlError */
export function namePattern(text: string): NamePattern {
  return { isWanted: matcherOf(textPattern(text)) };
}

/** @throws InfluxqlError for a pattern that is not valid, too large, or has what is not known here (classes like `\pL`, other flags) */
export function textPattern(text: string): TextPattern {
  if (text.length > LONGEST) throw new InfluxqlError(`a pattern has at most ${LONGEST} characters`);
  return new PatternReader(text).pattern();
}

/** Adds its steps before the given one, and gives the first of them. Each call adds other ones. */
type Part = (to: number) => number;
type Ranges = Characters["ranges"];

const DIGITS: Ranges = [[48, 57]];
const UPPER: Ranges = [[65, 90]];
const LOWER: Ranges = [[97, 122]];
const LETTERS: Ranges = [...UPPER, ...LOWER];
const WORD: Ranges = [...DIGITS, ...LETTERS, [95, 95]];
const SPACES: Ranges = [
  [9, 10],
  [12, 13],
  [32, 32],
];
const ESCAPED: Readonly<Record<string, Ranges>> = dictionary({ d: DIGITS, w: WORD, s: SPACES });
const NAMED: Readonly<Record<string, Ranges>> = dictionary({
  digit: DIGITS,
  upper: UPPER,
  lower: LOWER,
  alpha: LETTERS,
  alnum: [...DIGITS, ...LETTERS],
  word: WORD,
  space: [[9, 13], ...SPACES],
  blank: [...single("\t"), ...single(" ")],
  xdigit: [...DIGITS, [65, 70], [97, 102]],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
});
const CONTROLS: Readonly<Record<string, string>> = dictionary({
  n: "\n",
  t: "\t",
  r: "\r",
  f: "\f",
  v: "\v",
  a: "\x07",
});
const PLACES = { A: "beginning", z: "end", b: "edge of a word", B: "no edge of a word" } as const;

class PatternReader {
  readonly #text: string;
  readonly #steps: Step[] = [];
  #at = 0;
  #isCaseless = false;
  #hasLines = false;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  pattern(): TextPattern {
    const part = this.#choices();
    if (this.#at < this.#text.length) this.#refuse();
    return { steps: this.#steps, from: part(this.#add({ kind: "done" })) };
  }

  #refuse(): never {
    const rest = this.#at < this.#text.length ? quoted(this.#text.slice(this.#at)) : "the end";
    throw new InfluxqlError(`the pattern ${quoted(this.#text)} is not understood at ${rest}`);
  }

  #add(step: Step): number {
    if (this.#steps.length >= MOST_STEPS) throw new InfluxqlError(`the pattern ${quoted(this.#text)} is too large`);
    return this.#steps.push(step) - 1;
  }

  /** What stands here of an expression, with its groups. */
  #take(expression: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(expression.source, "suy");
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text) ?? undefined;
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  #choices(): Part {
    const parts = [this.#sequence()];
    while (this.#take(/\|/)) parts.push(this.#sequence());
    if (parts.length === 1) return parts[0]!;
    return (to) => this.#add({ kind: "fork", to: parts.map((part) => part(to)) });
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#text.length && !/[|)]/.test(this.#text[this.#at]!)) parts.push(this.#repeated());
    return (to) => parts.reduceRight((next, part) => part(next), to);
  }

  #repeated(): Part {
    const part = this.#one();
    const times = this.#take(/([*+?]|\{(\d{1,9})(,(\d{1,9})?)?\})\??/);
    if (times === undefined) return part;
    this.#refuseRepetition();
    const [, sign, least, comma, most] = times;
    if (sign === "*") return this.#times(part, 0);
    if (sign === "+") return this.#times(part, 1);
    if (sign === "?") return this.#times(part, 0, 1);
    const [from, to] = [Number(least), most === undefined ? undefined : Number(most)];
    if (from > MOST_TIMES || (to !== undefined && (to > MOST_TIMES || to < from))) this.#refuse();
    return this.#times(part, from, comma === undefined ? from : to);
  }

  #refuseRepetition(): void {
    if (/^([*+?]|\{\d+(,\d*)?\})/.test(this.#text.slice(this.#at))) this.#refuse();
  }

  /** @param most absent: any number */
  #times(part: Part, least: number, most?: number): Part {
    const optional: Part = (to) => this.#add({ kind: "fork", to: [part(to), to] });
    const any: Part = (to) => {
      const ways: number[] = [to];
      const fork = this.#add({ kind: "fork", to: ways });
      ways.push(part(fork));
      return fork;
    };
    // An optional one inside of the one before it: `a{0,2}` is `(a(a)?)?`.
    const nested = (count: number, to: number): number =>
      count === 0 ? to : this.#add({ kind: "fork", to: [part(nested(count - 1, to)), to] });
    const rest: Part = most === undefined ? any : most - least === 1 ? optional : (to) => nested(most - least, to);
    return (to) => Array.from({ length: least }).reduce<number>((next) => part(next), rest(to));
  }

  #one(): Part {
    if (this.#take(/\(/)) return this.#group();
    if (this.#take(/\[/)) return this.#class();
    if (this.#take(/\./)) return this.#characters(this.#hasLines ? [] : single("\n"), true);
    if (this.#take(/\^/)) return (to) => this.#add({ kind: "place", place: "beginning", to });
    if (this.#take(/\$/)) return (to) => this.#add({ kind: "place", place: "end", to });
    const [, place] = this.#take(/\\([AzbB])/) ?? [];
    if (place !== undefined) return (to) => this.#add({ kind: "place", place: PLACES[place as "A"], to });
    const [, kind] = this.#take(/\\([dwsDWS])/) ?? [];
    if (kind !== undefined) return this.#characters(ESCAPED[kind.toLowerCase()]!, kind !== kind.toLowerCase());
    return this.#characters(single(this.#character(/[^\\*+?]/)));
  }

  #characters(ranges: Ranges, isNone = false): Part {
    const isCaseless = this.#isCaseless;
    return (to) => this.#add({ kind: "take", ranges, isNone, isCaseless, to });
  }

  #group(): Part {
    const flags = this.#take(/\?(?:P?<\w+>|([is]*)(?:-([is]+))?([:)]))/);
    if (flags === undefined && this.#take(/\?/)) this.#refuse();
    const [, on = "", off = "", end] = flags ?? [];
    const before = [this.#isCaseless, this.#hasLines] as const;
    this.#isCaseless = (this.#isCaseless || on.includes("i")) && !off.includes("i");
    this.#hasLines = (this.#hasLines || on.includes("s")) && !off.includes("s");
    // Flags alone are for the rest of the group that they stand in.
    if (end === ")") {
      this.#refuseRepetition();
      return (to) => to;
    }
    if (++this.#depth > DEEPEST) this.#refuse();
    const inner = this.#choices();
    if (!this.#take(/\)/)) this.#refuse();
    this.#depth--;
    [this.#isCaseless, this.#hasLines] = before;
    return inner;
  }

  #class(): Part {
    const isNone = this.#take(/\^/) !== undefined;
    const ranges: (readonly [number, number])[] = [];
    let isFirst = true;
    while (isFirst || !this.#take(/\]/)) {
      isFirst = false;
      const [, name] = this.#take(/\[:(\w+):\]/) ?? [];
      const [, kind] = this.#take(/\\([dws])/) ?? [];
      const known = name === undefined ? ESCAPED[kind ?? ""] : NAMED[name];
      if (known === undefined && name !== undefined) this.#refuse();
      if (known === undefined) ranges.push(this.#range());
      else ranges.push(...known);
    }
    return this.#characters(ranges, isNone);
  }

  #range(): readonly [number, number] {
    const first = this.#character(/[^\\]/).codePointAt(0)!;
    if (!this.#take(/-(?!\])/)) return [first, first];
    const last = this.#character(/[^\\]/).codePointAt(0)!;
    if (last < first) this.#refuse();
    return [first, last];
  }

  /** @param plain what stands for itself */
  #character(plain: RegExp): string {
    const [, control] = this.#take(/\\([ntrfva])/) ?? [];
    if (control !== undefined) return CONTROLS[control]!;
    const [, two, braced] = this.#take(/\\x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/) ?? [];
    const code = Number.parseInt(two ?? braced ?? "", 16);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    const [, escaped] = this.#take(/\\([\0-\x7f])/) ?? [];
    if (escaped !== undefined && /[^A-Za-z0-9]/.test(escaped)) return escaped;
    if (escaped !== undefined) this.#at -= 2;
    return this.#take(plain)?.[0] ?? this.#refuse();
  }
}

function single(character: string): Ranges {
  const code = character.codePointAt(0)!;
  return [[code, code]];
}

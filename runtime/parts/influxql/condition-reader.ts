/** Reads what SELECT and SHOW have in common: measurements, and conditions. */

import { dictionary } from "../../lib/dictionary.ts";
import { COMPARISONS, type Comparison, type RowCondition } from "../../model/row-condition.ts";
import { parseTime } from "../../model/time.ts";
import { namePattern, textPattern } from "./name-pattern.ts";
import { type NamePattern, NO_CLAUSES, type QueriedMeasurement, type SelectClauses } from "./statement.ts";
import { isSign, TokenReader } from "./token-reader.ts";
import { InfluxqlError, quoted, type Token } from "./tokens.ts";

/** In one statement: measurements, fields, keys. */
export const MOST_NAMES = 100;

type Written<Of> = { -readonly [Name in keyof Of]: Of[Name] };
export type Clauses = Written<Omit<SelectClauses, "by" | "byTags">> & {
  readonly by: string[];
  readonly byTags: NamePattern[];
};

export function noClauses(timeZone: string): Clauses {
  return { ...NO_CLAUSES, by: [], byTags: [], timeZone };
}

export class ConditionReader extends TokenReader {
  readonly #nowNs: bigint;

  constructor(tokens: readonly Token[], nowNs: bigint) {
    super(tokens);
    this.#nowNs = nowNs;
  }

  protected cast(): void {
    if (!this.takeSign("::")) return;
    const type = this.next();
    if (type?.kind === "word" && /^(field|tag)$/i.test(type.text)) return;
    throw new InfluxqlError("casts are not supported: fields keep their types");
  }

  protected sources(): QueriedMeasurement[] {
    const places = [this.source()];
    while (this.takeSign(",")) places.push(this.source());
    if (places.length > 1 && places.some(({ inner }) => inner !== undefined))
      throw new InfluxqlError("a SELECT inside another one must be alone in FROM");
    if (places.length > MOST_NAMES) throw new InfluxqlError(`at most ${MOST_NAMES} measurements in one statement`);
    return places;
  }

  /** `m`, `policy.m`, `db.policy.m`, `db..m`, and a pattern in the place of `m` */
  protected source(): QueriedMeasurement {
    const parts: string[] = [];
    do {
      const token = this.tokens[this.at];
      if (token?.kind === "pattern") {
        this.at++;
        return { database: parts.length === 2 ? parts[0] : undefined, measurements: namePattern(token.text) };
      }
      parts.push(this.isSign(".") ? "" : this.name("a measurement"));
    } while (this.takeSign("."));
    if (parts.length > 3) throw new InfluxqlError(`${quoted(parts.join("."))} is not a measurement`);
    const measurement = parts.at(-1)!;
    return {
      database: parts.length === 3 ? parts[0] : undefined,
      measurements: { isWanted: (name) => name === measurement },
    };
  }

  /** Limits the time, and gives the other conditions. */
  protected conditions(clauses: Clauses): RowCondition | undefined {
    const choices: (RowCondition | undefined)[] = [];
    const before = { fromNs: clauses.fromNs, toNs: clauses.toNs };
    do {
      const all = [];
      do all.push(this.#comparison(clauses));
      while (this.word("and"));
      choices.push(joined("and", all));
    } while (this.word("or"));
    if (choices.length === 1) return choices[0];
    if (clauses.fromNs !== before.fromNs || clauses.toNs !== before.toNs || choices.includes(undefined))
      throw new InfluxqlError("conditions on the time are joined by AND");
    return joined("or", choices);
  }

  #comparison(clauses: Clauses): RowCondition | undefined {
    if (this.isSign("(")) return this.parenthesised(() => this.conditions(clauses));
    const token = this.next();
    if (token?.kind !== "word" && token?.kind !== "name") this.#oddCondition();
    if (token.text.toLowerCase() !== "time") return this.#condition(token.text);
    const sign = this.next();
    limitTime(clauses, sign?.text ?? "", this.#time(clauses.timeZone));
    return undefined;
  }

  #condition(column: string): RowCondition {
    this.cast();
    const sign = this.next();
    const isFitting = isSign(sign, "=~");
    if (isFitting || isSign(sign, "!~")) {
      const pattern = this.next();
      if (pattern?.kind !== "pattern") throw new InfluxqlError("a pattern like /a.*/ is expected after =~ and !~");
      return { kind: "text", column, pattern: textPattern(pattern.text), fits: isFitting };
    }
    const comparison = COMPARISONS.find((one) => isSign(sign, one)) ?? this.#oddCondition();
    return { kind: "compare", column, comparison, value: this.#comparedValue() };
  }

  #comparedValue(): Extract<RowCondition, { kind: "compare"; comparison: Comparison }>["value"] {
    const isNegative = this.takeSign("-");
    const token = this.next();
    if (token?.kind === "number") return isNegative ? -figureOf(token.text) : figureOf(token.text);
    if (token?.kind === "text" && !isNegative) return token.text;
    const word = token?.kind === "word" && !isNegative ? token.text.toLowerCase() : "";
    return word === "true" ? true : word === "false" ? false : this.#oddCondition();
  }

  #time(timeZone: string): bigint {
    let timeNs = this.#instant(timeZone);
    for (;;) {
      const sign = this.takeSign("+") ? 1n : this.takeSign("-") ? -1n : undefined;
      if (sign === undefined) return timeNs;
      const token = this.next();
      if (token?.kind !== "duration") throw new InfluxqlError("a duration like 1h is expected after a time");
      timeNs += sign * token.ns;
    }
  }

  #instant(timeZone: string): bigint {
    if (this.takeSign("-")) return -this.#instant(timeZone);
    const token = this.next();
    if (token?.kind === "duration") return token.ns;
    if (token?.kind === "number" && /^\d{1,19}$/.test(token.text)) return BigInt(token.text);
    if (token?.kind === "text") {
      try {
        return parseTime(token.text, timeZone);
      } catch (error) {
        throw new InfluxqlError((error as Error).message);
      }
    }
    if (token?.kind === "word" && /^now$/i.test(token.text)) {
      this.expectSign("(");
      this.expectSign(")");
      return this.#nowNs;
    }
    this.at--;
    throw new InfluxqlError(`a time is expected instead of ${this.shown()}`);
  }

  #oddCondition(): never {
    throw new InfluxqlError("a condition compares the time or a column with a value; for others use POST /read/sql");
  }
}

/** Undefined if there is no condition. */
function joined(kind: "and" | "or", given: readonly (RowCondition | undefined)[]): RowCondition | undefined {
  const of = given.filter((one) => one !== undefined);
  return of.length > 1 ? { kind, of } : of[0];
}

/** Without a point, a whole number. */
export function figureOf(text: string): number | bigint {
  return /^\d{1,19}$/.test(text) ? BigInt(text) : Number(text);
}

/** Comparison → offset for the beginning (inclusive) and the end (exclusive). */
const TIME_COMPARISONS: Readonly<Record<string, { readonly from?: bigint; readonly to?: bigint }>> = dictionary({
  ">": { from: 1n },
  ">=": { from: 0n },
  "<": { to: 0n },
  "<=": { to: 1n },
  "=": { from: 0n, to: 1n },
});

function limitTime(clauses: Clauses, sign: string, timeNs: bigint): void {
  const comparison = TIME_COMPARISONS[sign];
  if (comparison === undefined) throw new InfluxqlError(`${quoted(sign)} does not compare times`);
  const { from, to } = comparison;
  if (from !== undefined && (clauses.fromNs === undefined || timeNs + from > clauses.fromNs))
    clauses.fromNs = timeNs + from;
  if (to !== undefined && (clauses.toNs === undefined || timeNs + to < clauses.toNs)) clauses.toNs = timeNs + to;
}

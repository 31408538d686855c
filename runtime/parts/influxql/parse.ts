/**
 * Parses InfluxQL as sent by Grafana's query builder and InfluxDB's own clients. Anything else is refused with a
 * sentence.
 */

import { didYouMean } from "../../lib/nearest.ts";
import { parseTime } from "../../model/time.ts";
import { isTimeZone } from "../../model/time-zone.ts";
import { namePattern } from "./name-pattern.ts";
import {
  AGGREGATES,
  type AggregateName,
  COMPARISONS,
  type Condition,
  type Expression,
  type QueriedMeasurement,
  type Select,
  type SelectedField,
  type Statement,
  TRANSFORMATIONS,
  type TransformationName,
} from "./statement.ts";
import { InfluxqlError, quoted, type Token, tokensOf } from "./tokens.ts";

const MOST_STATEMENTS = 50;
const MOST_FIELDS = 100;
const DEEPEST = 20;
const MOST_VALUES_OF_AN_AVERAGE = 1000;

/**
 * A statement that is not answered is one of kind `refused`: Grafana asks for all series of a panel at once, and shows a statement's error,
 * but of a request that fails only its status.
 * @throws InfluxqlError where no statement is found
 */
export function parseInfluxql(query: string, nowNs: bigint): Statement[] {
  const parser = new Parser(tokensOf(query), nowNs);
  const statements: Statement[] = [];
  while (!parser.isAtEnd) {
    if (parser.takeSign(";")) continue;
    statements.push(parser.wholeStatement());
    if (statements.length > MOST_STATEMENTS) throw new InfluxqlError(`at most ${MOST_STATEMENTS} statements at once`);
  }
  if (statements.length === 0) throw new InfluxqlError('missing required parameter "q": there is no statement');
  return statements;
}

type Clauses = { -readonly [Name in keyof Omit<Select, "kind" | "fields" | "from">]: Select[Name] } & {
  readonly conditions: Condition[];
};

class Parser {
  readonly #tokens: readonly Token[];
  readonly #nowNs: bigint;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], nowNs: bigint) {
    this.#tokens = tokens;
    this.#nowNs = nowNs;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  wholeStatement(): Statement {
    try {
      this.#depth = 0;
      const statement = this.#statement();
      if (!this.isAtEnd) this.expectSign(";");
      return statement;
    } catch (error) {
      if (!(error instanceof InfluxqlError)) throw error;
      this.#skipStatement();
      return { kind: "refused", sentence: error.message };
    }
  }

  #skipStatement(): void {
    while (!this.isAtEnd && !this.#isSign(";")) this.#at++;
  }

  #statement(): Statement {
    if (this.#word("select")) return this.#select();
    if (this.#word("show")) return this.#show();
    if (this.#word("create") && this.#word("database")) {
      this.#name("a database");
      this.#skipStatement();
      return { kind: "create" };
    }
    throw new InfluxqlError(
      `${this.#shown()} is not understood: SELECT, SHOW and CREATE DATABASE are answered; for more there is POST /read/sql`,
    );
  }

  takeSign(sign: string): boolean {
    if (!this.#isSign(sign)) return false;
    this.#at++;
    return true;
  }

  expectSign(sign: string): void {
    if (!this.takeSign(sign)) throw new InfluxqlError(`'${sign}' is expected instead of ${this.#shown()}`);
  }

  // SHOW

  #show(): Statement {
    if (this.#word("databases")) return { kind: "databases" };
    if (this.#word("retention")) {
      this.#expectWord("policies");
      this.#on();
      return { kind: "policies" };
    }
    if (this.#word("measurements")) return this.#list("measurements");
    if (this.#word("field")) {
      this.#expectWord("keys");
      return this.#list("fields");
    }
    if (this.#word("tag") || this.#word("series")) {
      this.#skipStatement();
      return { kind: "tags" };
    }
    throw new InfluxqlError(`SHOW ${this.#shown()} is not supported`);
  }

  #list(kind: "measurements" | "fields"): Statement {
    const database = this.#on();
    let pattern: ReturnType<typeof namePattern> | undefined;
    if (this.#word("with")) {
      this.#expectWord("measurement");
      pattern = this.#pattern();
    }
    const measurements = this.#word("from") ? this.#sources() : undefined;
    if (this.#word("where")) this.#noTags();
    const limit = this.#word("limit") ? this.#count() : undefined;
    const offset = this.#word("offset") ? this.#count() : 0;
    return { kind, database, pattern, measurements, limit, offset };
  }

  #pattern(): ReturnType<typeof namePattern> {
    const token = this.#tokens[this.#at + 1];
    if (this.takeSign("=~") && token?.kind === "pattern") {
      this.#at++;
      return namePattern(token.text);
    }
    this.expectSign("=");
    const name = this.#name("a measurement");
    return { isWanted: (one) => one === name };
  }

  #on(): string | undefined {
    return this.#word("on") ? this.#name("a database") : undefined;
  }

  // SELECT

  #select(): Select {
    const fields = [this.#field()];
    while (this.takeSign(",")) {
      fields.push(this.#field());
      if (fields.length > MOST_FIELDS) throw new InfluxqlError(`at most ${MOST_FIELDS} fields in one statement`);
    }
    if (this.#word("into")) throw new InfluxqlError("SELECT INTO writes; this only reads");
    this.#expectWord("from");
    const from = this.#sources();
    const clauses: Clauses = {
      fromNs: undefined,
      toNs: undefined,
      conditions: [],
      everyNs: undefined,
      fill: "null",
      order: "oldest-first",
      limit: undefined,
      timeZone: "UTC",
    };
    // The time zone is at the end, but applies to times before it.
    clauses.timeZone = this.#zoneAhead();
    if (this.#word("where")) this.#conditions(clauses);
    if (this.#word("group")) this.#groupBy(clauses);
    if (this.#word("fill")) clauses.fill = this.#fill();
    if (this.#word("order")) this.#orderBy(clauses);
    if (this.#word("limit")) clauses.limit = this.#count();
    if (this.#word("offset")) this.#only(0n, "OFFSET");
    if (this.#word("slimit") && this.#count() < 1) throw new InfluxqlError("SLIMIT 0 leaves nothing");
    if (this.#word("soffset")) this.#only(0n, "SOFFSET");
    if (this.#word("tz")) this.#parenthesised(() => this.#text());
    return { kind: "select", fields, from, ...clauses };
  }

  #field(): SelectedField {
    const expression = this.#sum();
    const alias = this.#word("as") ? this.#name("a name behind AS") : undefined;
    return { expression, alias };
  }

  #sum(): Expression {
    return this.#operations(["+", "-"], () => this.#operations(["*", "/", "%"], () => this.#factor()));
  }

  #operations(operators: readonly ("+" | "-" | "*" | "/" | "%")[], next: () => Expression): Expression {
    let left = next();
    for (;;) {
      const operator = operators.find((one) => this.takeSign(one));
      if (operator === undefined) return left;
      left = { kind: "operation", operator, left, right: next() };
      // A long chain becomes a deep tree.
      if (++this.#depth > MOST_FIELDS * DEEPEST) throw new InfluxqlError("the expression is too long");
    }
  }

  #factor(): Expression {
    if (++this.#depth > MOST_FIELDS * DEEPEST) throw new InfluxqlError("the expression is too long");
    if (this.takeSign("-"))
      return { kind: "operation", operator: "*", left: { kind: "number", value: -1 }, right: this.#factor() };
    if (this.#isSign("(")) return this.#parenthesised(() => this.#sum());
    if (this.takeSign("*")) {
      this.#cast();
      return { kind: "all" };
    }
    const token = this.#tokens[this.#at++];
    if (token?.kind === "number") return { kind: "number", value: Number(token.text) };
    if (token?.kind === "word" && this.#isSign("(")) return this.#call(token.text.toLowerCase());
    if (token?.kind !== "name" && token?.kind !== "word") {
      this.#at--;
      throw new InfluxqlError(`a field is expected instead of ${this.#shown()}`);
    }
    this.#cast();
    return { kind: "column", name: token.text };
  }

  #call(name: string): Expression {
    const aggregate = AGGREGATES.find((one) => one === name);
    const transformation = TRANSFORMATIONS.find((one) => one === name);
    if (aggregate !== undefined) return this.#aggregate(aggregate);
    if (transformation !== undefined) return this.#transformation(transformation);
    const known = [...AGGREGATES, ...TRANSFORMATIONS];
    throw new InfluxqlError(
      `${name}() is not supported${didYouMean(name, known)}; known are ${known.join(", ")}, and POST /read/sql has all of SQL`,
    );
  }

  #aggregate(of: AggregateName): Expression {
    return this.#parenthesised((): Expression => {
      const inner = this.#factor();
      if (inner.kind === "all") return { kind: "aggregate", of, column: undefined };
      if (inner.kind !== "column") throw new InfluxqlError(`${of}() needs a field`);
      return { kind: "aggregate", of, column: inner.name };
    });
  }

  #transformation(of: TransformationName): Expression {
    return this.#parenthesised((): Expression => {
      const inner = this.#sum();
      const token = this.takeSign(",") ? this.#tokens[this.#at++] : undefined;
      return { kind: "transformation", of, inner, parameter: parameterOf(of, token) };
    });
  }

  #cast(): void {
    if (!this.takeSign("::")) return;
    const type = this.#tokens[this.#at++];
    if (type?.kind === "word" && /^(field|tag)$/i.test(type.text)) return;
    throw new InfluxqlError("casts are not supported: fields keep their types");
  }

  #sources(): QueriedMeasurement[] {
    const places = [this.#source()];
    while (this.takeSign(",")) places.push(this.#source());
    if (places.length > MOST_FIELDS) throw new InfluxqlError(`at most ${MOST_FIELDS} measurements in one statement`);
    return places;
  }

  /** `m`, `policy.m`, `db.policy.m`, `db..m`, and a pattern in the place of `m` */
  #source(): QueriedMeasurement {
    if (this.#isSign("(")) throw new InfluxqlError("a SELECT inside another one is not supported");
    const parts: string[] = [];
    do {
      const token = this.#tokens[this.#at];
      if (token?.kind === "pattern") {
        this.#at++;
        return { database: parts.length === 2 ? parts[0] : undefined, measurements: namePattern(token.text) };
      }
      parts.push(this.#isSign(".") ? "" : this.#name("a measurement"));
    } while (this.takeSign("."));
    if (parts.length > 3) throw new InfluxqlError(`${quoted(parts.join("."))} is not a measurement`);
    const measurement = parts.at(-1)!;
    return {
      database: parts.length === 3 ? parts[0] : undefined,
      measurements: { isWanted: (name) => name === measurement },
    };
  }

  #conditions(clauses: Clauses): void {
    do {
      if (this.#isSign("(")) {
        this.#parenthesised(() => this.#conditions(clauses));
        continue;
      }
      const token = this.#tokens[this.#at++];
      if (token?.kind !== "word" && token?.kind !== "name") this.#noTags();
      if (token.text.toLowerCase() !== "time") {
        clauses.conditions.push(this.#condition(token.text));
        continue;
      }
      const sign = this.#tokens[this.#at++];
      const timeNs = this.#time(clauses.timeZone);
      limitTime(clauses, sign?.text ?? "", timeNs);
    } while (this.#word("and"));
    if (this.#word("or")) throw new InfluxqlError("conditions are joined by AND");
  }

  #condition(column: string): Condition {
    const sign = this.#tokens[this.#at++];
    const comparison = COMPARISONS.find((one) => isSign(sign, one)) ?? this.#noTags();
    const isNegative = this.takeSign("-");
    const token = this.#tokens[this.#at++];
    if (token?.kind !== "number") this.#noTags();
    return { column, comparison, number: Number(token.text) * (isNegative ? -1 : 1) };
  }

  #time(timeZone: string): bigint {
    let timeNs = this.#instant(timeZone);
    for (;;) {
      const sign = this.takeSign("+") ? 1n : this.takeSign("-") ? -1n : undefined;
      if (sign === undefined) return timeNs;
      const token = this.#tokens[this.#at++];
      if (token?.kind !== "duration") throw new InfluxqlError("a duration like 1h is expected after a time");
      timeNs += sign * token.ns;
    }
  }

  #instant(timeZone: string): bigint {
    if (this.takeSign("-")) return -this.#instant(timeZone);
    const token = this.#tokens[this.#at++];
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
    this.#at--;
    throw new InfluxqlError(`a time is expected instead of ${this.#shown()}`);
  }

  #groupBy(clauses: Clauses): void {
    this.#expectWord("by");
    do {
      if (this.takeSign("*")) continue;
      if (!this.#word("time"))
        throw new InfluxqlError(`${this.#shown()}: rows are grouped by time only; tags are columns here`);
      this.#parenthesised(() => {
        const token = this.#tokens[this.#at++];
        if (token?.kind !== "duration" || token.ns === 0n)
          throw new InfluxqlError("time() needs a duration, like time(1m)");
        clauses.everyNs = token.ns;
        if (this.takeSign(",")) this.#only(0n, "an offset in time()");
      });
    } while (this.takeSign(","));
  }

  #fill(): Select["fill"] {
    return this.#parenthesised((): Select["fill"] => {
      const sign = this.takeSign("-") ? -1 : 1;
      const token = this.#tokens[this.#at++];
      if (token?.kind === "number") return sign * Number(token.text);
      const word = token?.text.toLowerCase();
      if (word === "none" || word === "null" || word === "previous" || word === "linear") return word;
      throw new InfluxqlError("fill() takes null, none, previous, linear or a number");
    });
  }

  #orderBy(clauses: Clauses): void {
    this.#expectWord("by");
    this.#expectWord("time");
    if (this.#word("desc")) clauses.order = "newest-first";
    else this.#word("asc");
  }

  #zoneAhead(): string {
    for (let at = this.#at; at < this.#tokens.length && !isSign(this.#tokens[at], ";"); at++) {
      const [word, open, zone] = this.#tokens.slice(at, at + 3);
      if (word?.kind !== "word" || !/^tz$/i.test(word.text) || !isSign(open, "(") || zone?.kind !== "text") continue;
      if (!isTimeZone(zone.text)) throw new InfluxqlError(`there is no time zone ${quoted(zone.text)}`);
      return zone.text;
    }
    return "UTC";
  }

  // Tokens

  #parenthesised<T>(inner: () => T): T {
    this.expectSign("(");
    if (++this.#depth > MOST_FIELDS * DEEPEST) throw new InfluxqlError("the query is nested too deeply");
    const result = inner();
    this.expectSign(")");
    return result;
  }

  #text(): string {
    const token = this.#tokens[this.#at++];
    if (token?.kind !== "text") throw new InfluxqlError("a text in single quotes is expected");
    return token.text;
  }

  #name(what: string): string {
    const token = this.#tokens[this.#at++];
    if (token?.kind === "pattern") throw new InfluxqlError("measurements must be named one by one, not by a pattern");
    if (token?.kind === "name" || token?.kind === "word") return token.text;
    this.#at--;
    throw new InfluxqlError(`${what} is expected instead of ${this.#shown()}`);
  }

  #count(): number {
    const token = this.#tokens[this.#at++];
    if (token?.kind !== "number" || !/^\d{1,9}$/.test(token.text))
      throw new InfluxqlError("a number is expected after LIMIT");
    return Number(token.text);
  }

  #only(wanted: bigint, what: string): void {
    const token = this.#tokens[this.#at++];
    const given =
      token?.kind === "duration" ? token.ns : token?.kind === "number" ? BigInt(Math.ceil(Number(token.text))) : -1n;
    if (given !== wanted) throw new InfluxqlError(`${what} is not supported`);
  }

  #noTags(): never {
    throw new InfluxqlError(
      "conditions can only test the time, and compare a field with a number; for others use POST /read/sql",
    );
  }

  #word(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "word" || token.text.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  #expectWord(word: string): void {
    if (!this.#word(word)) throw new InfluxqlError(`${word.toUpperCase()} is expected instead of ${this.#shown()}`);
  }

  #isSign(sign: string): boolean {
    return isSign(this.#tokens[this.#at], sign);
  }

  #shown(): string {
    const token = this.#tokens[this.#at];
    return token === undefined ? "the end" : quoted(token.text);
  }
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === "sign" && token.text === sign;
}

/** Comparison → offset for the beginning (inclusive) and the end (exclusive). */
const TIME_COMPARISONS: Readonly<Record<string, { readonly from?: bigint; readonly to?: bigint }>> = {
  ">": { from: 1n },
  ">=": { from: 0n },
  "<": { to: 0n },
  "<=": { to: 1n },
  "=": { from: 0n, to: 1n },
};

function limitTime(clauses: Clauses, sign: string, timeNs: bigint): void {
  const comparison = TIME_COMPARISONS[sign];
  if (comparison === undefined) throw new InfluxqlError(`${quoted(sign)} does not compare times`);
  const { from, to } = comparison;
  if (from !== undefined && (clauses.fromNs === undefined || timeNs + from > clauses.fromNs))
    clauses.fromNs = timeNs + from;
  if (to !== undefined && (clauses.toNs === undefined || timeNs + to < clauses.toNs)) clauses.toNs = timeNs + to;
}

/** A transformation's second argument. @throws InfluxqlError */
function parameterOf(of: TransformationName, token: Token | undefined): number | bigint | undefined {
  if (of === "moving_average") {
    const values = token?.kind === "number" ? Number(token.text) : Number.NaN;
    if (Number.isInteger(values) && values >= 2 && values <= MOST_VALUES_OF_AN_AVERAGE) return values;
    throw new InfluxqlError(`moving_average() is over 2 to ${MOST_VALUES_OF_AN_AVERAGE} values`);
  }
  if (token === undefined) return undefined;
  if (token.kind === "duration" && token.ns !== 0n && of.endsWith("derivative")) return token.ns;
  throw new InfluxqlError(`the second argument of ${of}() is not valid`);
}

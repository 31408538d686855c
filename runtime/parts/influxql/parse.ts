/**
 * Parses InfluxQL as sent by Grafana's query builder and InfluxDB's own clients. Anything else is refused with a
 * sentence.
 */

import { didYouMean } from "../../lib/nearest.ts";
import { COMPARISONS, type Comparison, type RowCondition } from "../../model/row-condition.ts";
import { parseTime } from "../../model/time.ts";
import { isTimeZone } from "../../model/time-zone.ts";
import { aggregateParameter, checkArguments, parameterOf } from "./arguments.ts";
import { namePattern, textPattern } from "./name-pattern.ts";
import {
  AGGREGATES,
  type AggregateName,
  type Expression,
  type Fill,
  type Listing,
  MATH,
  type MathName,
  type NamePattern,
  NO_CLAUSES,
  OF_VALUES,
  type QueriedMeasurement,
  type Select,
  type SelectClauses,
  type SelectedField,
  type Statement,
  TRANSFORMATIONS,
  type TransformationName,
} from "./statement.ts";
import { isSign, TokenReader } from "./token-reader.ts";
import { InfluxqlError, quoted, type Token, tokensOf } from "./tokens.ts";

const MOST_STATEMENTS = 50;
const MOST_FIELDS = 100;
const DEEPEST = 20;
const MOST_GROUPINGS = 20;

/**
 * A statement that is not answered is one of kind `refused`: Grafana asks for all series of a panel at once, and shows a statement's error,
 * but of a request that fails only its status.
 * @throws InfluxqlError where no statement is found
 */
export function parseInfluxql(query: string, nowNs: bigint, bound?: ReadonlyMap<string, Token>): Statement[] {
  const parser = new Parser(tokensOf(query, bound), nowNs);
  const statements: Statement[] = [];
  while (!parser.isAtEnd) {
    if (parser.takeSign(";")) continue;
    statements.push(parser.wholeStatement());
    if (statements.length > MOST_STATEMENTS) throw new InfluxqlError(`at most ${MOST_STATEMENTS} statements at once`);
  }
  if (statements.length === 0) throw new InfluxqlError('missing required parameter "q": there is no statement');
  return statements;
}

type Written<Of> = { -readonly [Name in keyof Of]: Of[Name] };
type Clauses = Written<Omit<SelectClauses, "by" | "byTags">> & {
  readonly by: string[];
  readonly byTags: NamePattern[];
};

function noClauses(timeZone: string): Clauses {
  return { ...NO_CLAUSES, by: [], byTags: [], timeZone };
}

class Parser extends TokenReader {
  readonly #nowNs: bigint;
  #isInner = false;

  constructor(tokens: readonly Token[], nowNs: bigint) {
    super(tokens);
    this.#nowNs = nowNs;
  }

  wholeStatement(): Statement {
    try {
      this.depth = 0;
      this.#isInner = false;
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
    while (!this.isAtEnd && !this.isSign(";")) this.at++;
  }

  #statement(): Statement {
    if (this.word("select")) return this.#select();
    if (this.word("show")) return this.#show();
    if (this.word("create") && this.word("database")) {
      this.name("a database");
      this.#skipStatement();
      return { kind: "create" };
    }
    throw new InfluxqlError(
      `${this.shown()} is not understood: SELECT, SHOW and CREATE DATABASE are answered; for more there is POST /read/sql`,
    );
  }

  // SHOW

  #show(): Statement {
    if (this.word("databases")) return { kind: "databases" };
    if (this.word("retention")) {
      this.expectWord("policies");
      this.#on();
      return { kind: "policies" };
    }
    if (this.word("measurements")) return this.#list("measurements");
    if (this.word("field")) {
      this.expectWord("keys");
      return this.#list("fields");
    }
    if (this.word("series")) return this.#list("series");
    if (this.word("tag")) {
      if (this.word("values")) return this.#list("tag-values");
      this.expectWord("keys");
      return this.#list("tag-keys");
    }
    throw new InfluxqlError(`SHOW ${this.shown()} is not supported`);
  }

  #list(kind: Listing["kind"]): Listing {
    const database = this.#on();
    const isOfNames = kind === "measurements";
    const pattern = isOfNames && this.word("with") ? this.#measurementPattern() : undefined;
    const measurements = this.word("from") ? this.#sources() : undefined;
    const hasKeys = kind === "tag-values" || (kind === "tag-keys" && this.isWord("with"));
    const keys = hasKeys ? this.#keys() : undefined;
    const where = this.word("where") ? this.#listed(kind) : undefined;
    const limit = this.word("limit") ? this.count("LIMIT") : undefined;
    const offset = this.word("offset") ? this.count("OFFSET") : 0;
    return { kind, database, pattern, measurements, keys, where, limit, offset };
  }

  #measurementPattern(): ReturnType<typeof namePattern> {
    this.expectWord("measurement");
    return this.#pattern();
  }

  /** `WITH KEY = host`, `!= host`, `=~ /^h/`, `!~ /^h/`, `IN (host, "data center")` */
  #keys(): NamePattern {
    this.expectWord("with");
    this.expectWord("key");
    const sign = ["=", "!=", "=~", "!~"].find((one) => this.takeSign(one));
    if (sign === "=~" || sign === "!~") {
      const token = this.next();
      if (token?.kind !== "pattern") throw new InfluxqlError("a pattern like /a.*/ is expected after =~ and !~");
      const { isWanted } = namePattern(token.text);
      return { isWanted: (name) => isWanted(name) === (sign === "=~") };
    }
    if (sign !== undefined) {
      const key = this.name("a key");
      return { isWanted: (name) => (name === key) === (sign === "=") };
    }
    this.expectWord("in");
    return this.parenthesised(() => {
      const keys = new Set([this.name("a key")]);
      while (this.takeSign(",")) keys.add(this.name("a key"));
      if (keys.size > MOST_FIELDS) throw new InfluxqlError(`at most ${MOST_FIELDS} keys in one statement`);
      return { isWanted: (name) => keys.has(name) };
    });
  }

  /** Lists are of everything that is stored, whatever its time. [InfluxDB 1.6.7] */
  #listed(kind: Listing["kind"]): RowCondition | undefined {
    const clauses = noClauses("UTC");
    const where = this.#conditions(clauses);
    const isTimed = clauses.fromNs !== undefined || clauses.toNs !== undefined;
    if (kind === "measurements" && isTimed)
      throw new InfluxqlError("SHOW MEASUREMENTS doesn't support time in WHERE clause");
    return where;
  }

  #pattern(): ReturnType<typeof namePattern> {
    const token = this.tokens[this.at + 1];
    if (this.takeSign("=~") && token?.kind === "pattern") {
      this.at++;
      return namePattern(token.text);
    }
    this.expectSign("=");
    const name = this.name("a measurement");
    return { isWanted: (one) => one === name };
  }

  #on(): string | undefined {
    return this.word("on") ? this.name("a database") : undefined;
  }

  // SELECT

  #select(): Select {
    const fields = [this.#field()];
    while (this.takeSign(",")) {
      fields.push(this.#field());
      if (fields.length > MOST_FIELDS) throw new InfluxqlError(`at most ${MOST_FIELDS} fields in one statement`);
    }
    if (this.word("into")) throw new InfluxqlError("SELECT INTO writes; this only reads");
    this.expectWord("from");
    const from = this.#sources();
    // The time zone is at the end, but applies to times before it.
    const clauses = noClauses(this.#zoneAhead());
    if (this.word("where")) clauses.where = this.#conditions(clauses);
    if (this.word("group")) this.#groupBy(clauses);
    if (this.word("fill")) clauses.fill = this.#fill();
    if (this.word("order")) this.#orderBy(clauses);
    if (this.word("limit")) clauses.limit = this.count("LIMIT");
    if (this.word("offset")) clauses.offset = this.count("OFFSET");
    if (this.word("slimit")) clauses.seriesLimit = this.count("SLIMIT");
    if (this.word("soffset")) clauses.seriesOffset = this.count("SOFFSET");
    if (this.word("tz")) this.parenthesised(() => this.text());
    return { kind: "select", fields, from, ...clauses };
  }

  #field(): SelectedField {
    const expression = this.#sum();
    const alias = this.word("as") ? this.name("a name behind AS") : undefined;
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
      if (++this.depth > MOST_FIELDS * DEEPEST) throw new InfluxqlError("the expression is too long");
    }
  }

  #factor(): Expression {
    if (++this.depth > MOST_FIELDS * DEEPEST) throw new InfluxqlError("the expression is too long");
    if (this.takeSign("-"))
      return { kind: "operation", operator: "*", left: { kind: "number", value: -1n }, right: this.#factor() };
    if (this.isSign("(")) return this.parenthesised(() => this.#sum());
    if (this.isWord("distinct") && !this.isWordBefore("distinct", "(")) {
      this.at++;
      return { kind: "aggregate", of: "distinct", column: this.name("a field") };
    }
    if (this.takeSign("*")) {
      this.#cast();
      return { kind: "all" };
    }
    const token = this.next();
    if (token?.kind === "number") return { kind: "number", value: figureOf(token.text) };
    if (token?.kind === "pattern") return { kind: "all", among: namePattern(token.text) };
    if (token?.kind === "word" && this.isSign("(")) return this.#call(token.text.toLowerCase());
    if (token?.kind !== "name" && token?.kind !== "word") {
      this.at--;
      throw new InfluxqlError(`a field is expected instead of ${this.shown()}`);
    }
    this.#cast();
    return { kind: "column", name: token.text };
  }

  #call(name: string): Expression {
    const of = [...AGGREGATES, ...OF_VALUES].find((one) => one === name);
    const transformation = TRANSFORMATIONS.find((one) => one === name);
    const math = MATH.find((one) => one === name);
    if (of !== undefined) return this.parenthesised(() => this.#aggregate(of));
    if (transformation !== undefined) return this.#transformation(transformation);
    if (math !== undefined) return this.#math(math);
    const known = [...AGGREGATES, ...OF_VALUES, ...TRANSFORMATIONS, ...MATH].filter((one) => one !== "count_distinct");
    throw new InfluxqlError(
      `${name}() is not supported${didYouMean(name, known)}; known are ${known.join(", ")}, and POST /read/sql has all of SQL`,
    );
  }

  #aggregate(of: AggregateName): Expression {
    const inner = this.#factor();
    if (of === "count" && inner.kind === "aggregate" && inner.of === "distinct")
      return { ...inner, of: "count_distinct" };
    if (inner.kind !== "all" && inner.kind !== "column") throw new InfluxqlError(`${of}() needs a field`);
    const column = inner.kind === "column" ? { column: inner.name } : { column: undefined, ...inner };
    const given: string[] = [];
    let parameter: bigint | number | undefined;
    while (this.takeSign(",")) {
      const token = this.next();
      if (token?.kind === "word" || token?.kind === "name") given.push(token.text);
      else parameter = aggregateParameter(of, token);
    }
    checkArguments(of, parameter, given);
    return {
      ...column,
      kind: "aggregate",
      of,
      ...(parameter !== undefined && { parameter }),
      ...(given.length > 0 && { tags: given }),
    };
  }

  #math(of: MathName): Expression {
    const given = this.parenthesised(() => {
      const all = [this.#sum()];
      while (this.takeSign(",")) all.push(this.#sum());
      return all;
    });
    const wanted = of === "atan2" || of === "pow" || of === "log" ? 2 : 1;
    if (given.length !== wanted)
      throw new InfluxqlError(`${of}() takes ${wanted} ${wanted === 1 ? "value" : "values"}`);
    return { kind: "math", of, given };
  }

  #transformation(of: TransformationName): Expression {
    return this.parenthesised((): Expression => {
      const inner = this.#sum();
      const token = this.takeSign(",") ? this.next() : undefined;
      return { kind: "transformation", of, inner, parameter: parameterOf(of, token) };
    });
  }

  #cast(): void {
    if (!this.takeSign("::")) return;
    const type = this.next();
    if (type?.kind === "word" && /^(field|tag)$/i.test(type.text)) return;
    throw new InfluxqlError("casts are not supported: fields keep their types");
  }

  #sources(): QueriedMeasurement[] {
    const places = [this.#source()];
    while (this.takeSign(",")) places.push(this.#source());
    if (places.length > 1 && places.some(({ inner }) => inner !== undefined))
      throw new InfluxqlError("a SELECT inside another one must be alone in FROM");
    if (places.length > MOST_FIELDS) throw new InfluxqlError(`at most ${MOST_FIELDS} measurements in one statement`);
    return places;
  }

  #inner(): QueriedMeasurement {
    if (this.#isInner) throw new InfluxqlError("only one SELECT may be inside another one");
    this.#isInner = true;
    const inner = this.parenthesised(() => {
      this.expectWord("select");
      return this.#select();
    });
    this.#isInner = false;
    return { database: undefined, measurements: { isWanted: () => false }, inner };
  }

  /** `m`, `policy.m`, `db.policy.m`, `db..m`, and a pattern in the place of `m` */
  #source(): QueriedMeasurement {
    if (this.isSign("(")) return this.#inner();
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
  #conditions(clauses: Clauses): RowCondition | undefined {
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
    if (this.isSign("(")) return this.parenthesised(() => this.#conditions(clauses));
    const token = this.next();
    if (token?.kind !== "word" && token?.kind !== "name") this.#oddCondition();
    if (token.text.toLowerCase() !== "time") return this.#condition(token.text);
    const sign = this.next();
    limitTime(clauses, sign?.text ?? "", this.#time(clauses.timeZone));
    return undefined;
  }

  #condition(column: string): RowCondition {
    this.#cast();
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

  #groupBy(clauses: Clauses): void {
    this.expectWord("by");
    do {
      if (this.takeSign("*")) {
        clauses.byTags.push({ isWanted: () => true });
        continue;
      }
      const token = this.tokens[this.at];
      if (token?.kind === "pattern") {
        this.at++;
        clauses.byTags.push(namePattern(token.text));
        continue;
      }
      if (this.isWordBefore("time", "(")) {
        this.at++;
        this.parenthesised(() => this.#interval(clauses));
        continue;
      }
      const name = this.name("time() or a column");
      this.#cast();
      if (!clauses.by.includes(name)) clauses.by.push(name);
      if (clauses.by.length > MOST_GROUPINGS)
        throw new InfluxqlError(`rows are grouped by at most ${MOST_GROUPINGS} columns`);
    } while (this.takeSign(","));
  }

  #interval(clauses: Clauses): void {
    const token = this.next();
    if (token?.kind !== "duration" || token.ns === 0n)
      throw new InfluxqlError("time() needs a duration, like time(1m)");
    clauses.everyNs = token.ns;
    if (!this.takeSign(",")) return;
    const isNegative = this.takeSign("-");
    const later = this.next();
    if (later?.kind !== "duration") throw new InfluxqlError("the offset in time() is a duration, like time(1h, 15m)");
    clauses.offsetNs = (isNegative ? -later.ns : later.ns) % token.ns;
  }

  #fill(): Fill {
    return this.parenthesised((): Fill => {
      const isNegative = this.takeSign("-");
      const token = this.next();
      if (token?.kind === "number") return isNegative ? -figureOf(token.text) : figureOf(token.text);
      const word = token?.text.toLowerCase();
      if (word === "none" || word === "null" || word === "previous" || word === "linear") return word;
      throw new InfluxqlError("fill() takes null, none, previous, linear or a number");
    });
  }

  #orderBy(clauses: Clauses): void {
    this.expectWord("by");
    this.expectWord("time");
    if (this.word("desc")) clauses.order = "newest-first";
    else this.word("asc");
  }

  #zoneAhead(): string {
    let depth = 0;
    for (let at = this.at; at < this.tokens.length && !isSign(this.tokens[at], ";") && depth >= 0; at++) {
      const [word, open, zone] = this.tokens.slice(at, at + 3);
      if (isSign(word, "(")) depth++;
      if (isSign(word, ")")) depth--;
      if (depth !== 0 || word?.kind !== "word" || !/^tz$/i.test(word.text)) continue;
      if (!isSign(open, "(") || zone?.kind !== "text") continue;
      if (!isTimeZone(zone.text)) throw new InfluxqlError(`there is no time zone ${quoted(zone.text)}`);
      return zone.text;
    }
    return "UTC";
  }

  // Tokens

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
function figureOf(text: string): number | bigint {
  return /^\d{1,19}$/.test(text) ? BigInt(text) : Number(text);
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

/**
 * Parses InfluxQL as sent by Grafana's query builder and InfluxDB's own clients. Anything else is refused with a
 * sentence.
 */

import { didYouMean } from "../../lib/nearest.ts";
import { isTimeZone } from "../../model/time-zone.ts";
import { aggregateParameter, checkArguments, parameterOf } from "./arguments.ts";
import { type Clauses, figureOf, MOST_NAMES, noClauses } from "./condition-reader.ts";
import { namePattern } from "./name-pattern.ts";
import { ShowReader } from "./show-reader.ts";
import {
  AGGREGATES,
  type AggregateName,
  type Expression,
  type Fill,
  MATH,
  type MathName,
  OF_VALUES,
  type QueriedMeasurement,
  type Select,
  type SelectedField,
  type Statement,
  TRANSFORMATIONS,
  type TransformationName,
} from "./statement.ts";
import { isSign } from "./token-reader.ts";
import { InfluxqlError, quoted, type Token, tokensOf } from "./tokens.ts";

const MOST_STATEMENTS = 50;
const DEEPEST = 20;
const MOST_SELECTS = 5;
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

class Parser extends ShowReader {
  #selects = 0;

  wholeStatement(): Statement {
    try {
      this.depth = 0;
      this.#selects = 0;
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
    if (this.word("show")) return this.show();
    if (this.word("create") && this.word("database")) {
      this.name("a database");
      this.#skipStatement();
      return { kind: "create" };
    }
    throw new InfluxqlError(
      `${this.shown()} is not understood: SELECT, SHOW and CREATE DATABASE are answered; for more there is POST /read/sql`,
    );
  }

  // SELECT

  #select(): Select {
    const fields = [this.#field()];
    while (this.takeSign(",")) {
      fields.push(this.#field());
      if (fields.length > MOST_NAMES) throw new InfluxqlError(`at most ${MOST_NAMES} fields in one statement`);
    }
    if (this.word("into")) throw new InfluxqlError("SELECT INTO writes; this only reads");
    this.expectWord("from");
    const from = this.sources();
    // The time zone is at the end, but applies to times before it.
    const clauses = noClauses(this.#zoneAhead());
    if (this.word("where")) clauses.where = this.conditions(clauses);
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
      if (++this.depth > MOST_NAMES * DEEPEST) throw new InfluxqlError("the expression is too long");
    }
  }

  #factor(): Expression {
    if (++this.depth > MOST_NAMES * DEEPEST) throw new InfluxqlError("the expression is too long");
    if (this.takeSign("-"))
      return { kind: "operation", operator: "*", left: { kind: "number", value: -1n }, right: this.#factor() };
    if (this.isSign("(")) return this.parenthesised(() => this.#sum());
    if (this.isWord("distinct") && !this.isWordBefore("distinct", "(")) {
      this.at++;
      return { kind: "aggregate", of: "distinct", column: this.name("a field") };
    }
    if (this.takeSign("*")) {
      this.cast();
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
    this.cast();
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

  protected override source(): QueriedMeasurement {
    return this.isSign("(") ? this.#inner() : super.source();
  }

  #inner(): QueriedMeasurement {
    if (++this.#selects > MOST_SELECTS)
      throw new InfluxqlError(`at most ${MOST_SELECTS} SELECTs may be inside one another`);
    const inner = this.parenthesised(() => {
      this.expectWord("select");
      return this.#select();
    });
    this.#selects--;
    return { database: undefined, measurements: { isWanted: () => false }, inner };
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
      this.cast();
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
    // `ORDER BY DESC` is by time, too.
    if (!this.isWord("asc") && !this.isWord("desc")) this.expectWord("time");
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
}

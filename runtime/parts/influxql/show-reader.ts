/** Reads what SHOW asks for. */

import type { RowCondition } from "../../model/row-condition.ts";
import { ConditionReader, MOST_NAMES, noClauses } from "./condition-reader.ts";
import { namePattern } from "./name-pattern.ts";
import type { Listing, NamePattern, Statement } from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

const COUNTED: Readonly<Record<Listing["kind"], string>> = {
  measurements: "MEASUREMENT",
  series: "SERIES",
  fields: "FIELD KEY",
  "tag-keys": "TAG KEY",
  "tag-values": "TAG VALUES",
};

export class ShowReader extends ConditionReader {
  protected show(): Statement {
    if (this.word("databases")) return { kind: "databases" };
    if (this.word("retention")) {
      this.expectWord("policies");
      this.#on();
      return { kind: "policies" };
    }
    if (this.word("measurements")) return this.#list("measurements");
    if (this.word("measurement")) return this.#list("measurements", this.#expectCount());
    if (this.word("series")) return this.#list("series", this.#count());
    if (this.word("field")) return this.#list("fields", this.#countOf("key", "keys"));
    if (this.word("tag")) {
      if (this.word("values")) return this.#list("tag-values", this.#count());
      return this.#list("tag-keys", this.#countOf("key", "keys"));
    }
    throw new InfluxqlError(`SHOW ${this.shown()} is not supported`);
  }

  #countOf(one: string, several: string): Listing["counted"] {
    if (this.word(one)) return this.#expectCount();
    this.expectWord(several);
    return undefined;
  }

  #count(): Listing["counted"] {
    return this.isWord("cardinality") || this.isWord("exact") ? this.#expectCount() : undefined;
  }

  #expectCount(): Listing["counted"] {
    const isExact = this.word("exact");
    this.expectWord("cardinality");
    return isExact ? "exact" : "roughly";
  }

  #list(kind: Listing["kind"], counted?: Listing["counted"]): Listing {
    const database = this.#on();
    const isOfNames = kind === "measurements";
    const pattern = isOfNames && this.word("with") ? this.#measurementPattern() : undefined;
    const measurements = this.word("from") ? this.sources() : undefined;
    const hasKeys = kind === "tag-values" || (kind === "tag-keys" && this.isWord("with"));
    const keys = hasKeys ? this.#keys() : undefined;
    const where = this.word("where") ? this.#listed(kind, counted) : undefined;
    const limit = counted === undefined && this.word("limit") ? this.count("LIMIT") : undefined;
    const offset = counted === undefined && this.word("offset") ? this.count("OFFSET") : 0;
    return { kind, counted, database, pattern, measurements, keys, where, limit, offset };
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
      if (keys.size > MOST_NAMES) throw new InfluxqlError(`at most ${MOST_NAMES} keys in one statement`);
      return { isWanted: (name) => keys.has(name) };
    });
  }

  /** Lists are of everything that is stored, whatever its time. [InfluxDB 1.6.7] */
  #listed(kind: Listing["kind"], counted: Listing["counted"]): RowCondition | undefined {
    const clauses = noClauses("UTC");
    const where = this.conditions(clauses);
    const isTimed = clauses.fromNs !== undefined || clauses.toNs !== undefined;
    const what = counted === undefined ? kind.toUpperCase() : `${COUNTED[kind]} EXACT CARDINALITY`;
    if (isTimed && (counted !== undefined || kind === "measurements"))
      throw new InfluxqlError(`SHOW ${what} doesn't support time in WHERE clause`);
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
}

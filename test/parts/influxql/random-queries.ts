/** Random rows, and random InfluxQL over them, of the form that structline says it answers. */

import type { Row } from "../../../runtime/model/store.ts";
import type { Random } from "../../oracle/layout/random.ts";
import { MemoryStore } from "../../support/memory-store.ts";

const SECOND = 1_000_000_000n;
const SPAN_S = 7200;

/** When the rows begin, in seconds since 1970. */
export const STARTS = {
  "a Saturday": 1_769_860_800,
  "the night when clocks go forward in Berlin": Date.UTC(2026, 2, 29) / 1000,
} as const;

export interface Sample {
  readonly store: MemoryStore;
  readonly lines: string;
  readonly nowNs: bigint;
}

/** Measurements `m` without tags, and `t` with the tags `host` and `dc`, which structline keeps as columns. */
export function sampleOf(random: Random, startS: number): Sample {
  const store = new MemoryStore();
  const plain = rowsOf(random, startS, valuesOf);
  const tagged = rowsOf(random, startS, (one) => ({ ...valuesOf(one), g: null, b: null, ...tagsOf(one) }));
  store.add("d", "m", { f: "float", g: "float", n: "integer", b: "boolean", s: "string" }, plain);
  store.add("d", "t", { f: "float", n: "integer", s: "string", host: "string", dc: "string" }, tagged);
  const lines = [...plain.map((row) => lineOf("m", row)), ...tagged.map((row) => lineOf("t", row))];
  return { store, lines: lines.join("\n"), nowNs: BigInt(startS + SPAN_S) * SECOND };
}

function rowsOf(random: Random, startS: number, valuesOfOne: (random: Random) => Row["values"]): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < SPAN_S; at += 1 + random.below(random.chance(0.1) ? 600 : 40)) {
    const part = random.chance(0.3) ? random.below(1_000_000_000) : 0;
    rows.push({ timeNs: BigInt(startS + at) * SECOND + BigInt(part), values: valuesOfOne(random) });
  }
  // A row of InfluxDB has at least one field.
  return rows.filter(({ values }) => Object.keys(values).some((name) => !isTag(name) && values[name] !== null));
}

function valuesOf(random: Random) {
  const orNull = <Value>(chance: number, value: () => Value) => (random.chance(chance) ? value() : null);
  return {
    f: orNull(0.8, () => (random.below(2001) - 1000) / 8),
    g: orNull(0.3, () => random.below(50) / 2),
    n: orNull(0.7, () => BigInt(random.below(40) - 15)),
    b: orNull(0.5, () => random.chance(0.5)),
    s: orNull(0.2, () => random.pick(["on", "off", 'a "b"', "x,y"])),
  };
}

function tagsOf(random: Random) {
  return { host: random.pick(["a", "b", "c"]), dc: random.chance(0.6) ? random.pick(["x", "y"]) : null };
}

function isTag(name: string): boolean {
  return name === "host" || name === "dc";
}

function lineOf(measurement: string, { timeNs, values }: Row): string {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  const tags = given.filter(([name]) => isTag(name)).map(([name, value]) => `,${name}=${value}`);
  const fields = given.filter(([name]) => !isTag(name)).map(([name, value]) => `${name}=${fieldOf(value)}`);
  return `${measurement}${tags.join("")} ${fields.join(",")} ${timeNs}`;
}

function fieldOf(value: Row["values"][string]): string {
  if (typeof value === "bigint") return `${value}i`;
  return typeof value === "string" ? `"${value.replaceAll('"', '\\"')}"` : `${value}`;
}

const AGGREGATES = ["mean", "min", "max", "first", "last", "count", "sum", "spread"];
const WIDTHS = ["10s", "25s", "1m", "90s", "5m", "13m", "1h", "2h", "6h", "1d", "3d", "1w", "2w"];
const ZONES = ["Europe/Berlin", "Asia/Kolkata", "America/St_Johns", "Pacific/Auckland"];

export function randomQuery(random: Random, startS: number): string {
  return new RandomQuery(random, startS).text();
}

type Make = () => string;

class RandomQuery {
  readonly #random: Random;
  readonly #startS: number;
  readonly #isTagged: boolean;
  readonly #isReduced: boolean;
  readonly #isByTime: boolean;
  readonly #isTransformed: boolean;
  readonly #numbers: readonly string[];
  readonly #all: readonly string[];

  constructor(random: Random, startS: number) {
    this.#random = random;
    this.#startS = startS;
    this.#isTagged = this.#is(0.25);
    this.#isReduced = this.#is(0.7);
    this.#isByTime = this.#isReduced && this.#is(0.7);
    this.#isTransformed = (this.#isByTime || !this.#isReduced) && this.#is(0.33);
    this.#numbers = this.#isTagged ? ["f", "n"] : ["f", "g", "n"];
    this.#all = [...this.#numbers, ...(this.#isTagged ? ["s"] : ["b", "s"])];
  }

  text(): string {
    const conditions = [
      ...rangeOf(this.#random, this.#startS, this.#isByTime),
      ...(this.#is(0.25) ? [conditionOf(this.#random, this.#isTagged)] : []),
    ];
    const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
    return `SELECT ${this.#fields().join(", ")} FROM ${this.#isTagged ? "t" : "m"}${where}${this.#clauses()}`;
  }

  #is(chance: number): boolean {
    return this.#random.chance(chance);
  }

  #fields(): string[] {
    if (!this.#isReduced && !this.#isTransformed && this.#is(0.1)) return ["*"];
    const fields = Array.from({ length: this.#random.pick([1, 1, 1, 2, 3]) }, () =>
      this.#isReduced ? this.#reduced() : this.#plain(),
    );
    const [only, ...others] = fields;
    const isSelector = others.length === 0 && !this.#isByTime && /^(min|max|first|last)\(\w+\)$/.test(only!);
    if (isSelector && this.#is(0.5)) return [only!, this.#random.pick(this.#all)];
    return others.length === 0 && this.#is(0.1) ? [`${only} AS named`] : fields;
  }

  #plain(): string {
    const column = () => this.#column();
    if (this.#isTransformed)
      return this.#is(0.25) ? this.#arithmetic(() => this.#transformation(column)) : this.#transformation(column);
    return this.#is(0.33) ? this.#arithmetic(column) : this.#random.pick(this.#all);
  }

  #reduced(): string {
    const inner = () => `${this.#random.pick(AGGREGATES)}(${this.#column()})`;
    const transformed = () => this.#transformation(inner);
    if (this.#isTransformed && this.#is(0.75)) return transformed();
    if (this.#is(0.25)) return this.#arithmetic(this.#isTransformed ? transformed : inner);
    const of = this.#random.pick(AGGREGATES);
    if (["count", "first", "last"].includes(of) && this.#is(0.33)) return `${of}(${this.#random.pick(this.#all)})`;
    return `${of}(${this.#is(0.03) ? "nothing" : this.#column()})`;
  }

  #column(): string {
    return this.#random.pick(this.#numbers);
  }

  #transformation(inner: Make): string {
    const unit = this.#random.pick(["", "", ", 1s", ", 10s", ", 1m", ", 500ms"]);
    return this.#random.pick<Make>([
      () => `derivative(${inner()}${unit})`,
      () => `non_negative_derivative(${inner()}${unit})`,
      () => `difference(${inner()})`,
      () => `non_negative_difference(${inner()})`,
      () => `moving_average(${inner()}, ${2 + this.#random.below(4)})`,
      () => `elapsed(${inner()}${unit})`,
      () => `cumulative_sum(${inner()})`,
      () => `cumulative_sum(${this.#isByTime ? `difference(${inner()})` : inner()})`,
    ])();
  }

  #arithmetic(inner: Make): string {
    return this.#random.pick<Make>([
      () => `${inner()} * 2`,
      () => `${inner()} ${this.#random.pick(["+", "-", "*", "/", "%"])} ${inner()}`,
      () => `${inner()} / 3 + 1.5`,
      () => `(${inner()} - 4) % 3`,
      () => `-${inner()}`,
    ])();
  }

  #clauses(): string {
    const random = this.#random;
    const offset = this.#is(0.12) ? random.pick([", 3s", ", -20s"]) : "";
    const groups = [
      ...(this.#isByTime ? [`time(${random.pick(WIDTHS)}${offset})`] : []),
      ...(this.#isTagged && this.#is(0.5) ? random.pick([["host"], ["dc"], ["host", "dc"], ["nope"]]) : []),
    ];
    const fills = ["", "", " fill(none)", " fill(previous)", " fill(linear)", " fill(0)", " fill(7)", " fill(-2.5)"];
    // OFFSET without LIMIT: InfluxDB 1.6.7 gives one row.
    const skipped = this.#is(0.25) ? ` OFFSET ${random.below(4)}` : "";
    return [
      groups.length > 0 ? ` GROUP BY ${groups.join(", ")}` : "",
      this.#isByTime ? random.pick(fills) : "",
      this.#is(0.25) ? " ORDER BY time DESC" : "",
      this.#is(0.33) ? ` LIMIT ${1 + random.below(5)}${skipped}` : "",
      this.#is(0.16) ? ` tz('${random.pick(ZONES)}')` : "",
    ].join("");
  }
}

/** Transformations over intervals need a lower limit: without one InfluxDB 1.6.7 gives nothing. */
export function rangeOf(random: Random, startS: number, isByTime: boolean): string[] {
  const from = startS + random.below(SPAN_S) - 300;
  const to = from + 30 + random.below(1500);
  const lower = random.pick([`time >= ${from}s`, `time > ${from}s`, `time >= ${from}500ms`, `time >= '${iso(from)}'`]);
  const upper = random.pick([`time < ${to}s`, `time <= ${to}s`, `time < '${iso(to)}'`]);
  if (isByTime) return [lower, upper];
  return [...(random.below(4) > 0 ? [lower] : []), ...(random.below(4) > 0 ? [upper] : [])];
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000", "");
}

export function conditionOf(random: Random, isTagged: boolean): string {
  const simple = () =>
    random.pick([
      () => `f ${random.pick([">", ">=", "<", "<=", "!=", "<>"])} ${random.below(200) - 100}`,
      () => `n = ${random.below(20) - 5}`,
      () => `n > ${random.below(20) - 5}.5`,
      () => (isTagged ? `host = '${random.pick(["a", "b", "z"])}'` : `b = ${random.pick(["true", "false"])}`),
      () => (isTagged ? `host != 'a'` : `s = 'on'`),
      () => (isTagged ? `host =~ /^(a|b)$/` : `s != 'off'`),
      () => (isTagged ? `host !~ /c/` : `s =~ /o.*/`),
    ])();
  return random.pick([simple, simple, () => `(${simple()} OR ${simple()})`, () => `(${simple()} AND ${simple()})`])();
}

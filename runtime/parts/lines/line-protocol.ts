/**
 * InfluxDB's line protocol. [docs.influxdata.com, line protocol reference; where it is silent, the behaviour of
 * InfluxDB 1.8 and 2.7] Pure.
 */

import { dictionary } from "../../lib/dictionary.ts";
import type { FieldType } from "../../model/point.ts";
import { withoutNul } from "../../model/values.ts";

export type LineValue = number | bigint | boolean | string;

export interface Line {
  readonly measurement: string;
  /** In the order written. */
  readonly tags: readonly (readonly [name: string, value: string])[];
  readonly fields: readonly (readonly [name: string, value: LineValue, type: FieldType])[];
  /** As written, in the request's unit; undefined if the line has no time. */
  readonly time: bigint | undefined;
}

/** An invalid line; the message is one sentence. */
export class LineError extends Error {}

const LARGEST = { integer: 2n ** 63n - 1n, unsigned: 2n ** 64n - 1n };
const NUMBER = /^-?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...["t", "T", "true", "True", "TRUE"].map((text) => [text, true] as const),
  ...["f", "F", "false", "False", "FALSE"].map((text) => [text, false] as const),
]);

/**
 * Lines of a body, without empty lines and comments. A line end inside a quoted text does not end the line; as in
 * InfluxDB, a quote opens a text only in a field's value, after more equals signs than commas.
 */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start <= text.length; ) {
    const end = lineEnd(text, start);
    lines.push(lineOf(text.slice(start, end)));
    start = end + 1;
  }
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

function lineEnd(text: string, start: number): number {
  let isQuoted = false;
  let isField = false;
  let values = 0;
  for (let at = start; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === "\\") at++;
    else if (letter === "\n" && !isQuoted) return at;
    else if (!isField) isField = letter === " " && at > start;
    else if (letter === '"') isQuoted = isQuoted !== values > 0;
    else if (!isQuoted) values += VALUES[letter] ?? 0;
  }
  return text.length;
}

/** In the fields, one value follows each equals sign, and ends with a comma. */
const VALUES: Readonly<Record<string, number>> = dictionary({ "=": 1, ",": -1 });

/** Without blanks and a carriage return around it; an escaped blank at the end is part of a name. */
function lineOf(text: string): string {
  const line = withoutNul(text).replace(/^[ \t]+|\r$/g, "");
  let end = line.length;
  while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end--;
  return line[end - 1] === "\\" ? line.slice(0, end + 1) : line.slice(0, end);
}

/** In measurements and fields; tags have no escaped quote. [InfluxDB 1.6.7] */
const ESCAPED = /[,= "]/;
/** Characters of names, of measurements and values, and of quoted texts. */
const NAME = /[^,= \\]+/y;
const VALUE = /[^, \\]+/y;
const TEXT = /[^"\\]+/y;

/** @throws LineError */
export function parseLine(text: string): Line {
  const reader = new Reader(text);
  const measurement = reader.name(VALUE, ESCAPED);
  if (measurement === "") throw new LineError("missing measurement");
  const tags = readTags(reader);
  if (!reader.blanks()) throw new LineError("missing fields");
  const fields: [string, LineValue, FieldType][] = [];
  do {
    const name = reader.name(NAME, ESCAPED);
    if (name === "" || !reader.take("=")) throw new LineError("missing field key or value");
    fields.push([name, ...reader.value(name)]);
  } while (reader.take(","));
  reader.blanks();
  const time = reader.rest();
  if (time !== "" && !/^-?\d{1,19}$/.test(time)) throw new LineError(`bad timestamp '${time.slice(0, 40)}'`);
  return { measurement, tags, fields, time: time === "" ? undefined : BigInt(time) };
}

function readTags(reader: Reader): [string, string][] {
  const tags: [string, string][] = [];
  const names = new Set<string>();
  while (reader.take(",")) {
    const name = reader.name(NAME);
    if (name === "" || !reader.take("=")) throw new LineError("missing tag key or value");
    const value = reader.name(NAME);
    if (reader.at("=")) throw new LineError(`invalid tag format: '=' in the value of tag '${name}' is not escaped`);
    if (name === "time") throw new LineError("a tag cannot be named 'time'");
    if (value === "") throw new LineError(`missing value of tag '${name}'`);
    if (names.has(name)) throw new LineError(`duplicate tag '${name}'`);
    names.add(name);
    tags.push([name, value]);
  }
  return tags;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads up to a character that is not plain. @param plain sticky, without the backslash @param escaped what it escapes */
  name(plain: RegExp, escaped = /[,= ]/): string {
    let name = "";
    for (;;) {
      plain.lastIndex = this.#at;
      const [run = ""] = plain.exec(this.#text) ?? [];
      name += run;
      this.#at += run.length;
      if (this.#text[this.#at] !== "\\") return name;
      const next = this.#text[this.#at + 1];
      const isEscape = next !== undefined && escaped.test(next);
      name += isEscape ? next : "\\";
      this.#at += isEscape ? 2 : 1;
    }
  }

  at(letter: string): boolean {
    return this.#text[this.#at] === letter;
  }

  take(letter: string): boolean {
    if (this.#text[this.#at] !== letter) return false;
    this.#at++;
    return true;
  }

  blanks(): boolean {
    const from = this.#at;
    while (this.#text[this.#at] === " ") this.#at++;
    return this.#at > from;
  }

  rest(): string {
    return this.#text.slice(this.#at).trim();
  }

  value(name: string): [LineValue, FieldType] {
    if (this.take('"')) return [this.#quoted(name), "string"];
    const text = this.name(VALUE);
    const boolean = BOOLEANS.get(text);
    if (boolean !== undefined) return [boolean, "boolean"];
    const [, digits = "", suffix] = /^(-?\d+)([iu])$/.exec(text) ?? [];
    if (suffix !== undefined) return integer(name, BigInt(digits), suffix === "i" ? "integer" : "unsigned");
    const number = Number(text);
    if (!NUMBER.test(text) || !Number.isFinite(number))
      throw new LineError(`invalid value '${text.slice(0, 40)}' of field '${name}'`);
    return [number, "float"];
  }

  #quoted(name: string): string {
    const value = this.name(TEXT, /["\\]/);
    if (!this.take('"')) throw new LineError(`unbalanced quotes in field '${name}'`);
    const next = this.#text[this.#at];
    if (next !== undefined && next !== "," && next !== " ")
      throw new LineError(`invalid text of field '${name}': '${next}' after its quote`);
    return value;
  }
}

function integer(name: string, value: bigint, type: "integer" | "unsigned"): [bigint, FieldType] {
  const least = type === "integer" ? -LARGEST.integer - 1n : 0n;
  if (value < least || value > LARGEST[type]) throw new LineError(`field '${name}' is out of range`);
  return [value, type];
}

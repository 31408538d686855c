/** Rows of a table as their decoders see them. Pure. */

import { endianness } from "node:os";
import { commonTime } from "../../model/time.ts";
import { decimalIn, decimalOf } from "../../model/values.ts";
import { afterLineEnd, type Delimiter } from "./csv-records.ts";

/** The cells of one row. */
export interface CellRow {
  readonly length: number;
  at(index: number): string | undefined;
  /** The number of a cell, where it can be told without its text; else not a number. */
  decimal(index: number): number;
  /** The same of all cells, until the next row is read. */
  readonly decimals?: Float64Array;
  /** The time of a cell in its usual form, ns, where it can be told without its text. @param timeZone for a text without zone */
  commonTime(index: number, timeZone: string): bigint | undefined;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const LAST_ASCII = 0x7e;

/**
 * A plain row, split in place: as many cells as columns, each without quotes or in quotes that hold neither quotes nor
 * line ends. Most rows are plain. Any other is split by the general rules, which give the same cells. [hot path]
 */
export class PlainRow implements CellRow {
  readonly length: number;
  readonly #delimiter: number;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #quoted: Uint8Array;
  /** Numbers of the cells, read with their ends; not a number for the others. */
  readonly decimals: Float64Array;
  #text = "";
  #codes: Uint8Array | Uint16Array = new Uint8Array(0);

  constructor(columns: number, delimiter: Delimiter) {
    this.length = columns;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#starts = new Int32Array(columns);
    this.#ends = new Int32Array(columns);
    this.#quoted = new Uint8Array(columns);
    this.decimals = new Float64Array(columns);
  }

  /** Rows are read from this text. @param bytes what it was decoded from */
  begin(text: string, bytes: Uint8Array): void {
    this.#text = text;
    this.#codes = codesOf(text, bytes);
  }

  /** The start of the next row; -1 if the row at `start` is not plain, or may be empty. */
  read(start: number): number {
    const codes = this.#codes;
    let isGiven = false;
    let position = start;
    for (let index = 0; index < this.length; index++) {
      const first = codes[position]!;
      isGiven ||= first > BLANK && first <= LAST_ASCII && first !== this.#delimiter;
      const end = first === QUOTE ? this.#quotedCell(index, position) : this.#openCell(index, position);
      if (end < 0) return -1;
      if (index < this.length - 1 && (end === codes.length || codes[end] !== this.#delimiter)) return -1;
      position = end + 1;
    }
    const end = position - 1;
    if (!isGiven) return -1;
    if (end === codes.length) return end;
    return codes[end] === this.#delimiter ? -1 : afterLineEnd(this.#text, end);
  }

  /** End of the row, without its line end. */
  get end(): number {
    const last = this.length - 1;
    return this.#ends[last]! + this.#quoted[last]!;
  }

  at(index: number): string | undefined {
    const cell = this.#text.slice(this.#starts[index], this.#ends[index]);
    return this.#quoted[index] === 1 ? cell : cell.trim();
  }

  decimal(index: number): number {
    return this.decimals[index]!;
  }

  commonTime(index: number, timeZone: string): bigint | undefined {
    return commonTime(this.#text, timeZone, this.#starts[index], this.#ends[index]);
  }

  #openCell(index: number, start: number): number {
    const codes = this.#codes;
    let digits = 0;
    let point = -1;
    let at = codes[start] === MINUS ? start + 1 : start;
    for (; at < codes.length; at++) {
      const code = codes[at]!;
      // Smaller codes than that of zero become large numbers.
      const digit = (code - ZERO) >>> 0;
      if (digit < 10) digits = digits * 10 + digit;
      else if (code === POINT && point < 0) point = at;
      else if (code === this.#delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) break;
      else return this.#textCell(index, start, at);
    }
    this.decimals[index] = decimalOf(codes[start]!, start, digits, point, at);
    return this.#cell(index, start, at, 0);
  }

  /** @param from the first character that no plain number has */
  #textCell(index: number, start: number, from: number): number {
    const codes = this.#codes;
    let at = from;
    for (; at < codes.length; at++) {
      const code = codes[at]!;
      if (code === this.#delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) break;
      if (code === QUOTE || code === 0) return -1;
    }
    this.decimals[index] = Number.NaN;
    return this.#cell(index, start, at, 0);
  }

  #quotedCell(index: number, start: number): number {
    const codes = this.#codes;
    for (let at = start + 1; at < codes.length; at++) {
      const code = codes[at]!;
      if (code === LINE_FEED || code === CARRIAGE_RETURN || code === 0) return -1;
      if (code !== QUOTE) continue;
      const next = at + 1 === codes.length ? LINE_FEED : codes[at + 1]!;
      const isEnd = next === this.#delimiter || next === LINE_FEED || next === CARRIAGE_RETURN;
      if (!isEnd) return -1;
      this.decimals[index] = decimalIn(this.#text, start + 1, at);
      return this.#cell(index, start + 1, at, 1);
    }
    return -1;
  }

  /** The position after the cell. */
  #cell(index: number, start: number, end: number, quoted: 0 | 1): number {
    this.#starts[index] = start;
    this.#ends[index] = end;
    this.#quoted[index] = quoted;
    return end + quoted;
  }
}

/** The units of a text. Where its bytes are ASCII they are the units, and reading them takes two thirds of the time. */
function codesOf(text: string, bytes: Uint8Array): Uint8Array | Uint16Array {
  // No character has more units than bytes; one that has as many is ASCII, or a broken byte, which marks nothing in a table either.
  if (bytes.length === text.length) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const units = Buffer.from(text, "utf16le");
  if (endianness() === "BE") units.swap16();
  return new Uint16Array(units.buffer, units.byteOffset, text.length);
}

/** A row split by the general rules. */
export class SplitRow implements CellRow {
  readonly #cells: readonly string[];

  constructor(cells: readonly string[]) {
    this.#cells = cells;
  }

  get length(): number {
    return this.#cells.length;
  }

  at(index: number): string | undefined {
    return this.#cells[index];
  }

  decimal(): number {
    return Number.NaN;
  }

  commonTime(): undefined {
    return undefined;
  }
}

export function cellsIn(row: CellRow): readonly string[] {
  return Array.from({ length: row.length }, (_, index) => row.at(index)!);
}

/** Rows of a table as their decoders see them. Pure. */

import { plainDecimal } from "../../model/values.ts";
import { afterLineEnd, type Delimiter } from "./csv-records.ts";

/** The cells of one row. */
export interface CellRow {
  readonly length: number;
  at(index: number): string | undefined;
  /** The number of a cell, where it can be told without its text. */
  decimal(index: number): number | undefined;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;
const QUOTE = 0x22;
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
  #text = "";

  constructor(columns: number, delimiter: Delimiter) {
    this.length = columns;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#starts = new Int32Array(columns);
    this.#ends = new Int32Array(columns);
    this.#quoted = new Uint8Array(columns);
  }

  /** The start of the next row; -1 if the row at `start` is not plain, or may be empty. */
  read(text: string, start: number): number {
    this.#text = text;
    let isGiven = false;
    let position = start;
    for (let index = 0; index < this.length; index++) {
      const first = text.charCodeAt(position);
      isGiven ||= first > BLANK && first <= LAST_ASCII && first !== this.#delimiter;
      const end = first === QUOTE ? this.#quotedCell(index, position) : this.#openCell(index, position);
      if (end < 0) return -1;
      if (index < this.length - 1 && (end === text.length || text.charCodeAt(end) !== this.#delimiter)) return -1;
      position = end + 1;
    }
    const end = position - 1;
    if (!isGiven) return -1;
    if (end === text.length) return end;
    return text.charCodeAt(end) === this.#delimiter ? -1 : afterLineEnd(text, end);
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

  decimal(index: number): number | undefined {
    return plainDecimal(this.#text, this.#starts[index], this.#ends[index]);
  }

  #openCell(index: number, start: number): number {
    const text = this.#text;
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === this.#delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) break;
      if (code === QUOTE || code === 0) return -1;
    }
    return this.#cell(index, start, at, 0);
  }

  #quotedCell(index: number, start: number): number {
    const text = this.#text;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED || code === CARRIAGE_RETURN || code === 0) return -1;
      if (code !== QUOTE) continue;
      const next = at + 1 === text.length ? LINE_FEED : text.charCodeAt(at + 1);
      const isEnd = next === this.#delimiter || next === LINE_FEED || next === CARRIAGE_RETURN;
      return isEnd ? this.#cell(index, start + 1, at, 1) : -1;
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

  decimal(): undefined {
    return undefined;
  }
}

export function cellsIn(row: CellRow): readonly string[] {
  return Array.from({ length: row.length }, (_, index) => row.at(index)!);
}

/**
 * Rows of one struct, or of one table of numbers, whose values lie side by side in one piece of memory. Rows wait until their batch
 * is written: with an object for each value, a young collection would copy thousands of them, and a third of the thread's time would
 * go there.
 */

import type { ColumnValue } from "../codec/struct-codec.ts";
import type { LogEntry, RecordedEntry } from "./message-log.ts";
import type { Origin, Point, PointColumn } from "./point.ts";

/** A column behind those of the struct: the time of receipt, ns, the layout's number, and the frame's bytes. */
export type FrameColumn = "received" | "schema" | "hex";

export interface PageShape {
  readonly database: string;
  readonly measurement: string;
  readonly timeSource: Point["timeSource"];
  /** Columns of the struct, then those of `more`. */
  readonly columns: readonly PointColumn[];
  readonly more: readonly FrameColumn[];
  /** The struct has 64-bit integers. */
  readonly hasIntegers: boolean;
  readonly schema: string;
  /** The original texts of a row in a table, which the page's entry holds. */
  readonly textsOf?: (page: RowPage, index: number) => Point["texts"];
}

export class RowPage {
  readonly shape: PageShape;
  /** Number of the struct's columns: a row has so many places in `numbers`. */
  readonly width: number;
  /** Row after row; NaN where a value is absent, booleans as 0 and 1. */
  readonly numbers: Float64Array;
  /** The same memory, for columns of integers; their absent values are marked in `lacks`. */
  readonly integers: BigInt64Array;
  readonly lacks: Uint8Array;
  /** For columns of texts, by place. */
  readonly texts = new Map<number, string>();
  readonly timesNs: BigInt64Array;
  /** The same memory in halves, the lower one first. All platforms of DuckDB are little-endian. */
  readonly timeHalves: Int32Array;
  readonly receivedNs: BigInt64Array;
  /** Where the frames lie in the blocks of their entries, or a table's rows in its text. */
  readonly frameFrom: Uint32Array;
  readonly frameEnd: Uint32Array;
  readonly capacity: number;
  count = 0;
  /** The message of all rows, if they are of one; set once it is in the log. */
  entry: LogEntry | undefined;
  /** How often it was used again. Rows of before can no longer be read. */
  use = 0;
  /** Number of its rows that are done. */
  #done = 0;
  readonly #onDone: ((page: RowPage) => void) | undefined;

  /** @param onDone is called when it is full and all its rows are done */
  constructor(shape: PageShape, capacity: number, onDone?: (page: RowPage) => void) {
    this.shape = shape;
    this.#onDone = onDone;
    this.capacity = capacity;
    this.width = shape.columns.length - shape.more.length;
    const places = capacity * this.width;
    this.numbers = new Float64Array(places);
    this.integers = new BigInt64Array(this.numbers.buffer);
    this.lacks = new Uint8Array(shape.hasIntegers ? places : 0);
    this.timesNs = new BigInt64Array(capacity);
    this.timeHalves = new Int32Array(this.timesNs.buffer);
    this.receivedNs = shape.more.includes("received") ? new BigInt64Array(capacity) : this.timesNs;
    this.frameFrom = new Uint32Array(capacity);
    this.frameEnd = new Uint32Array(capacity);
  }

  /** One of its rows is done. */
  rowDone(): void {
    this.#done++;
    if (this.#done < this.capacity) return;
    this.#done = 0;
    this.use++;
    this.#onDone?.(this);
  }

  /** A page that is done takes rows again. */
  beginAgain(): void {
    this.count = 0;
    this.lacks.fill(0);
    this.texts.clear();
  }

  /** Sets a value of a new row. [hot path] */
  put(place: number, value: ColumnValue | undefined): void {
    if (typeof value === "number" && Number.isFinite(value)) this.numbers[place] = value;
    else if (typeof value === "boolean") this.numbers[place] = value ? 1 : 0;
    else if (typeof value === "bigint") this.integers[place] = value;
    else if (typeof value === "string") this.texts.set(place, value);
    else {
      this.numbers[place] = Number.NaN;
      if (this.shape.hasIntegers) this.lacks[place] = 1;
    }
  }

  /** @param at the column's number */
  valueAt(index: number, at: number): ColumnValue | undefined {
    const place = index * this.width + at;
    const { type } = this.shape.columns[at]!;
    if (type === "string") return this.texts.get(place);
    if (type === "integer" || type === "unsigned") {
      if (this.lacks[place] === 1) return undefined;
      const value = this.integers[place]!;
      return type === "integer" ? value : BigInt.asUintN(64, value);
    }
    const value = this.numbers[place]!;
    return Number.isNaN(value) ? undefined : type === "boolean" ? value === 1 : value;
  }
}

/** The use of a row that is done. */
const DONE = -1;

/** A point like any other; its values become objects only for who reads them. */
export class PagedRow implements Point {
  readonly index: number;
  /** The frame it was read from; rows of a table have the entry of their page. */
  readonly entry: RecordedEntry | undefined;
  readonly #page: RowPage;
  #use: number;

  constructor(page: RowPage, index: number, entry: RecordedEntry | undefined) {
    this.#page = page;
    this.#use = page.use;
    this.index = index;
    this.entry = entry;
  }

  /** @throws Error behind `done`: the page may have other rows by then */
  get page(): RowPage {
    if (this.#use !== this.#page.use) throw new Error("A row was read after it was done.");
    return this.#page;
  }

  /** The store has it: from now on a reader gets an error. */
  done(): void {
    if (this.#use !== this.#page.use) return;
    this.#use = DONE;
    this.#page.rowDone();
  }

  get database(): string {
    return this.#page.shape.database;
  }

  get measurement(): string {
    return this.#page.shape.measurement;
  }

  get timeNs(): bigint {
    return this.page.timesNs[this.index]!;
  }

  get timeSource(): Point["timeSource"] {
    return this.#page.shape.timeSource;
  }

  get columns(): readonly PointColumn[] {
    return this.#page.shape.columns;
  }

  get texts(): Point["texts"] {
    return this.#page.shape.textsOf?.(this.#page, this.index);
  }

  /** Only of what is in the log. */
  get origin(): Origin {
    const { message, id, epoch } = this.entry ?? this.#page.entry!;
    return { message, id, epoch };
  }

  /** Made for each call. */
  get values(): readonly (ColumnValue | undefined)[] {
    const { page, index } = this;
    const values: (ColumnValue | undefined)[] = [];
    for (let at = 0; at < page.width; at++) values.push(page.valueAt(index, at));
    for (const column of page.shape.more) values.push(this.valueOf(column));
    return values;
  }

  /** The frame's bytes as text; the next call replaces the result. */
  hex(): Uint8Array {
    const { page, index, entry } = this;
    return hexOf(entry!.block, page.frameFrom[index]!, page.frameEnd[index]!);
  }

  valueOf(column: FrameColumn): ColumnValue {
    const { page, index, entry } = this;
    if (column === "received") return page.receivedNs[index]!;
    if (column === "schema") return page.shape.schema;
    return entry!.block.toString("hex", page.frameFrom[index]!, page.frameEnd[index]!);
  }
}

/** Two digits for each byte, in the order of memory. */
const DIGITS = Uint16Array.from({ length: 256 }, (_, byte) => {
  return new Uint16Array(Uint8Array.from(Buffer.from(byte.toString(16).padStart(2, "0"))).buffer)[0]!;
});
let digits = new Uint16Array(0);
let text = new Uint8Array(0);

function hexOf(bytes: Uint8Array, from: number, end: number): Uint8Array {
  // Frames of a struct mostly have one size.
  if (digits.length !== end - from) {
    digits = new Uint16Array(end - from);
    text = new Uint8Array(digits.buffer);
  }
  for (let at = from; at < end; at++) digits[at - from] = DIGITS[bytes[at]!]!;
  return text;
}

/** Fills pages with the rows of one struct. [hot path] */

import type { ColumnValues, StructCodec } from "../codec/struct-codec.ts";
import type { RecordHead } from "../journal/record.ts";
import type { RecordedEntry } from "../model/message-log.ts";
import { type FrameColumn, PagedRow, type PageShape, RowPage } from "../model/paged-row.ts";
import type { PointColumn } from "../model/point.ts";

const LEAST_ROWS = 16;
const MOST_ROWS = 1024;
/** A page that lasts less than this gets a larger successor, one that lasts four times as long a smaller one, ms. */
const LASTS_MS = 500;

export interface PagedStruct {
  readonly database: string;
  readonly codec: StructCodec;
  /** Of the struct, then `more`. */
  readonly columns: readonly PointColumn[];
  readonly more: readonly FrameColumn[];
}

export class StructPages {
  readonly codec: StructCodec;
  /** Rows with their time of receipt, and those with the time of their sender. */
  readonly #received: Pages;
  readonly #measured: Pages;
  readonly #values: Float64Array;

  private constructor({ database, codec, columns, more }: PagedStruct) {
    this.codec = codec;
    const { measurement, schema } = codec;
    const shape = { database, measurement, columns, more, schema };
    this.#received = new Pages({ ...shape, timeSource: "receipt" });
    this.#measured = new Pages({ ...shape, timeSource: "measured" });
    this.#values = new Float64Array(columns.length - more.length);
  }

  /** Undefined if the struct has columns that a page has no place for. */
  static of(struct: PagedStruct): StructPages | undefined {
    const own = struct.columns.slice(0, -struct.more.length);
    return own.every(({ type }) => type === "float" || type === "boolean") ? new StructPages(struct) : undefined;
  }

  /** Decodes the struct of `byteLength` bytes at `byteOffset`. @param head of the entry's record */
  add(
    view: DataView,
    byteOffset: number,
    byteLength: number,
    head: Readonly<RecordHead>,
    entry: RecordedEntry,
  ): PagedRow {
    const values = this.#values;
    values.fill(Number.NaN);
    // An array of numbers takes what columns of numbers and booleans get, and makes NaN of what is absent.
    this.codec.storedValues(view, byteOffset, values as unknown as ColumnValues, byteLength);
    for (let at = 0; at < values.length; at++) if (!Number.isFinite(values[at])) values[at] = Number.NaN;
    const { measuredNs, receivedNs } = head;
    const page = (measuredNs === undefined ? this.#received : this.#measured).page();
    const index = page.count++;
    page.numbers.set(values, index * page.width);
    page.timesNs[index] = measuredNs ?? receivedNs;
    if (page.receivedNs !== page.timesNs) page.receivedNs[index] = receivedNs;
    page.frameFrom[index] = head.payloadAt;
    page.frameEnd[index] = head.end;
    return new PagedRow(page, index, entry);
  }
}

class Pages {
  readonly #shape: PageShape;
  #page: RowPage | undefined;
  #begunMs = 0;

  constructor(shape: PageShape) {
    this.#shape = shape;
  }

  /** With room for a row. */
  page(): RowPage {
    if (this.#page !== undefined && this.#page.count < this.#page.capacity) return this.#page;
    const nowMs = performance.now();
    const lastedMs = nowMs - this.#begunMs;
    const before = this.#page?.capacity ?? LEAST_ROWS / 2;
    const rows = lastedMs < LASTS_MS ? before * 2 : lastedMs > 4 * LASTS_MS ? before / 2 : before;
    this.#begunMs = nowMs;
    this.#page = new RowPage(this.#shape, Math.min(Math.max(rows, LEAST_ROWS), MOST_ROWS));
    return this.#page;
  }
}

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
  /** If all columns are of numbers and booleans. */
  readonly #numbers: Float64Array | undefined;
  readonly #values: ColumnValues = [];

  constructor({ database, codec, columns, more }: PagedStruct) {
    this.codec = codec;
    const { measurement, schema } = codec;
    const types = columns.slice(0, -more.length).map(({ type }) => type);
    const hasIntegers = types.some((type) => type === "integer" || type === "unsigned");
    const shape = { database, measurement, columns, more, schema, hasIntegers };
    this.#received = new Pages({ ...shape, timeSource: "receipt" });
    this.#measured = new Pages({ ...shape, timeSource: "measured" });
    this.#numbers = hasIntegers || types.includes("string") ? undefined : new Float64Array(types.length);
  }

  /** Decodes the struct of `byteLength` bytes at `byteOffset`. @param head of the entry's record */
  add(
    view: DataView,
    byteOffset: number,
    byteLength: number,
    head: Readonly<RecordHead>,
    entry: RecordedEntry,
  ): PagedRow {
    const numbers = this.#numbers;
    const values = numbers ?? this.#values;
    values.fill(undefined as never);
    // An array of numbers takes numbers and booleans, and makes NaN of what is absent.
    this.codec.storedValues(view, byteOffset, values as ColumnValues, byteLength);
    const { measuredNs, receivedNs } = head;
    const page = (measuredNs === undefined ? this.#received : this.#measured).page();
    const index = page.count++;
    const place = index * page.width;
    if (numbers === undefined) for (let at = 0; at < page.width; at++) page.put(place + at, this.#values[at]);
    else {
      for (let at = 0; at < numbers.length; at++) if (!Number.isFinite(numbers[at])) numbers[at] = Number.NaN;
      page.numbers.set(numbers, place);
    }
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
  /** Pages whose rows are stored. A collection of the whole heap may take them: a channel that rests keeps none. */
  readonly #done: WeakRef<RowPage>[] = [];
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
    this.#page = this.#pageOf(Math.min(Math.max(rows, LEAST_ROWS), MOST_ROWS));
    return this.#page;
  }

  /** New memory would be filled with zeros, and V8 marks its heap as often as enough of it was used. */
  #pageOf(capacity: number): RowPage {
    for (let done = this.#done.pop(); done !== undefined; done = this.#done.pop()) {
      const page = done.deref();
      if (page?.capacity !== capacity) continue;
      page.beginAgain();
      return page;
    }
    return new RowPage(this.#shape, capacity, this.#onDone);
  }

  readonly #onDone = (page: RowPage): void => {
    this.#done.push(new WeakRef(page));
  };
}

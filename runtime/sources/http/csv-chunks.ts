/**
 * Cuts a stream of CSV bytes into header lines and chunks of whole rows [D24]. Reads every byte once or, after a stray
 * quote, twice.
 */

import { isUtf8 } from "node:buffer";
import { type Delimiter, delimiterOf, lineAt, lineIn, Marks, RowScanner } from "../../intake/formats/csv-records.ts";
import { ValueError } from "../../model/error-signal.ts";

export interface CsvChunkSizes {
  /** Large enough for an efficient journal entry, small enough to be decoded without delaying others. */
  readonly chunkBytes: number;
  readonly maxRowBytes: number;
  /** Cuts depend only on the content, not on how it arrives: rows wait until their chunk is complete. */
  readonly isSteady: boolean;
}

const SIZES: CsvChunkSizes = { chunkBytes: 32 * 1024, maxRowBytes: 1024 * 1024, isSteady: false };

/** Enough to detect the separator of a body without header. */
const FIRST_BYTES = 1000;

const HASH = 0x23;
const BLANK = 0x20;
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

export type CsvPiece =
  | { readonly kind: "header"; readonly line: string }
  | { readonly kind: "rows"; readonly bytes: Buffer };

/**
 * `push` bytes and take the pieces; `end` returns the last row, which needs no line end. Works on bytes (as Latin-1
 * text), so that only the decoder checks UTF-8.
 */
export class CsvChunks {
  readonly #sizes: CsvChunkSizes;
  /** Received bytes, in the first `#length` bytes of the buffer. The next four fields are positions in it. */
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  /** Bytes before this position were passed on. */
  #from = 0;
  #rowStart = 0;
  #read = 0;
  /** Before this position, rows are read as lines: an open quote would have merged all of them into one row. */
  #linesUntil = 0;
  #kind: "header" | "row" | "line" | undefined;
  #begun = false;
  #delimiter: Delimiter = ",";
  #rows = new RowScanner(this.#delimiter);

  constructor(sizes: Partial<CsvChunkSizes> = {}) {
    this.#sizes = { ...SIZES, ...sizes };
  }

  /** Bytes in memory. */
  get held(): number {
    return this.#bytes.length;
  }

  /**
   * @throws ValueError (code `too-large`) for a row or header line longer than 1 MiB, after passing on everything
   * before it
   */
  *push(bytes: Uint8Array): Generator<CsvPiece> {
    this.#append(bytes);
    if (this.#begun || this.#length >= Math.max(this.#sizes.chunkBytes, FIRST_BYTES)) yield* this.#cut("whole rows");
  }

  /** @throws ValueError (code `too-large`) */
  *end(): Generator<CsvPiece> {
    yield* this.#cut("everything");
  }

  *#cut(extent: "whole rows" | "everything"): Generator<CsvPiece> {
    if (!this.#begun) this.#begin();
    let base = this.#read;
    let marks = new Marks(this.#text(base, this.#length));
    while (this.#rowStart < this.#length) {
      this.#kind ??= this.#kindOfRow(extent);
      if (this.#kind === undefined) break;
      const next = this.#next(marks, this.#read - base);
      this.#read = next < 0 ? this.#length : base + next;
      if (this.#read - this.#rowStart > this.#sizes.maxRowBytes) {
        yield* this.#readByLines();
        base = this.#read;
        marks = new Marks(this.#text(base, this.#length));
        continue;
      }
      if (next < 0 && extent === "whole rows") break;
      yield* this.#take();
    }
    if (extent === "everything" || !this.#sizes.isSteady) yield* this.#given(this.#rowStart);
    this.#drop(this.#from);
  }

  #next(marks: Marks, from: number): number {
    if (this.#kind === "row") return this.#rows.next(marks, from);
    const line = lineIn(marks, from);
    return line.complete ? line.next : -1;
  }

  // Yields a header line as one piece, and other rows once there are enough of them.
  *#take(): Generator<CsvPiece> {
    const start = this.#rowStart;
    const isHeader = this.#kind === "header";
    this.#rowStart = this.#read;
    this.#kind = undefined;
    if (!isHeader) {
      if (this.#read - this.#from >= this.#sizes.chunkBytes) yield* this.#given(this.#read);
      return;
    }
    yield* this.#given(start);
    this.#from = this.#read;
    yield this.#header(this.#bytes.subarray(start, this.#read));
  }

  #kindOfRow(extent: "whole rows" | "everything"): "header" | "row" | "line" | undefined {
    const isHash = this.#bytes[this.#rowStart] === HASH;
    if (isHash && this.#rowStart + 1 === this.#length && extent === "whole rows") return undefined;
    if (isHash && this.#rowStart + 1 < this.#length && this.#bytes[this.#rowStart + 1] === HASH) return "header";
    return this.#rowStart < this.#linesUntil ? "line" : "row";
  }

  // A row with an early line end is too long only because of an open quote: read by lines instead.
  *#readByLines(): Generator<CsvPiece> {
    const { maxRowBytes } = this.#sizes;
    const limit = this.#rowStart + maxRowBytes;
    if (this.#kind !== "row" || !lineAt(this.#text(this.#rowStart, limit), 0).complete) {
      yield* this.#given(this.#rowStart);
      throw new ValueError(`CSV row is longer than ${maxRowBytes} bytes`, "too-large");
    }
    this.#kind = undefined;
    this.#linesUntil = limit;
    this.#read = this.#rowStart;
    this.#rows = new RowScanner(this.#delimiter);
  }

  /** @throws ValueError (code `bad-csv`) if it is not UTF-8 */
  #header(bytes: Buffer): CsvPiece {
    if (!isUtf8(bytes))
      throw new ValueError(
        "CSV header is not valid UTF-8; name its encoding: 'Content-Type: text/csv; charset=iso-8859-1'",
        "bad-csv",
      );
    const text = bytes.toString("utf8");
    const { end } = lineAt(text, 0);
    const line = text.slice(0, end);
    this.#setDelimiter(delimiterOf(line));
    return { kind: "header", line };
  }

  *#given(to: number): Generator<CsvPiece> {
    const bytes = this.#bytes.subarray(this.#from, to);
    this.#from = to;
    if (bytes.some((byte) => byte > BLANK)) yield { kind: "rows", bytes: Buffer.from(bytes) };
  }

  #begin(): void {
    this.#begun = true;
    const first = this.#bytes.subarray(0, Math.min(this.#length, FIRST_BYTES));
    if (first.indexOf(BYTE_ORDER_MARK) === 0) this.#drop(BYTE_ORDER_MARK.length);
    const text = this.#text(0, FIRST_BYTES);
    this.#setDelimiter(delimiterOf(text.slice(0, lineAt(text, 0).end)));
  }

  #setDelimiter(delimiter: Delimiter): void {
    this.#delimiter = delimiter;
    this.#rows = new RowScanner(delimiter);
  }

  #text(from: number, to: number): string {
    return this.#bytes.toString("latin1", from, Math.min(to, this.#length));
  }

  #append(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * length);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = length;
  }

  #drop(count: number): void {
    this.#bytes.copyWithin(0, count, this.#length);
    this.#length -= count;
    this.#from = 0;
    this.#rowStart = Math.max(0, this.#rowStart - count);
    this.#read = Math.max(0, this.#read - count);
    this.#linesUntil = Math.max(0, this.#linesUntil - count);
  }
}

/** Cuts a stream of CSV bytes into header lines and chunks of whole rows [D24]. */

import { isHeaderLine } from "../../intake/formats/csv.ts";
import { type Delimiter, delimiterOf, lineAt, recordAt } from "../../intake/formats/csv-records.ts";
import { ValueError } from "../../telemetry/error-signal.ts";

export interface CsvChunkSizes {
  /** Large enough to be worth a journal entry, small enough to be decoded without holding up others. */
  readonly chunkBytes: number;
  readonly maxRowBytes: number;
}

const SIZES: CsvChunkSizes = { chunkBytes: 32 * 1024, maxRowBytes: 1024 * 1024 };

export type CsvPiece =
  | { readonly kind: "header"; readonly line: string }
  | {
      readonly kind: "rows";
      readonly bytes: Buffer;
      /** The first row as text, to see how its cells are separated. */
      readonly first: string;
    };

/**
 * `push` what arrives and take the pieces; `end` gives the last row, which needs no line end.
 * Works on bytes (as Latin-1 text), so that a row that is not UTF-8 is found by the decoder alone.
 */
export class CsvChunks {
  readonly #sizes: CsvChunkSizes;
  #pending = "";
  #begun = false;
  #delimiter: Delimiter = ",";

  constructor(sizes: CsvChunkSizes = SIZES) {
    this.#sizes = sizes;
  }

  /** @throws ValueError (code `too-large`) for a row longer than 1 MiB */
  push(bytes: Uint8Array): CsvPiece[] {
    this.#pending += Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    this.#skipByteOrderMark();
    if (this.#pending.length < this.#sizes.chunkBytes) return [];
    return this.#cut("whole rows");
  }

  end(): CsvPiece[] {
    this.#skipByteOrderMark();
    return this.#cut("everything");
  }

  #cut(extent: "whole rows" | "everything"): CsvPiece[] {
    const pieces: CsvPiece[] = [];
    let from = 0;
    let position = 0;
    while (position < this.#pending.length) {
      if (this.#pending.startsWith("##", position)) {
        const line = lineAt(this.#pending, position);
        if (!line.complete && extent === "whole rows") break;
        this.#addRows(pieces, from, position);
        pieces.push(this.#header(this.#pending.slice(line.start, line.end)));
        from = line.next;
        position = line.next;
        continue;
      }
      const row = recordAt(this.#pending, position, this.#delimiter);
      if (!row.complete && extent === "whole rows") {
        if (!this.#isTooLong(position)) break;
        // A quote that is never closed would make a row of all that follows: then the line counts.
        position = this.#lineAfter(position);
      } else position = row.next;
      if (position - from < this.#sizes.chunkBytes) continue;
      this.#addRows(pieces, from, position);
      from = position;
    }
    this.#addRows(pieces, from, position);
    this.#pending = this.#pending.slice(Math.max(position, from));
    return pieces;
  }

  #isTooLong(position: number): boolean {
    return this.#pending.length - position > this.#sizes.maxRowBytes;
  }

  #lineAfter(position: number): number {
    const line = lineAt(this.#pending, position);
    const { maxRowBytes } = this.#sizes;
    if (!line.complete) throw new ValueError(`CSV row is longer than ${maxRowBytes} bytes`, "too-large");
    return line.next;
  }

  #header(latin1: string): CsvPiece {
    const line = Buffer.from(latin1, "latin1").toString();
    this.#delimiter = delimiterOf(line);
    return { kind: "header", line };
  }

  #addRows(pieces: CsvPiece[], from: number, to: number): void {
    const text = this.#pending.slice(from, to);
    const first = text.split("\n").find((line) => line.trim() !== "");
    if (first !== undefined) pieces.push({ kind: "rows", bytes: Buffer.from(text, "latin1"), first: first.trim() });
  }

  #skipByteOrderMark(): void {
    if (this.#begun || this.#pending.length < 3) return;
    this.#begun = true;
    if (this.#pending.startsWith("\u00ef\u00bb\u00bf")) this.#pending = this.#pending.slice(3);
    if (!isHeaderLine(this.#pending)) this.#delimiter = delimiterOf(this.#pending.slice(0, 1000).split("\n")[0] ?? "");
  }
}

/**
 * Rows of a table that wait until all of it is known: what a cell means may be said by a later one [D55]. The first MiB is
 * in memory, and more of a file as long as few others wait; the rest is in a temporary file.
 */

import { TelemetryError } from "../../model/error-signal.ts";
import type { Bodies } from "./bodies.ts";
import { SpooledBody } from "./spooled-body.ts";

const IN_MEMORY_BYTES = 1 << 20;
/** All tables together have so much more in memory: writing a file, reading it and removing it takes a tenth of a post. */
const MORE_BYTES = 8 << 20;
/** Pieces are written and read together. */
const AT_ONCE_BYTES = 256 << 10;

/** Bytes of all tables beyond their first MiB. */
let more = 0;

/** Whole rows. */
export interface Rows {
  readonly bytes: Buffer;
  /** Columns with a number in earlier rows. */
  readonly known: ReadonlySet<number>;
}

export class WaitingRows {
  readonly #bodies: Bodies;
  readonly #address: string;
  /** Whether the end of the table is in sight, so that all of it may wait. */
  readonly #isFile: boolean;
  #first: Rows[] = [];
  #firstBytes = 0;
  /** Its part of what all have. */
  #more = 0;
  #file: SpooledBody | undefined;
  #isFull = false;
  /** Behind the first: those in the file, then those that are written to it next. */
  #filed: (Omit<Rows, "bytes"> & { readonly length: number })[] = [];
  #unwritten: Buffer[] = [];
  #unwrittenBytes = 0;

  constructor({ bodies, address, isFile }: { bodies: Bodies; address: string; isFile: boolean }) {
    this.#bodies = bodies;
    this.#address = address;
    this.#isFile = isFile;
  }

  /** Bytes in memory. */
  get held(): number {
    return this.#firstBytes + this.#unwrittenBytes;
  }

  /** False if there is no room. */
  async add({ bytes, known }: Rows): Promise<boolean> {
    if (this.#filed.length === 0 && this.#hasRoom(bytes.length)) {
      this.#first.push({ bytes, known });
      this.#firstBytes += bytes.length;
      return true;
    }
    if (!this.#isFile || this.#isFull) return false;
    this.#unwritten.push(bytes);
    this.#unwrittenBytes += bytes.length;
    this.#filed.push({ known, length: bytes.length });
    if (this.#unwrittenBytes >= AT_ONCE_BYTES) await this.#write();
    return true;
  }

  async #write(): Promise<void> {
    try {
      this.#file ??= await SpooledBody.open(this.#bodies.room(this.#address));
      await this.#file.append(Buffer.concat(this.#unwritten));
      this.#unwritten = [];
      this.#unwrittenBytes = 0;
    } catch (error) {
      if (!(error instanceof TelemetryError)) throw error;
      this.#isFull = true;
    }
  }

  #hasRoom(bytes: number): boolean {
    if (this.#firstBytes + bytes <= IN_MEMORY_BYTES) return true;
    if (!this.#isFile || more + bytes > MORE_BYTES) return false;
    more += bytes;
    this.#more += bytes;
    return true;
  }

  /** All that wait; they wait no longer. */
  async *take(): AsyncGenerator<Rows> {
    const [first, file, filed, unwritten] = [this.#first, this.#file, this.#filed, this.#unwritten];
    const shared = this.#more;
    this.#more = 0;
    this.#file = undefined;
    this.drop();
    try {
      // Let go one by one.
      for (let rows = first.shift(); rows !== undefined; rows = first.shift()) yield rows;
      yield* kept(filed, file, unwritten);
    } finally {
      more -= shared;
      await file?.close();
    }
  }

  /** Forgets the rows. */
  drop(): void {
    more -= this.#more;
    this.#more = 0;
    this.#first = [];
    this.#filed = [];
    this.#unwritten = [];
    this.#firstBytes = 0;
    this.#unwrittenBytes = 0;
    this.#isFull = false;
  }

  async close(): Promise<void> {
    this.drop();
    await this.#file?.close();
    this.#file = undefined;
  }
}

/** The rows of a file, then those that were not written to it. */
async function* kept(
  filed: readonly (Omit<Rows, "bytes"> & { readonly length: number })[],
  file: SpooledBody | undefined,
  unwritten: readonly Buffer[],
): AsyncGenerator<Rows> {
  const inFile = filed.slice(0, filed.length - unwritten.length);
  let at = 0;
  for (let from = 0; from < inFile.length; ) {
    let end = from;
    let bytes = 0;
    while (end < inFile.length && bytes < AT_ONCE_BYTES) bytes += inFile[end++]!.length;
    const piece = await file!.piece(at, bytes);
    at += bytes;
    let start = 0;
    for (const { known, length } of inFile.slice(from, end)) {
      yield { bytes: piece.subarray(start, start + length), known };
      start += length;
    }
    from = end;
  }
  for (const [index, bytes] of unwritten.entries()) yield { bytes, known: filed[inFile.length + index]!.known };
}

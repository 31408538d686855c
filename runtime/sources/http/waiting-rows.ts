/**
 * Rows of a table that wait until all of it is known: what a cell means may be said by a later one [D55]. The first MiB is
 * in memory, the rest in a file.
 */

import { TelemetryError } from "../../model/error-signal.ts";
import type { Bodies } from "./bodies.ts";
import { SpooledBody } from "./spooled-body.ts";

const IN_MEMORY_BYTES = 1 << 20;

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
  #file: SpooledBody | undefined;
  #filed: (Omit<Rows, "bytes"> & { readonly length: number })[] = [];

  constructor({ bodies, address, isFile }: { bodies: Bodies; address: string; isFile: boolean }) {
    this.#bodies = bodies;
    this.#address = address;
    this.#isFile = isFile;
  }

  /** Bytes in memory. */
  get held(): number {
    return this.#firstBytes;
  }

  /** False if there is no room. */
  async add({ bytes, known }: Rows): Promise<boolean> {
    if (this.#firstBytes + bytes.length <= IN_MEMORY_BYTES && this.#file === undefined) {
      this.#first.push({ bytes, known });
      this.#firstBytes += bytes.length;
      return true;
    }
    if (!this.#isFile) return false;
    try {
      this.#file ??= await SpooledBody.open(this.#bodies.room(this.#address));
      await this.#file.append(bytes);
    } catch (error) {
      if (error instanceof TelemetryError) return false;
      throw error;
    }
    this.#filed.push({ known, length: bytes.length });
    return true;
  }

  /** All that wait; they wait no longer. */
  async *take(): AsyncGenerator<Rows> {
    const [first, file, filed] = [this.#first, this.#file, this.#filed];
    this.#first = [];
    this.#file = undefined;
    this.#filed = [];
    this.#firstBytes = 0;
    try {
      yield* first;
      let at = 0;
      for (const { known, length } of filed) {
        yield { bytes: await file!.piece(at, length), known };
        at += length;
      }
    } finally {
      await file?.close();
    }
  }

  /** Forgets the rows. */
  drop(): void {
    this.#first = [];
    this.#filed = [];
    this.#firstBytes = 0;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

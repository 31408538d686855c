/** What an export format is: a table in, bytes out. */

import type { Table } from "../model/batch.ts";

export interface EncodeOptions {
  /** IANA name. */
  readonly timeZone: string;
  /** Decimal places of a second in texts; further digits are cut off. All 9 unless given. */
  readonly timeDigits?: number;
  /** Of CSV; CRLF unless given. */
  readonly lineEnd?: string;
  /** Name of a worksheet, at most 31 characters. */
  readonly sheet?: string;
  /** Name of the table or group, in files that have some. */
  readonly name?: string;
  /** One of the format's `readers`. */
  readonly for?: string;
  /** Folder for temporary files; the system's by default. */
  readonly directory?: string;
}

/** Yields pieces of the file, some ten kilobytes each. */
export type Encode = (table: Table, options: EncodeOptions) => AsyncGenerator<Uint8Array>;

/** A value that its type cannot hold, such as a sum beyond 64 bits. Its name survives the way between threads. */
export class DoesNotFit extends Error {
  override readonly name = "DoesNotFit";
}

/** A table that does not fit into the format. Its name survives the way between threads. */
export class TooLargeForFormat extends Error {
  override readonly name = "TooLargeForFormat";
}

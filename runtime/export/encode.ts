/** What an export format is: a table in, bytes out. */

import type { Table } from "../model/batch.ts";

export interface EncodeOptions {
  /** IANA name. */
  readonly timeZone: string;
  /** Name of a worksheet, at most 31 characters. */
  readonly sheet?: string;
  /** Name of the table, in files that have tables. */
  readonly name?: string;
  /** Folder for temporary files; the system's by default. */
  readonly directory?: string;
}

/** Yields pieces of the file, some ten kilobytes each. */
export type Encode = (table: Table, options: EncodeOptions) => AsyncGenerator<Uint8Array>;

export interface FormatEncoder {
  readonly contentType: string;
  /** The same table gives different bytes each time, so ranges of two downloads do not fit together. */
  readonly varies?: true;
  readonly load: () => Promise<Encode>;
}

/** What an export format is: a table in, bytes out. */

import type { Table } from "../telemetry/batch.ts";

export interface EncodeOptions {
  /** IANA name. */
  readonly timeZone: string;
  /** Name of a worksheet, of 31 characters at most. */
  readonly sheet?: string;
  /** Of the table, where the file has tables. */
  readonly name?: string;
  /** For files that are needed meanwhile; the system's temporary folder unless given. */
  readonly directory?: string;
}

/** Pieces of a file, some ten kilobytes each. */
export type Encode = (table: Table, options: EncodeOptions) => AsyncGenerator<Uint8Array>;

export interface FormatEncoder {
  readonly contentType: string;
  /** The same table makes other bytes each time, of which parts do not fit together. */
  readonly varies?: true;
  readonly load: () => Promise<Encode>;
}

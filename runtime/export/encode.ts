/** What an export format is: a table in, bytes out. */

import type { Table } from "../telemetry/batch.ts";

export interface EncodeOptions {
  /** IANA name. */
  readonly timeZone: string;
  /** Name of a worksheet, of 31 characters at most. */
  readonly sheet?: string;
}

/** Pieces of a file, some ten kilobytes each. */
export type Encode = (table: Table, options: EncodeOptions) => AsyncGenerator<Uint8Array>;

export interface FormatEncoder {
  readonly contentType: string;
  readonly load: () => Promise<Encode>;
}

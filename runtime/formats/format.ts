/** What a format of exported tables is: a folder beside this file, and a line in `formats.ts`. */

import type { Encode, EncodeOptions } from "../export/encode.ts";
import type { TableStore } from "../export/open-table.ts";
import type { ExportRequest } from "../model/export-request.ts";

export interface ExportFormat {
  /** `format=<name>` of a request, and the ending of files. */
  readonly name: string;
  readonly contentType: string;
  /** Further endings of an address, with the content type of each if it is another one. */
  readonly endings?: Readonly<Record<string, { readonly contentType?: string }>>;
  /** The page's menus offer it. */
  readonly onPage?: true;
  /** A browser shows it. */
  readonly isShown?: true;
  /** Readers that need another form of it (`for=`), and which one. */
  readonly readers?: Readonly<Record<string, string>>;
  /** What answers by a device's address have, as Kotori's. */
  readonly byAddress?: Partial<EncodeOptions>;
  /** The same table gives different bytes each time, so ranges of two downloads do not fit together. */
  readonly varies?: true;
  /** Maximum number of columns, and what has it. */
  readonly columns?: { readonly most: number; readonly of: string };
  /** Has the store write the file. Returns false, and yields no bytes, if it cannot. Undefined: the request is not for rows as they are. */
  readonly byStore?: (store: TableStore, request: ExportRequest) => AsyncGenerator<Uint8Array, boolean> | undefined;
  /** Loads the encoder, with its library. */
  readonly load: () => Promise<Encode>;
}

/** Encodes a request in its format, lazily. */

import { openTable, type TableStore } from "../export/open-table.ts";
import type { ExportRequest } from "../model/export-request.ts";
import type { StoreAccess } from "../model/store.ts";
import { formatNamed } from "./formats.ts";

/** In the database's thread, if that is another one. */
export function exported(
  store: TableStore & Pick<StoreAccess, "encodeExport">,
  request: ExportRequest,
): AsyncIterable<Uint8Array> {
  return store.encodeExport?.(request) ?? encodeExport(store, request);
}

/** `return()` stops reading. */
export async function* encodeExport(store: TableStore, request: ExportRequest): AsyncGenerator<Uint8Array> {
  const { byStore, load, byAddress } = formatNamed(request.format);
  const isWritten = yield* byStore?.(store, request) ?? [];
  if (isWritten === true) return;
  const table = openTable(store, request);
  try {
    const encode = await load();
    const [only, ...more] = request.sources;
    const name = more.length === 0 && only !== undefined ? { name: only.measurement } : {};
    const reader = request.for === undefined ? {} : { for: request.for };
    const address = request.byAddress && { ...byAddress, ...request.byAddress };
    yield* encode(table, { timeZone: request.timeZone, ...name, ...reader, ...address });
  } finally {
    await table.batches.return(undefined);
  }
}

/** The formats that a table can be written in; a library that one of them needs is loaded when it is used. */

import type { FormatEncoder } from "./encode.ts";
import type { Format } from "./export-request.ts";

export const FORMAT_ENCODERS: Readonly<Record<Format, FormatEncoder>> = {
  csv: {
    contentType: "text/csv; charset=utf-8; header=present",
    load: async () => (await import("./separated.ts")).encodeCsv,
  },
  tsv: {
    contentType: "text/tab-separated-values; charset=utf-8; header=present",
    load: async () => (await import("./separated.ts")).encodeTsv,
  },
  json: { contentType: "application/json", load: async () => (await import("./json.ts")).encodeJson },
  ndjson: { contentType: "application/x-ndjson", load: async () => (await import("./json.ts")).encodeNdjson },
  parquet: {
    contentType: "application/vnd.apache.parquet",
    load: async () => (await import("./parquet.ts")).encodeParquet,
  },
  arrow: {
    contentType: "application/vnd.apache.arrow.stream",
    load: async () => (await import("./arrow.ts")).encodeArrow,
  },
  feather: {
    contentType: "application/vnd.apache.arrow.file",
    load: async () => (await import("./arrow.ts")).encodeFeather,
  },
  duckdb: {
    contentType: "application/vnd.duckdb",
    varies: true,
    load: async () => (await import("../store/duckdb/database-file.ts")).encodeDatabase,
  },
  xlsx: {
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    // It holds the time when it was made.
    varies: true,
    load: async () => (await import("./xlsx.ts")).encodeXlsx,
  },
};

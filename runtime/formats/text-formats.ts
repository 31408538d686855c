/** The formats of the core: CSV, tab-separated values, JSON, and JSON in lines. */

import type { ExportFormat } from "./format.ts";

const readers = {
  dataframes:
    "writes `_hex_` with `\\x` before its digits, so that pandas, polars and R read no number, and booleans as `TRUE` and `FALSE`, which R reads",
};

export const TEXT_FORMATS: readonly ExportFormat[] = [
  {
    name: "csv",
    onPage: true,
    contentType: "text/csv; charset=utf-8; header=present",
    endings: { txt: { contentType: "text/plain; charset=utf-8" } },
    isShown: true,
    readers,
    byAddress: { lineEnd: "\n", timeDigits: 6 },
    load: async () => (await import("./separated.ts")).encodeCsv,
  },
  {
    name: "tsv",
    contentType: "text/tab-separated-values; charset=utf-8; header=present",
    readers,
    byAddress: { timeDigits: 6 },
    load: async () => (await import("./separated.ts")).encodeTsv,
  },
  {
    name: "json",
    contentType: "application/json",
    isShown: true,
    byAddress: { timeDigits: 3 },
    load: async () => (await import("./json.ts")).encodeJson,
  },
  {
    name: "ndjson",
    contentType: "application/x-ndjson",
    byAddress: { timeDigits: 3 },
    load: async () => (await import("./json.ts")).encodeNdjson,
  },
];

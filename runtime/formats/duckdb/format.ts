/** DuckDB's own files. */

import type { ExportFormat } from "../format.ts";

export const DUCKDB_FORMATS: readonly ExportFormat[] = [
  {
    name: "duckdb",
    contentType: "application/vnd.duckdb",
    varies: true,
    load: async () => (await import("./duckdb-file.ts")).encodeDatabase,
  },
];

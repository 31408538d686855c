/** Parquet, and DuckDB's own files. */

import type { ExportFormat } from "../format.ts";

export const DATABASE_FORMATS: readonly ExportFormat[] = [
  {
    name: "parquet",
    contentType: "application/vnd.apache.parquet",
    readers: {
      spark:
        "has times to the microsecond, and encodings of version 1, for readers that know no others (Spark, fastparquet, parquetjs)",
    },
    load: async () => (await import("./database-file.ts")).encodeParquet,
  },
  {
    name: "duckdb",
    contentType: "application/vnd.duckdb",
    varies: true,
    load: async () => (await import("./database-file.ts")).encodeDatabase,
  },
];

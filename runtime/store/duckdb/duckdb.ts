/** DuckDB's package as one value: what imports this on demand finds all of it, also in a bundle. */

import * as duckdb from "@duckdb/node-api";

export type DuckDB = typeof duckdb;
export { duckdb };

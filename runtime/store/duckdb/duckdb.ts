/** DuckDB's package, and what it stands on, as one value: what imports this on demand finds all of it, also in a bundle. */

import * as api from "@duckdb/node-api";
import bindings from "@duckdb/node-bindings";

export type DuckDB = typeof duckdb;
export const duckdb = { ...api, bindings };

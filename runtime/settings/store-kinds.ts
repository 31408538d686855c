/** All kinds of stores: DuckDB, and those of parts. */

import { PARTS } from "../parts/parts.ts";
import { duckdbKind } from "../store/duckdb/kind.ts";
import type { StoreKinds } from "../store/kind.ts";

export const DEPOT_KINDS = PARTS.flatMap(({ depots = [] }) => depots);

export const STORE_KINDS: StoreKinds = [duckdbKind(DEPOT_KINDS), ...PARTS.flatMap(({ stores = [] }) => stores)];

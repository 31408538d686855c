/** Stores as configured, where other parts than their own folder read it. */

import type { Keep } from "../model/keep.ts";

export interface DuckdbSettings {
  readonly kind: "duckdb";
  /** Absolute path, or `:memory:`. */
  readonly path: string;
  /** Absolute path of the folder for Parquet files of past hours. */
  readonly parquet?: string;
  /** Where these files are for others; the folder is its cache. */
  readonly depot?: DepotSettings;
  /** A new database takes over the files of a lost one. */
  readonly adopt?: boolean;
  /** Absent: everything is kept. */
  readonly keep?: Keep;
}

/** What the kind of a place for Parquet files has read: plain data, which goes to the store's thread. */
export interface DepotSettings {
  readonly kind: string;
}

/** What the kind of a part's store has read: plain data, which goes to the store's thread. */
export interface OtherStoreSettings {
  readonly kind: string;
}

export type StoreSettings = DuckdbSettings | OtherStoreSettings;

/** The store in this process: DuckDB. */
export function isEmbedded(settings: StoreSettings): settings is DuckdbSettings {
  return settings.kind === "duckdb";
}

/** `[store-<name>]`: a server that stores the databases with these names. */
export interface NamedStore {
  readonly name: string;
  /** Patterns with `*` and `?`. */
  readonly databases: readonly string[];
  readonly store: OtherStoreSettings;
  /** Absent: half of the journal. */
  readonly backlogBytes?: number;
}

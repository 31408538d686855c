/** An open database: its connections and its catalogue. */

import type { DuckDBConnection } from "@duckdb/node-api";
import type { JournalPosition } from "../../journal/journal.ts";
import { Catalogue } from "./catalogue.ts";
import { type Database, type DuckDB, openDatabase } from "./open-database.ts";
import { Readers } from "./readers.ts";

export interface Session {
  readonly duckdb: DuckDB;
  readonly database: Database;
  readonly writer: DuckDBConnection;
  readonly readers: Readers;
  readonly catalogue: Catalogue;
  readonly maxMeasurements: number;
}

/** A table takes some 75 KB of memory while it is written to: names that strangers make up must not fill it. */
export const DEFAULT_MAX_MEASUREMENTS = 50_000;

export async function openSession(
  path: string,
  maxMeasurements: number,
  onDamage: (sentence: string) => void,
): Promise<{ session: Session; committed: JournalPosition }> {
  const database = await openDatabase(path, onDamage);
  try {
    const writer = await database.connect();
    const { catalogue, committed } = await Catalogue.load(writer);
    const readers = new Readers(database);
    return { session: { duckdb: database.duckdb, database, writer, readers, catalogue, maxMeasurements }, committed };
  } catch (error) {
    database.close();
    throw error;
  }
}

export function closeSession(session: Session): void {
  session.readers.close();
  session.writer.disconnectSync();
  session.database.close();
}

/** An open database: its connections and its catalogue. */

import type { DuckDBConnection } from "@duckdb/node-api";
import type { Cursor, LogIdentity } from "../../journal/log.ts";
import type { OpenedStore } from "../store.ts";
import type { Archive } from "./archive.ts";
import { Catalogue, type CatalogueLimits } from "./catalogue.ts";
import { claim, readMarks } from "./committed.ts";
import type { DuckDB } from "./duckdb.ts";
import { type Database, openDatabase } from "./open-database.ts";
import { Readers } from "./readers.ts";

export interface Session {
  readonly duckdb: DuckDB;
  readonly database: Database;
  readonly writer: DuckDBConnection;
  readonly readers: Readers;
  readonly catalogue: Catalogue;
  readonly maxMeasurements: number;
  /** UUID of the log that it is written to from. */
  readonly log: string;
  readonly archive?: Archive;
}

export interface SessionLimits extends CatalogueLimits {
  readonly maxMeasurements: number;
}

export async function openSession(
  path: string,
  limits: SessionLimits,
  log: LogIdentity,
  onDamage: (sentence: string) => void,
  archive?: Archive,
): Promise<{ session: Session; opened: OpenedStore & { readonly committed: Cursor } }> {
  const database = await openDatabase(path, onDamage, archive?.directory);
  try {
    const writer = await database.connect();
    const catalogue = await Catalogue.load(writer, limits);
    await archive?.load(writer, catalogue);
    const opened = { ...(await claim(writer, log)), ...(await readMarks(writer, log.uuid)) };
    const readers = new Readers(database);
    const { duckdb } = database;
    const { maxMeasurements } = limits;
    const kept = { ...(archive && { archive }) };
    const session = { duckdb, database, writer, readers, catalogue, maxMeasurements, log: log.uuid, ...kept };
    return { session, opened };
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

/** An open database: its connections and its catalogue. */

import type { DuckDBConnection } from "@duckdb/node-api";
import type { Cursor, LogIdentity } from "../../model/message-log.ts";
import type { OpenedStore } from "../../model/store.ts";
import type { Archive } from "./archive.ts";
import { Catalogue, type CatalogueLimits } from "./catalogue.ts";
import { claim, readOtherLogs } from "./committed.ts";
import type { DuckDB } from "./duckdb.ts";
import { createLayout, readLayout } from "./layout.ts";
import { Minutes } from "./minutes.ts";
import { beginMove, continueMove } from "./move-layout.ts";
import { type Database, openDatabase, type RowWidth } from "./open-database.ts";
import { Readers } from "./readers.ts";

export interface Session {
  /** The row width for which it was opened; for a database in memory, the current one. */
  readonly width: RowWidth;
  readonly duckdb: DuckDB;
  readonly database: Database;
  readonly writer: DuckDBConnection;
  readonly readers: Readers;
  readonly catalogue: Catalogue;
  readonly maxMeasurements: number;
  /** UUID of the log whose messages are written to it. */
  readonly log: string;
  readonly archive?: Archive;
  readonly minutes: Minutes;
}

export interface SessionLimits extends CatalogueLimits {
  /** Points of further measurements are refused. */
  readonly maxMeasurements: number;
}

/** Called with one sentence each. */
export interface SessionListeners {
  onDamage(sentence: string): void;
  /** About the move of a database of an earlier version. */
  onMove(sentence: string): void;
}

export async function openSession(
  path: string,
  limits: SessionLimits,
  log: LogIdentity,
  { onDamage, onMove }: SessionListeners,
  archive?: Archive,
): Promise<{ session: Session; opened: OpenedStore & { readonly committed: Cursor } }> {
  const directory = archive?.directory;
  let database = await openDatabase(path, onDamage, { directory });
  try {
    let writer = await database.connect();
    const layout = await readLayout(writer);
    if (layout.width === "wide") {
      database.close();
      database = await openDatabase(path, onDamage, { directory, width: "wide" });
      writer = await database.connect();
    }
    const connection = writer;
    const minutes = new Minutes();
    await minutes.load(async (sql) => (await connection.run(sql)).getRows());
    if (layout.state === "new") await createLayout(writer);
    if (layout.state === "old") await beginMove(writer);
    if (layout.state === "old" || layout.state === "moving") await continueMove(writer, limits, minutes, onMove);
    const catalogue = await Catalogue.load(writer, limits);
    await archive?.load(writer, catalogue);
    const opened = { ...(await claim(writer, log)), ...(await readOtherLogs(writer, log.uuid)) };
    const readers = new Readers(database);
    const { duckdb } = database;
    const { maxMeasurements } = limits;
    const kept = { minutes, ...(archive && { archive }) };
    const { width } = catalogue;
    const session = { width, duckdb, database, writer, readers, catalogue, maxMeasurements, log: log.uuid, ...kept };
    return { session, opened };
  } catch (error) {
    database.close();
    throw error;
  }
}

export async function closeSession(session: Session): Promise<void> {
  await session.readers.close();
  session.database.close();
}

/**
 * Gives back the space of deleted rows. In a shared table, the rows of a deleted measurement lie between those of others, and DuckDB
 * frees a row group only if it has no rows left, or if a checkpoint can merge it with its neighbours. So the rows that remain move to
 * the end of their table, some thousand at a time. Each move is a transaction; queries, times and values do not change.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import { literal, quoted } from "./identifier.ts";
import { ROWS_IN_GROUP } from "./open-database.ts";
import { asking, type RunQuery } from "./series.ts";
import type { Session } from "./session.ts";
import { inTransaction } from "./transaction.ts";

/** A table is worth the work if this share of its rows is deleted, and a part of it if that share of the part is. */
const LEAST_OF_TABLE = 1 / 32;
const LEAST_OF_PART = 1 / 64;

export interface ReclaimTarget {
  /** Resolves when the store is idle, or after a maximum wait; false: stop now. */
  idle(): Promise<boolean>;
  /** Runs exclusively, between other writes. */
  inTurn<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** Merges the write-ahead log into the file if it has become long. False: not possible at the moment. */
  checkpointWhenDue(writer: DuckDBConnection): Promise<boolean>;
}

interface StoredTable {
  readonly schema: string;
  readonly table: string;
  /** Full SQL name. */
  readonly name: string;
}

/** The rest of a table: positions in it (`rowid`), and the number of all its positions, with those of deleted rows. */
interface Rest {
  readonly from: number;
  readonly end: number;
  readonly positions: number;
}

/** What a run did: whether it came to its end, and how many rows it moved. */
export interface Reclaimed {
  readonly isComplete: boolean;
  readonly rows: number;
}

export async function reclaim(target: ReclaimTarget): Promise<Reclaimed> {
  let moved = 0;
  for (const table of await target.inTurn(worthwhile)) {
    let rest: Rest | undefined;
    do {
      if (!(await target.idle())) return { isComplete: false, rows: moved };
      const done = await target.inTurn((session) => step(session, table, rest, target.checkpointWhenDue));
      moved += done?.rows ?? 0;
      if (done?.isLogLong === true) return { isComplete: false, rows: moved };
      rest = done?.rest;
    } while (rest !== undefined);
  }
  return { isComplete: true, rows: moved };
}

/** Tables of the store with many deleted rows. An index would have to follow each move. */
async function worthwhile({ writer, catalogue, width }: Session): Promise<StoredTable[]> {
  const ask = asking(writer);
  const least = ROWS_IN_GROUP[width];
  const large = await ask(
    `SELECT schema_name, table_name, estimated_size FROM duckdb_tables()
     WHERE database_name = current_database() AND index_count = 0 AND estimated_size > ${least}`,
  );
  const tables: StoredTable[] = [];
  for (const [schemaName, tableName, size] of large) {
    const [schema, table, positions] = [String(schemaName), String(tableName), Number(size)];
    const name = [catalogue.catalog, schema, table].map(quoted).join(".");
    const [[rows] = []] = await ask(`SELECT count(*) FROM ${name}`);
    const deleted = positions - Number(rows);
    if (deleted >= Math.max(least / 8, positions * LEAST_OF_TABLE)) tables.push({ schema, table, name });
  }
  return tables;
}

interface Step {
  readonly rows: number;
  readonly rest: Rest | undefined;
  /** More moves would make the write-ahead log longer. */
  readonly isLogLong?: boolean;
}

/** Moves the next rows, unless few between them are deleted; undefined at the end of the table. */
async function step(
  { writer, width }: Session,
  table: StoredTable,
  given: Rest | undefined,
  checkpointWhenDue: ReclaimTarget["checkpointWhenDue"],
): Promise<Step | undefined> {
  const ask = asking(writer);
  const { name } = table;
  const positions = await positionsOf(ask, table);
  if (positions === undefined) return undefined;
  // A checkpoint in between freed positions before these.
  const rest = given === undefined ? { from: 0, end: positions } : lower(given, given.positions - positions);
  // Whole groups would be compressed and written at once; smaller parts share blocks, as appended rows do.
  const most = ROWS_IN_GROUP[width] / 2;
  const part = `SELECT rowid AS position FROM ${name} WHERE rowid >= ${rest.from} AND rowid < ${rest.end} LIMIT ${most}`;
  const [[last, count] = []] = await ask(`SELECT max(position), count(*) FROM (${part})`);
  const rows = Number(count);
  if (rows === 0) return undefined;
  const to = rows < most ? rest.end : Number(last) + 1;
  const next = { from: to, end: rest.end, positions };
  if (to - rest.from - rows < (to - rest.from) * LEAST_OF_PART) return { rows: 0, rest: remaining(next) };
  const where = `WHERE rowid >= ${rest.from} AND rowid < ${to}`;
  await inTransaction(writer, [`INSERT INTO ${name} SELECT * FROM ${name} ${where}`, `DELETE FROM ${name} ${where}`]);
  const isLogLong = !(await checkpointWhenDue(writer));
  const now = await positionsOf(ask, table);
  if (now === undefined) return undefined;
  return { rows, rest: remaining({ ...lower(next, positions + rows - now), positions: now }), isLogLong };
}

function lower({ from, end }: Pick<Rest, "from" | "end">, by: number): Pick<Rest, "from" | "end"> {
  const freed = Math.max(0, by);
  return { from: Math.max(0, from - freed), end: end - freed };
}

function remaining(rest: Rest): Rest | undefined {
  return rest.from < rest.end ? rest : undefined;
}

/** Number of a table's rows, including deleted ones that still take space; undefined if the table is gone. */
async function positionsOf(ask: RunQuery, { schema, table }: StoredTable): Promise<number | undefined> {
  const [[positions] = []] = await ask(
    `SELECT estimated_size FROM duckdb_tables()
     WHERE database_name = current_database() AND schema_name = ${literal(schema)} AND table_name = ${literal(table)}`,
  );
  return positions === undefined ? undefined : Number(positions);
}

/**
 * The table `structline.committed`: up to where the rows of each log are in the database. Written in the transactions of the
 * rows. A cursor of one log says nothing about another, of which this database may have seen nothing.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import { BEGINNING, type Cursor, type LogIdentity, type Marks } from "../../journal/log.ts";
import type { OpenedStore } from "../store.ts";
import { literal } from "./identifier.ts";

const TABLE = "structline.committed";

/** Versions to 0.1 had one row, of no log. */
export const CREATE_COMMITTED = `
  CREATE TABLE IF NOT EXISTS ${TABLE} (position BIGINT NOT NULL, log VARCHAR);
  ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS log VARCHAR;
`;

/** Without a log: for opening the database only to read it, or to write rows that no log has. */
export const NO_LOG: LogIdentity = { uuid: "", predatesIdentities: false, committed: BEGINNING };

/** What is kept of other logs. */
export async function readMarks(connection: DuckDBConnection, log: string): Promise<Pick<OpenedStore, "marks">> {
  const result = await connection.run(`SELECT log, position::VARCHAR FROM ${TABLE} WHERE log <> ${literal(log)}`);
  const rows = await result.getRows();
  if (rows.length === 0) return {};
  return { marks: new Map(rows.map(([other, position]) => [String(other), Number(position)])) };
}

/** Statements that make `marks` the committed positions of their logs. */
export function setMarks(marks: Marks): string[] {
  if (marks.size === 0) return [];
  const logs = Array.from(marks.keys(), literal).join(", ");
  const rows = Array.from(marks, ([log, position]) => `(${position}, ${literal(log)})`).join(", ");
  return [`DELETE FROM ${TABLE} WHERE log IN (${logs})`, `INSERT INTO ${TABLE} (position, log) VALUES ${rows}`];
}

/** The log's cursor. A database that does not know it is its own when it is new, or as old as the log. */
export async function claim(
  connection: DuckDBConnection,
  log: LogIdentity,
): Promise<OpenedStore & { readonly committed: Cursor }> {
  const known = await readCommitted(connection, log.uuid);
  if (known !== undefined) return { committed: known };
  if (log.predatesIdentities) {
    await connection.run(`UPDATE ${TABLE} SET log = ${literal(log.uuid)} WHERE log IS NULL`);
    const adopted = await readCommitted(connection, log.uuid);
    if (adopted !== undefined) return { committed: adopted };
  }
  const [[others] = []] = await (await connection.run(`SELECT count(*)::INTEGER FROM ${TABLE}`)).getRows();
  const isStrange = others !== 0;
  const committed = isStrange ? log.committed : BEGINNING;
  await connection.run(`INSERT INTO ${TABLE} (position, log) VALUES (${committed}, ${literal(log.uuid)})`);
  return isStrange ? { committed, isStrange } : { committed };
}

/** Statement that makes `cursor` the log's committed one. */
export function setCommitted(log: string, cursor: Cursor): string {
  return `UPDATE ${TABLE} SET position = ${cursor} WHERE log = ${literal(log)}`;
}

/** Undefined where the database does not know the log. */
export async function readCommitted(connection: DuckDBConnection, log: string): Promise<Cursor | undefined> {
  const result = await connection.run(`SELECT position::VARCHAR FROM ${TABLE} WHERE log = ${literal(log)}`);
  const [row] = await result.getRows();
  return row === undefined ? undefined : Number(row[0]);
}

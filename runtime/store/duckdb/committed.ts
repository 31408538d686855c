/**
 * The table `structline.committed`: the position of each log up to which its rows are in the database. Written in the
 * transactions of the rows. A cursor is only valid for its own log.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import { BEGINNING, type Cursor, type LogIdentity } from "../../model/message-log.ts";
import type { OpenedStore } from "../../model/store.ts";
import { literal } from "./identifier.ts";

const TABLE = "structline.committed";

/** Versions up to 0.1 had one row without a log. */
export const CREATE_COMMITTED = `
  CREATE TABLE IF NOT EXISTS ${TABLE} (position BIGINT NOT NULL, log VARCHAR);
  ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS log VARCHAR;
`;

/** No log: for opening the database only for reading, or for rows from no log. */
export const NO_LOG: LogIdentity = { uuid: "", predatesIdentities: false, committed: BEGINNING };

type OtherLogs = Pick<OpenedStore, "otherLogs">;

export async function readOtherLogs(connection: DuckDBConnection, log: string): Promise<OtherLogs> {
  const result = await connection.run(`SELECT log FROM ${TABLE} WHERE log <> ${literal(log)}`);
  const others = (await result.getRows()).map(([other]) => String(other));
  return others.length === 0 ? {} : { otherLogs: new Set(others) };
}

/** The log's cursor. A database without this log belongs to it if the database is new, or as old as the log. */
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

/** Statements that set the log's committed cursor, and add other logs, whose cursors are not known. */
export function setCommitted(log: string, cursor: Cursor, otherLogs: readonly string[]): string {
  const added = otherLogs.map((other) => {
    const isThere = `SELECT 1 FROM ${TABLE} WHERE log = ${literal(other)}`;
    return `; INSERT INTO ${TABLE} (position, log) SELECT 1, ${literal(other)} WHERE NOT EXISTS (${isThere})`;
  });
  return `UPDATE ${TABLE} SET position = ${cursor} WHERE log = ${literal(log)}${added.join("")}`;
}

/** Undefined if the database does not know the log. */
export async function readCommitted(connection: DuckDBConnection, log: string): Promise<Cursor | undefined> {
  const result = await connection.run(`SELECT position::VARCHAR FROM ${TABLE} WHERE log = ${literal(log)}`);
  const [row] = await result.getRows();
  return row === undefined ? undefined : Number(row[0]);
}

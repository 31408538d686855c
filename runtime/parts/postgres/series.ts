/**
 * Tables in which tags tell rows of one time apart: each set of tags is a series [D56]. The primary key then has the
 * values of these fields as a text, in a column of its own. A table without such rows has none.
 */

import type { ClientBase } from "pg";
import { hashedName, quoted, text } from "./names.ts";
import { fieldValue, relationOf, type Table } from "./registry.ts";

const SERIES = "_series";
/** An entry of an index has at most 2.7 KB. [PostgreSQL 15, appendix K] */
const LONGEST = 1_000;
/** The server's own limit for a statement does not hold for a table that gets another key, ms. */
const REBUILD_MS = 24 * 3_600_000;

/** The fields that tell rows apart, to be recorded with the next batch. */
export function addKey(table: Table, name: string): void {
  if (table.keys.has(name)) return;
  table.keys.add(name);
  table.addedKeys.push(name);
}

/**
 * SQL of a row's series, such as `cpu=cpu0,host=a`. The only place that knows its form.
 * @param sqlOf SQL of a field's value
 */
export function seriesOf({ keys }: Pick<Table, "keys">, sqlOf: (name: string) => string | undefined): string {
  const parts = [...keys].sort().flatMap((name) => {
    const value = sqlOf(name);
    if (value === undefined) return [];
    const escaped = `replace(replace((${value})::text, E'\\\\', E'\\\\\\\\'), ',', E'\\\\,')`;
    return [`${text(`${escapeName(name)}=`)} || ${escaped}`];
  });
  if (parts.length === 0) return "''";
  const all = `concat_ws(',', ${parts.join(", ")})`;
  const hashed = `left(${all}, 100) || '#' || encode(sha256(convert_to(${all}, 'UTF8')), 'hex')`;
  return `CASE WHEN octet_length(${all}) <= ${LONGEST} THEN ${all} ELSE ${hashed} END`;
}

function escapeName(name: string): string {
  return name.replaceAll(/[\\,=]/g, "\\$&");
}

/** The columns of the primary key. */
export function primaryKey({ seriesColumn }: Pick<Table, "seriesColumn">): string[] {
  return seriesColumn === undefined ? ["time_ns"] : ["time_ns", quoted(seriesColumn)];
}

/** Gives the table, new or not, another primary key. Its rows keep their values. */
export async function addSeries(client: ClientBase, table: Table): Promise<void> {
  const relation = relationOf(table);
  const isTaken = [...table.fields.values()].some(({ column }) => column === SERIES);
  table.seriesColumn = isTaken ? hashedName(SERIES) : SERIES;
  const { rows } = await client.query(
    "SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'p'",
    [relation],
  );
  const dropped = rows.map(({ conname }) => `DROP CONSTRAINT ${quoted(conname)}, `).join("");
  const added = `ADD COLUMN ${quoted(table.seriesColumn)} text NOT NULL DEFAULT ''`;
  await rebuild(
    client,
    `ALTER TABLE ${relation} ${added}, ${dropped}ADD PRIMARY KEY (${primaryKey(table).join(", ")})`,
  );
  await client.query("UPDATE structline.measurements SET series_column = $3 WHERE database = $1 AND measurement = $2", [
    table.database,
    table.measurement,
    table.seriesColumn,
  ]);
}

/** Rows that had such a field before are of its series. */
export async function noteKeys(client: ClientBase, table: Table): Promise<void> {
  const { database, measurement, fields, addedKeys } = table;
  await client.query(
    `UPDATE structline.fields AS f SET is_key = true FROM structline.measurements AS m
     WHERE m.id = f.measurement AND m.database = $1 AND m.measurement = $2 AND f.name = ANY($3::text[])`,
    [database, measurement, addedKeys],
  );
  const isNew = new Set(table.added.map(({ name }) => name));
  const older = addedKeys.filter((name) => !isNew.has(name)).map((name) => fieldValue(fields.get(name)!));
  if (older.length === 0) return;
  const series = seriesOf(table, (name) => fieldValue(fields.get(name)!));
  const some = older.map((value) => `${value} IS NOT NULL`).join(" OR ");
  await rebuild(client, `UPDATE ${relationOf(table)} SET ${quoted(table.seriesColumn!)} = ${series} WHERE ${some}`);
}

/** A large table takes longer than a statement usually may. Rows wait in the journal meanwhile. */
async function rebuild(client: ClientBase, sql: string): Promise<void> {
  const { rows } = await client.query("SELECT current_setting('statement_timeout') AS before");
  await client.query("SET LOCAL statement_timeout = 0");
  // The client's own limit.
  await client.query({ text: sql, query_timeout: REBUILD_MS } as { text: string });
  await client.query(`SET LOCAL statement_timeout = ${text(rows[0].before)}`);
}

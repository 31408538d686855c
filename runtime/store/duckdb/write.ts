/** Writes a grouped batch within the caller's transaction. */

import { appendRows } from "./append.ts";
import type { TableRows } from "./batch.ts";
import type { PlacedRow } from "./placed-row.ts";
import type { Session } from "./session.ts";
import { byShape, slotsUsed } from "./shapes.ts";
import type { Table } from "./table.ts";
import { mergeByTime, newestTimes, writeStaged } from "./upsert.ts";

/** If at least this many columns have no value in any row, rows are written through a narrow table. */
const MANY_ABSENT = 16;

const NO_TIME = -(2n ** 63n) - 1n;

type WriteTarget = Pick<Session, "duckdb" | "writer" | "catalogue" | "archive">;

export async function writeTables(target: WriteTarget, tables: readonly TableRows[]): Promise<void> {
  for (const statement of target.catalogue.changes()) await target.writer.run(statement);
  for (const { table, rows, mayRepeat } of tables) {
    if (mayRepeat) await writeRepeatable(target, table, mergeByTime(table, rows));
    else await append(target, table, rows);
  }
}

async function writeRepeatable(target: WriteTarget, table: Table, rows: readonly PlacedRow[]): Promise<void> {
  const name = target.catalogue.nameOf(table);
  await target.archive?.takeBack(target.writer, name, table, timesOf(rows));
  if (!table.knowsNewest) table.setNewest(await newestTimes(target.writer, table, name));
  const isOld = (row: PlacedRow) => row.timeNs <= (table.newestOf(row) ?? NO_TIME);
  const old = rows.filter(isOld);
  for (const shaped of old.length === 0 ? [] : byShape(old)) {
    await writeStaged({ ...target, table, name }, shaped, "update");
  }
  await append(target, table, old.length === 0 ? rows : rows.filter((row) => !isOld(row)));
}

async function append(target: WriteTarget, table: Table, rows: readonly PlacedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { catalogue } = target;
  const used = slotsUsed(rows);
  if (table.fields.length - used.length > MANY_ABSENT) {
    await writeStaged({ ...target, table, name: catalogue.nameOf(table) }, { rows, slots: used }, "append");
  } else {
    const { schema, table: name } = table.names;
    const slots = table.fields.map((_, slot) => slot);
    const destination = { catalog: catalogue.catalog, schema, table: name, fields: table.fields, slots };
    await appendRows(target.duckdb, target.writer, destination, rows);
  }
  if (table.knowsNewest) for (const row of rows) table.noteNewest(row);
}

export function* timesOf(rows: readonly PlacedRow[]): Generator<bigint> {
  for (const { timeNs } of rows) yield timeNs;
}

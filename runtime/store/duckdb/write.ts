/** Writes a sorted batch within the transaction that the caller began. */

import { appendRows } from "./append.ts";
import type { PlacedRow, TableRows } from "./batch.ts";
import type { Session } from "./session.ts";
import { byShape, type Shaped } from "./shapes.ts";
import type { Table } from "./table.ts";
import { mergeByTime, newestTimes, writeStaged } from "./upsert.ts";

/** From so many columns without a value on, rows go by way of a narrow table: each null costs as much as ten values. */
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
  for (const shaped of rows.length === 0 ? [] : byShape(rows)) await appendShaped(target, table, shaped);
  if (table.knowsNewest) for (const row of rows) table.noteNewest(row);
}

async function appendShaped(target: WriteTarget, table: Table, shaped: Shaped): Promise<void> {
  const { catalogue } = target;
  if (table.fields.length - shaped.slots.length > MANY_ABSENT) {
    await writeStaged({ ...target, table, name: catalogue.nameOf(table) }, shaped, "append");
    return;
  }
  const { schema, table: name } = table.names;
  const slots = table.fields.map((_, slot) => slot);
  const destination = { catalog: catalogue.catalog, schema, table: name, fields: table.fields, slots };
  await appendRows(target.duckdb, target.writer, destination, shaped.rows);
}

export function* timesOf(rows: readonly PlacedRow[]): Generator<bigint> {
  for (const { timeNs } of rows) yield timeNs;
}

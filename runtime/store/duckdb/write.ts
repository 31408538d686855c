/** Writes a grouped batch within the caller's transaction. */

import { appendRows } from "./append.ts";
import { rowsOf, type TableRows } from "./batch.ts";
import type { PlacedRow } from "./placed-row.ts";
import type { Session } from "./session.ts";
import { byShape, slotsUsed } from "./shapes.ts";
import type { SharedTable } from "./shared-table.ts";
import type { Table } from "./table.ts";
import { areRising, byKeys, mergeByTime, newestTimes, type ReplacedBySeries, writeStaged } from "./upsert.ts";

/** If at least this many columns have no value in any row, rows are written through a narrow table. */
const MANY_ABSENT = 16;

const NO_TIME = -(2n ** 63n) - 1n;

type WriteTarget = Pick<Session, "duckdb" | "writer" | "catalogue" | "archive">;

/** @returns number of values that rows of the same time replaced; measurements without are absent */
export async function writeTables(
  target: WriteTarget,
  tables: readonly TableRows[],
): Promise<ReadonlyMap<Table, number>> {
  for (const statement of target.catalogue.changes()) await target.writer.run(statement);
  const replaced = new Map<Table, number>();
  for (const given of tables) {
    if (!given.mayRepeat) {
      const rows = rowsOf(given);
      await append(target, given.table, rows, given.table.knowsNewest && areRising(rows));
      continue;
    }
    const counts = await writeRepeatable(target, given);
    if (counts.size === 0) continue;
    for (const measurement of given.measurements.keys()) {
      const values = counts.get(measurement.series);
      if (values !== undefined) replaced.set(measurement, values);
    }
  }
  return replaced;
}

/** Moves the rows of hours with changed rows back from files to the database. */
export async function takeBack(
  { archive, writer, catalogue }: Pick<Session, "archive" | "writer" | "catalogue">,
  { measurements }: TableRows,
): Promise<void> {
  if (archive === undefined) return;
  for (const [table, rows] of measurements) {
    const times = rows.map(({ timeNs }) => timeNs);
    await archive.takeBack(writer, catalogue.nameOf(table.rows), table, times);
  }
}

async function writeRepeatable(target: WriteTarget, given: TableRows): Promise<ReplacedBySeries> {
  const replaced: ReplacedBySeries = new Map();
  const rows = mergeByTime(rowsOf(given), replaced);
  const { table } = given;
  const name = target.catalogue.nameOf(table);
  await takeBack(target, given);
  if (!table.knowsNewest) table.setNewest(await newestTimes(target.writer, name));
  const isOld = (row: PlacedRow) => row.timeNs <= (table.newestOf(row) ?? NO_TIME);
  const isRising = areRising(rows);
  const old = isRising && !isOld(rows[0]!) ? [] : rows.filter(isOld);
  for (const [keyed, group] of old.length === 0 ? [] : byKeys(old, given.measurements.keys())) {
    for (const shaped of byShape(group))
      await writeStaged({ ...target, table, name }, shaped, "update", keyed, replaced);
  }
  await append(target, table, old.length === 0 ? rows : rows.filter((row) => !isOld(row)), isRising);
  return replaced;
}

/** @param isRising whether the rows are known to be of one measurement, in the order of their times */
async function append(
  target: WriteTarget,
  table: SharedTable,
  rows: readonly PlacedRow[],
  isRising: boolean,
): Promise<void> {
  if (rows.length === 0) return;
  const { catalogue } = target;
  const { columns } = table;
  const used = columns.length > MANY_ABSENT ? slotsUsed(rows) : undefined;
  if (used !== undefined && columns.length - used.length > MANY_ABSENT) {
    await writeStaged({ ...target, table, name: catalogue.nameOf(table) }, { rows, slots: used }, "append");
  } else {
    const slots = columns.map((_, slot) => slot);
    const destination = { ...table.names, catalog: catalogue.catalog, columns, slots };
    await appendRows(target.duckdb, target.writer, destination, rows);
  }
  if (table.knowsNewest) for (const row of isRising ? rows.slice(-1) : rows) table.noteNewest(row);
}

/** Parquet files of exports. */

import { createReadStream } from "node:fs";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import type { Asking } from "../../model/asker.ts";
import type { TableColumn } from "../../model/batch.ts";
import { literal, quoted } from "./identifier.ts";
import type { Readers } from "./readers.ts";

const READ_AT_ONCE = 256 * 1024;
/** Cells of a row group, which is collected in memory. */
const GROUP_CELLS = 1_000_000;
/** DuckDB's own size. [DuckDB, Parquet, Row group size] */
const MOST_GROUP_ROWS = 122_880;
/** DuckDB's vector. */
const FEWEST_GROUP_ROWS = 2048;
/** With less, a write has failed for want of space. */
const NO_SPACE = 8 * 2 ** 20;

/** A column of the file, and SQL for its values. */
export interface ParquetColumn extends TableColumn {
  readonly sql: string;
}

export interface ParquetRows extends Asking {
  /** A relation with its condition, from which the columns' expressions read. */
  readonly from: string;
  readonly columns: readonly ParquetColumn[];
  /** `spark`: times in microseconds with the flag for UTC, and encodings of version 1. */
  readonly for: string | undefined;
}

/**
 * The statement that writes a file. Times are nanoseconds in UTC without the flag for that, with which DuckDB would read them only to the
 * microsecond.
 */
export function copyStatement({ from, columns, for: reader }: ParquetRows, file: string): string {
  const written = ({ type, sql }: ParquetColumn) =>
    type === "time" && reader === "spark" ? `make_timestamptz(epoch_us(${sql}))` : sql;
  const named = columns.map((column) => `${written(column)} AS ${quoted(column.name)}`);
  const rows = Math.min(MOST_GROUP_ROWS, Math.max(FEWEST_GROUP_ROWS, Math.floor(GROUP_CELLS / columns.length)));
  const options = `FORMAT parquet, PARQUET_VERSION ${reader === "spark" ? "V1" : "V2"}, ROW_GROUP_SIZE ${rows}`;
  return `COPY (SELECT ${named.join(", ")} FROM ${from}) TO ${literal(file)} (${options})`;
}

/** Space that a file may take: others need room, too. */
export async function roomFor(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder);
  return (bavail * bsize) / 3;
}

export function noRoom(folder: string): string {
  return `no space for so many rows in ${folder}; export a shorter range`;
}

export async function* piecesOf(file: string): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(file, { highWaterMark: READ_AT_ONCE })) yield piece as Buffer;
}

/**
 * Copies rows that lie in the order of their times. Others would have to be sorted, all at once. Returns false, and yields no bytes, for
 * those, and without the space.
 * @param folder where statements may write
 */
export async function* copiedRows(
  readers: Readers,
  folder: string,
  rows: ParquetRows,
): AsyncGenerator<Uint8Array, boolean> {
  await fs.mkdir(folder, { recursive: true });
  const own = await fs.mkdtemp(join(folder, "rows-"));
  try {
    const file = join(own, "rows.parquet");
    const room = await roomFor(own);
    const isCopied = yield* readers.unhurried(rows, async ({ ask }) => {
      // The window has no order: it reads the rows as they lie, and keeps one.
      const times = `SELECT time < lag(time) OVER () AS isLate FROM ${rows.from}`;
      const [[count, isSorted] = []] = await ask(
        `SELECT count(*), coalesce(bool_and(isLate IS NOT TRUE), true) FROM (${times})`,
      );
      if (isSorted !== true || Number(count) * rows.columns.length * 8 > room) return false;
      await ask(copyStatement(rows, file)).catch(async (error: Error) => {
        throw (await roomFor(own)) * 3 < NO_SPACE ? new Error(noRoom(own), { cause: error }) : error;
      });
      return true;
    });
    if (isCopied) yield* piecesOf(file);
    return isCopied;
  } finally {
    await fs.rm(own, { recursive: true, force: true });
  }
}

/** Replaces whole rows whose values were decoded again. One call is one transaction, which includes new columns. */

import type { Point } from "../../telemetry/point.ts";
import type { NewColumns, RewriteOutcome } from "../store.ts";
import { appendRows } from "./append.ts";
import { type SortedBatch, sortBatch, type TableRows } from "./batch.ts";
import { FailedCommit, rollBack } from "./commit.ts";
import { quoted } from "./identifier.ts";
import type { Session } from "./session.ts";
import { sqlTypeOf } from "./table.ts";
import { mergeByTime, sameRow } from "./upsert.ts";
import { timesOf } from "./write.ts";

const STAGE = "structline_rewritten";

export interface CommittedRewrite {
  readonly outcome: RewriteOutcome;
  readonly added: readonly NewColumns[];
}

/** @throws FailedCommit; the catalogue is then unchanged */
export async function commitRewrite(session: Session, points: readonly Point[]): Promise<CommittedRewrite> {
  const { writer, catalogue } = session;
  let batch: SortedBatch | undefined;
  let committing = false;
  try {
    batch = sortBatch(points, catalogue, session.maxMeasurements);
    await writer.run("BEGIN TRANSACTION");
    for (const statement of catalogue.changes()) await writer.run(statement);
    let rewritten = 0;
    for (const rows of batch.tables) rewritten += await replaceRows(session, rows);
    const added = catalogue.pending();
    committing = true;
    await writer.run("COMMIT");
    catalogue.confirm();
    return { outcome: { rewritten, refused: batch.refused }, added };
  } catch (error) {
    const rolledBack = await rollBack(session, batch);
    // Rewriting is idempotent, so it does not matter whether a failed commit took effect.
    throw new FailedCommit(error as Error, !rolledBack || committing, undefined);
  }
}

/** @returns number of existing rows */
async function replaceRows(session: Session, { table, rows }: TableRows): Promise<number> {
  const { writer, catalogue, duckdb } = session;
  await session.archive?.takeBack(writer, catalogue.nameOf(table), table, timesOf(rows));
  const columns = table.fields.map(({ column }) => quoted(column));
  const definitions = table.fields.map((field, slot) => `${columns[slot]} ${sqlTypeOf(field)}`);
  await writer.run(`CREATE TEMP TABLE ${STAGE} (${["time TIMESTAMP_NS", ...definitions].join(", ")})`);
  const slots = table.fields.map((_, slot) => slot);
  const stage = { catalog: "temp", schema: "main", table: STAGE, fields: table.fields, slots };
  await appendRows(duckdb, writer, stage, mergeByTime(table, rows));
  // A column that a point lacks is null in the stage table, and so becomes null in its row.
  const assignments = columns.map((column) => `${column} = s.${column}`).join(", ");
  const { rowsChanged } = await writer.run(
    `UPDATE ${catalogue.nameOf(table)} AS t SET ${assignments} FROM temp.${STAGE} AS s WHERE ${sameRow(table)}`,
  );
  await writer.run(`DROP TABLE temp.${STAGE}`);
  return rowsChanged;
}

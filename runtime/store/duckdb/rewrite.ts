/** Replaces whole rows whose values were decoded again. One call is one transaction, which includes new columns. */

import type { Point } from "../../model/point.ts";
import type { MeasurementName, NewColumns, RewriteOutcome } from "../../model/store.ts";
import { appendRows } from "./append.ts";
import { measurementsOf, rowsOf, type SortedBatch, sortBatch, type TableRows } from "./batch.ts";
import { FailedCommit, rollBack } from "./commit.ts";
import type { Session } from "./session.ts";
import { byKeys, definitionsOf, mergeByTime, sameRow } from "./upsert.ts";
import { takeBack } from "./write.ts";

const STAGE = "structline_rewritten";

export interface CommittedRewrite {
  readonly outcome: RewriteOutcome;
  readonly added: readonly NewColumns[];
  readonly measurements: readonly MeasurementName[];
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
    return { outcome: { rewritten, refused: batch.refused }, added, measurements: measurementsOf(batch) };
  } catch (error) {
    const rolledBack = await rollBack(session, batch);
    // Rewriting is idempotent, so it does not matter whether a failed commit took effect.
    throw new FailedCommit(error as Error, !rolledBack || committing, undefined);
  }
}

/** @returns number of existing rows */
async function replaceRows(session: Session, given: TableRows): Promise<number> {
  const { writer, catalogue, duckdb } = session;
  const { columns } = given.table;
  const name = catalogue.nameOf(given.table);
  await takeBack(session, given);
  const slots = columns.map((_, slot) => slot);
  const stage = { catalog: "temp", schema: "main", table: STAGE, columns, slots };
  // A column that a point lacks is null in the stage table, and so becomes null in its row.
  const assignments = columns.map((column) => `${column.name} = s.${column.name}`).join(", ");
  let changed = 0;
  for (const [keyed, rows] of byKeys(mergeByTime(rowsOf(given)), given.measurements.keys())) {
    await writer.run(`CREATE TEMP TABLE ${STAGE} (${definitionsOf(columns)})`);
    await appendRows(duckdb, writer, stage, rows);
    const { rowsChanged } = await writer.run(
      `UPDATE ${name} AS t SET ${assignments} FROM temp.${STAGE} AS s WHERE ${sameRow(keyed, columns)}`,
    );
    await writer.run(`DROP TABLE temp.${STAGE}`);
    changed += rowsChanged;
  }
  return changed;
}

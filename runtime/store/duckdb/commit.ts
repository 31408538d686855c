/** One batch, one transaction: rows, new columns and the journal position. */

import type { Cursor } from "../../model/message-log.ts";
import type { Point } from "../../model/point.ts";
import type {
  BeforeCommit,
  MeasurementName,
  NewColumns,
  RefusedPoint,
  ReplacedRows,
  WriteOutcome,
} from "../../model/store.ts";
import { wholly } from "../reconcile.ts";
import { measurementsOf, rowsByTable, type SortedBatch, sortBatch } from "./batch.ts";
import type { RowsByTable } from "./checkpoints.ts";
import { setCommitted } from "./committed.ts";
import type { Session } from "./session.ts";
import type { Table } from "./table.ts";
import { writeTables } from "./write.ts";

export interface CommittedBatch {
  readonly outcome: WriteOutcome;
  readonly added: readonly NewColumns[];
  /** Those with rows in it. */
  readonly measurements: readonly MeasurementName[];
  readonly rows: RowsByTable;
}

export class FailedCommit extends Error {
  override readonly cause: Error;
  /** The database accepts nothing more until it is reopened. */
  readonly needsReopening: boolean;
  /** Set if COMMIT itself failed: the batch may be stored nevertheless. */
  readonly uncertain: CommittedBatch | undefined;

  constructor(cause: Error, needsReopening: boolean, uncertain: CommittedBatch | undefined) {
    super(cause.message);
    this.name = "FailedCommit";
    this.cause = cause;
    this.needsReopening = needsReopening;
    this.uncertain = uncertain;
  }
}

export interface Order {
  readonly points: readonly Point[];
  /** Committed together with the rows. */
  readonly position: Cursor;
  readonly otherLogs: readonly string[];
  readonly beforeCommit: BeforeCommit | undefined;
}

/**
 * @param culprits further points to refuse
 * @throws FailedCommit; the catalogue is then unchanged
 */
export async function commitBatch(
  session: Session,
  { points, position, otherLogs, beforeCommit }: Order,
  culprits: readonly RefusedPoint[] = [],
): Promise<CommittedBatch> {
  let batch: SortedBatch | undefined;
  let uncertain: CommittedBatch | undefined;
  try {
    const begun = session.writer.run(`BEGIN TRANSACTION; ${setCommitted(session.log, position, otherLogs)}`);
    try {
      // Runs while a thread of the database begins the transaction.
      batch = sortBatch(points, session.catalogue, session.maxMeasurements);
    } finally {
      await begun;
    }
    const replaced = replacedRows(points, await writeTables(session, batch.tables));
    const refused = [...batch.refused, ...culprits];
    if (refused.length > 0) await beforeCommit?.(refused);
    const stored = points.length - wholly(batch.refused);
    const outcome = { stored, refused, ...(replaced.length > 0 && { replaced }) };
    uncertain = {
      outcome,
      added: session.catalogue.pending(),
      measurements: measurementsOf(batch),
      rows: rowsByTable(batch),
    };
    await session.writer.run("COMMIT");
  } catch (error) {
    const rolledBack = await rollBack(session, batch);
    throw new FailedCommit(error as Error, !rolledBack || uncertain !== undefined, uncertain);
  }
  session.catalogue.confirm();
  return uncertain;
}

function replacedRows(points: readonly Point[], replaced: ReadonlyMap<Table, number>): ReplacedRows[] {
  if (replaced.size === 0) return [];
  const lasts = new Map<string, Point>();
  for (const point of points)
    if (point.timeSource === "payload") lasts.set(`${point.database}\n${point.measurement}`, point);
  return Array.from(replaced).flatMap(([{ names }, values]) => {
    const point = lasts.get(`${names.database}\n${names.measurement}`);
    return point === undefined ? [] : [{ point, values }];
  });
}

export async function rollBack(session: Session, batch: SortedBatch | undefined): Promise<boolean> {
  session.catalogue.forget();
  for (const { table } of batch?.tables ?? []) table.forgetNewest();
  try {
    await session.writer.run("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}

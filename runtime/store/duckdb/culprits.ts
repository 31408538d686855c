/**
 * Finds the points of a batch that the database cannot write, where it says neither what is wrong with which nor that it is
 * out of order: a person gave a table a constraint, say. Everything behind such a batch would wait for ever.
 */

import type { Point } from "../../telemetry/point.ts";
import type { RefusedPoint } from "../store.ts";
import { type SortedBatch, sortBatch } from "./batch.ts";
import { FailedCommit, rollBack } from "./commit.ts";
import { Outage, unstorable } from "./database-error.ts";
import type { Session } from "./session.ts";
import { writeTables } from "./write.ts";

/** The database, its disk or its memory is the matter: the same batch may be written later. */
const OUTAGE =
  /^(IO|FATAL|INTERNAL|Out of Memory|TransactionContext|Connection|INTERRUPT|Interrupt) Error|No space left/;

/** Whether the points may be the matter. */
export function isOddFailure({ cause, needsReopening }: FailedCommit): boolean {
  return !needsReopening && !(cause instanceof Outage) && !OUTAGE.test(cause.message);
}

/** Nothing of it stays written. @throws FailedCommit where the database gets out of order meanwhile */
export async function findCulprits(session: Session, points: readonly Point[]): Promise<RefusedPoint[]> {
  const failure = await tryWriting(session, points);
  if (failure === undefined) return [];
  if (!isOddFailure(failure)) throw failure;
  if (points.length === 1) {
    const [point] = points as [Point];
    const [reason = ""] = failure.cause.message.split("\n");
    return [{ point, error: unstorable(point.measurement, reason) }];
  }
  const middle = points.length >> 1;
  const first = await findCulprits(session, points.slice(0, middle));
  return [...first, ...(await findCulprits(session, points.slice(middle)))];
}

async function tryWriting(session: Session, points: readonly Point[]): Promise<FailedCommit | undefined> {
  let batch: SortedBatch | undefined;
  let failure: Error | undefined;
  try {
    batch = sortBatch(points, session.catalogue, session.maxMeasurements);
    await session.writer.run("BEGIN TRANSACTION");
    await writeTables(session, batch.tables);
  } catch (error) {
    failure = error as Error;
  }
  const rolledBack = await rollBack(session, batch);
  if (failure === undefined && rolledBack) return undefined;
  return new FailedCommit(failure ?? new Error("a transaction could not be rolled back"), !rolledBack, undefined);
}

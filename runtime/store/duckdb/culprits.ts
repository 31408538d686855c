/**
 * Finds the points of a batch that the database cannot write, when its error does not identify them and it still works;
 * for example, a user added a constraint to a table. Otherwise, everything after such a batch would wait forever.
 */

import type { Point } from "../../model/point.ts";
import type { RefusedPoint } from "../../model/store.ts";
import { isDatabaseAway } from "../database-away.ts";
import { type SortedBatch, sortBatch } from "./batch.ts";
import { FailedCommit, rollBack } from "./commit.ts";
import { unstorable } from "./database-error.ts";
import type { Session } from "./session.ts";
import { writeTables } from "./write.ts";

/** Failures of the database, its disk or its memory: the same batch may succeed later. */
const OUTAGE =
  /^(IO|FATAL|INTERNAL|Out of Memory|TransactionContext|Connection|INTERRUPT|Interrupt) Error|No space left/;

/** Whether the points may be the cause. */
export function isOddFailure({ cause, needsReopening }: FailedCommit): boolean {
  return !needsReopening && !isDatabaseAway(cause) && !OUTAGE.test(cause.message);
}

/** Nothing is committed. @throws FailedCommit if the database fails during the search */
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

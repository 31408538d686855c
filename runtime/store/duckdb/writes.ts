/** Commits batches: without points that come too late or fail alone, and once, also where a commit's success is unknown. */

import type { Cursor } from "../../model/message-log.ts";
import type { Point } from "../../model/point.ts";
import type { RefusedPoint } from "../../model/store.ts";
import { isDatabaseAway } from "../database-away.ts";
import { LATEST_NS, type SortedBatch, sortBatch } from "./batch.ts";
import { type CommittedBatch, commitBatch, FailedCommit, type Order, rollBack } from "./commit.ts";
import { readCommitted } from "./committed.ts";
import { unstorable } from "./database-error.ts";
import type { HeldSession } from "./held-session.ts";
import { tooLate } from "./retention.ts";
import { type CommittedRewrite, commitRewrite } from "./rewrite.ts";
import type { RunQuery } from "./series.ts";
import type { Session } from "./session.ts";
import type { Upkeep } from "./upkeep.ts";
import { writeTables } from "./write.ts";

export class Writes {
  readonly #held: Pick<HeldSession, "broke">;
  readonly #upkeep: Pick<Upkeep, "edges" | "noteOld">;
  /** A failed commit: whether it took effect is known only after reopening the database. */
  #uncertain: { readonly position: Cursor; readonly batch: CommittedBatch | undefined } | undefined;
  /** Not yet committed. */
  readonly #otherLogs = new Set<string>();

  constructor(held: Pick<HeldSession, "broke">, upkeep: Pick<Upkeep, "edges" | "noteOld">) {
    this.#held = held;
    this.#upkeep = upkeep;
  }

  receives(log: string): void {
    this.#otherLogs.add(log);
  }

  async write(session: Session, given: Omit<Order, "otherLogs">): Promise<CommittedBatch> {
    const settled = await this.#settle(session, given.position);
    if (settled !== undefined) return settled;
    const order = { ...given, otherLogs: [...this.#otherLogs] };
    const committed = await this.#commit(session, order);
    for (const log of order.otherLogs) this.#otherLogs.delete(log);
    return committed;
  }

  async rewrite(session: Session, points: readonly Point[]): Promise<CommittedRewrite> {
    try {
      return await commitRewrite(session, points);
    } catch (error) {
      if (!(error instanceof FailedCommit)) throw error;
      if (error.needsReopening) this.#held.broke();
      throw error.cause;
    }
  }

  /** The batch of an earlier failed commit that took effect after all. */
  async #settle(session: Session, position: Cursor): Promise<CommittedBatch | undefined> {
    const uncertain = this.#uncertain;
    if (uncertain === undefined) return undefined;
    const committed = await readCommitted(session.writer, session.log);
    this.#uncertain = undefined;
    return committed === uncertain.position && committed === position ? uncertain.batch : undefined;
  }

  async #commit(session: Session, order: Order): Promise<CommittedBatch> {
    const { points, position } = order;
    const late = await this.#tooLate(session, points);
    const inTime = late.length === 0 ? order : { ...order, points: without(points, late) };
    try {
      return await commitBatch(session, inTime, late).catch((error: FailedCommit) =>
        commitOthers(session, inTime, error, late),
      );
    } catch (error) {
      if (!(error instanceof FailedCommit)) throw error;
      if (error.needsReopening && this.#held.broke()) this.#uncertain = { position, batch: error.uncertain };
      throw error.cause;
    }
  }

  /** Points whose minute already has statistics, or which are older than everything kept. */
  async #tooLate({ writer, catalogue, minutes }: Session, points: readonly Point[]): Promise<readonly RefusedPoint[]> {
    const { edges } = this.#upkeep;
    if (edges === undefined && !minutes.hasAny({})) return [];
    const fromNs = earliestOf(points);
    if (edges !== undefined && fromNs < edges.rows) this.#upkeep.noteOld();
    else if (!minutes.hasAny({ fromNs })) return [];
    const ask: RunQuery = async (sql) => (await writer.run(sql)).getRows();
    return tooLate({ catalogue, minutes, ask }, points, edges?.all);
  }
}

/** If single points are the cause, writes the others. */
async function commitOthers(
  session: Session,
  order: Order,
  failure: FailedCommit,
  late: readonly RefusedPoint[],
): Promise<CommittedBatch> {
  const culprits = isOddFailure(failure) ? await findCulprits(session, order.points) : [];
  if (culprits.length === 0) throw failure;
  return commitBatch(session, { ...order, points: without(order.points, culprits) }, [...late, ...culprits]);
}

function without(points: readonly Point[], refused: readonly RefusedPoint[]): readonly Point[] {
  const out = new Set(refused.map(({ point }) => point));
  return points.filter((point) => !out.has(point));
}

/** [hot path] */
function earliestOf(points: readonly Point[]): bigint {
  let earliest = LATEST_NS;
  for (const { timeNs } of points) if (timeNs < earliest) earliest = timeNs;
  return earliest;
}

/** Failures of the database, its disk or its memory: the same batch may succeed later. */
const OUTAGE =
  /^(IO|FATAL|INTERNAL|Out of Memory|TransactionContext|Connection|INTERRUPT|Interrupt) Error|No space left/;

/** Whether the points may be the cause. */
function isOddFailure({ cause, needsReopening }: FailedCommit): boolean {
  return !needsReopening && !isDatabaseAway(cause) && !OUTAGE.test(cause.message);
}

/** Nothing is committed. @throws FailedCommit if the database fails during the search */
async function findCulprits(session: Session, points: readonly Point[]): Promise<RefusedPoint[]> {
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

/**
 * Deletes rows older than `[store] keep`, and keeps their statistics by the minute. It works in steps of some ten
 * thousand rows, each a transaction, between other writes; under constant load, a step still runs now and then.
 */

import type { Point } from "../../model/point.ts";
import type { RefusedPoint } from "../../model/store.ts";
import type { Catalogue } from "./catalogue.ts";
import { unstorable } from "./database-error.ts";
import { type Edges, hasMinutes } from "./edges.ts";
import { SCHEMA } from "./identifier.ts";
import { MINUTE_NS, type Minutes, minuteKey, minuteOf } from "./minutes.ts";
import { timeRange } from "./query.ts";
import type { ReclaimTarget } from "./reclaim.ts";
import { asking, type RunQuery } from "./series.ts";
import type { Session } from "./session.ts";
import type { SharedTable } from "./shared-table.ts";
import type { Table } from "./table.ts";
import { inTransaction } from "./transaction.ts";

const HOUR_NS = 3_600_000_000_000n;
/** Approximate number of values read by one step. */
const VALUES_AT_ONCE = 1_000_000;
const LEAST_ROWS = 10_000;
/** Time span of expired statistics that is deleted at once. */
const EXPIRED_AT_ONCE = 24n * HOUR_NS;
/** Annotations are few and cannot be summarised: they are kept forever. */
const ANNOTATIONS = "_events";

type RetentionSession = Pick<Session, "writer" | "catalogue" | "minutes">;

export interface RetentionTarget extends Pick<ReclaimTarget, "idle" | "inTurn"> {
  /** The limits now: a reload may change them between steps. Undefined: nothing is deleted any more. */
  edges(): Edges | undefined;
  /** Rows became statistics, or were deleted. */
  onChange(): void;
}

/** Deletes what is due. @returns number of deleted rows */
export async function retain(target: RetentionTarget): Promise<number> {
  const tables = await target.inTurn(async ({ catalogue }) => catalogue.rowsTables());
  let deleted = 0;
  for (const table of tables) {
    let last: Step | undefined;
    for (;;) {
      if (!(await target.idle())) return deleted;
      const done = await target.inTurn(async (session) => {
        const edges = target.edges();
        if (edges === undefined) return undefined;
        // Fields may have been added since the last step: without a number, they would have no statistics.
        if (hasMinutes(edges)) await prepare(session);
        return step(session, table, edges, last);
      });
      if (done === undefined) break;
      deleted += done.rows;
      last = done;
      target.onChange();
    }
  }
  const expired = async (session: RetentionSession) => {
    const edges = target.edges();
    return edges !== undefined && expire(session, edges.all);
  };
  while ((await target.idle()) && (await target.inTurn(expired))) target.onChange();
  return deleted;
}

/** Points that are too late: their minute already has statistics, or nothing that old is kept. */
export async function tooLate(
  { catalogue, minutes, ask }: { readonly catalogue: Catalogue; readonly minutes: Minutes; readonly ask: RunQuery },
  points: readonly Point[],
  beforeNs: bigint | undefined,
): Promise<RefusedPoint[]> {
  // Usually there are none.
  const summed = points.filter(({ timeNs }) => minutes.hasAny({ fromNs: timeNs }));
  const wanted = new Map<Table, Set<bigint>>();
  for (const { database, measurement, timeNs } of summed) {
    const table = catalogue.get(database, measurement);
    if (table !== undefined) wanted.set(table, (wanted.get(table) ?? new Set()).add(minuteOf(timeNs)));
  }
  const taken = wanted.size === 0 ? new Set() : await minutes.taken(ask, wanted);
  return points.flatMap((point): RefusedPoint[] => {
    const { database, measurement, timeNs } = point;
    if (beforeNs !== undefined && timeNs < beforeNs)
      return [{ point, error: unstorable(measurement, "its time is older than [store] keep allows") }];
    if (taken.size === 0) return [];
    const names = catalogue.get(database, measurement)?.names;
    if (names === undefined || !taken.has(minuteKey(names.schema, names.table, minuteOf(timeNs)))) return [];
    return [
      {
        point,
        error: unstorable(measurement, "the rows of its minute are already replaced by statistics ([store] keep)"),
      },
    ];
  });
}

async function prepare({ writer, minutes }: RetentionSession): Promise<void> {
  const statements = await minutes.preparation(asking(writer));
  if (statements.length === 0) return;
  await inTransaction(writer, statements);
  minutes.prepared();
}

interface Step {
  readonly rows: number;
  /** Start of the next step: nothing before it is due, except late rows. */
  readonly toNs: bigint;
  /** Time span of the next step. */
  readonly spanNs: bigint;
}

/** Processes the oldest due rows of a table; undefined if there are none. */
async function step(
  session: RetentionSession,
  table: SharedTable,
  edges: Edges,
  last: Step | undefined,
): Promise<Step | undefined> {
  const { writer, catalogue, minutes } = session;
  // Its last measurement was removed.
  if (table.isGone) return undefined;
  const ask = asking(writer);
  const name = catalogue.nameOf(table);
  const edge = edges.rows;
  // Annotations have no statistics.
  const hasOthers = hasMinutes(edges);
  const mine = hasOthers ? `series NOT IN (${annotationSeries()})` : "true";
  const values = hasOthers ? await minutes.values(ask, table) : [];
  const most = Math.max(LEAST_ROWS, Math.floor(VALUES_AT_ONCE / Math.max(table.columns.length, values.length)));
  const range = await rangeOf(ask, name, mine, { edge, most, ...(last && { fromNs: last.toNs, spanNs: last.spanNs }) });
  if (range === undefined) {
    if (hasOthers) await writer.run(`DELETE FROM ${name} WHERE ${timeRange(undefined, edges.all)}`);
    return undefined;
  }
  const { fromNs, toNs, rows, where } = range;
  const sums = minutes.addition(name, values, where);
  if (sums.length > 0) minutes.note(toNs);
  await inTransaction(writer, [...sums, `DELETE FROM ${name} WHERE ${where}`]);
  const spanNs = toNs - fromNs;
  return { rows, toNs, spanNs: rows < most / 4 ? spanNs * 4n : spanNs };
}

/** From the oldest row on, whole minutes with a limited number of rows; undefined if there is none. */
async function rangeOf(
  ask: RunQuery,
  name: string,
  mine: string,
  wanted: { readonly fromNs?: bigint; readonly edge: bigint; readonly spanNs?: bigint; readonly most: number },
) {
  const { edge, spanNs = HOUR_NS, most } = wanted;
  let { fromNs } = wanted;
  for (let span = spanNs; ; ) {
    if (fromNs !== undefined && fromNs < edge) {
      const toNs = endOf(fromNs, span, edge);
      const where = `${timeRange(fromNs, toNs)} AND ${mine}`;
      const [[count] = []] = await ask(`SELECT count(*) FROM ${name} WHERE ${where}`);
      const rows = Number(count);
      if (rows > 0) {
        if (rows <= most || toNs - fromNs <= MINUTE_NS) return { fromNs, toNs, rows, where };
        span /= 2n;
        continue;
      }
    }
    // There is a gap, or this is the first step. The query reads the times of all due rows, so it does not run at each
    // step.
    const [[oldest] = []] = await ask(
      `SELECT epoch_ns(min(time)) FROM ${name} WHERE ${timeRange(fromNs, edge)} AND ${mine}`,
    );
    if (typeof oldest !== "bigint") return undefined;
    fromNs = minuteOf(oldest);
  }
}

/** At least a minute later, but not behind the edge. */
function endOf(fromNs: bigint, span: bigint, edge: bigint): bigint {
  const end = minuteOf(fromNs + span);
  const wantedNs = end > fromNs ? end : fromNs + MINUTE_NS;
  return wantedNs < edge ? wantedNs : edge;
}

/** @returns whether there may be more */
async function expire({ writer, minutes }: RetentionSession, edge: bigint): Promise<boolean> {
  const ask = asking(writer);
  const oldest = await minutes.oldest(ask);
  if (oldest === undefined || oldest >= edge) return false;
  const end = oldest + EXPIRED_AT_ONCE;
  await writer.run(minutes.expiry(end < edge ? end : edge));
  await minutes.changed(ask);
  return true;
}

function annotationSeries(): string {
  return `SELECT series FROM ${SCHEMA}.measurements WHERE ends_with(measurement, '${ANNOTATIONS}')`;
}

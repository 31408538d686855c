/** Selects the rows of a message for an output. */

import { BEGINNING, type LogEntry } from "../model/message-log.ts";
import type { Point } from "../model/point.ts";
import type { FormerOutputs } from "../store/routing.ts";
import type { StoreWriterOptions } from "../store/store-writer.ts";
import type { RemoteLog } from "./remote-log.ts";

export type PlainPoint = Omit<Point, "origin">;

/** Converts an entry's point for an output; returns the same point if it is stored unchanged. */
export type SelectRow = (point: PlainPoint, entry: LogEntry) => PlainPoint | undefined;

/** Which rows of a log an output takes, and from where on. */
export type RowSelection = { readonly take: SelectRow } & Required<Pick<StoreWriterOptions, "from">>;

/** The rows that the entry is for. */
export function rowsOf(all: readonly PlainPoint[], { has, isGone }: LogEntry): readonly PlainPoint[] {
  const points = isGone === undefined ? all : all.filter((point) => !isGone(point.database, point.measurement));
  if (has === undefined) return points;
  const own = points.filter(({ database, measurement }) => has(database, measurement));
  // The current headers decode the message to other rows than when it was sent: no other entry is for these.
  return own.length === 0 ? points : own;
}

/** The name by which a database knows that it has messages of a node's journal through a cluster. */
export function clusterLogName(node: string): string {
  return `${node}/cluster`;
}

/**
 * Takes each row of this node's journal once. Rows that the database may have already replace rows with the same times:
 * after a crash while databases move, and messages that were in the journal at the start if the node was part of a
 * cluster. Rows of databases that moved here are left to the former output if it has them.
 */
export function onceFrom({ name, identity, state }: RemoteLog, former: FormerOutputs | undefined): RowSelection {
  const tail = identity.committed + state.waiting;
  let inDoubt = BEGINNING;
  return {
    from: ({ committed, otherLogs }) => {
      if (otherLogs?.has(clusterLogName(identity.uuid)) === true) inDoubt = tail;
      if (former === undefined || committed === undefined) return undefined;
      former.opened(name, committed);
      inDoubt = Math.max(inDoubt, committed);
      return Math.min(committed, identity.committed);
    },
    take: (point, { cursor }) => {
      if (former?.had(point.database, cursor) === true) return undefined;
      // Others are repeated without a mark. A row of a table's page has its time from its sender.
      return cursor > inDoubt || point.timeSource === "payload" ? point : { ...point, timeSource: "payload" };
    },
  };
}

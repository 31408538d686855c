/** Selects the rows of a message for an output, if the log is shared with other outputs. */

import { broughtByCluster } from "../cluster/partition.ts";
import { BEGINNING, type Cursor, type LogEntry } from "../journal/log.ts";
import type { FormerOutputs } from "../store/routing.ts";
import type { StoreWriterOptions } from "../store/store-writer.ts";
import type { Point } from "../telemetry/point.ts";
import type { RemoteLog } from "./remote-log.ts";

export type PlainPoint = Omit<Point, "origin">;

/** Converts an entry's point for an output; returns the same point if it is stored unchanged. */
export type Take = (point: PlainPoint, entry: LogEntry) => PlainPoint | undefined;

/** The rows that the entry is for. */
export function rowsOf(points: readonly PlainPoint[], { has }: LogEntry): readonly PlainPoint[] {
  if (has === undefined) return points;
  const own = points.filter(({ database, measurement }) => has(database, measurement));
  // The current headers decode the message to other rows than when it was sent: no other entry is for these.
  return own.length === 0 ? points : own;
}

/**
 * The node was part of a cluster: messages that were in its journal when this run began may be in this database
 * already, and replace rows with the same times.
 */
export function perhapsByCluster(log: RemoteLog): Take {
  const { committed } = log.identity;
  const tail = committed + log.state.waiting;
  return (point, { cursor }) => {
    const isInDoubt = cursor <= tail && log.others.has(broughtByCluster(log.identity.uuid));
    return isInDoubt ? { ...point, timeSource: "payload" } : point;
  };
}

/** Takes rows of databases that moved here, unless the former output has them. */
export function handedOver(
  name: string,
  log: RemoteLog,
  former: FormerOutputs,
): { readonly take: Take } & Required<Pick<StoreWriterOptions, "from">> {
  let position: Cursor = BEGINNING;
  return {
    from: (opened) => {
      if (opened === undefined) return undefined;
      position = opened;
      former.opened(name, opened);
      return Math.min(opened, log.identity.committed);
    },
    take: (point, { cursor }) => {
      if (former.had(point.database, cursor)) return undefined;
      // After a crash the row may exist already: then it replaces itself.
      return cursor > position ? point : { ...point, timeSource: "payload" };
    },
  };
}

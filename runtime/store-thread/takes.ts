/** Selects the rows of a message for an output, if the log is shared with other outputs. */

import { broughtByCluster, Partitions } from "../cluster/partition.ts";
import { BEGINNING, type Cursor, type LogEntry } from "../journal/log.ts";
import type { FormerOutputs } from "../store/routing.ts";
import type { StoreWriterOptions } from "../store/store-writer.ts";
import type { Point } from "../telemetry/point.ts";
import type { RemoteLog } from "./remote-log.ts";

export type PlainPoint = Omit<Point, "origin">;

/** Converts an entry's point for an output; returns the same point if it is stored unchanged. */
export type Take = (point: PlainPoint, entry: LogEntry) => PlainPoint | undefined;

let partitions = new Partitions(1);

/** For a frame of version 1, in which a message with rows in several partitions is in a frame of each. */
export function inPartition(
  points: readonly PlainPoint[],
  { partition, partitions: count = 1 }: LogEntry,
): readonly PlainPoint[] {
  if (partition === undefined) return points;
  if (partitions.count !== count) partitions = new Partitions(count);
  const own = points.filter((point) => partitions.ofRows(point.database, point.measurement) === partition);
  // The current headers assign the message to another partition than at its sending: no other worker will store it.
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

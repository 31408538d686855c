/** Which rows of a message an output takes, where its log is not its alone. */

import { broughtByCluster, Partitions } from "../cluster/partition.ts";
import { BEGINNING, type Cursor, type LogEntry } from "../journal/log.ts";
import type { FormerOutputs } from "../store/routing.ts";
import type { StoreWriterOptions } from "../store/store-writer.ts";
import type { Point } from "../telemetry/point.ts";
import type { RemoteLog } from "./remote-log.ts";

export type Taken = Omit<Point, "origin">;

/** What an output makes of an entry's point: the same point where it is to be stored as it is. */
export type Take = (point: Taken, entry: LogEntry) => Taken | undefined;

/** Of a frame of version 1, in which a message with rows of several partitions is in a frame of each. */
export function ofPartition(): Take {
  let partitions = new Partitions(1);
  return (point, { partition, partitions: count = 1 }) => {
    if (partition === undefined) return point;
    if (partitions.count !== count) partitions = new Partitions(count);
    return partitions.ofRows(point.database, point.measurement) === partition ? point : undefined;
  };
}

/**
 * The node was one of a cluster, and what its journal had when this run began may be in this database through it: it takes
 * the place of rows of the same times.
 */
export function perhapsByCluster(log: RemoteLog): Take {
  const { committed } = log.identity;
  const tail = committed + log.state.waiting;
  return (point, { cursor }) => {
    const isInDoubt = cursor <= tail && log.others.has(broughtByCluster(log.identity.uuid));
    return isInDoubt ? { ...point, timeSource: "payload" } : point;
  };
}

/** Rows of databases that were another output's are taken as far as that one does not have them. */
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
      // After a crash it may be here already: then it takes the place of itself.
      return cursor > position ? point : { ...point, timeSource: "payload" };
    },
  };
}

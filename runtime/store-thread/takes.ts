/** Which rows of a message an output takes, where its log is not its alone. */

import { markName, Partitions } from "../cluster/partition.ts";
import { BEGINNING, type Cursor, type LogEntry, type Marks } from "../journal/log.ts";
import type { FormerOutputs } from "../store/routing.ts";
import type { StoreWriterOptions } from "../store/store-writer.ts";
import type { Point } from "../telemetry/point.ts";
import type { RemoteLog } from "./remote-log.ts";

export type Taken = Omit<Point, "origin">;

/** What an output makes of an entry's point: the same point where it is to be stored as it is. */
export type Take = (point: Taken, entry: LogEntry) => Taken | undefined;

/** Of a message with rows in several partitions, those of the partition it was taken from. */
export function ofPartition(count: number): Take {
  const partitions = new Partitions(count);
  return (point, { partition }) => (partitions.of(point.database, point.measurement) === partition ? point : undefined);
}

/** Without what this database has of the log by way of a cluster, in which the node was before. */
export function notByCluster(log: RemoteLog): Take {
  let known: { readonly of: object; readonly byCount: readonly Partitions[] } | undefined;
  return (point, { cursor }) => {
    const { others, identity } = log;
    if (others.size === 0) return point;
    if (known?.of !== others) known = { of: others, byCount: partitionsIn(others, identity.uuid) };
    const isNew = known.byCount.every((partitions) => {
      const mark = markName(identity.uuid, partitions.of(point.database, point.measurement), partitions.count);
      return (others.get(mark) ?? 0) < cursor;
    });
    return isNew ? point : undefined;
  };
}

function partitionsIn(marks: Marks, node: string): Partitions[] {
  const counts = [...marks.keys()].filter((name) => name.startsWith(`${node}/`)).map((name) => name.split("/")[1]);
  return [...new Set(counts)].map((count) => new Partitions(Number(count)));
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

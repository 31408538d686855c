/** The part's half in the store's thread: rows for the edge node. */

import { takesOf } from "../../config/name-patterns.ts";
import type { MessageKind } from "../../intake/message-kind.ts";
import type { Point } from "../../model/point.ts";
import type { Follower, MakeFollower } from "../part-kind.ts";
import type { EdgeRow } from "./edge-node.ts";
import { NAMESPACE } from "./topic.ts";

/** Undefined: no rows. */
export type EdgePlan = { readonly databases: readonly string[] } | undefined;

const NS_IN_MS = 1_000_000n;

export const followRows: MakeFollower = ({ kindOf, tell }): Follower => {
  let isWanted: ((point: Point) => boolean) | undefined;
  return {
    get isOn() {
      return isWanted !== undefined;
    },
    configure(configured) {
      isWanted = wantedBy(configured as EdgePlan);
    },
    stored(points) {
      if (isWanted === undefined) return;
      const rows = points.filter(isWanted).map((point) => rowOf(point, kindOf(point)));
      if (rows.length > 0) tell(rows);
    },
    flush() {},
  };
};

function wantedBy(plan: EdgePlan): ((point: Point) => boolean) | undefined {
  if (plan === undefined) return undefined;
  const takes = takesOf(plan.databases);
  // What edge nodes sent is not sent again: it may be our own.
  return ({ database, origin }) => takes(database) && !origin.message.address.startsWith(`${NAMESPACE}/`);
}

function rowOf(point: Point, kind: Pick<MessageKind, "rowTopic">): EdgeRow {
  const { database, measurement, timeNs, columns, values } = point;
  const realm = kind.rowTopic?.(point)?.topic.split("/", 1)[0] ?? database;
  const named = columns.map(({ name, type }) => ({ name, type }));
  return { realm, database, measurement, timeMs: timeNs / NS_IN_MS, columns: named, values: [...values] };
}

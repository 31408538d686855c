/** Counts or moves rows with wrong times of receipt. */

import { ERAS } from "../../model/clock-face.ts";
import type { ReceivedQuery } from "../../model/store.ts";
import { timeRange } from "./query.ts";
import type { Session } from "./session.ts";
import type { Table } from "./table.ts";
import { transaction } from "./transaction.ts";

const HOUR_NS = 3_600_000_000_000n;

/** SQL condition for the affected rows. */
export function isReceived({ fromNs, toNs, era, nodes }: ReceivedQuery): string {
  return `${timeRange(fromNs, toNs)} AND (epoch_ns(time) // ${nodes}) % ${ERAS} = ${era}`;
}

/** @returns number of rows */
export async function moveTimes(session: Session, table: Table, query: ReceivedQuery, byNs: bigint): Promise<number> {
  const { writer, catalogue, archive } = session;
  const { rows, series } = table;
  const name = catalogue.nameOf(rows);
  const moved = transaction(writer, async () => {
    await archive?.takeBack(writer, name, table, hoursOf(query));
    const moving = `UPDATE ${name} SET time = make_timestamp_ns(epoch_ns(time) + ${byNs})`;
    return (await writer.run(`${moving} WHERE ${isReceived(query)} AND series = ${series}`)).rowsChanged;
  });
  return moved.finally(() => rows.forgetNewest());
}

function* hoursOf({ fromNs, toNs }: ReceivedQuery): Generator<bigint> {
  for (let timeNs = fromNs - (fromNs % HOUR_NS); timeNs < toNs; timeNs += HOUR_NS) yield timeNs;
}

/** What the store's writer is given in the place of points where it writes to the cluster's log: messages as they are. */

import type { JournalPosition } from "../journal/journal.ts";
import type { Origin, Point } from "../telemetry/point.ts";

/** A message on its way to the cluster's log: a point that has its address for a measurement, and no values. */
export interface Forwarded extends Point {
  readonly origin: Origin & { readonly cursor: JournalPosition; readonly record?: Uint8Array | undefined };
}

/** The message as it is sent; the store worker decodes it. @param address all forms of a device's address have one */
export function forwarded(origin: Forwarded["origin"], address: string): Forwarded {
  return {
    database: "",
    measurement: address,
    timeNs: origin.message.receivedNs,
    timeSource: "receipt",
    columns: [],
    values: [],
    origin,
  };
}

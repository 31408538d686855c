/** The items that the store's writer receives instead of points if it writes to the cluster's log: whole messages. */

import type { JournalPosition } from "../journal/journal.ts";
import type { Origin, Point } from "../telemetry/point.ts";

/** A message on its way to the cluster's log: a point with its address as measurement and no values. */
export interface Forwarded extends Point {
  readonly origin: Origin & { readonly cursor: JournalPosition; readonly record?: Uint8Array | undefined };
}

/**
 * Sends the message undecoded; the store worker decodes it. @param address the same for all forms of a device's address
 */
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

/** The items that the store's writer receives instead of points if it writes to the cluster's log: whole messages. */

import type { JournalPosition } from "../../model/journal-entry.ts";
import type { Origin, Point } from "../../model/point.ts";

/** A message on its way to the cluster's log: a point with its address as measurement and no values. */
export interface Forwarded extends Point {
  readonly origin: Origin & { readonly cursor: JournalPosition; readonly record?: Uint8Array | undefined };
}

/** The address of a message, the same for all forms of a device's address. */
export type AddressOf = (origin: Forwarded["origin"]) => string;

/** Sends the message undecoded; the store worker decodes it. */
export function forwarded(origin: Forwarded["origin"], addressOf: AddressOf): Forwarded {
  return new WholeMessage(origin, addressOf);
}

/** What is not needed is not read from the record. [hot path] */
class WholeMessage implements Forwarded {
  readonly origin: Forwarded["origin"];
  readonly #addressOf: AddressOf;

  constructor(origin: Forwarded["origin"], addressOf: AddressOf) {
    this.origin = origin;
    this.#addressOf = addressOf;
  }

  get database(): string {
    return "";
  }

  get measurement(): string {
    return this.#addressOf(this.origin);
  }

  get timeNs(): bigint {
    return this.origin.message.receivedNs;
  }

  get timeSource(): Point["timeSource"] {
    return "receipt";
  }

  get columns(): Point["columns"] {
    return NONE;
  }

  get values(): Point["values"] {
    return NONE;
  }
}

const NONE: readonly never[] = [];

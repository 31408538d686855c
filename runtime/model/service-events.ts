/** Events of a process, for its parts. */

import type { RejectionCode } from "./error-signal.ts";
import type { Message } from "./message.ts";
import type { Point } from "./point.ts";
import type { Removed } from "./removal.ts";
import type { NewColumns } from "./store.ts";

export interface Refused {
  /** The device's address, or the channel's name. */
  readonly address: string;
  readonly code: RejectionCode;
  readonly receivedNs: bigint;
}

export interface ServiceEvents {
  /** A message's row, once its message is accepted. */
  point: [Omit<Point, "origin">, Message];
  /** A message was refused, on arrival or by the store. */
  refused: [Refused];
  /** The broker for rows became reachable, for the first time or again. */
  connected: [];
  /** Columns that the store has not had before. */
  columns: [NewColumns];
  /** A measurement was deleted; at the latest, some seconds ago by another node. */
  removed: [Removed];
  /** The clock of receipt times followed a jump of the system clock, by so many ns: no time has passed. */
  jumped: [bigint];
  /** A browser asks for the page. */
  visited: [];
  /** A new configuration is in force. */
  reloaded: [];
}

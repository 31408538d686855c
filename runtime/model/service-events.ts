/** Events of a process, for its parts. */

import type { Message } from "./message.ts";
import type { Point } from "./point.ts";
import type { NewColumns } from "./store.ts";

export interface ServiceEvents {
  /** A message's row, once its message is accepted. */
  point: [Omit<Point, "origin">, Message];
  /** The broker for rows became reachable, for the first time or again. */
  connected: [];
  /** Columns that the store has not had before. */
  columns: [NewColumns];
  /** A measurement was deleted. */
  removed: [];
  /** A new configuration is in force. */
  reloaded: [];
}

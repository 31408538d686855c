/** Events of a process, for its parts. */

import type { NewColumns } from "./store.ts";

export interface ServiceEvents {
  /** Columns that the store has not had before. */
  columns: [NewColumns];
  /** A measurement was deleted. */
  removed: [];
  /** A new configuration is in force. */
  reloaded: [];
}

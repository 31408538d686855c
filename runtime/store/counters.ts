/** Metrics of what brings the log to a store. Each further output is a part with its name appended, and the same numbers. */

import { counters } from "../model/counters.ts";

export const WRITER_COUNTERS = counters("writer", {
  stored: ["stored_rows_total", "Rows that the store has stored"],
  refused: ["refused_rows_total", "Rows that the store has refused"],
  writes: ["store_writes_total", "Batches written to the store"],
  failures: ["store_failures_total", "Failed writes and reads of the store; they are repeated"],
  replayed: ["replayed_messages_total", "Messages read back from the journal because they were no longer in memory"],
  givenUp: ["given_up_rows_total", "Rows that became dead letters because an output was away for too long"],
  waiting: ["journal_waiting_messages", "Messages that wait for the store"],
  queuedRows: ["queued_rows", "Decoded rows held in memory for the store"],
});

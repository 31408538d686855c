/** Metrics of the journal and of the dead letters. */

import { counters } from "../model/counters.ts";

export const JOURNAL_COUNTERS = counters("journal", {
  appended: ["journal_messages_total", "Messages appended to the journal"],
  refused: ["journal_refused_messages_total", "Messages not kept because the journal was full or its disk failed"],
  bytes: ["journal_size_bytes", "Size of the journal on disk"],
  maxBytes: ["journal_limit_bytes", "Size at which the journal is full"],
});

/** A cluster's shared letters have the same. */
export const DEAD_LETTER_COUNTERS = counters("deadLetters", {
  letters: ["dead_letters", "Dead letters: messages and rows that wait for you"],
});

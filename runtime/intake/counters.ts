/** Metrics of what came in, by source. Never by channel, since senders choose addresses. */

import type { MetricDeclaration } from "../model/counters.ts";
import type { SourceActivity } from "./activity.ts";
import type { SenderCounts } from "./senders.ts";

type SourceNumber = "received" | "decoded" | "missing" | "unusedTimes" | "unsetClocks" | "replaced" | "ignored";

export const SOURCE_METRICS: Readonly<Record<SourceNumber & keyof SourceActivity, MetricDeclaration>> = {
  received: ["received_messages_total", "Messages received"],
  decoded: ["decoded_rows_total", "Rows decoded from messages"],
  missing: ["missing_values_total", "Values left out of rows, because they were empty, null or not a number"],
  unusedTimes: ["unused_times_total", "Rows stored at their time of receipt although a field looks like a time"],
  unsetClocks: [
    "unset_clocks_total",
    "Rows stored at their time of receipt since their own time cannot be right: before 2000, or over a day ahead",
  ],
  replaced: ["replaced_values_total", "Values that a later row of the same measurement and time replaced"],
  ignored: ["ignored_events_total", "Events of network servers that are not telemetry: answered, and not stored"],
};

/** 0 if no header has counters or clocks. */
export const SENDER_METRICS: Readonly<Record<keyof SenderCounts, MetricDeclaration>> = {
  missing: ["missing_messages", "Messages that are missing by their sequence numbers since the start (@seq)"],
  doubled: ["doubled_messages_total", "Messages with a sequence number that was received before (@seq)"],
  late: ["late_messages_total", "Messages received after a message with a later sequence number (@seq)"],
  restarts: ["sender_restarts_total", "Restarts of senders, seen by their sequence numbers (@seq)"],
  withoutTime: [
    "untimed_messages_total",
    "Messages with an impossible time of their own (@time); they have the time of receipt",
  ],
};

/** Metrics of the queue of error signals. */

import { counters } from "../model/counters.ts";

export const SIGNAL_COUNTERS = counters("signals", {
  published: ["error_signals_total", "Error signals published over MQTT"],
  dropped: ["dropped_error_signals_total", "Error signals dropped while the broker was away"],
  waiting: ["waiting_error_signals", "Error signals that wait for the broker"],
});

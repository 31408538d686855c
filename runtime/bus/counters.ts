/** Metrics of the buses, which are one part. Numbers that only a router has are 0 at an external one. */

import { counters } from "../model/counters.ts";

export const BUS_COUNTERS = counters("bus", {
  published: ["bus_events_total", "Events published to the bus"],
  dropped: ["bus_dropped_events_total", "Events that a slow subscriber or router did not get"],
  sessions: ["bus_clients", "Clients of the embedded WAMP router"],
  subscriptions: ["bus_subscribers", "Subscriptions at the embedded router"],
});

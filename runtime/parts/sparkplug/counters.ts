/** Metrics of Sparkplug's edge nodes. */

import { counters } from "../../model/counters.ts";

export const SPARKPLUG_COUNTERS = counters("sparkplug", {
  nodes: ["sparkplug_nodes", "Edge nodes of Sparkplug that sent since the start"],
  births: ["sparkplug_births_total", "Births of edge nodes and their devices"],
  deaths: ["sparkplug_deaths_total", "Deaths of edge nodes and their devices"],
  gaps: ["sparkplug_gaps_total", "Gaps in the sequence numbers of edge nodes"],
  asked: ["sparkplug_rebirths_asked_total", "Times that an edge node was asked for its births"],
  waited: ["sparkplug_waited_total", "Messages that waited for the births of their edge node"],
});

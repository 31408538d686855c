/** Grafana: dashboards and data sources, and the page's dashboards as Grafana's. */

import type { PartKind } from "../part-kind.ts";
import { GRAFANA_COUNTERS } from "./counters.ts";
import { GRAFANA, type GrafanaSettings } from "./keys.ts";

export const GRAFANA_PART: PartKind<GrafanaSettings | undefined> = {
  name: "grafana",
  counters: GRAFANA_COUNTERS,
  settings: GRAFANA,
  open: (settings) => ({ view: async (view) => (await import("./grafana.ts")).openGrafana(view, settings()) }),
  actions: async () => [(await import("./grafana-action.ts")).grafana],
};

/** Metrics of dashboards that the service keeps in Grafana. */

import { counters } from "../../model/counters.ts";

export const GRAFANA_COUNTERS = counters("grafana", {
  saves: ["grafana_saves_total", "Dashboards that were made or changed in Grafana"],
  failures: ["grafana_failures_total", "Requests to Grafana that failed; they are repeated"],
  waiting: ["grafana_waiting_dashboards", "Dashboards that are to be made or changed in Grafana"],
});

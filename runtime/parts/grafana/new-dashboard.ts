/** A dashboard before its first panel. */

import type { Dashboard, DashboardPlan, DataSourceRef } from "./dashboard.ts";
import { markerVariable } from "./marker.ts";

/** The tag of all dashboards of the service, by which they link to each other. */
export const TAG = "structline";

export function newDashboard(plan: DashboardPlan, datasource: DataSourceRef): Dashboard {
  return {
    id: null,
    uid: plan.uid,
    title: plan.title,
    tags: [TAG],
    timezone: "browser",
    editable: true,
    graphTooltip: 1,
    time: { from: "now-15m", to: "now" },
    timepicker: {},
    refresh: "5s",
    schemaVersion: 41,
    panels: [],
    templating: { list: [markerVariable(new Map())] },
    annotations: { list: [events(datasource), ranges(datasource)] },
    links: [
      {
        type: "dashboards",
        title: "structline",
        tags: [TAG],
        icon: "external link",
        tooltip: "Dashboards of all channels and networks",
        asDropdown: true,
        targetBlank: false,
        includeVars: false,
        keepTime: true,
      },
    ],
  };
}

/**
 * One query for the events of all devices, including later ones [D30]. Rows of events have no null in these columns.
 */
function events(datasource: DataSourceRef): object {
  return annotation(datasource, "Events", 'SELECT "title", "text", "tags" FROM /_events$/ WHERE $timeFilter', {});
}

/**
 * Ranges with an end in Grafana's format, epoch milliseconds. Only they have that column, so they need a separate
 * query.
 */
function ranges(datasource: DataSourceRef): object {
  const query = 'SELECT "title", "text", "tags", "timeEnd" FROM /_events$/ WHERE "timeEnd" > 0 AND $timeFilter';
  return annotation(datasource, "Ranges", query, { timeEndColumn: "timeEnd" });
}

function annotation(datasource: DataSourceRef, name: string, query: string, more: object): object {
  return {
    name,
    datasource,
    enable: true,
    hide: false,
    iconColor: "rgba(0, 211, 255, 1)",
    target: {
      refId: "Anno",
      datasource,
      query,
      rawQuery: true,
      resultFormat: "time_series",
      fromAnnotations: true,
      titleColumn: "title",
      textColumn: "text",
      tagsColumn: "tags",
      ...more,
    },
  };
}

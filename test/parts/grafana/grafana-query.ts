/**
 * What Grafana makes of a query target, written independently of our code from Grafana's source: pkg/tsdb/influxdb/influxql (query.go,
 * query_part.go) renders queries, response_parser.go the names of series.
 */

import type { Target } from "../../../runtime/parts/grafana/dashboard.ts";

export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
  /** What `$__interval` becomes: `1s`. */
  readonly interval: string;
}

type Part = { readonly type: string; readonly params?: readonly (string | number)[] };

export function renderQuery(target: Target, window: TimeWindow): string {
  const timeFilter = `time >= ${window.fromMs}ms and time <= ${window.toMs}ms`;
  const text = target.rawQuery === true ? (target.query ?? "") : buildQuery(target, timeFilter);
  return text
    .replaceAll("$timeFilter", () => timeFilter)
    .replaceAll("$interval", window.interval)
    .replaceAll("$__interval", window.interval);
}

function buildQuery(target: Target, timeFilter: string): string {
  const selectors = (target.select ?? []).map((parts) => renderSelector(parts)).join(", ");
  const groupBy = (target["groupBy"] as readonly Part[]).map(
    ({ type, params = [] }) => ` ${type}(${params.join(", ")})`,
  );
  const policy =
    target["policy"] === undefined || target["policy"] === "default" ? "" : `"${String(target["policy"])}".`;
  const { measurement = "" } = target;
  const from = /^\/.*\/$/.test(measurement) ? measurement : `"${measurement}"`;
  return `SELECT ${selectors} FROM ${policy}${from} WHERE ${timeFilter} GROUP BY${groupBy.join("")}`;
}

// From the inside out: the field, then its functions.
function renderSelector(parts: readonly Part[]): string {
  return parts.reduce((inner, { type, params = [] }) => {
    if (type === "field") return params[0] === "*" ? "*" : `"${params[0]}"`;
    return `${type}(${[inner, ...params].join(", ")})`;
  }, "");
}

/** The series' name: the alias with its patterns expanded, or measurement and function. */
export function seriesName(target: Target, measurement: string, column: string): string {
  const alias = String(target["alias"] ?? "");
  if (alias === "") return `${measurement}.${column}`;
  return alias.replace(/\[\[([@/\w-]+)\]\]|\$([@\w-]+)/g, (pattern, bracketed?: string, plain?: string) => {
    const name = bracketed ?? plain ?? "";
    if (name === "m" || name === "measurement") return measurement;
    if (name === "col") return column;
    return /^\d+$/.test(name) ? (measurement.split(".")[Number(name)] ?? pattern) : pattern;
  });
}

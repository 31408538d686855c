/** One series: a query for one numeric column. */

import type { FieldLimits } from "../../codec/struct-codec.ts";
import type { DataSourceRef, FieldPlan, Override, Target } from "./dashboard.ts";

export interface NewTarget {
  readonly target: Target;
  /** Unit and name of the series, where they need saying. */
  readonly override: Override | undefined;
}

export function newTarget(field: FieldPlan, measurement: string, datasource: DataSourceRef, refId: string): NewTarget {
  const plain = isPlain(field.column) && isPlain(measurement);
  const named = !isExpanded(field.column);
  const target: Target = {
    refId,
    datasource,
    resultFormat: "time_series",
    // Without an alias the series is named after the function.
    alias: named ? field.column : refId,
    ...(plain ? builtQuery(field.column, measurement) : rawQuery(field.column, measurement)),
  };
  const properties = [
    ...(field.unit === undefined ? [] : [{ id: "unit", value: field.unit }]),
    ...(field.limits === undefined ? [] : thresholdProperties(field.limits)),
    ...(named ? [] : [{ id: "displayName", value: field.column }]),
  ];
  return { target, override: properties.length === 0 ? undefined : { matcher: byRefId(refId), properties } };
}

/** What of a series' override comes from limits. */
export const THRESHOLD_PROPERTIES: ReadonlySet<string> = new Set(["thresholds", "custom.thresholdsStyle"]);

/** Bands where the header's limits are: Grafana's steps begin at a value and reach to the next one. */
export function thresholdProperties({ warn, alarm }: FieldLimits): { readonly id: string; readonly value: unknown }[] {
  const edges: (readonly [value: number | null, color: string])[] = [
    [null, alarm?.min !== undefined ? "red" : warn?.min !== undefined ? "orange" : "green"],
    ...(alarm?.min === undefined ? [] : [[alarm.min, warn?.min === undefined ? "green" : "orange"] as const]),
    ...(warn?.min === undefined ? [] : [[warn.min, "green"] as const]),
    ...(warn?.max === undefined ? [] : [[warn.max, "orange"] as const]),
    ...(alarm?.max === undefined ? [] : [[alarm.max, "red"] as const]),
  ];
  return [
    { id: "thresholds", value: { mode: "absolute", steps: edges.map(([value, color]) => ({ value, color })) } },
    { id: "custom.thresholdsStyle", value: { mode: "area" } },
  ];
}

export function byRefId(refId: string): Override["matcher"] {
  return { id: "byFrameRefID", options: refId };
}

/** Whether a target reads the measurement, as we or a person wrote it. */
export function reads(target: Target, measurement: string): boolean {
  if (target.rawQuery === true) return typeof target.query === "string" && target.query.includes(quote(measurement));
  return target.measurement === measurement;
}

function builtQuery(column: string, measurement: string): object {
  return {
    measurement,
    policy: "default",
    orderByTime: "ASC",
    rawQuery: false,
    tags: [],
    groupBy: [
      { type: "time", params: ["$__interval"] },
      // Telemetry is sparse: intervals without a value are left out, not drawn as gaps.
      { type: "fill", params: ["none"] },
    ],
    select: [
      [
        { type: "field", params: [column] },
        { type: "mean", params: [] },
      ],
    ],
  };
}

function rawQuery(column: string, measurement: string): object {
  const where = "WHERE $timeFilter GROUP BY time($__interval) fill(none)";
  return { rawQuery: true, query: `SELECT mean(${quote(column)}) FROM ${quote(measurement)} ${where}` };
}

// Grafana's query builder escapes nothing, takes a name between slashes as a pattern, `::` as a cast and `*` as all fields.
function isPlain(name: string): boolean {
  return !/["\\]|::/.test(name) && !/^\/.*\/$/s.test(name) && name !== "*";
}

/** Grafana expands `$name` and `[[name]]` in an alias. */
function isExpanded(name: string): boolean {
  return /\$|\[\[/.test(name);
}

/** An identifier of InfluxQL. */
function quote(name: string): string {
  return `"${name.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"')}"`;
}

/** One series: a query for one numeric column. */

import type { FieldLimits } from "../../codec/struct-codec.ts";
import type { DataSourceRef, FieldPlan, Override, Target } from "./dashboard.ts";

export interface NewTarget {
  readonly target: Target;
  /** Unit and name of the series, if they differ from the defaults. */
  readonly override: Override | undefined;
}

export function newTarget(field: FieldPlan, measurement: string, datasource: DataSourceRef, refId: string): NewTarget {
  const plain = isPlain(field.column) && isPlain(measurement);
  const named = !isExpanded(field.column);
  const target: Target = {
    refId,
    datasource,
    ...(field.longitude === undefined
      ? {
          resultFormat: "time_series",
          // Without an alias, Grafana names the series after the function.
          alias: named ? field.column : refId,
          ...(plain ? builtQuery(field, measurement) : rawQuery(field, measurement)),
        }
      : positionQuery(field.column, field.longitude, measurement)),
  };
  const properties = [
    ...(field.unit === undefined ? [] : [{ id: "unit", value: field.unit }]),
    ...(field.limits === undefined ? [] : thresholdProperties(field.limits)),
    ...(field.states === undefined ? [] : stateProperties(field.states)),
    ...(named ? [] : [{ id: "displayName", value: field.column }]),
  ];
  return { target, override: properties.length === 0 ? undefined : { matcher: byRefId(refId), properties } };
}

/** Columns in a map's answer. */
export const [LATITUDE, LONGITUDE] = ["latitude", "longitude"];

/** The properties of a series' override that come from limits and names of states. */
export const THRESHOLD_PROPERTIES: ReadonlySet<string> = new Set(["thresholds", "custom.thresholdsStyle"]);
export const STATE_PROPERTIES: ReadonlySet<string> = new Set(["mappings"]);

/** Mappings of values to names. */
export function stateProperties(
  states: Readonly<Record<string, string>>,
): { readonly id: string; readonly value: unknown }[] {
  const options = Object.fromEntries(Object.entries(states).map(([value, text], index) => [value, { text, index }]));
  return [{ id: "mappings", value: [{ type: "value", options }] }];
}

/** Bands for the header's limits: a step in Grafana begins at a value and extends to the next one. */
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

/** Whether a target reads the measurement, in our own form or a user's. */
export function reads(target: Target, measurement: string): boolean {
  if (target.rawQuery === true) return typeof target.query === "string" && target.query.includes(quote(measurement));
  return target.measurement === measurement;
}

/** States must not be averaged. */
function aggregateOf({ states }: FieldPlan): "last" | "mean" {
  return states === undefined ? "mean" : "last";
}

function builtQuery(field: FieldPlan, measurement: string): object {
  return {
    measurement,
    policy: "default",
    orderByTime: "ASC",
    rawQuery: false,
    tags: [],
    groupBy: [
      { type: "time", params: ["$__interval"] },
      // Telemetry is sparse: intervals without a value are left out instead of drawn as gaps.
      { type: "fill", params: ["none"] },
    ],
    select: [
      [
        { type: "field", params: [field.column] },
        { type: aggregateOf(field), params: [] },
      ],
    ],
  };
}

const BY_INTERVAL = "WHERE $timeFilter GROUP BY time($__interval) fill(none)";

function rawQuery(field: FieldPlan, measurement: string): object {
  const value = `${aggregateOf(field)}(${quote(field.column)})`;
  return { rawQuery: true, query: `SELECT ${value} FROM ${quote(measurement)} ${BY_INTERVAL}` };
}

/**
 * Both columns in one answer, so that each row is a position; the newest of an interval, since positions must not be
 * averaged.
 */
function positionQuery(latitude: string, longitude: string, measurement: string): object {
  const values = `last(${quote(latitude)}) AS "${LATITUDE}", last(${quote(longitude)}) AS "${LONGITUDE}"`;
  return { resultFormat: "table", rawQuery: true, query: `SELECT ${values} FROM ${quote(measurement)} ${BY_INTERVAL}` };
}

// Grafana's query builder escapes nothing, and interprets a name between slashes as a pattern, `::` as a cast and `*`
// as all fields.
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

/** A … Z, AA, AB …, as in Grafana; each is used once. */
export function freeRefId(used: Set<string>): string {
  for (let index = 0; ; index++) {
    const refId = refIdAt(index);
    if (used.has(refId)) continue;
    used.add(refId);
    return refId;
  }
}

/** `A` … `Z`, `AA` …, Grafana's names of queries. */
export function refIdAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : refIdAt(Math.floor(index / 26) - 1) + last;
}

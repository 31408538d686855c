/** The users' settings of panels: stored in the service, and validated like any external data. No DOM. */

import { isRecord } from "../../../telemetry/foreign-json.ts";
import type { MeasurementName } from "./measurement-feed.ts";

export interface ColumnSettings {
  readonly shown?: boolean;
  /** Index of one of the theme's line colours. */
  readonly colour?: number;
  readonly unit?: string;
  /** Columns with the same number share a chart; others are grouped by unit and scale. */
  readonly chart?: number;
  readonly drawn?: "line" | "steps" | "points" | "states";
  /** For counters: the change per second instead of the value. */
  readonly rate?: boolean;
  /** `right`: on a second axis of its chart. */
  readonly axis?: "right";
}

export interface AxisSettings {
  readonly min?: number;
  readonly max?: number;
  /** `log`: logarithmic; values that are not positive are left out. */
  readonly scale?: "log";
}

/** A series computed from others, in the language of `@rule: expr=`. */
export interface DerivedColumn {
  readonly name: string;
  readonly expression: string;
  readonly unit?: string;
}

/** A column of a measurement; without a measurement, of every one in the database that has it. */
export interface SeriesName {
  readonly database: string;
  readonly measurement?: string;
  readonly column: string;
}

export interface PanelSettings {
  readonly kind?: string;
  readonly title?: string;
  readonly hidden?: boolean;
  /** Columns of the page's grid. */
  readonly width?: number;
  /** Height of a chart, relative to the usual one. */
  readonly height?: number;
  readonly columns?: Readonly<Record<string, ColumnSettings>>;
  /** By the name of the chart's first column. */
  readonly axes?: Readonly<Record<string, AxisSettings>>;
  readonly derived?: readonly DerivedColumn[];
  /** Columns of other measurements in addition to the panel's own. */
  readonly series?: readonly SeriesName[];
  /** False: only `series`, without the panel's own measurement. */
  readonly own?: boolean;
  /** Options of the kind. */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

export interface Layout {
  /** The dashboard's title; by default its name. */
  readonly title?: string;
  /** False: it has only the added panels, no automatic ones. */
  readonly automatic?: boolean;
  /** Panels in display order; panels that are not listed follow. */
  readonly order: readonly string[];
  readonly panels: Readonly<Record<string, PanelSettings>>;
  /** Measurements of the panels that a user added. */
  readonly added: Readonly<Record<string, MeasurementName>>;
}

export const EMPTY_LAYOUT: Layout = { order: [], panels: {}, added: {} };

/** Reads a layout from the service or the browser; leaves out invalid parts. */
export function readLayout(stored: unknown): Layout {
  if (!isRecord(stored)) return EMPTY_LAYOUT;
  const order = Array.isArray(stored["order"]) ? stored["order"].filter((id) => typeof id === "string") : [];
  return {
    ...text(stored, "title"),
    ...(stored["automatic"] === false && { automatic: false }),
    order,
    panels: entries(stored["panels"], readPanelSettings),
    added: entries(stored["added"], readName),
  };
}

/** Undefined if it is not an object; leaves out invalid parts. */
export function readPanelSettings(value: unknown): PanelSettings | undefined {
  if (!isRecord(value)) return undefined;
  return {
    ...text(value, "kind"),
    ...text(value, "title"),
    ...flag(value, "hidden"),
    ...number(value, "width", 0.25, 12),
    ...number(value, "height", 0.5, 12),
    columns: entries(value["columns"], readColumn),
    axes: entries(value["axes"], readAxis),
    derived: (Array.isArray(value["derived"]) ? value["derived"] : []).flatMap(
      (one: unknown) => readDerived(one) ?? [],
    ),
    ...(Array.isArray(value["series"]) && {
      series: value["series"].slice(0, MOST_SERIES).flatMap((one: unknown) => readSeries(one) ?? []),
    }),
    ...flag(value, "own"),
    options: entries(value["options"], (one) =>
      ["string", "number", "boolean"].includes(typeof one) ? one : undefined,
    ) as Record<string, string>,
  };
}

function readColumn(value: unknown): ColumnSettings | undefined {
  if (!isRecord(value)) return undefined;
  const drawn = (["line", "steps", "points", "states"] as const).find((known) => known === value["drawn"]);
  return {
    ...flag(value, "shown"),
    ...number(value, "colour", 0, 7),
    ...text(value, "unit"),
    ...number(value, "chart", 1, 99),
    ...(drawn && { drawn }),
    ...flag(value, "rate"),
    ...(value["axis"] === "right" && { axis: "right" as const }),
  };
}

function readAxis(value: unknown): AxisSettings | undefined {
  if (!isRecord(value)) return undefined;
  return {
    ...number(value, "min", -Number.MAX_VALUE, Number.MAX_VALUE),
    ...number(value, "max", -Number.MAX_VALUE, Number.MAX_VALUE),
    ...(value["scale"] === "log" && { scale: "log" as const }),
  };
}

function readDerived(value: unknown): DerivedColumn | undefined {
  if (!isRecord(value)) return undefined;
  const { name, expression } = { ...text(value, "name"), ...text(value, "expression") } as Partial<DerivedColumn>;
  return name === undefined || expression === undefined ? undefined : { name, expression, ...text(value, "unit") };
}

const MOST_SERIES = 1000;

function readSeries(value: unknown): SeriesName | undefined {
  if (!isRecord(value)) return undefined;
  const { database, measurement, column } = value;
  if (typeof database !== "string" || typeof column !== "string") return undefined;
  return { database, column, ...(typeof measurement === "string" && { measurement }) };
}

function readName(value: unknown): MeasurementName | undefined {
  if (!isRecord(value)) return undefined;
  const { database, measurement } = value;
  return typeof database === "string" && typeof measurement === "string" ? { database, measurement } : undefined;
}

// Names come from outside: an object without a prototype has no inherited ones.
function entries<Value>(value: unknown, read: (one: unknown) => Value | undefined): Record<string, Value> {
  const made = Object.create(null) as Record<string, Value>;
  for (const [name, one] of isRecord(value) ? Object.entries(value) : []) {
    const known = read(one);
    if (known !== undefined) made[name] = known;
  }
  return made;
}

function text<Name extends string>(value: Readonly<Record<string, unknown>>, name: Name): { [Key in Name]?: string } {
  const found = value[name];
  return (typeof found === "string" && found !== "" ? { [name]: found.slice(0, 1000) } : {}) as {
    [Key in Name]?: string;
  };
}

function flag<Name extends string>(value: Readonly<Record<string, unknown>>, name: Name): { [Key in Name]?: boolean } {
  return (typeof value[name] === "boolean" ? { [name]: value[name] } : {}) as { [Key in Name]?: boolean };
}

function number<Name extends string>(
  value: Readonly<Record<string, unknown>>,
  name: Name,
  min: number,
  max: number,
): { [Key in Name]?: number } {
  const found = value[name];
  const isGood = typeof found === "number" && found >= min && found <= max;
  return (isGood ? { [name]: found } : {}) as { [Key in Name]?: number };
}

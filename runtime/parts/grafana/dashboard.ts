/** The relevant part of Grafana's dashboard JSON. Everything else in a stored dashboard is kept unchanged. */

import type { FieldLimits } from "../../codec/struct-codec.ts";

export interface DataSourceRef {
  readonly type: "influxdb";
  readonly uid: string;
}

export interface Target {
  readonly refId: string;
  readonly measurement?: string;
  readonly query?: string;
  readonly rawQuery?: boolean;
  readonly select?: readonly (readonly { readonly type: string; readonly params?: readonly (string | number)[] }[])[];
  readonly [property: string]: unknown;
}

export interface Override {
  readonly matcher: { readonly id: string; readonly options?: unknown };
  readonly properties: readonly { readonly id: string; readonly value?: unknown }[];
  readonly [property: string]: unknown;
}

export interface FieldConfig {
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly overrides: readonly Override[];
}

export interface GridPos {
  readonly h: number;
  readonly w: number;
  readonly x: number;
  readonly y: number;
}

export interface Panel {
  readonly id?: number;
  readonly type: string;
  readonly title?: string;
  readonly gridPos?: GridPos;
  readonly targets?: readonly Target[];
  readonly fieldConfig?: FieldConfig;
  /** A collapsed row contains its panels. */
  readonly panels?: readonly Panel[];
  readonly [property: string]: unknown;
}

export interface Variable {
  readonly type: string;
  readonly name: string;
  readonly query?: unknown;
  readonly [property: string]: unknown;
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly version?: number;
  readonly panels?: readonly Panel[];
  readonly templating?: { readonly list?: readonly Variable[] };
  readonly [property: string]: unknown;
}

/** One column. */
export interface FieldPlan {
  readonly column: string;
  /** For a map: the column of longitudes. */
  readonly longitude?: string;
  /** Names of values, for a column drawn as states. */
  readonly states?: Readonly<Record<string, string>>;
  /** Grafana's ID; undefined if the header has no unit. */
  readonly unit: string | undefined;
  /** Limits of the header's rule. */
  readonly limits?: FieldLimits | undefined;
}

/** `lines` over time, `states` with names or of single bits, a `map` of positions. */
export type PanelKind = "lines" | "states" | "map";

/** A panel of one device or struct. */
export interface PanelPlan {
  readonly measurement: string;
  /** Default `lines`. */
  readonly kind?: PanelKind;
  /** Distinguishes it from other panels of the measurement; absent for the panel of its values. */
  readonly part?: string;
  readonly title: string;
  /** The fields' tags in words, one line for each field. */
  readonly description?: string;
  readonly fields: readonly FieldPlan[];
}

/** The content that a dashboard should offer. */
export interface DashboardPlan {
  readonly uid: string;
  readonly title: string;
  readonly database: string;
  readonly panels: readonly PanelPlan[];
}

/** Panels of a dashboard, including those in collapsed rows. */
export function allPanels(dashboard: Dashboard): readonly Panel[] {
  return (dashboard.panels ?? []).flatMap((panel) => [panel, ...(panel.panels ?? [])]);
}

/**
 * The content that the service has added to a dashboard, stored in the dashboard as a hidden variable: it distinguishes
 * what a user deleted from what was never offered.
 */

import type { FieldLimits } from "../../codec/struct-codec.ts";
import type { Dashboard, Variable } from "./dashboard.ts";

export interface OfferedField {
  readonly refId: string;
  /** Empty: none. */
  readonly unit: string;
  readonly limits?: FieldLimits;
  readonly states?: Readonly<Record<string, string>>;
}

export interface OfferedPanel {
  readonly id: number;
  /** By column. */
  readonly fields: ReadonlyMap<string, OfferedField>;
}

/** By `panelKey` of a measurement and a part of it. */
export type Marker = ReadonlyMap<string, OfferedPanel>;

/** No name of a measurement has a NUL. */
export function panelKey({ measurement, part }: { readonly measurement: string; readonly part?: string }): string {
  return part === undefined ? measurement : `${measurement}\0${part}`;
}

const NAME = "structline";
const VERSION = 1;

export function markerVariable(marker: Marker): Variable {
  return {
    type: "constant",
    name: NAME,
    label: "kept by structline",
    hide: 2,
    skipUrlSync: true,
    query: formatMarker(marker),
  };
}

/** The dashboard's marker; undefined if a user removed it, or if there never was one. */
export function readMarker(dashboard: Dashboard): Marker | undefined {
  const variable = dashboard.templating?.list?.find(({ name }) => name === NAME);
  return typeof variable?.query === "string" ? parseMarker(variable.query) : undefined;
}

export function withMarker(dashboard: Dashboard, marker: Marker): Dashboard {
  const list = (dashboard.templating?.list ?? []).map((variable) =>
    variable.name === NAME ? { ...variable, ...markerVariable(marker) } : variable,
  );
  return { ...dashboard, templating: { ...dashboard.templating, list } };
}

function formatMarker(marker: Marker): string {
  const panels = [...marker].map(([measurement, { id, fields }]) => [
    measurement,
    id,
    [...fields].map(([column, { refId, unit, limits, states }]) => [
      column,
      refId,
      unit,
      ...(limits || states ? [limits ?? null] : []),
      ...(states ? [states] : []),
    ]),
  ]);
  // `$name` and `[[name]]` would be expanded as variables. Brackets of JSON itself are never followed by a word.
  return JSON.stringify([VERSION, panels])
    .replaceAll("$", "\\u0024")
    .replace(/\[\[(?=\w)/g, "\\u005b\\u005b");
}

function parseMarker(text: string): Marker | undefined {
  try {
    const [version, panels] = JSON.parse(text) as [
      unknown,
      [string, number, [string, string, string, (FieldLimits | null)?, Record<string, string>?][]][],
    ];
    if (version !== VERSION) return undefined;
    return new Map(
      panels.map(([measurement, id, fields]) => {
        const offered = fields.map(
          ([column, refId, unit, limits, states]) =>
            [column, { refId, unit, ...(limits && { limits }), ...(states && { states }) }] as const,
        );
        return [measurement, { id, fields: new Map(offered) }];
      }),
    );
  } catch {
    // A user has edited it: the dashboard now belongs to the user.
    return undefined;
  }
}

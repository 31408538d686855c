/**
 * What the service has put into a dashboard, kept in the dashboard itself as a hidden variable:
 * by it, what a person deleted is known from what was never offered.
 */

import type { FieldLimits } from "../../codec/struct-codec.ts";
import type { Dashboard, Variable } from "./dashboard.ts";

export interface OfferedField {
  readonly refId: string;
  /** Empty: none. */
  readonly unit: string;
  readonly limits?: FieldLimits;
}

export interface OfferedPanel {
  readonly id: number;
  /** By column. */
  readonly fields: ReadonlyMap<string, OfferedField>;
}

/** By measurement. */
export type Marker = ReadonlyMap<string, OfferedPanel>;

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

/** The dashboard's marker; undefined where a person removed it, or never was one. */
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
    [...fields].map(([column, { refId, unit, limits }]) => [column, refId, unit, ...(limits ? [limits] : [])]),
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
      [string, number, [string, string, string, FieldLimits?][]][],
    ];
    if (version !== VERSION) return undefined;
    return new Map(
      panels.map(([measurement, id, fields]) => {
        const offered = fields.map(
          ([column, refId, unit, limits]) => [column, { refId, unit, ...(limits && { limits }) }] as const,
        );
        return [measurement, { id, fields: new Map(offered) }];
      }),
    );
  } catch {
    // A person edited it: then the dashboard is theirs.
    return undefined;
  }
}

/** An empty panel of each kind, and its position. */

import type { DataSourceRef, GridPos, Panel, PanelKind, PanelPlan } from "./dashboard.ts";
import { LATITUDE, LONGITUDE } from "./target.ts";

const COLUMNS = 24;
const SIZE = { h: 9, w: 12 } as const;

export function emptyPanel(
  { title, description, kind = "lines" }: Pick<PanelPlan, "title" | "description" | "kind">,
  datasource: DataSourceRef,
): Panel {
  const { type, custom, options } = APPEARANCES[kind];
  return {
    type,
    title,
    ...(description !== undefined && { description }),
    datasource,
    fieldConfig: { defaults: { custom }, overrides: [] },
    options,
  };
}

const APPEARANCES: Readonly<
  Record<PanelKind, { readonly type: string; readonly custom: object; readonly options: object }>
> = {
  lines: {
    type: "timeseries",
    custom: { drawStyle: "line", lineWidth: 1, fillOpacity: 0, showPoints: "auto" },
    options: {
      legend: { displayMode: "table", placement: "right", showLegend: true, calcs: ["lastNotNull"] },
      tooltip: { mode: "multi", sort: "none" },
    },
  },
  states: {
    type: "state-timeline",
    custom: { lineWidth: 0, fillOpacity: 70 },
    options: {
      mergeValues: true,
      showValue: "auto",
      alignValue: "left",
      rowHeight: 0.9,
      legend: { displayMode: "list", placement: "bottom", showLegend: false },
      tooltip: { mode: "single", sort: "none" },
    },
  },
  map: {
    type: "geomap",
    custom: {},
    options: {
      view: { id: "fit", allLayers: true, lat: 0, lon: 0, zoom: 15 },
      basemap: { type: "default", name: "Map" },
      layers: [
        {
          type: "markers",
          name: "Positions",
          location: { mode: "coords", latitude: LATITUDE, longitude: LONGITUDE },
          tooltip: true,
        },
      ],
    },
  },
};

/** The free position beside the last panel, else a new row at the bottom; no panel is moved. */
export function freePosition(panels: readonly Panel[]): GridPos {
  const used = panels.flatMap(({ gridPos }) => (gridPos === undefined ? [] : [gridPos]));
  const bottom = Math.max(0, ...used.map(({ y, h }) => y + h));
  const beside = { ...SIZE, x: COLUMNS - SIZE.w, y: Math.max(0, bottom - SIZE.h) };
  const leftIsUsed = used.some(
    (position) => position.y === beside.y && position.h === SIZE.h && position.x + position.w <= beside.x,
  );
  if (leftIsUsed && !used.some((position) => overlap(position, beside))) return beside;
  return { ...SIZE, x: 0, y: bottom };
}

function overlap(a: GridPos, b: GridPos): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

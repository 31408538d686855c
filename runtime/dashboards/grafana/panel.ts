/** An empty time-series panel, and where it goes. */

import type { DataSourceRef, GridPos, Panel, PanelPlan } from "./dashboard.ts";

const COLUMNS = 24;
const SIZE = { h: 9, w: 12 } as const;

export function emptyPanel(
  { title, description }: Pick<PanelPlan, "title" | "description">,
  datasource: DataSourceRef,
): Panel {
  return {
    type: "timeseries",
    title,
    ...(description !== undefined && { description }),
    datasource,
    fieldConfig: {
      defaults: { custom: { drawStyle: "line", lineWidth: 1, fillOpacity: 0, showPoints: "auto" } },
      overrides: [],
    },
    options: {
      legend: { displayMode: "table", placement: "right", showLegend: true, calcs: ["lastNotNull"] },
      tooltip: { mode: "multi", sort: "none" },
    },
  };
}

/** The place beside the last panel where there is one, else a new line at the bottom; nothing is moved. */
export function freePlace(panels: readonly Panel[]): GridPos {
  const taken = panels.flatMap(({ gridPos }) => (gridPos === undefined ? [] : [gridPos]));
  const bottom = Math.max(0, ...taken.map(({ y, h }) => y + h));
  const beside = { ...SIZE, x: COLUMNS - SIZE.w, y: Math.max(0, bottom - SIZE.h) };
  const leftIsTaken = taken.some(
    (place) => place.y === beside.y && place.h === SIZE.h && place.x + place.w <= beside.x,
  );
  if (leftIsTaken && !taken.some((place) => overlap(place, beside))) return beside;
  return { ...SIZE, x: 0, y: bottom };
}

function overlap(a: GridPos, b: GridPos): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

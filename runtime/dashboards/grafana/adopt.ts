/**
 * Dashboards that Kotori made, taken over: they get our marker, which says of each panel what is in it already, and grow from
 * then on like our own. Kotori's have the uid and the title `<realm>-<network>`, in the folder `instagraf`.
 */

import type { Dashboard, DashboardPlan, Panel, Target } from "./dashboard.ts";
import type { StoredDashboard } from "./grafana-client.ts";
import { markerVariable, type OfferedField, type OfferedPanel, panelKey, readMarker } from "./marker.ts";
import { reads } from "./target.ts";

const FOLDER = "instagraf";
/** Grafana's schema since which panels have places instead of rows. [DashboardMigrator, schemaVersion 16] */
const PLACES_SINCE = 16;
const HEIGHT_OF_ROW = 30;

/** Or was, before it was taken over. */
export function isKotoris({ dashboard, folderUid }: StoredDashboard): boolean {
  return readMarker(dashboard) !== undefined || (folderUid === FOLDER && dashboard.uid === dashboard.title);
}

/** The dashboard with a marker of what it has of the plan. */
export function adopted(dashboard: Dashboard, plan: DashboardPlan): Dashboard {
  const placed = withPlaces(dashboard);
  const panels = (placed.panels ?? []).map(withIds(placed));
  const offered = new Map<string, OfferedPanel>();
  for (const wanted of plan.panels) {
    if (wanted.part !== undefined) continue;
    const panel = panels.find(({ targets = [] }) => targets.some((target) => reads(target, wanted.measurement)));
    if (panel?.id !== undefined)
      offered.set(panelKey(wanted), { id: panel.id, fields: fieldsOf(panel, wanted.measurement) });
  }
  const { templating } = placed;
  return {
    ...placed,
    panels,
    templating: { ...templating, list: [...(templating?.list ?? []), markerVariable(offered)] },
  };
}

function fieldsOf({ targets = [] }: Panel, measurement: string): ReadonlyMap<string, OfferedField> {
  const fields = new Map<string, OfferedField>();
  for (const target of targets) {
    const column = reads(target, measurement) ? columnOf(target) : undefined;
    if (column !== undefined) fields.set(column, { refId: target.refId, unit: "" });
  }
  return fields;
}

/** As the query builder has it, else as Kotori writes queries. */
function columnOf({ rawQuery, select, query = "" }: Target): string | undefined {
  const field = rawQuery === true ? undefined : select?.[0]?.find(({ type }) => type === "field");
  const name = field?.params?.[0];
  return typeof name === "string" ? name : /^SELECT \w+\("([^"\\]+)"\)/.exec(query)?.[1];
}

/** Each panel has an id, and each series a letter: ours are found by them. */
function withIds({ panels = [] }: Dashboard): (panel: Panel) => Panel {
  let last = Math.max(0, ...panels.map(({ id = 0 }) => id));
  return (panel) => {
    const taken = new Set((panel.targets ?? []).map(({ refId }) => refId));
    let next = 0;
    const lettered = panel.targets?.map((target): Target => {
      if (typeof target.refId === "string") return target;
      while (taken.has(letterAt(next))) next++;
      return { ...target, refId: letterAt(next++) };
    });
    const id = panel.id ?? ++last;
    return { ...panel, id, ...(lettered && { targets: lettered }) };
  };
}

/** A … Z, then two letters, as Grafana counts. */
function letterAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}

interface OldRow {
  readonly title?: string;
  readonly showTitle?: boolean;
  readonly height?: string | number;
  readonly panels?: readonly (Panel & { readonly span?: number })[];
}

/** Of rows of panels what Grafana makes of them when it shows them: places. */
function withPlaces(dashboard: Dashboard): Dashboard {
  const { rows, ...rest } = dashboard as Dashboard & {
    readonly rows?: readonly OldRow[];
    readonly schemaVersion?: number;
  };
  if (!Array.isArray(rows)) return dashboard;
  const panels: Panel[] = [...(dashboard.panels ?? [])];
  let top = Math.max(0, ...panels.map(({ gridPos }) => (gridPos ? gridPos.y + gridPos.h : 0)));
  for (const row of rows as readonly OldRow[]) {
    if (row.showTitle === true) {
      panels.push({
        type: "row",
        title: row.title ?? "",
        collapsed: false,
        panels: [],
        gridPos: { h: 1, w: 24, x: 0, y: top++ },
      });
    }
    const height = Math.max(3, Math.ceil(Number.parseInt(String(row.height ?? 250), 10) / HEIGHT_OF_ROW) || 9);
    let left = 0;
    for (const panel of row.panels ?? []) {
      if (panel === null) continue;
      const width = Math.min(24, Math.max(1, (panel.span ?? 12) * 2));
      if (left + width > 24) {
        left = 0;
        top += height;
      }
      panels.push({ ...panel, gridPos: { h: height, w: width, x: left, y: top } });
      left += width;
    }
    top += height;
  }
  const version = Math.max(PLACES_SINCE, Number(rest.schemaVersion ?? 0));
  return { ...rest, panels, schemaVersion: version };
}

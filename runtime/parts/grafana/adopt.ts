/**
 * Takes over dashboards that Kotori created: they get our marker with the content of each panel, and grow from then on
 * like our own. Kotori's dashboards have the UID and title `<realm>-<network>`, in the folder `instagraf`.
 */

import type { Dashboard, DashboardPlan, Panel, Target } from "./dashboard.ts";
import type { StoredDashboard } from "./grafana-client.ts";
import { markerVariable, type OfferedField, type OfferedPanel, panelKey, readMarker } from "./marker.ts";
import { freeRefId, reads } from "./target.ts";

const FOLDER = "instagraf";
/** From this schema of Grafana on, panels have positions instead of rows. [DashboardMigrator, schemaVersion 16] */
const PLACES_SINCE = 16;
const HEIGHT_OF_ROW = 30;

/** True also for a dashboard that was taken over. */
export function isKotoris({ dashboard, folderUid }: StoredDashboard): boolean {
  return readMarker(dashboard) !== undefined || (folderUid === FOLDER && dashboard.uid === dashboard.title);
}

/** The dashboard with a marker for the parts of the plan that it already has. */
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

/** The column in the query builder's form, else in Kotori's form. */
function columnOf({ rawQuery, select, query = "" }: Target): string | undefined {
  const field = rawQuery === true ? undefined : select?.[0]?.find(({ type }) => type === "field");
  const name = field?.params?.[0];
  return typeof name === "string" ? name : /^SELECT \w+\("([^"\\]+)"\)/.exec(query)?.[1];
}

/** Gives each panel an ID and each series a letter, which identify ours. */
function withIds({ panels = [] }: Dashboard): (panel: Panel) => Panel {
  let last = Math.max(0, ...panels.map(({ id = 0 }) => id));
  return (panel) => {
    const used = new Set((panel.targets ?? []).map(({ refId }) => refId));
    const lettered = panel.targets?.map(
      (target): Target => (typeof target.refId === "string" ? target : { ...target, refId: freeRefId(used) }),
    );
    const id = panel.id ?? ++last;
    return { ...panel, id, ...(lettered && { targets: lettered }) };
  };
}

interface OldRow {
  readonly title?: string;
  readonly showTitle?: boolean;
  readonly height?: string | number;
  readonly panels?: readonly (Panel & { readonly span?: number })[];
}

/** Adds the row's panels from `top` on. @returns where the next row begins */
function placeRow(
  { title = "", showTitle, height: said = 250, panels: own }: OldRow,
  top: number,
  panels: Panel[],
): number {
  let y = top;
  if (showTitle === true) {
    panels.push({ type: "row", title, collapsed: false, panels: [], gridPos: { h: 1, w: 24, x: 0, y: y++ } });
  }
  const height = Math.max(3, Math.ceil(Number.parseInt(String(said), 10) / HEIGHT_OF_ROW) || 9);
  let left = 0;
  for (const panel of own ?? []) {
    if (panel === null) continue;
    const width = Math.min(24, Math.max(1, (panel.span ?? 12) * 2));
    if (left + width > 24) {
      left = 0;
      y += height;
    }
    panels.push({ ...panel, gridPos: { h: height, w: width, x: left, y } });
    left += width;
  }
  return y + height;
}

/** Converts rows of panels to positions, like Grafana when it shows them. */
function withPlaces(dashboard: Dashboard): Dashboard {
  const { rows, ...rest } = dashboard as Dashboard & {
    readonly rows?: readonly OldRow[];
    readonly schemaVersion?: number;
  };
  if (!Array.isArray(rows)) return dashboard;
  const panels: Panel[] = [...(dashboard.panels ?? [])];
  let top = Math.max(0, ...panels.map(({ gridPos }) => (gridPos ? gridPos.y + gridPos.h : 0)));
  for (const row of rows as readonly OldRow[]) top = placeRow(row, top, panels);
  const version = Math.max(PLACES_SINCE, Number(rest.schemaVersion ?? 0));
  return { ...rest, panels, schemaVersion: version };
}

/**
 * Converts a dashboard of the page to Grafana: the same panels, series, limits and axes, with the builder of the
 * service's own dashboards.
 */

import { latitudesIn, longitudesIn } from "../../codec/column-role.ts";
import { allColumns, isShown, unitOf } from "../../dashboards/page/browser/chart/chart-shapes.ts";
import type { Layout, PanelSettings } from "../../dashboards/page/browser/panel/panel-settings.ts";
import { namedColumn } from "../../dashboards/page/browser/series/other-series.ts";
import { dictionary } from "../../lib/dictionary.ts";
import type { ColumnDescription, MeasurementDescription } from "../../model/measurement.ts";
import type { Dashboard, DataSourceRef, FieldPlan, GridPos, PanelKind, Panel as Shown } from "./dashboard.ts";
import { newDashboard } from "./new-dashboard.ts";
import { emptyPanel } from "./panel.ts";
import { byRefId, newTarget, refIdAt } from "./target.ts";
import { uidOf } from "./uid.ts";
import { grafanaUnit } from "./units.ts";

/** Grafana grid units per column of the page's grid. */
const WIDTH = 12;
const COLUMNS = 24;
const HEIGHTS = { lines: 9, states: 6, map: 12, value: 4, text: 4 } as const;
/** Grafana's equivalents of the page's single values. */
const VALUES: Readonly<Record<string, { readonly type: string; readonly calc: string }>> = dictionary({
  last: { type: "stat", calc: "lastNotNull" },
  min: { type: "stat", calc: "min" },
  mean: { type: "stat", calc: "mean" },
  max: { type: "stat", calc: "max" },
});
const NOT_THERE = "Grafana has no such panel; the page of structline shows it.";

interface Series {
  readonly description: MeasurementDescription;
  readonly column: ColumnDescription;
}

/** @param measurements readable by the client; panels of others are left out */
export function grafanaDashboard(
  name: string,
  layout: Layout,
  measurements: readonly MeasurementDescription[],
): Dashboard {
  const title = layout.title ?? name;
  const places = new Map(layout.order.map((id, i) => [id, i]));
  const ids = Object.keys(layout.added).sort((a, b) => (places.get(a) ?? 1e9) - (places.get(b) ?? 1e9));
  const panels: Shown[] = [];
  let at: GridPos = { x: 0, y: 0, w: 0, h: 0 };
  for (const id of ids) {
    const { database, measurement } = layout.added[id]!;
    const own = measurements.find((one) => one.database === database && one.measurement === measurement);
    const settings = layout.panels[id] ?? {};
    if (own === undefined || settings.hidden === true) continue;
    for (const panel of panelsOf(own, settings, measurements)) {
      at = placed(at, panel.gridPos!);
      panels.push({ ...panel, gridPos: at, id: panels.length + 1 });
    }
  }
  const [first] = ids.flatMap((id) => layout.added[id] ?? []);
  const plan = { uid: uidOf("dashboard", `page-${name}`), title, database: first?.database ?? "", panels: [] };
  return { ...newDashboard(plan, sourceOf(plan.database)), panels };
}

/** Beside the previous one if there is room, else at the beginning of a row. */
function placed({ x, y, w, h }: GridPos, { w: width, h: height }: GridPos): GridPos {
  const isBeside = x + w + width <= COLUMNS;
  return isBeside ? { x: x + w, y, w: width, h: height } : { x: 0, y: y + h, w: width, h: height };
}

function sourceOf(database: string): DataSourceRef {
  return { type: "influxdb", uid: uidOf("source", database) };
}

function panelsOf(
  own: MeasurementDescription,
  settings: PanelSettings,
  measurements: readonly MeasurementDescription[],
): Shown[] {
  const title = settings.title ?? own.title;
  const { options = {}, kind = "charts" } = settings;
  const chosen = own.columns.filter(({ name }) => name === options["column"]);
  const others = othersOf(settings, measurements);
  const one = settings.own === false ? others : chosen.map((column) => ({ description: own, column }));
  switch (kind) {
    case "charts":
      return chartsOf(title, own, settings, others);
    case "stat":
    case "gauge": {
      const { type, calc } = VALUES[String(options["figure"] ?? "last")] ?? VALUES["last"]!;
      const panel = panelOf("value", "lines", title, one, settings);
      const reduced = { reduceOptions: { calcs: [calc], fields: "", values: false } };
      return [{ ...panel, type: kind === "gauge" ? "gauge" : type, options: reduced }];
    }
    case "state":
      return [panelOf("states", "states", title, one, settings)];
    case "track":
      return [mapOf(title, own, settings)];
    case "text":
      return [textOf(title, String(options["text"] ?? ""), settings, own.database)];
    default:
      return [textOf(title, NOT_THERE, settings, own.database)];
  }
}

/** States need a separate panel in Grafana. */
function chartsOf(
  title: string,
  own: MeasurementDescription,
  settings: PanelSettings,
  others: readonly Series[],
): Shown[] {
  const shown = allColumns(own, settings).filter(
    (column) => column.type !== "string" && own.columns.includes(column) && isShown(column, own, settings),
  );
  const series = [
    ...(settings.own === false ? [] : shown.map((column) => ({ description: own, column }))),
    ...others.filter(({ column }) => settings.columns?.[column.name]?.shown !== false),
  ];
  const isState = ({ column: { states, role } }: Series) => states !== undefined || role === "flag" || role === "state";
  const [lines, states] = [series.filter((one) => !isState(one)), series.filter(isState)];
  return [
    ...(lines.length === 0 ? [] : [panelOf("lines", "lines", title, lines, settings)]),
    ...(states.length === 0 ? [] : [panelOf("states", "states", `${title}: states`, states, settings)]),
  ];
}

function othersOf({ series = [] }: PanelSettings, measurements: readonly MeasurementDescription[]): Series[] {
  return series.flatMap((one) =>
    measurements.flatMap((description): Series[] => {
      const column = namedColumn(one, description);
      return column === undefined ? [] : [{ description, column }];
    }),
  );
}

function panelOf(
  height: keyof typeof HEIGHTS,
  kind: PanelKind,
  title: string,
  series: readonly Series[],
  settings: PanelSettings,
): Shown {
  const databases = series[0]?.description.database ?? "";
  const panel = emptyPanel({ title, kind }, sourceOf(databases));
  const isOneColumn = new Set(series.map(({ column }) => column.name)).size === 1 && series.length > 1;
  const made = series.map(({ description, column }, i) => {
    const unit = unitOf(column, settings);
    const plan: FieldPlan = {
      column: column.name,
      unit: unit === undefined ? undefined : grafanaUnit(unit),
      limits: column.limits,
      ...(kind === "states" && { states: column.states ?? {} }),
    };
    const refId = refIdAt(i);
    const { target, override } = newTarget(plan, description.measurement, sourceOf(description.database), refId);
    const matcher = byRefId(refId);
    const properties = [...(override?.properties ?? []), ...axisProperties(column.name, settings)];
    return {
      // Lines of one column of many devices have the devices' names; Grafana would expand `$name` and `[[name]]`.
      target: isOneColumn ? { ...target, alias: description.title.replace(/[$[\]]/g, "_") } : target,
      overrides: properties.length === 0 ? [] : [{ matcher, properties }],
    };
  });
  return {
    ...panel,
    gridPos: { x: 0, y: 0, w: widthOf(settings, height), h: HEIGHTS[height] },
    targets: made.map(({ target }) => target),
    fieldConfig: { ...panel.fieldConfig!, overrides: made.flatMap(({ overrides }) => overrides) },
  };
}

function axisProperties(column: string, { axes, columns }: PanelSettings): { id: string; value: unknown }[] {
  const { min, max, scale } = axes?.[column] ?? {};
  return [
    ...(min === undefined ? [] : [{ id: "min", value: min }]),
    ...(max === undefined ? [] : [{ id: "max", value: max }]),
    ...(scale === "log" ? [{ id: "custom.scaleDistribution", value: { type: "log", log: 10 } }] : []),
    ...(columns?.[column]?.axis === "right" ? [{ id: "custom.axisPlacement", value: "right" }] : []),
  ];
}

function mapOf(title: string, own: MeasurementDescription, settings: PanelSettings): Shown {
  const names = own.columns.filter(({ type }) => type !== "string").map(({ name }) => name);
  const column = String(settings.options?.["lat"] ?? latitudesIn(names)[0] ?? "");
  const longitude = String(settings.options?.["lon"] ?? longitudesIn(names)[0] ?? "");
  const source = sourceOf(own.database);
  const { target } = newTarget({ column, longitude, unit: undefined }, own.measurement, source, "A");
  const gridPos = { x: 0, y: 0, w: widthOf(settings, "map"), h: HEIGHTS.map };
  return { ...emptyPanel({ title, kind: "map" }, source), gridPos, targets: [target] };
}

function textOf(title: string, content: string, settings: PanelSettings, database: string): Shown {
  return {
    ...emptyPanel({ title }, sourceOf(database)),
    type: "text",
    gridPos: { x: 0, y: 0, w: widthOf(settings, "text"), h: HEIGHTS.text },
    options: { mode: "html", content: content.replaceAll("\n", "<br>") },
  };
}

function widthOf({ width }: PanelSettings, height: keyof typeof HEIGHTS): number {
  const usual = height === "value" || height === "text" ? 0.5 : 1;
  return Math.max(3, Math.min(COLUMNS, Math.round((width ?? usual) * WIDTH)));
}

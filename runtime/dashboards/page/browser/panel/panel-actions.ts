/** Actions on panels, moments and the page: the entries of their menus. */

import { effect, untracked } from "@preact/signals";
import { go } from "../app/navigation.ts";
import { address, commandPlaces, data, favourites, layout, mayAnnotate, nowMs, timeline } from "../app/page.ts";
import { randomKey } from "../app/random-key.ts";
import { createDashboard, dashboardEntries, download } from "../dashboards/dashboard-actions.ts";
import { plotUrl } from "../data/api.ts";
import { loadPart } from "../data/load-part.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { chartsKind } from "../kinds/charts.ts";
import { hasPorts } from "../serial/has-ports.ts";
import { isSameSeries, namedColumn } from "../series/other-series.ts";
import type { Span } from "../series/time-window.ts";
import { openSettings } from "../settings/settings-state.ts";
import { openFind } from "../shell/find.tsx";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { openDetails } from "../ui/beside.ts";
import { grouped, type MenuEntry, offered, openMenu, openMenuBelow } from "../ui/menu.tsx";
import { asked, type Panel, type Point } from "./panel.tsx";
import { MOST_IN_FILE, panelExport } from "./panel-export.ts";
import { grid } from "./panel-grid.ts";
import type { PanelSettings, SeriesName } from "./panel-settings.ts";

const NONE: readonly MenuEntry[] = [];

function forPanel(panel: Panel): MenuEntry[] {
  const isAlone = grid.maximised === panel.id;
  const { description } = panel.feed;
  const key = feedKey(description);
  const place = address.isReadOnly ? undefined : commandPlaces.of(description);
  const look = offered(
    {
      label: isAlone ? say("Show all panels (Esc)") : say("Full window"),
      run: () => grid.maximise(isAlone ? undefined : panel.id),
    },
    {
      label: favourites.keys.has(key) ? say("Remove from favourites") : say("Add to favourites"),
      run: () => favourites.toggle(key),
    },
    { label: say("Details, bytes, errors…"), run: () => openDetails(panel.feed) },
  );
  const act = offered(
    place !== undefined && { label: say("Send a command…"), run: () => command(place, panel.feed) },
    mayAnnotate.value && { label: say("Annotate now…"), run: () => annotateIn(panel) },
  );
  return [
    ...grouped("look", look),
    ...grouped("act", act),
    ...grouped("take", [...layout.formats.flatMap((format) => downloadsOf(panel, format)), ...pictures(panel)]),
    ...(address.isReadOnly ? [] : changes(panel)),
  ];
}

/** Buttons of a panel that fills the window. */
function forFullWindow(panel: Panel): MenuEntry[] {
  return offered(
    { label: say("All panels"), run: () => grid.maximise(undefined) },
    !address.isReadOnly && { label: say("Add series…"), run: () => addSeries(panel) },
    !address.isReadOnly && { label: say("Settings…"), run: () => openSettings(panel) },
    ...downloadsOf(panel, "csv"),
  );
}

/** None of more devices than one file has. */
function downloadsOf(panel: Panel, format: string): MenuEntry[] {
  const label = say("Download as {0}", format.toUpperCase());
  const run = () => download(panelExport(panel, timeline.span(), format));
  return panel.series.feeds.length <= MOST_IN_FILE ? [{ label, run }] : [];
}

function changes(panel: Panel): MenuEntry[] {
  const { span, spanStep } = panel;
  const { height = 1, series = [] } = panel.settings;
  const isAdded = panel.id in layout.layout.added;
  const isChanged = panel.id in layout.layout.panels;
  const content = offered(
    { label: say("Add series…"), run: () => addSeries(panel) },
    series.length > 0 && { label: say("Remove added series"), run: () => panel.change({ series: [] }) },
    { label: say("Settings…"), run: () => openSettings(panel) },
    { label: say("Add another panel of it…"), run: () => add(panel) },
  );
  const place = offered(
    { label: say("Move up"), run: () => grid.move(panel, -1) },
    { label: say("Move down"), run: () => grid.move(panel, 1) },
    { label: say("Wider"), run: () => panel.change({ width: Math.min(12, span + spanStep) }) },
    span > spanStep && { label: say("Narrower"), run: () => panel.change({ width: span - spanStep }) },
    { label: say("Taller"), run: () => panel.change({ height: Math.min(12, height + 0.5) }) },
    height > 0.5 && { label: say("Lower"), run: () => panel.change({ height: height - 0.5 }) },
  );
  const end = offered(
    { label: say("Hide"), run: () => panel.change({ hidden: true }) },
    isAdded && { label: say("Remove"), run: () => layout.remove(panel.id) },
    isChanged && !isAdded && { label: say("Reset to automatic"), run: () => layout.resetPanel(panel.id) },
  );
  const dangerous = offered(
    layout.list.mayDelete && {
      label: say("Delete its data…"),
      isDangerous: true,
      run: () =>
        void loadPart(() => import("./panel-dialogs.tsx")).then(({ confirmDeletion }) =>
          confirmDeletion(panel.feed.description, () => data.forget(panel.feed)),
        ),
    },
  );
  return [
    ...grouped("content", content),
    ...grouped("place", place),
    ...grouped("end", end),
    ...grouped("dangerous", dangerous),
  ];
}

/** For the dashboard. */
export function entriesForDashboard(): MenuEntry[] {
  const hidden = grid.panels.filter(({ settings }) => settings.hidden === true);
  return offered(
    // The dashboard's heading says why it could not be saved.
    layout.isDraft &&
      layout.mayChange && { label: say("Save for everybody"), run: () => void layout.save().catch(() => {}) },
    layout.isDraft && { label: say("Discard changes"), run: () => layout.discard() },
    ...dashboardEntries(),
    { label: say("Reset all to automatic"), run: () => layout.reset() },
    ...hidden.map((panel) => ({
      label: say("Show {0} again", panel.title),
      run: () => panel.change({ hidden: false }),
    })),
  );
}

export function entriesForLinks(): MenuEntry[] {
  return [
    { label: say("Link to this view…"), run: () => showLink("edit") },
    { label: say("Read-only link…"), run: () => showLink("view") },
  ];
}

export function entriesForAdding(): MenuEntry[] {
  return offered(
    { label: say("Series in a new panel…"), run: () => addSeries(undefined) },
    { label: say("New dashboard…"), run: () => createDashboard() },
    mayAnnotate.value && { label: say("Annotation now…"), run: () => annotateNow() },
    mayAnnotate.value && { label: say("Run…"), run: () => go("runs") },
    hasPorts() && { label: say("Serial port…"), run: () => go("serial-port") },
  );
}

/** Adds one column, or the same column of all devices of a network, to a panel; without one to a new panel. */
export function addSeries(panel: Panel | undefined): void {
  const columns = [...data.feeds.values()].flatMap(
    ({ title, description: { database, measurement, group, columns } }) =>
      columns
        .filter(({ role, type }) => role !== "frame" && type !== "string")
        .map(({ name }) => ({ database, measurement, title, group, column: name })),
  );
  const shared = new Map<string, { series: SeriesName; group: string; count: number }>();
  for (const { database, column, group } of columns) {
    const key = `${database}\n${column}`;
    shared.set(key, { series: { database, column }, group, count: (shared.get(key)?.count ?? 0) + 1 });
  }
  const ofAll = [...shared.values()].filter(({ count }) => count > 1);
  openFind(panel === undefined ? say("Series in a new panel") : say("Add a series to {0}", panel.title), () => [
    ...ofAll.map(({ series, group, count }) => ({
      label: say("{0} of all {1} devices", series.column, count),
      hint: group,
      run: () => takeSeries(panel, series),
    })),
    ...columns.map(({ database, measurement, column, title, group }) => ({
      label: column,
      hint: `${title}, ${group}`,
      run: () => takeSeries(panel, { database, measurement, column }),
    })),
  ]);
}

function takeSeries(panel: Panel | undefined, series: SeriesName): void {
  if (panel !== undefined) {
    dropSeries(panel, series);
    return;
  }
  const { measurement, column } = series;
  const base = [...data.feeds.values()].find(({ description }) => namedColumn(series, description) !== undefined);
  if (base === undefined) return;
  // The panel names one device by itself, also when another one stands in its place.
  const title = measurement === undefined ? { title: say("{0} of all devices", column) } : {};
  addPanel(base.description, { own: false, ...title, series: [series], width: 2, height: 2.2 });
}

/** A new panel before the others of the dashboard. */
export function addPanel(base: MeasurementName, settings: PanelSettings): void {
  const id = `added ${randomKey()}`;
  layout.add(id, base, settings, [id, ...grid.panels.map((one) => one.id)]);
  go("panels");
  grid.panels.find((one) => one.id === id)?.root.scrollIntoView({ block: "nearest" });
}

/** Adds a series that was dragged onto a panel or chosen for it, once. */
export function dropSeries(panel: Panel, series: SeriesName): void {
  const { series: known = [] } = panel.settings;
  if (!known.some((one) => isSameSeries(one, series))) panel.change({ series: [...known, series] });
}

export function removeSeries(panel: Panel, name: string): void {
  const removed = panel.seriesNamed(name);
  panel.change({ series: (panel.settings.series ?? []).filter((one) => !isSameSeries(one, removed)) });
}

/** For the panel with focus, else for the first one. */
export function annotateNow(): void {
  const { chosen } = grid;
  if (chosen !== undefined) annotateIn(chosen);
}

function annotateIn(panel: Panel): void {
  const now = nowMs();
  annotate(panel, { fromMs: now, toMs: now });
}

/** Opens the menu of the moment chosen by keyboard, for the panel with focus, else for the first one. */
export function openMoment(): void {
  const { moment } = timeline;
  const { chosen } = grid;
  if (moment === undefined || chosen === undefined) return;
  const { left, top } = chosen.root.getBoundingClientRect();
  openAt(chosen, { fromMs: moment, toMs: moment }, { x: left + 80, y: Math.max(60, top + 40) });
}

/** The user chose a value at an axis: a limit of one of its fields. */
function limitAt(panel: Panel, columns: readonly string[], value: number, point: Point): void {
  if (!address.isReadOnly)
    void loadPart(() => import("../alarms/limit-menu.ts")).then(({ openLimits }) =>
      openLimits(
        columns.map((name) => panel.seriesNamed(name)),
        value,
        point,
      ),
    );
}

/** The user chose a moment or a range in a chart. */
export function openAt(panel: Panel, span: Span, point: Point): void {
  const { fromMs, toMs } = span;
  const isRange = toMs > fromMs;
  const { a, b } = timeline.cursors;
  const set = (from: number | undefined, to: number | undefined) => () => {
    timeline.setCursor("a", from);
    timeline.setCursor("b", to);
  };
  const entries = offered(
    isRange && { label: say("Zoom to this range"), run: () => timeline.show(span) },
    isRange && { label: say("Cursors at its ends"), run: set(fromMs, toMs) },
    !isRange && { label: say("Cursor A here"), run: () => timeline.setCursor("a", fromMs) },
    !isRange && { label: say("Cursor B here"), run: () => timeline.setCursor("b", fromMs) },
    (a ?? b) !== undefined && { label: say("Remove cursors"), run: set(undefined, undefined) },
    mayAnnotate && {
      label: isRange ? say("Annotate this range…") : say("Annotate this moment…"),
      run: () => annotate(panel, span),
    },
  );
  openMenu(say("This moment"), entries, point);
}

/** The service draws charts over time; other kinds can only be drawn here. */
function pictures({ feed, title, settings }: Panel): MenuEntry[] {
  if ((settings.kind ?? chartsKind.name) !== chartsKind.name || (settings.series ?? []).length > 0) return [];
  if (layout.list.parts?.includes("pictures") === false) return [];
  return (["png", "svg"] as const).map((format) => ({
    label: say("Save as {0}", format.toUpperCase()),
    run: () => {
      const { width: _width, height: _height, ...kept } = settings;
      const href = plotUrl(format, feed.description, { ...timeline.span(), title, settings: kept });
      download(href);
    },
  }));
}

/** Opens commands for the device, or for the boards of a struct's channel. */
function command(place: string, { title: own, description: { kind, group } }: MeasurementFeed): void {
  const title = kind === "struct" ? group : own;
  void loadPart(() => import("../commands/command-dialog.tsx")).then(({ openCommands }) => openCommands(place, title));
}

function annotate(panel: Panel, span: Span): void {
  const { description } = panel.feed;
  void loadPart(() => import("../annotations/annotation-dialog.tsx")).then(({ annotateNew }) =>
    annotateNew(description, span),
  );
}

function add(panel: Panel): void {
  const ids = grid.panels.map(({ id }) => id);
  const id = `added ${randomKey()}`;
  const order = [...ids];
  order.splice(ids.indexOf(panel.id) + 1, 0, id);
  layout.add(id, panel.feed.description, { ...panel.settings, title: `${panel.title} (2)` }, order);
  const made = grid.panels.find((one) => one.id === id);
  if (made !== undefined) openSettings(made);
}

function showLink(mode: "edit" | "view"): void {
  const url = new URL(location.href);
  timeline.write(url.searchParams);
  if (mode === "view") url.searchParams.set("view", "");
  void loadPart(() => import("./panel-dialogs.tsx")).then(({ showLink }) =>
    showLink(mode === "view" ? say("Read-only link") : say("Link to this view"), url.href, layout.isDraft),
  );
}

/** Opens the menus that panels are asked for, and gives the one that fills the window its buttons. */
export function followPanels(): void {
  effect(() => {
    const one = asked.value;
    if (one === undefined) return;
    untracked(() => {
      const { panel } = one;
      if (one.of === "panel") openMenuBelow(one.button, say("Actions for {0}", panel.title), forPanel(panel));
      else if (one.of === "time") openAt(panel, one.span, one.point);
      else limitAt(panel, one.columns, one.value, one.point);
    });
  });
  effect(() => {
    const { panels, maximised } = grid;
    for (const panel of panels)
      panel.tools.value = panel.id === maximised ? untracked(() => forFullWindow(panel)) : NONE;
  });
}

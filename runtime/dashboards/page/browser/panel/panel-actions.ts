/** Actions on panels, moments and the page: the entries of their menus. */

import type { AnnotationHost } from "../annotations/annotation-dialog.tsx";
import type { Favourites } from "../app/favourites.ts";
import type { Navigation } from "../app/navigation.ts";
import type { PageSearch } from "../app/page-search.ts";
import { randomKey } from "../app/random-key.ts";
import type { ServiceState } from "../app/service-state.ts";
import type { CommandPlaces } from "../commands/command-places.ts";
import { DashboardActions, download } from "../dashboards/dashboard-actions.ts";
import type { DashboardHost } from "../dashboards/dashboard-dialogs.tsx";
import { plotUrl } from "../data/api.ts";
import { loadPart } from "../data/load-part.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import type { PageData } from "../data/page-data.ts";
import { chartsKind } from "../kinds/charts.ts";
import { hasPorts } from "../serial/has-ports.ts";
import { isSameSeries, namedColumn } from "../series/other-series.ts";
import type { Span } from "../series/time-window.ts";
import type { Timeline } from "../series/timeline.ts";
import type { SettingsView } from "../settings/settings.tsx";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import type { Beside } from "../ui/beside.ts";
import { grouped, type MenuEntry, offered, openMenu } from "../ui/menu.tsx";
import type { Panel, PanelHost } from "./panel.tsx";
import { panelExport } from "./panel-export.ts";
import type { PanelGrid } from "./panel-grid.ts";
import type { PanelSettings, SeriesName } from "./panel-settings.ts";

interface ActionsHost extends PanelHost, AnnotationHost, DashboardHost {
  readonly timeline: Timeline;
  readonly service: ServiceState;
  readonly data: PageData;
  readonly grid: PanelGrid;
  readonly navigation: Navigation;
  readonly search: PageSearch;
  readonly beside: Beside;
  readonly settings: SettingsView;
  readonly commandPlaces: CommandPlaces;
  readonly favourites: Favourites;
  readonly isReadOnly: boolean;
  readonly mayAnnotate: boolean;
  toggleFavourite(key: string): void;
  report(sentence: string): void;
}

export class PanelActions {
  readonly #host: ActionsHost;
  readonly #dashboards: DashboardActions;

  constructor(host: ActionsHost) {
    this.#host = host;
    this.#dashboards = new DashboardActions(host);
  }

  forPanel(panel: Panel): MenuEntry[] {
    const { grid, isReadOnly, favourites, commandPlaces, beside, layout } = this.#host;
    const isAlone = grid.maximised === panel.id;
    const { description } = panel.feed;
    const key = feedKey(description);
    const address = isReadOnly ? undefined : commandPlaces.of(description);
    const look = offered(
      {
        label: isAlone ? say("Show all panels (Esc)") : say("Full window"),
        run: () => grid.maximise(isAlone ? undefined : panel.id),
      },
      {
        label: favourites.keys.has(key) ? say("Remove from favourites") : say("Add to favourites"),
        run: () => this.#host.toggleFavourite(key),
      },
      { label: say("Details, bytes, errors…"), run: () => beside.open({ kind: "details", feed: panel.feed }) },
    );
    const act = offered(
      address !== undefined && { label: say("Send a command…"), run: () => this.#command(address, panel.feed) },
      this.#host.mayAnnotate && { label: say("Annotate now…"), run: () => this.#annotateNow(panel) },
    );
    return [
      ...grouped("look", look),
      ...grouped("act", act),
      ...grouped("take", [...layout.formats.map((format) => this.#download(panel, format)), ...this.#pictures(panel)]),
      ...(isReadOnly ? [] : this.#changes(panel)),
    ];
  }

  /** Buttons of a panel that fills the window. */
  forFullWindow(panel: Panel): MenuEntry[] {
    const { grid, isReadOnly, settings } = this.#host;
    return offered(
      { label: say("All panels"), run: () => grid.maximise(undefined) },
      !isReadOnly && { label: say("Add series…"), run: () => this.addSeries(panel) },
      !isReadOnly && { label: say("Settings…"), run: () => settings.open(panel) },
      this.#download(panel, "csv"),
    );
  }

  #download(panel: Panel, format: string): MenuEntry {
    return {
      label: say("Download as {0}", format.toUpperCase()),
      run: () => download(panelExport(panel, this.#host.timeline.span(), format)),
    };
  }

  #changes(panel: Panel): MenuEntry[] {
    const { grid, layout } = this.#host;
    const { span, spanStep } = panel;
    const { height = 1, series = [] } = panel.settings;
    const isAdded = panel.id in layout.layout.added;
    const isChanged = panel.id in layout.layout.panels;
    const content = offered(
      { label: say("Add series…"), run: () => this.addSeries(panel) },
      series.length > 0 && { label: say("Remove added series"), run: () => panel.change({ series: [] }) },
      { label: say("Settings…"), run: () => this.#host.settings.open(panel) },
      { label: say("Add another panel of it…"), run: () => this.#add(panel) },
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
            confirmDeletion(panel.feed.description, () => {
              this.#host.data.forget(panel.feed);
              grid.show(this.#host, this.#host.feeds);
            }),
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
  forPage(): MenuEntry[] {
    const { grid, layout } = this.#host;
    const hidden = grid.panels.filter(({ settings }) => settings.hidden === true);
    return offered(
      // The dashboard's heading says why it could not be saved.
      layout.isDraft &&
        layout.mayChange && { label: say("Save for everybody"), run: () => void layout.save().catch(() => {}) },
      layout.isDraft && { label: say("Discard changes"), run: () => layout.discard() },
      ...this.#dashboards.entries(),
      { label: say("Reset all to automatic"), run: () => layout.reset() },
      ...hidden.map((panel) => ({
        label: say("Show {0} again", panel.title),
        run: () => panel.change({ hidden: false }),
      })),
    );
  }

  forLinks(): MenuEntry[] {
    return [
      { label: say("Link to this view…"), run: () => this.#showLink("edit") },
      { label: say("Read-only link…"), run: () => this.#showLink("view") },
    ];
  }

  forAdding(): MenuEntry[] {
    return offered(
      { label: say("Series in a new panel…"), run: () => this.addSeries(undefined) },
      { label: say("New dashboard…"), run: () => this.#dashboards.create() },
      this.#host.mayAnnotate && { label: say("Annotation now…"), run: () => this.annotateNow() },
      this.#host.mayAnnotate && { label: say("Run…"), run: () => this.#host.navigation.go("runs") },
      hasPorts(this.#host) && { label: say("Serial port…"), run: () => this.#host.navigation.go("serial-port") },
    );
  }

  /** Adds one column, or the same column of all devices of a network, to a panel; without one to a new panel. */
  addSeries(panel: Panel | undefined): void {
    const { feeds } = this.#host;
    const columns = [...feeds.values()].flatMap(({ title, description: { database, measurement, group, columns } }) =>
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
    this.#host.search.open(
      panel === undefined ? say("Series in a new panel") : say("Add a series to {0}", panel.title),
      () => [
        ...ofAll.map(({ series, group, count }) => ({
          label: say("{0} of all {1} devices", series.column, count),
          hint: group,
          run: () => this.#takeSeries(panel, series),
        })),
        ...columns.map(({ database, measurement, column, title, group }) => ({
          label: column,
          hint: `${title}, ${group}`,
          run: () => this.#takeSeries(panel, { database, measurement, column }),
        })),
      ],
    );
  }

  #takeSeries(panel: Panel | undefined, series: SeriesName): void {
    const { feeds } = this.#host;
    if (panel !== undefined) {
      this.dropSeries(panel, series);
      return;
    }
    const { measurement, column } = series;
    const base = [...feeds.values()].find(({ description }) => namedColumn(series, description) !== undefined);
    if (base === undefined) return;
    // The panel names one device by itself, also when another one stands in its place.
    const title = measurement === undefined ? { title: say("{0} of all devices", column) } : {};
    this.addPanel(base.description, { own: false, ...title, series: [series], width: 2, height: 2.2 });
  }

  /** A new panel before the others of the dashboard. */
  addPanel(base: MeasurementName, settings: PanelSettings): void {
    const { layout, grid } = this.#host;
    const id = `added ${randomKey()}`;
    layout.add(id, base, settings, [id, ...grid.panels.map((one) => one.id)]);
    this.#host.navigation.go("panels");
    grid.panels.find((one) => one.id === id)?.root.scrollIntoView({ block: "nearest" });
  }

  /** Adds a series that was dragged onto a panel or chosen for it, once. */
  dropSeries(panel: Panel, series: SeriesName): void {
    const { series: known = [] } = panel.settings;
    if (!known.some((one) => isSameSeries(one, series))) panel.change({ series: [...known, series] });
  }

  removeSeries(panel: Panel, name: string): void {
    const removed = panel.seriesNamed(name);
    panel.change({ series: (panel.settings.series ?? []).filter((one) => !isSameSeries(one, removed)) });
  }

  /** For the panel with focus, else for the first one. */
  annotateNow(): void {
    const { chosen } = this.#host.grid;
    if (chosen !== undefined) this.#annotateNow(chosen);
  }

  #annotateNow(panel: Panel): void {
    const now = this.#host.nowMs();
    this.#annotate(panel, { fromMs: now, toMs: now });
  }

  /** Opens the menu of the moment chosen by keyboard, for the panel with focus, else for the first one. */
  openMoment(): void {
    const { moment } = this.#host.timeline;
    const { chosen } = this.#host.grid;
    if (moment === undefined || chosen === undefined) return;
    const { left, top } = chosen.root.getBoundingClientRect();
    this.openAt(chosen, { fromMs: moment, toMs: moment }, { x: left + 80, y: Math.max(60, top + 40) });
  }

  /** The user chose a value at an axis: a limit of one of its fields. */
  limitAt(
    panel: Panel,
    columns: readonly string[],
    value: number,
    point: { readonly x: number; readonly y: number },
  ): void {
    if (!this.#host.isReadOnly)
      void loadPart(() => import("../alarms/limit-menu.ts")).then(({ openLimits }) =>
        openLimits(
          this.#host,
          columns.map((name) => panel.seriesNamed(name)),
          value,
          point,
        ),
      );
  }

  /** The user chose a moment or a range in a chart. */
  openAt(panel: Panel, span: Span, point: { readonly x: number; readonly y: number }): void {
    const { timeline, mayAnnotate } = this.#host;
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
        run: () => this.#annotate(panel, span),
      },
    );
    openMenu(say("This moment"), entries, point);
  }

  /** The service draws charts over time; other kinds can only be drawn here. */
  #pictures({ feed, title, settings }: Panel): MenuEntry[] {
    if ((settings.kind ?? chartsKind.name) !== chartsKind.name || (settings.series ?? []).length > 0) return [];
    if (this.#host.layout.list.parts?.includes("pictures") === false) return [];
    return (["png", "svg"] as const).map((format) => ({
      label: say("Save as {0}", format.toUpperCase()),
      run: () => {
        const { width: _width, height: _height, ...kept } = settings;
        const href = plotUrl(format, feed.description, { ...this.#host.timeline.span(), title, settings: kept });
        download(href);
      },
    }));
  }

  /** Opens commands for the device, or for the boards of a struct's channel. */
  #command(address: string, { title: own, description: { kind, group } }: MeasurementFeed): void {
    const title = kind === "struct" ? group : own;
    const onLost = () => this.#host.commandPlaces.refresh();
    void loadPart(() => import("../commands/command-dialog.tsx")).then(({ openCommands }) =>
      openCommands({ place: address, title, nowMs: () => this.#host.nowMs(), onLost }),
    );
  }

  #annotate(panel: Panel, span: Span): void {
    const { description } = panel.feed;
    void loadPart(() => import("../annotations/annotation-dialog.tsx")).then(({ annotateNew }) =>
      annotateNew(this.#host, description, span),
    );
  }

  #add(panel: Panel): void {
    const { grid, layout } = this.#host;
    const ids = grid.panels.map(({ id }) => id);
    const id = `added ${randomKey()}`;
    const order = [...ids];
    order.splice(ids.indexOf(panel.id) + 1, 0, id);
    layout.add(id, panel.feed.description, { ...panel.settings, title: `${panel.title} (2)` }, order);
    const made = grid.panels.find((one) => one.id === id);
    if (made !== undefined) this.#host.settings.open(made);
  }

  #showLink(mode: "edit" | "view"): void {
    const { timeline, layout } = this.#host;
    const url = new URL(location.href);
    timeline.write(url.searchParams);
    if (mode === "view") url.searchParams.set("view", "");
    void loadPart(() => import("./panel-dialogs.tsx")).then(({ showLink }) =>
      showLink(mode === "view" ? say("Read-only link") : say("Link to this view"), url.href, layout.isDraft),
    );
  }
}

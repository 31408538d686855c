/** The page as a whole: creates its parts and connects them. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { AlarmWatch } from "../alarms/alarm-watch.ts";
import type { Annotation } from "../annotations/annotation.ts";
import { CommandPlaces } from "../commands/command-places.ts";
import { LayoutStore } from "../dashboards/layout-store.ts";
import { type FirstPage, fetchStates, type Overview } from "../data/api.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { PageData } from "../data/page-data.ts";
import { FirstSteps } from "../first/first-steps.tsx";
import { DeviceBoard } from "../overview/device-board.ts";
import { FleetState } from "../overview/fleet-state.ts";
import { addSeriesDrop } from "../panel/grid-gestures.ts";
import type { PanelHost } from "../panel/panel.tsx";
import { PanelActions } from "../panel/panel-actions.ts";
import { PanelFilter } from "../panel/panel-filter.ts";
import { PanelGrid } from "../panel/panel-grid.ts";
import { RunList } from "../runs/run-list.ts";
import { FormulaCache } from "../series/formulas.ts";
import { type TimeChange, Timeline } from "../series/timeline.ts";
import { SettingsView } from "../settings/settings.tsx";
import type { ShellHost } from "../shell/host.ts";
import { Shell } from "../shell/shell.tsx";
import { say } from "../text/words.ts";
import { Beside } from "../ui/beside.ts";
import { Appearance } from "./appearance.ts";
import { Favourites } from "./favourites.ts";
import { FrameLoop } from "./frame-loop.ts";
import { onKey } from "./keys.ts";
import { Navigation } from "./navigation.ts";
import { PageAddress } from "./page-address.ts";
import { PageSearch } from "./page-search.ts";
import { ServiceState } from "./service-state.ts";

/** With more devices than this, an overview is more useful than panels. */
const MOST_AT_A_GLANCE = 20;
const NOTHING: ReadonlyMap<string, number> = new Map();
/** After the time span was moved, history is read when it has rested this long. */
const REST_MS = 150;

export class App implements PanelHost, ShellHost {
  user: string | undefined;
  readonly timeline = new Timeline(() => this.nowMs(), { onChange: (change) => this.#timeChanged(change) });
  readonly address = new PageAddress((query) => this.timeline.write(query));
  readonly data = this.#newData();
  readonly layout = new LayoutStore(this.address, {
    onLayout: () => this.#layoutChanged(),
    onList: () => this.shell.refresh(),
    onProblem: (sentence) => this.report(sentence),
  });
  readonly grid = new PanelGrid({
    layout: this.layout,
    onVisible: () => this.#frames.hurry(),
    onMaximised: (id) => {
      this.address.set("panel", id);
      this.shell.refresh();
    },
  });
  readonly navigation = new Navigation(this, () => {
    this.shell.main.focus({ preventScroll: true });
    scrollTo(0, 0);
    this.#frames.hurry();
  });
  readonly filter = new PanelFilter(this);
  readonly board = new DeviceBoard();
  readonly favourites = new Favourites();
  readonly alarms = new AlarmWatch(this);
  readonly runs = new RunList({ sources: () => this.data.annotations.sources, onRuns: () => this.shell.refresh() });
  readonly formulas = new FormulaCache(() => this.grid.arrange());
  readonly appearance = new Appearance(this.grid, () => {
    this.#frames.hurry();
    this.settings.refresh();
  });
  readonly service = new ServiceState(this);
  readonly fleet = new FleetState(fetchStates, {
    onStates: (reported) => {
      this.data.onReported(reported);
      this.#refreshBoard();
    },
    onAnnotations: () => this.data.annotations.reload(),
    onThere: () => this.service.answered(),
    onGone: (error) => this.service.failed(error),
    isHidden: () => document.hidden,
  });
  readonly commandPlaces = new CommandPlaces(this.service);
  readonly panelActions = new PanelActions(this);
  readonly search = new PageSearch(this);
  readonly shell = new Shell(this);
  readonly beside = new Beside(() => this.shell.refresh());
  readonly settings = new SettingsView(this);
  readonly #firstSteps = new FirstSteps();
  readonly #first: FirstPage | undefined;
  readonly #frames = new FrameLoop(this);
  #pointerMs: number | undefined;
  /** The service's error instead of the list of measurements. */
  #failure: string | undefined;
  /** Parts of the address that could not be read, or what the user requested last and failed. */
  #problems: readonly string[];
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** @param first of the list of measurements, if it was read */
  constructor(first: FirstPage | undefined) {
    this.user = first?.user;
    this.#first = first;
    this.#problems = this.timeline.read(this.address.query);
    if (!this.isReadOnly) addSeriesDrop(this.grid, (panel, series) => this.panelActions.dropSeries(panel, series));
  }

  /** The page was opened through a read-only link. */
  get isReadOnly(): boolean {
    return this.address.isReadOnly;
  }

  get mayAnnotate(): boolean {
    return !this.isReadOnly && this.layout.list.mayAnnotate;
  }

  get feeds(): ReadonlyMap<string, MeasurementFeed> {
    return this.data.feeds;
  }

  async start(): Promise<void> {
    document.body.classList.toggle("read-only", this.isReadOnly);
    document.body.classList.toggle("kiosk", this.address.isKiosk);
    this.grid.root.append(this.#firstSteps.root);
    this.grid.filter(this.filter.text);
    this.shell.open(this.grid.root, this.settings.root);
    this.appearance.start();
    document.addEventListener("keydown", (event) => onKey(event, this));
    addEventListener("popstate", () => {
      this.address.follow();
      this.#problems = this.timeline.read(this.address.query);
      this.#timeChanged("settled");
      this.layout.follow();
    });
    setInterval(() => this.#everySecond(), 1000);
    this.#frames.start();
    this.fleet.start();
    this.service.start();
    await this.layout.start();
    if ((this.layout.list.start ?? "") !== "") this.navigation.openOn("panels");
    await this.data.start(this.#first);
    const shown = this.address.get("panel");
    if (shown !== null) this.grid.maximise(shown);
  }

  nowMs(): number {
    return this.data.nowMs();
  }

  knownMs(): number {
    const { goneSinceMs } = this.service;
    return goneSinceMs === undefined ? this.nowMs() : goneSinceMs + this.nowMs() - Date.now();
  }

  annotations(database: string): readonly Annotation[] {
    return this.data.annotations.of(database);
  }

  pointerMs(): number | undefined {
    return this.#pointerMs ?? this.timeline.moment;
  }

  setPointer(timeMs: number | undefined): void {
    if (timeMs === this.#pointerMs) return;
    this.#pointerMs = timeMs;
    for (const panel of this.grid.panels) panel.pointerMoved();
  }

  toggleFavourite(key: string): void {
    this.favourites.toggle(key);
    this.#refreshBoard();
  }

  /** Parts of the address or the filter that have no effect, with the reason. */
  get notices(): readonly string[] {
    const failure =
      this.#failure === undefined ? [] : [say("The list of measurements cannot be read: {0}", this.#failure)];
    return [...this.#problems, ...this.filter.notices, ...failure];
  }

  #newData(): PageData {
    return new PageData(this.timeline, {
      onOverview: (overview, drawn) => this.#apply(overview, drawn),
      fleet: () => (this.fleet.isKnown || this.service.connection === "gone" ? this.fleet.devices : undefined),
      wanted: () => [...this.layout.measurements, ...this.favourites.measurements],
      onColumns: (feed) => {
        this.grid.arrange(feed);
        this.settings.refresh();
      },
      onAnnotations: () => this.#annotationsChanged(),
      onConnection: () => this.shell.refresh(),
      onProblem: (sentence) => this.report(sentence),
      onFailure: (error) => {
        this.service.failed(error);
        this.#failure = error instanceof Error && error.name === "AnswerError" ? error.message : undefined;
        this.shell.refresh();
      },
    });
  }

  /** Shows a sentence above the panels; undefined: none any more. */
  report(sentence: string | undefined): void {
    this.#problems = sentence === undefined ? [] : [sentence];
    this.shell.refresh();
  }

  #timeChanged(change: TimeChange): void {
    this.shell.refresh();
    for (const panel of this.grid.panels) panel.redraw();
    this.#frames.hurry();
    this.address.write();
    for (const panel of this.grid.panels) panel.pointerMoved();
    if (change === "marked") return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.data.reload(), change === "settled" ? 0 : REST_MS);
  }

  #apply(overview: Overview, drawn: readonly MeasurementDescription[]): void {
    this.navigation.openOn(drawn.length > MOST_AT_A_GLANCE ? "overview" : "panels");
    this.shell.view();
    this.#failure = undefined;
    this.user = overview.user;
    // If the address has a filter: only now it is known that the list ends before its matches.
    this.data.filter(this.filter.text);
    this.#nameDevices();
    this.grid.show(this, this.feeds);
    this.#firstSteps.show(overview, drawn);
    if (!this.isReadOnly) this.commandPlaces.refresh();
    this.#refreshBoard();
  }

  #annotationsChanged(): void {
    for (const panel of this.grid.panels) panel.redraw();
    this.runs.changed();
    this.shell.refresh();
  }

  #everySecond(): void {
    this.data.check();
    this.#refreshBoard();
    this.alarms.keep();
  }

  #refreshBoard(): void {
    const { health, errors, connection } = this.service;
    const channels = health?.channels ?? [];
    // Before the list is known, every panel would look empty.
    const refused = this.data.isListed
      ? { channels, errors, refused: this.fleet.refused }
      : { channels: [], errors: [], refused: NOTHING };
    this.board.refresh({
      feeds: this.feeds,
      nowMs: this.nowMs(),
      connection,
      fleet: this.fleet.devices,
      isPartial: this.data.isPartial,
      favourites: this.favourites.keys,
      ...refused,
    });
    this.shell.refresh();
  }

  #nameDevices(): void {
    for (const [key, feed] of this.feeds) feed.name = this.layout.deviceName(key);
  }

  #layoutChanged(): void {
    // It may show measurements that are not listed.
    if (this.data.isPartial) this.data.overviewSoon();
    this.#nameDevices();
    this.#refreshBoard();
    this.grid.show(this, this.feeds);
    this.settings.refresh();
    this.shell.refresh();
    this.#frames.hurry();
  }

  serviceChanged(): void {
    this.#refreshBoard();
  }
}

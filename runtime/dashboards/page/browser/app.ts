/** The page as a whole: creates its parts and connects them. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import { AlarmList, type Counts } from "./alarm-list.ts";
import type { Annotation } from "./annotation.ts";
import { AnnotationsView } from "./annotations-view.ts";
import { fetchMatching, type Overview } from "./api.ts";
import { openCommands } from "./command-dialog.ts";
import { CommandPlaces } from "./command-places.ts";
import { DashboardActions } from "./dashboard-actions.ts";
import { DeviceBoard } from "./device-board.ts";
import { DeviceView } from "./device-view.ts";
import { openDialog } from "./dialog.ts";
import { element } from "./dom.ts";
import { earliestMs } from "./earliest.ts";
import { Favourites } from "./favourites.ts";
import { FirstSteps } from "./first-steps.ts";
import { FormulaCache } from "./formulas.ts";
import { FrameLoop } from "./frame-loop.ts";
import { addSeriesDrop } from "./grid-gestures.ts";
import { KEYS, onKey } from "./keys.ts";
import { type DashboardList, dashboardTitle, EVERY_STRUCT, fetchDashboards, LayoutStore } from "./layout-store.ts";
import { feedKey, type MeasurementFeed, type MeasurementName } from "./measurement-feed.ts";
import type { MenuEntry } from "./menu.ts";
import { PageAddress, type PageView } from "./page-address.ts";
import { PageData } from "./page-data.ts";
import type { Panel, PanelHost } from "./panel.ts";
import { PanelActions } from "./panel-actions.ts";
import { PanelGrid, passesFilter } from "./panel-grid.ts";
import { onScreenChange } from "./screen.ts";
import { ServiceState } from "./service-state.ts";
import { type Findable, findDialog } from "./shell/find.tsx";
import type { DashboardLink, ShellHost } from "./shell/host.ts";
import { SettingsView } from "./shell/settings.tsx";
import { Shell } from "./shell/shell.tsx";
import { StatusView } from "./status-view.ts";
import { currentTheme, onThemeChange } from "./theme.ts";
import type { Theme } from "./theme-colours.ts";
import type { TimeWindow } from "./time-window.ts";
import { type TimeChange, Timeline } from "./timeline.ts";
import { say } from "./words.ts";

/** With more devices than this, an overview is more useful than panels. */
const SETTLING_MS = 10_000;
const MOST_AT_A_GLANCE = 20;
/** Maximum number of devices found by a search. */
const MOST_FOUND = 50;
/** After the time span was moved, history is read when it has rested this long. */
const REST_MS = 150;

export class App implements PanelHost, ShellHost {
  readonly timeline: Timeline;
  readonly layout: LayoutStore;
  readonly grid: PanelGrid;
  readonly dashboardActions: DashboardActions;
  dashboardList: DashboardList = { layouts: [], mayChange: false, mayOwn: false, mayAnnotate: false, mayDelete: false };
  readonly service: ServiceState;
  readonly details: DeviceView;
  readonly settings: SettingsView;
  readonly commandPlaces: CommandPlaces;
  readonly address = new PageAddress((query) => this.timeline.write(query));
  readonly #data: PageData;
  readonly #formulas = new FormulaCache(() => this.grid.arrange());
  readonly #frames: FrameLoop;
  readonly board = new DeviceBoard();
  readonly favourites = new Favourites();
  readonly alarmList = new AlarmList(() => this.#alarmsChanged());
  /** ID of the newest alarm shown as a notification. */
  #notifiedAlarm: number | undefined;
  /** Numbers of listed devices beyond their limits, and since when. */
  #beyond = { text: "", sinceMs: 0 };
  readonly user: string | undefined;
  allMs: number | undefined;
  readonly #shell = new Shell(this);
  readonly #status: StatusView;
  readonly #notes: AnnotationsView;
  readonly #actions: PanelActions;
  readonly #first = new FirstSteps();
  #theme: Theme = currentTheme();
  #pointerMs: number | undefined;
  isListed = false;
  /** What the page opens on if its address names no view: decided once, so that nothing moves when devices appear. */
  #opening: PageView | undefined;
  /** The service's error instead of the list of measurements. */
  #failure: string | undefined;
  /** Parts of the address that could not be read. */
  #problems: readonly string[] = [];
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(user: string | undefined) {
    this.user = user;
    this.timeline = new Timeline(() => this.nowMs(), { onChange: (change) => this.#timeChanged(change) });
    this.layout = new LayoutStore(EVERY_STRUCT, () => this.#layoutChanged());
    this.dashboardActions = new DashboardActions(this);
    this.#data = this.#newData();
    this.#problems = this.timeline.read(this.address.query);
    this.grid = new PanelGrid({
      layout: this.layout,
      onVisible: () => this.#frames.hurry(),
      onMaximised: (id) => {
        this.address.set("panel", id);
        this.#shell.refresh();
      },
    });
    this.#actions = new PanelActions(this);
    if (!this.isReadOnly) addSeriesDrop(this.grid, (panel, series) => this.#actions.dropSeries(panel, series));
    this.service = new ServiceState(() => this.#serviceChanged());
    this.commandPlaces = new CommandPlaces(this.service);
    this.#frames = new FrameLoop({
      timeline: this.timeline,
      panels: () => this.grid.panels,
      slowdown: () => this.#data.live.slowdown(),
    });
    this.#status = new StatusView(
      this.service,
      () => this.nowMs(),
      () => this.#shell.refresh(),
    );
    this.#notes = new AnnotationsView(this);
    this.details = new DeviceView(this);
    this.settings = new SettingsView(this);
  }

  /** The page was opened through a read-only link. */
  get isReadOnly(): boolean {
    return this.address.isReadOnly;
  }

  get mayAnnotate(): boolean {
    return !this.isReadOnly && this.dashboardList.mayAnnotate;
  }

  get feeds(): ReadonlyMap<string, MeasurementFeed> {
    return this.#data.feeds;
  }

  async start(): Promise<void> {
    document.body.classList.toggle("read-only", this.isReadOnly);
    document.body.classList.toggle("kiosk", this.address.isKiosk);
    this.grid.root.append(this.#first.root);
    this.grid.filter(this.filter);
    this.#shell.open(this.grid.root, this.#status.root, this.#notes.root, this.details.root, this.settings.root);
    onThemeChange(() => this.#restyle());
    onScreenChange(() => this.#restyle());
    addEventListener("beforeprint", () => this.#restyle("paper"));
    addEventListener("afterprint", () => this.#restyle());
    document.addEventListener("keydown", (event) => onKey(event, this));
    addEventListener("storage", ({ key }) => void this.layout.follow(key).catch(() => {}));
    addEventListener("popstate", () => {
      this.address.follow();
      this.#problems = this.timeline.read(this.address.query);
      this.#timeChanged("settled");
      const named = this.address.get("layout") ?? this.dashboardList.start ?? EVERY_STRUCT;
      if (named !== this.layout.name) void this.#showLayout(named);
    });
    setInterval(() => this.#everySecond(), 1000);
    this.#frames.start();
    this.service.start();
    if (!this.isReadOnly) this.commandPlaces.start();
    this.dashboardList = await fetchDashboards().catch(() => this.dashboardList);
    if (this.startDashboard !== "") this.#opening = "panels";
    // The address chooses the dashboard, else the service.
    await this.#showLayout(this.address.get("layout") ?? this.dashboardList.start ?? EVERY_STRUCT);
    await this.#data.start();
    const shown = this.address.get("panel");
    if (shown !== null) this.grid.maximise(shown);
  }

  nowMs(): number {
    return this.#data.nowMs();
  }

  theme(): Theme {
    return this.#theme;
  }

  connection(): "there" | "gone" {
    return this.service.isThere ? "there" : "gone";
  }

  annotations(database: string): readonly Annotation[] {
    return this.#data.annotations.of(database);
  }

  allAnnotations(): readonly Annotation[] {
    return this.#data.annotations.all();
  }

  pointerMs(): number | undefined {
    return this.#pointerMs ?? this.timeline.moment;
  }

  setPointer(timeMs: number | undefined): void {
    if (timeMs === this.#pointerMs) return;
    this.#pointerMs = timeMs;
    for (const panel of this.grid.panels) panel.pointerMoved();
  }

  /** @throws Error with a sentence about an error in the expression */
  async checkFormula(expression: string, name: string, description: MeasurementDescription): Promise<void> {
    await this.#formulas.check(expression, name, description);
  }

  formula(expression: string, columns: readonly string[]) {
    return this.#formulas.get(expression, columns);
  }

  change(panel: Panel, changed: Parameters<LayoutStore["change"]>[1]): void {
    this.layout.change(panel.id, changed);
  }

  choose(
    panel: Panel,
    span: { fromMs: number; toMs: number },
    place: { readonly x: number; readonly y: number },
  ): void {
    this.#actions.openAt(panel, span, place);
  }

  actions(panel: Panel) {
    return this.#actions.forPanel(panel);
  }

  /** Opens the menu of the moment chosen by keyboard, for the panel with focus, else for the first one. */
  openMoment(): void {
    const { moment } = this.timeline;
    const panel = this.grid.panelOf(document.activeElement) ?? this.grid.panels.find(({ root }) => !root.hidden);
    if (moment === undefined || panel === undefined) return;
    const { left, top } = panel.root.getBoundingClientRect();
    this.#actions.openAt(panel, { fromMs: moment, toMs: moment }, { x: left + 80, y: Math.max(60, top + 40) });
  }

  reloadAnnotations(): void {
    this.#data.annotations.reload();
  }

  /** Its data was deleted: new data starts from nothing. */
  forget(feed: MeasurementFeed): void {
    this.#data.forget(feed);
    this.grid.show(this, this.feeds);
  }

  /** Call this when measurements were added or removed. */
  overviewSoon(): void {
    this.#data.overviewSoon();
  }

  /** Call this when limits have changed. */
  async reloadOverview(): Promise<void> {
    await this.#data.reloadOverview();
  }

  #newData(): PageData {
    return new PageData(this.timeline, {
      onOverview: (overview, drawn) => this.#apply(overview, drawn),
      wanted: () => this.#wanted(),
      onColumns: (feed) => {
        this.grid.arrange(feed);
        this.settings.refresh();
      },
      onAnnotations: () => this.#annotationsChanged(),
      onConnection: () => this.#shell.refresh(),
      onFailure: (error) => {
        this.service.failed(error);
        this.#failure = error instanceof Error && error.name === "AnswerError" ? error.message : undefined;
        this.#shell.refresh();
      },
    });
  }

  #timeChanged(change: TimeChange): void {
    this.#shell.refresh();
    for (const panel of this.grid.panels) panel.redraw();
    this.#frames.hurry();
    this.address.write();
    for (const panel of this.grid.panels) panel.pointerMoved();
    if (change === "marked") return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#data.reload(), change === "settled" ? 0 : REST_MS);
  }

  get view(): PageView | undefined {
    return this.address.view ?? this.#opening;
  }

  get live() {
    const now = this.nowMs();
    const rates = Array.from(this.feeds.values(), ({ latest }) => latest.rate(now) ?? 0);
    const { live } = this.#data;
    return { state: live.state, lagMs: live.lagMs(), ratePerSecond: rates.reduce((sum, rate) => sum + rate, 0) };
  }

  get filter(): string {
    return this.address.get("filter") ?? "";
  }

  get annotationCount(): number {
    return this.#data.annotations.all().length;
  }

  get isStatusOpen(): boolean {
    return !this.#status.root.hidden;
  }

  get dashboards(): readonly DashboardLink[] {
    const { layouts } = this.dashboardList;
    const others = layouts.filter(({ name }) => name !== EVERY_STRUCT);
    return [...others, { name: EVERY_STRUCT }].map((entry) => ({
      name: entry.name,
      title: entry.name === this.layout.name ? this.layout.title : dashboardTitle(entry),
      open: () => this.openDashboard(entry.name),
    }));
  }

  get startDashboard(): string {
    return this.dashboardList.start ?? "";
  }

  openDashboard(name: string): void {
    if (this.grid.maximised !== undefined) this.grid.maximise(undefined);
    this.address.set("layout", name);
    this.refreshDashboards();
    const isHere = name === this.layout.name;
    void (isHere ? Promise.resolve() : this.#showLayout(name)).then(() => this.go("panels"));
  }

  refreshDashboards(): void {
    fetchDashboards()
      .then((list) => {
        this.dashboardList = list;
        this.#shell.refresh();
      })
      .catch(() => {});
  }

  async #showLayout(name: string): Promise<void> {
    await this.layout.open(name).catch((error: Error) => {
      this.#problems = [say("The dashboard cannot be read: {0}", error.message)];
      this.#shell.refresh();
    });
  }

  /** Parts of the address or the filter that have no effect, with the reason. */
  get notices(): readonly string[] {
    const { panels } = this.grid;
    const isEmpty = this.filter !== "" && panels.length > 0 && panels.every(({ root }) => root.hidden);
    const nothing = isEmpty ? [say("No panel matches the filter '{0}'.", this.filter)] : [];
    const failure =
      this.#failure === undefined ? [] : [say("The list of measurements cannot be read: {0}", this.#failure)];
    return [...this.#problems, ...nothing, ...failure];
  }

  go(view: PageView): void {
    if (this.grid.maximised !== undefined) this.grid.maximise(undefined);
    this.address.set("show", view);
    this.address.set("alarm", undefined);
    this.address.writeNow();
    this.#shell.refresh();
    this.#shell.main.focus({ preventScroll: true });
    scrollTo(0, 0);
    this.#frames.hurry();
  }

  get fullPanel(): Panel | undefined {
    const { maximised, panels } = this.grid;
    return maximised === undefined ? undefined : panels.find(({ id }) => id === maximised);
  }

  get shownAlarm(): number | undefined {
    const id = this.address.get("alarm");
    return id === null ? undefined : Number(id);
  }

  showAlarm(id: number | undefined): void {
    if (this.view !== "alarms") this.go("alarms");
    this.address.set("alarm", id === undefined ? undefined : String(id));
    this.#shell.refresh();
  }

  feedOver(description: MeasurementDescription, window: TimeWindow): MeasurementFeed {
    return this.#data.feedOver(description, window);
  }

  showDevice(key: string): void {
    const isHere = this.grid.panels.some(({ feed }) => feedKey(feed.description) === key);
    if (!isHere) this.address.set("layout", EVERY_STRUCT);
    void (isHere ? Promise.resolve() : this.#showLayout(EVERY_STRUCT)).then(() => {
      if (this.view !== "panels") this.go("panels");
      // Panels have positions only after they are shown.
      requestAnimationFrame(() => this.grid.scrollTo(key));
    });
  }

  isShown(key: string): boolean {
    const isAutomatic = this.layout.layout.automatic !== false;
    return this.view === "panels" && isAutomatic ? this.grid.isShown(key) : this.matches(key);
  }

  matches(key: string): boolean {
    const feed = this.feeds.get(key);
    return feed === undefined || passesFilter(this.filter, feed.description);
  }

  setFilter(text: string): void {
    this.address.set("filter", text.trim());
    this.grid.filter(text);
    this.#data.filter(text.trim());
    this.#shell.refresh();
  }

  showAll(): void {
    void this.#showAll().catch((error: Error) => {
      this.#problems = [say("History cannot be read: {0}", error.message)];
      this.#shell.refresh();
    });
  }

  toggleStatus(about?: string): void {
    this.#status.toggle(about);
  }

  toggleAnnotations(): void {
    this.#notes.toggle();
  }

  get isPartial(): boolean {
    return this.#data.isPartial;
  }

  find(): void {
    // The service searches for one text; the dialog then requires all words.
    const longest = (text: string) => text.split(/\s+/).reduce((a, b) => (b.length > a.length ? b : a));
    const more = async (text: string) =>
      (await fetchMatching(longest(text), MOST_FOUND)).map(
        (description): Findable => ({
          label: description.title,
          hint: description.group,
          run: () => {
            this.#data.open(description);
            this.showDevice(feedKey(description));
          },
        }),
      );
    const all = (): readonly Findable[] => [
      ...this.board.devices.flatMap(({ key, title, group, feed }): Findable[] =>
        feed === undefined ? [] : [{ label: title, hint: group, run: () => this.showDevice(key) }],
      ),
      ...[...this.feeds].flatMap(([key, feed]) =>
        feed.description.columns
          .filter(({ role }) => role !== "frame")
          .map(({ name }): Findable => ({ label: name, hint: feed.title, run: () => this.showDevice(key) })),
      ),
      ...this.dashboards.map(({ title, open }): Findable => ({ label: title, hint: say("dashboard"), run: open })),
      ...this.pageActions().map((entry): Findable => ({ ...entry, hint: say("action") })),
    ];
    this.openFind(say("Find device, field, action"), all, this.isPartial ? more : undefined);
  }

  /** Adds to the panel with focus, else to a new one. */
  addSeries(): void {
    this.#actions.addSeries(this.grid.panelOf(document.activeElement));
  }

  toggleFavourite(key: string): void {
    this.favourites.toggle(key);
    this.#refreshBoard();
  }

  addSeriesTo(panel: Panel): void {
    this.#actions.addSeries(panel);
  }

  removeSeries(panel: Panel, name: string): void {
    this.#actions.removeSeries(panel, name);
  }

  /** Opens commands for the device, or for the boards of a struct's channel. */
  command(place: string, { title: own, description: { kind, group } }: MeasurementFeed): void {
    const title = kind === "struct" ? group : own;
    const onLost = () => this.commandPlaces.refresh();
    void openCommands({ place, title, nowMs: () => this.nowMs(), onLost });
  }

  annotateNow(): void {
    this.#actions.annotateNow();
  }

  /** Shows the panel with focus, else the first one, alone in the window, or all of them again. */
  toggleFull(): void {
    const panel = this.grid.panelOf(document.activeElement) ?? this.grid.panels.find(({ root }) => !root.hidden);
    if (this.grid.maximised !== undefined) this.grid.maximise(undefined);
    else if (panel !== undefined && this.view === "panels") this.grid.maximise(panel.id);
  }

  /** The browser prints what is drawn, so panels that were not in sight are loaded first. */
  print(): void {
    void this.grid.drawAll().then(() => {
      print();
      this.grid.drawNear();
    });
  }

  showKeys(): void {
    openDialog({
      title: say("Keys"),
      submit: say("Close"),
      fields: [
        element(
          "dl",
          { class: "keys-list" },
          ...KEYS.flatMap(([keys, text]) => [
            element("dt", {}, element("kbd", {}, keys)),
            element("dd", {}, say(text)),
          ]),
        ),
      ],
    });
  }

  addActions(): readonly MenuEntry[] {
    return this.#actions.forAdding();
  }

  layoutActions(): readonly MenuEntry[] {
    return this.#actions.forPage();
  }

  pageActions(): readonly MenuEntry[] {
    return this.#actions.forLinks();
  }

  openFind(title: string, all: () => readonly Findable[], more?: (text: string) => Promise<readonly Findable[]>): void {
    this.#shell.openDialog(findDialog({ title, all, more, onClose: () => this.#shell.openDialog(undefined) }));
  }

  async #showAll(): Promise<void> {
    const now = this.nowMs();
    const stored = [...this.feeds.values()].map(({ description }) => description).filter((one) => one.stored);
    const rangeMs = now - ((await earliestMs(stored, now)) ?? now);
    this.allMs = Math.ceil(Math.max(rangeMs * 1.02, 60_000) / 1000) * 1000;
    this.timeline.follow(this.allMs);
  }

  #apply(overview: Overview, drawn: readonly MeasurementDescription[]): void {
    this.isListed = true;
    this.#opening ??= drawn.length > MOST_AT_A_GLANCE ? "overview" : "panels";
    this.#failure = undefined;
    // If the address has a filter: only now it is known that the list ends before its matches.
    this.#data.filter(this.filter);
    this.#nameDevices();
    this.grid.show(this, this.feeds);
    this.#first.show(overview, drawn);
    if (!this.isReadOnly) this.commandPlaces.refresh();
    this.#refreshBoard();
  }

  /** Shows alarms raised since the page was opened as notifications, if the user enabled them. */
  #alarmsChanged(): void {
    const active = this.alarmList.unmuted;
    const newest = Math.max(0, ...active.map(({ id }) => id));
    const isWanted = typeof Notification !== "undefined" && Notification.permission === "granted";
    if (isWanted && this.#notifiedAlarm !== undefined) {
      const fresh = active.filter(({ id }) => id > this.#notifiedAlarm!);
      for (const { message, id } of fresh.slice(0, 3))
        new Notification("structline", { body: message, tag: `alarm ${id}` });
    }
    this.#notifiedAlarm = Math.max(newest, this.#notifiedAlarm ?? 0);
    this.#shell.refresh();
  }

  /** Without an answer from the service: the listed devices that are beyond their limits. */
  get alarmCounts(): Counts | undefined {
    const { counts } = this.board;
    const isKnown = this.isListed && (counts.unknown === 0 || counts.alarm + counts.warn > 0);
    return this.alarmList.counts ?? (isKnown ? counts : undefined);
  }

  #annotationsChanged(): void {
    for (const panel of this.grid.panels) panel.redraw();
    this.#notes.refresh();
    this.#shell.refresh();
  }

  #everySecond(): void {
    this.#data.check();
    this.#refreshBoard();
    this.#keepAlarms();
  }

  /** Reads alarms soon after a value here went beyond its limits or back. */
  #keepAlarms(): void {
    const { alarm, warn } = this.board.counts;
    const beyond = `${alarm} ${warn}`;
    const now = performance.now();
    if (beyond !== this.#beyond.text) this.#beyond = { text: beyond, sinceMs: now };
    const notifies = typeof Notification !== "undefined" && Notification.permission === "granted";
    if (document.hidden && !notifies) return;
    // The service may report it a little later than the page.
    this.alarmList.keep(notifies || now - this.#beyond.sinceMs < SETTLING_MS ? "often" : "seldom");
  }

  #refreshBoard(): void {
    const { health, errors } = this.service;
    const channels = health?.channels ?? [];
    // Before the list is known, every panel would look empty.
    const refused = this.isListed ? { channels, errors } : { channels: [], errors: [] };
    this.board.refresh({
      feeds: this.feeds,
      nowMs: this.nowMs(),
      connection: this.connection(),
      favourites: this.favourites.keys,
      ...refused,
    });
    this.#shell.refresh();
  }

  /** Measurements of favourites and of panels that the user added. */
  #wanted(): readonly MeasurementName[] {
    const { added, panels } = this.layout.layout;
    const series = Object.values(panels).flatMap(({ series: all = [] }) =>
      all.flatMap(({ database, measurement }) => (measurement === undefined ? [] : [{ database, measurement }])),
    );
    const starred = [...this.favourites.keys].map((key): MeasurementName => {
      const at = key.indexOf(" ");
      return { database: key.slice(0, at), measurement: key.slice(at + 1) };
    });
    return [...Object.values(added), ...series, ...starred];
  }

  #nameDevices(): void {
    for (const [key, feed] of this.feeds) feed.name = this.layout.deviceName(key);
  }

  #layoutChanged(): void {
    // It may show measurements that are not listed.
    if (this.isPartial) this.#data.overviewSoon();
    this.#nameDevices();
    this.#refreshBoard();
    this.grid.show(this, this.feeds);
    this.settings.refresh();
    this.#shell.refresh();
    this.#frames.hurry();
  }

  #serviceChanged(): void {
    this.#refreshBoard();
    this.#status.refresh();
  }

  #restyle(medium: "screen" | "paper" = "screen"): void {
    this.#theme = currentTheme(medium);
    for (const panel of this.grid.panels) {
      panel.restyle();
      // The browser prints what is drawn at this moment.
      panel.showOnPaper(medium === "paper");
    }
    this.#frames.hurry();
    this.settings.refresh();
  }
}

/** The page as a whole: makes its parts and connects them. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import type { Annotation } from "./annotation.ts";
import { AnnotationShelf } from "./annotation-feed.ts";
import { AnnotationsView } from "./annotations-view.ts";
import { fetchRows, fetchSeries, type Overview } from "./api.ts";
import { DeviceView } from "./device-view.ts";
import { element } from "./dom.ts";
import { earliestMs } from "./earliest.ts";
import { FeedShelf } from "./feed-shelf.ts";
import { FirstSteps } from "./first-steps.ts";
import { FormulaShelf } from "./formulas.ts";
import { FrameLoop } from "./frame-loop.ts";
import { onKey } from "./keys.ts";
import { LayoutStore } from "./layout-store.ts";
import { LiveFeed, type LiveState } from "./live-feed.ts";
import { feedKey, type MeasurementFeed, type MeasurementName } from "./measurement-feed.ts";
import { OverviewReader } from "./overview-reader.ts";
import { PageAddress } from "./page-address.ts";
import type { Panel, PanelHost } from "./panel.ts";
import { PanelActions } from "./panel-actions.ts";
import { PanelGrid } from "./panel-grid.ts";
import { RequestQueue } from "./request-queue.ts";
import { onScreenChange } from "./screen.ts";
import { ServiceState } from "./service-state.ts";
import { Sidebar } from "./sidebar.ts";
import { StatusView } from "./status-view.ts";
import { currentTheme, onThemeChange, type Theme } from "./theme.ts";
import type { Span } from "./time-window.ts";
import { type TimeChange, Timeline } from "./timeline.ts";
import { Toolbar } from "./toolbar.ts";
import type { Topic } from "./wamp-client.ts";

/** While there is no live connection, history is read again this often. */
const POLL_INTERVAL_MS = 5_000;
/** Heals what a slow connection lost. */
const REFRESH_INTERVAL_MS = 60_000;
/** How long history waits for the live connection. */
const LIVE_PATIENCE_MS = 5000;
/** After the window was moved, history is read once it rests. */
const REST_MS = 150;
/** Devices publish on `<realm>.<network>.<gateway>.<node>`, events of whole networks on `<realm>.<network>`. */
const DEVICE_TOPICS: readonly Topic[] = [
  { uri: "...", match: "wildcard" },
  { uri: ".", match: "wildcard" },
];

export class App implements PanelHost {
  readonly timeline: Timeline;
  readonly layout: LayoutStore;
  readonly grid: PanelGrid;
  readonly service: ServiceState;
  readonly details: DeviceView;
  readonly address = new PageAddress((query) => this.timeline.write(query));
  readonly #shelf: FeedShelf;
  readonly #overview: OverviewReader;
  readonly #annotations: AnnotationShelf;
  readonly #requests = new RequestQueue();
  readonly #formulas = new FormulaShelf(() => this.grid.arrange());
  readonly #frames: FrameLoop;
  readonly #toolbar: Toolbar;
  readonly #sidebar: Sidebar;
  readonly #status: StatusView;
  readonly #notes: AnnotationsView;
  readonly #actions: PanelActions;
  readonly #first = new FirstSteps();
  readonly #live: LiveFeed;
  readonly #notice = element("p", { class: "notice", role: "status" });
  #theme: Theme = currentTheme();
  #pointerMs: number | undefined;
  #isListed = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#overview = new OverviewReader({
      onOverview: (overview) => this.#apply(overview),
      onFailure: (error) => this.service.failed(error),
    });
    this.timeline = new Timeline(() => this.nowMs(), { onChange: (change) => this.#timeChanged(change) });
    this.timeline.read(this.address.query);
    this.layout = new LayoutStore(this.address.get("layout") ?? "default", () => this.#layoutChanged());
    this.#shelf = this.#newShelf();
    this.#annotations = new AnnotationShelf({
      span: () => this.timeline.span(),
      queue: (request, urgency) => this.#requests.add(request, urgency),
      onAnnotations: () => this.#annotationsChanged(),
    });
    this.grid = new PanelGrid({
      layout: this.layout,
      onVisible: () => this.#frames.hurry(),
      onMaximised: (id) => this.address.set("panel", id),
    });
    this.#actions = new PanelActions(this);
    this.service = new ServiceState((state) => this.#serviceChanged(state));
    this.#live = new LiveFeed({
      onEvent: ({ kwargs }) => this.#shelf.received(kwargs),
      onState: (state) => this.#connectionChanged(state),
      onMissed: () => this.#reloadAll(),
    });
    this.#frames = new FrameLoop({
      timeline: this.timeline,
      panels: () => this.grid.panels,
      slowdown: () => this.#live.slowdown(),
    });
    this.#toolbar = new Toolbar({
      timeline: this.timeline,
      layout: this.layout,
      isReadOnly: this.isReadOnly,
      onAll: () => void this.#showAll(),
      onFilter: (text) => this.#setFilter(text),
      onStatus: () => this.#status.toggle(undefined),
      onAnnotations: () => this.#notes.toggle(),
      actions: () => this.#actions.forPage(),
    });
    this.#sidebar = new Sidebar({
      onSelect: (key) => this.grid.scrollTo(key),
      onWhy: (channel) => this.#status.toggle(channel),
    });
    this.#status = new StatusView(
      this.service,
      () => this.nowMs(),
      (isOpen) => this.#toolbar.showStatusOpen(isOpen),
    );
    this.#notes = new AnnotationsView(this);
    this.details = new DeviceView(this);
  }

  /** Opened by a link that only shows. */
  get isReadOnly(): boolean {
    return this.address.isReadOnly;
  }

  get feeds(): ReadonlyMap<string, MeasurementFeed> {
    return this.#shelf.feeds;
  }

  async start(): Promise<void> {
    document.body.classList.toggle("read-only", this.isReadOnly);
    document.body.append(
      this.#toolbar.root,
      this.#sidebar.root,
      this.grid.root,
      this.#status.root,
      this.#notes.root,
      this.details.root,
    );
    this.grid.root.append(this.#notice, this.#first.root);
    this.#toolbar.setFilter(this.address.get("filter") ?? "");
    this.#setFilter(this.address.get("filter") ?? "");
    this.#toolbar.showWindow(this.nowMs());
    onThemeChange(() => this.#restyle());
    onScreenChange(() => this.#restyle());
    document.addEventListener("visibilitychange", () => this.#pageVisibilityChanged());
    document.addEventListener("keydown", (event) => onKey(event, this));
    setInterval(() => this.#refreshIf(this.#live.state !== "connected"), POLL_INTERVAL_MS);
    setInterval(() => this.#refreshIf(this.#live.state === "connected"), REFRESH_INTERVAL_MS);
    setInterval(() => this.#everySecond(), 1000);
    this.#frames.start();
    // A proxy may hold a WebSocket up for ever: history is there all the same.
    setTimeout(() => this.#requests.open(), LIVE_PATIENCE_MS);
    this.service.start();
    await this.layout.load("with draft").catch(() => {});
    await this.#overview.start();
    const shown = this.address.get("panel");
    if (shown !== null) this.grid.maximise(shown);
  }

  nowMs(): number {
    return this.#overview.nowMs();
  }

  theme(): Theme {
    return this.#theme;
  }

  connection(): "there" | "gone" {
    return this.service.isThere ? "there" : "gone";
  }

  annotations(database: string): readonly Annotation[] {
    return this.#annotations.of(database);
  }

  allAnnotations(): readonly Annotation[] {
    return this.#annotations.all();
  }

  pointerMs(): number | undefined {
    return this.#pointerMs ?? this.timeline.moment;
  }

  setPointer(timeMs: number | undefined): void {
    if (timeMs === this.#pointerMs) return;
    this.#pointerMs = timeMs;
    for (const panel of this.grid.panels) panel.pointerMoved();
  }

  /** @throws Error with a sentence about what is wrong with an expression */
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

  /** The menu of the moment that keys have chosen, for the panel that has the focus, else for the first. */
  openMoment(): void {
    const { moment } = this.timeline;
    const panel = this.grid.panelOf(document.activeElement) ?? this.grid.panels.find(({ root }) => !root.hidden);
    if (moment === undefined || panel === undefined) return;
    const { left, top } = panel.root.getBoundingClientRect();
    this.#actions.openAt(panel, { fromMs: moment, toMs: moment }, { x: left + 80, y: Math.max(60, top + 40) });
  }

  reloadAnnotations(): void {
    this.#annotations.reload();
  }

  /** Its data was deleted: what comes from now on begins anew. */
  forget(feed: MeasurementFeed): void {
    this.#shelf.remove(feedKey(feed.description));
    this.grid.show(this, this.feeds);
    void this.#overview.refresh();
  }

  /** Measurements have come or gone. */
  overviewSoon(): void {
    this.#overview.soon(() => this.reloadAnnotations());
  }

  #newShelf(): FeedShelf {
    const host = {
      nowMs: () => this.nowMs(),
      window: () => this.timeline.window,
      queue: (request: () => Promise<void>, urgency: "seen" | "unseen") => this.#requests.add(request, urgency),
      history: {
        series: fetchSeries,
        rows: (measurement: MeasurementName, span: Span, limit: number) => fetchRows(measurement, { ...span, limit }),
        latest: (measurement: MeasurementName, limit: number) => fetchRows(measurement, { limit }),
      },
    };
    return new FeedShelf(host, {
      onAdded: (description) => this.#sidebar.add(description),
      onRemoved: (key) => this.#sidebar.remove(key),
      onColumns: (feed) => this.grid.arrange(feed),
      onUnknown: () => this.overviewSoon(),
    });
  }

  #timeChanged(change: TimeChange): void {
    this.#toolbar.showWindow(this.nowMs());
    for (const panel of this.grid.panels) panel.redraw();
    this.#frames.hurry();
    this.address.write();
    for (const panel of this.grid.panels) panel.pointerMoved();
    if (change === "marked") return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#reloadAll(), change === "settled" ? 0 : REST_MS);
  }

  #reloadAll(): void {
    this.#shelf.reload();
    this.reloadAnnotations();
  }

  async #showAll(): Promise<void> {
    const now = this.nowMs();
    const stored = [...this.feeds.values()].map(({ description }) => description).filter((one) => one.stored);
    try {
      const rangeMs = now - ((await earliestMs(stored, now)) ?? now);
      const allMs = Math.ceil(Math.max(rangeMs * 1.02, 60_000) / 1000) * 1000;
      this.#toolbar.markAll(allMs);
      this.timeline.follow(allMs);
    } catch (error) {
      this.#notice.textContent = `History cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  #apply(overview: Overview): void {
    const drawn = overview.measurements.filter(({ kind }) => kind !== "events");
    this.#shelf.update(drawn);
    this.#isListed = true;
    this.grid.show(this, this.feeds);
    this.#annotations.readFrom(overview.measurements);
    this.#notice.textContent = "";
    this.#first.show(overview, drawn);
    const topics = drawn.flatMap(({ topic }): Topic[] => (topic === undefined ? [] : [{ uri: topic, match: "exact" }]));
    this.#live.listen(overview.realm, [...topics, ...DEVICE_TOPICS]);
  }

  #annotationsChanged(): void {
    for (const panel of this.grid.panels) panel.redraw();
    this.#notes.refresh();
    this.#toolbar.showAnnotations(this.#annotations.all().length);
  }

  #connectionChanged(state: LiveState): void {
    this.#toolbar.showConnection(state, this.#live.lagMs());
    // History is asked for once nothing can be missed between it and what comes live.
    if (state !== "connecting") this.#requests.open();
  }

  #everySecond(): void {
    const now = this.nowMs();
    this.#live.check();
    this.#toolbar.showConnection(this.#live.state, this.#live.lagMs());
    this.#sidebar.refresh(now, this.feeds, this.connection(), (key) => this.grid.isShown(key));
    this.#toolbar.showLimits(this.#sidebar.limits());
    const { beganMs } = this.#shelf;
    if (this.timeline.fits && beganMs !== undefined) this.timeline.fit(now - beganMs);
  }

  #refreshIf(wanted: boolean): void {
    if (!wanted || document.hidden || this.timeline.window.kind !== "live") return;
    this.#shelf.refresh();
  }

  #pageVisibilityChanged(): void {
    this.#live.setHidden(document.hidden);
    if (!document.hidden) void this.#overview.refresh();
  }

  #setFilter(text: string): void {
    this.grid.filter(text);
    this.address.set("filter", text.trim());
  }

  #layoutChanged(): void {
    this.grid.show(this, this.feeds);
    this.#toolbar.showLayout();
    this.#frames.hurry();
  }

  #serviceChanged({ health, errors }: ServiceState): void {
    this.#toolbar.showService(this.service);
    // Before it is known what there is, everything would look as if nothing of it were stored.
    if (health !== undefined && this.#isListed) this.#sidebar.showChannels(health.channels, errors);
    this.#status.refresh();
  }

  #restyle(): void {
    this.#theme = currentTheme();
    for (const panel of this.grid.panels) panel.restyle();
  }
}

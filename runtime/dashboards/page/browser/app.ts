/** The page as a whole: makes its parts and connects them. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import type { Annotation } from "./annotation.ts";
import { AnnotationsView } from "./annotations-view.ts";
import type { Overview } from "./api.ts";
import { DeviceView } from "./device-view.ts";
import { element } from "./dom.ts";
import { earliestMs } from "./earliest.ts";
import { FirstSteps } from "./first-steps.ts";
import { FormulaShelf } from "./formulas.ts";
import { FrameLoop } from "./frame-loop.ts";
import { onKey } from "./keys.ts";
import { LayoutStore } from "./layout-store.ts";
import type { MeasurementFeed } from "./measurement-feed.ts";
import { PageAddress } from "./page-address.ts";
import { PageData } from "./page-data.ts";
import type { Panel, PanelHost } from "./panel.ts";
import { PanelActions } from "./panel-actions.ts";
import { PanelGrid } from "./panel-grid.ts";
import { onScreenChange } from "./screen.ts";
import { ServiceState } from "./service-state.ts";
import { Sidebar } from "./sidebar.ts";
import { StatusView } from "./status-view.ts";
import { currentTheme, onThemeChange, type Theme } from "./theme.ts";
import { type TimeChange, Timeline } from "./timeline.ts";
import { Toolbar } from "./toolbar.ts";

/** After the window was moved, history is read once it rests. */
const REST_MS = 150;
export class App implements PanelHost {
  readonly timeline: Timeline;
  readonly layout: LayoutStore;
  readonly grid: PanelGrid;
  readonly service: ServiceState;
  readonly details: DeviceView;
  readonly address = new PageAddress((query) => this.timeline.write(query));
  readonly #data: PageData;
  readonly #formulas = new FormulaShelf(() => this.grid.arrange());
  readonly #frames: FrameLoop;
  readonly #toolbar: Toolbar;
  readonly #sidebar: Sidebar;
  readonly #status: StatusView;
  readonly #notes: AnnotationsView;
  readonly #actions: PanelActions;
  readonly #first = new FirstSteps();
  readonly #notice = element("p", { class: "notice", role: "status" });
  #theme: Theme = currentTheme();
  #pointerMs: number | undefined;
  #isListed = false;
  /** What the service said instead of the list of measurements. */
  #failure: string | undefined;
  /** What of the address could not be read. */
  #problems: readonly string[] = [];
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.timeline = new Timeline(() => this.nowMs(), { onChange: (change) => this.#timeChanged(change) });
    this.layout = new LayoutStore(this.address.get("layout") ?? "default", () => this.#layoutChanged());
    this.#data = this.#newData();
    this.#problems = this.timeline.read(this.address.query);
    this.grid = new PanelGrid({
      layout: this.layout,
      onVisible: () => this.#frames.hurry(),
      onMaximised: (id) => this.address.set("panel", id),
    });
    this.#actions = new PanelActions(this);
    this.service = new ServiceState((state) => this.#serviceChanged(state));
    this.#frames = new FrameLoop({
      timeline: this.timeline,
      panels: () => this.grid.panels,
      slowdown: () => this.#data.live.slowdown(),
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
    return this.#data.feeds;
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
    document.addEventListener("keydown", (event) => onKey(event, this));
    addEventListener("popstate", () => {
      this.address.follow();
      this.#problems = this.timeline.read(this.address.query);
      this.#timeChanged("settled");
    });
    setInterval(() => this.#everySecond(), 1000);
    this.#frames.start();
    this.service.start();
    await this.layout.load("with draft").catch(() => {});
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
    this.#data.annotations.reload();
  }

  /** Its data was deleted: what comes from now on begins anew. */
  forget(feed: MeasurementFeed): void {
    this.#data.forget(feed);
    this.grid.show(this, this.feeds);
  }

  /** Measurements have come or gone. */
  overviewSoon(): void {
    this.#data.overviewSoon();
  }

  #newData(): PageData {
    return new PageData(this.timeline, {
      onOverview: (overview, drawn) => this.#apply(overview, drawn),
      onAdded: (description) => this.#sidebar.add(description),
      onRemoved: (key) => this.#sidebar.remove(key),
      onColumns: (feed) => this.grid.arrange(feed),
      onAnnotations: () => this.#annotationsChanged(),
      onConnection: () => this.#showConnection(),
      onFailure: (error) => {
        this.service.failed(error);
        this.#failure = error instanceof Error && error.name === "AnswerError" ? error.message : undefined;
        this.#tell();
      },
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
    this.#rest = setTimeout(() => this.#data.reload(), change === "settled" ? 0 : REST_MS);
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

  #apply(overview: Overview, drawn: readonly MeasurementDescription[]): void {
    this.#isListed = true;
    this.#failure = undefined;
    this.grid.show(this, this.feeds);
    this.#tell();
    this.#first.show(overview, drawn);
  }

  /** What of the address or the filter has no effect, and why. */
  #tell(): void {
    const filter = this.address.get("filter") ?? "";
    const isEmpty = filter !== "" && this.grid.panels.length > 0 && this.grid.panels.every(({ root }) => root.hidden);
    const nothing = isEmpty ? [`No panel matches the filter '${filter}'.`] : [];
    const failure = this.#failure === undefined ? [] : [`The list of measurements cannot be read: ${this.#failure}`];
    this.#notice.textContent = [...this.#problems, ...nothing, ...failure].join(" ");
  }

  #annotationsChanged(): void {
    for (const panel of this.grid.panels) panel.redraw();
    this.#notes.refresh();
    this.#toolbar.showAnnotations(this.#data.annotations.all().length);
  }

  #everySecond(): void {
    const now = this.nowMs();
    this.#data.check();
    this.#showConnection();
    this.#sidebar.refresh(now, this.feeds, this.connection(), (key) => this.grid.isShown(key));
    this.#toolbar.showLimits(this.#sidebar.limits());
  }

  #showConnection(): void {
    const { live } = this.#data;
    this.#toolbar.showConnection(live.state, live.lagMs());
  }

  #setFilter(text: string): void {
    this.grid.filter(text);
    this.address.set("filter", text.trim());
    this.#tell();
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

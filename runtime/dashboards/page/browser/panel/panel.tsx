/** A panel's frame: title, state and actions. Its view draws the content. */

import { type JSX, render } from "preact";
import type { Annotation } from "../annotations/annotation.ts";
import { AnnotationList } from "../annotations/annotation-list.tsx";
import { chartScale } from "../app/screen.ts";
import type { Theme } from "../app/theme-colours.ts";
import type { LayoutStore } from "../dashboards/layout-store.ts";
import { DEFAULT_POINTS, type MeasurementFeed } from "../data/measurement-feed.ts";
import type { PanelView, ViewContext } from "../kinds/kind.ts";
import { kindNamed, loadViews, viewsOf } from "../kinds/kinds.ts";
import { type FleetDevice, receptionOf } from "../overview/fleet-state.ts";
import type { FormulaCache } from "../series/formulas.ts";
import type { OtherColumn } from "../series/other-series.ts";
import type { Span } from "../series/time-window.ts";
import type { Timeline } from "../series/timeline.ts";
import { formatTime, formatUtc } from "../text/format.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { type MenuEntry, openMenuBelow } from "../ui/menu.tsx";
import { rowsFor } from "./grid-rows.ts";
import { PanelSeries } from "./panel-series.ts";
import type { PanelSettings, SeriesName } from "./panel-settings.ts";
import { ageText, emptyText, failureText, loadingText, type PanelState, panelState } from "./panel-text.ts";

/** A panel's access to the page. */
export interface PanelHost {
  readonly timeline: Timeline;
  /** The server's time, epoch ms. */
  nowMs(): number;
  readonly appearance: { readonly theme: Theme };
  readonly service: { readonly connection: "there" | "gone" };
  readonly fleet: { readonly devices: ReadonlyMap<string, FleetDevice> };
  readonly layout: LayoutStore;
  readonly formulas: Pick<FormulaCache, "get">;
  annotations(database: string): readonly Annotation[];
  pointerMs(): number | undefined;
  setPointer(timeMs: number | undefined): void;
  /** All existing measurements. */
  readonly feeds: ReadonlyMap<string, MeasurementFeed>;
  readonly panelActions: {
    /** Entries of the panel's menu. */
    forPanel(panel: Panel): readonly MenuEntry[];
    /** Its buttons while it fills the window. */
    forFullWindow(panel: Panel): readonly MenuEntry[];
    /** The user chose a value at the axis of these columns. */
    limitAt(
      panel: Panel,
      columns: readonly string[],
      value: number,
      point: { readonly x: number; readonly y: number },
    ): void;
    /** The user chose a moment or a range. */
    openAt(panel: Panel, span: Span, point: { readonly x: number; readonly y: number }): void;
  };
}

/** Below a panel that fills the window: the strip of all its history, margins, and the line at the bottom; pixels. */
const ROOM_BELOW = 136;
/** The part of a long table that is in the window at first, pixels. */
const MOST_TABLE = 150;
const MOST_DESCRIBED_MS = 5000;
/** A title names at most so many devices. */
const MOST_TITLES = 3;

export class Panel {
  readonly id: string;
  readonly feed: MeasurementFeed;
  readonly root: HTMLElement;
  readonly #host: PanelHost;
  /** Default title. */
  automaticTitle: string;
  readonly series: PanelSeries;
  #texts: FrameTexts = NO_TEXTS;
  #settings: PanelSettings;
  /** Hundreds of panels out of sight have no elements. */
  #isFilled = false;
  /** Undefined while its kind is being loaded. */
  #view: PanelView | undefined;
  #kind: string;
  #isVisible = false;
  #watched: readonly MeasurementFeed[] = [];
  #width = 0;
  /** Whether its view has this width. */
  #isFitted = true;
  #drawnVersion = -1;
  #isDirty = true;
  #describedMs = 0;
  #hasPointerMoved = false;
  #listed: readonly Annotation[] = [];
  /** Factor of the charts' height relative to the settings. */
  #fill = 1;
  #isAlone = false;

  constructor(options: {
    readonly id: string;
    readonly feed: MeasurementFeed;
    readonly host: PanelHost;
    readonly settings: PanelSettings;
    readonly title: string;
  }) {
    const { id, feed, host, settings, title } = options;
    this.id = id;
    this.feed = feed;
    this.#host = host;
    this.#settings = settings;
    this.automaticTitle = title;
    this.series = new PanelSeries(
      feed,
      () => this.#settings,
      (expression, columns) => host.formulas.get(expression, columns),
      () => host.feeds,
    );
    this.#kind = kindNamed(settings.kind).name;
    this.root = document.createElement("article");
    this.root.className = "panel";
    this.root.dataset["measurement"] = feed.description.measurement;
    this.root.dataset["panel"] = id;
    this.#showSettings();
  }

  get settings(): PanelSettings {
    return this.#settings;
  }

  get title(): string {
    return this.#settings.title ?? this.#seriesTitle() ?? this.automaticTitle;
  }

  /** `th-07, th-08`: with series of other devices beside its own, it is no longer only about one. `th-07, heat`: it has this one alone. */
  #seriesTitle(): string | undefined {
    const titles = [...new Set(this.series.feeds.map(({ title }) => title))];
    const { own, series = [] } = this.#settings;
    if (own === false && series.length === 1 && titles.length === 1) return `${titles[0]}, ${series[0]!.column}`;
    if (own === false || titles.length < 2) return undefined;
    if (titles.length <= MOST_TITLES) return titles.join(", ");
    return say("{0} and {1} others", titles[0]!, titles.length - 1);
  }

  get isFilled(): boolean {
    return this.#isFilled;
  }

  get isVisible(): boolean {
    return this.#isVisible;
  }

  /** What panels of the same height have in common. */
  get shape(): string {
    const { columns } = this.feed.description;
    return `${this.#kind} ${this.span} ${JSON.stringify(this.#settings)} ${columns.map(({ name }) => name).join(" ")}`;
  }

  /** Makes its elements, if it has none. */
  fill(): void {
    if (this.#isFilled) return;
    this.#isFilled = true;
    this.#frame();
    this.#makeView();
  }

  /** Gives its elements back; it keeps its height. */
  empty(height: number): void {
    this.#isFilled = false;
    this.#view?.clear();
    this.#view = undefined;
    this.#listed = [];
    this.#texts = NO_TEXTS;
    render(null, this.root);
    this.root.style.minHeight = `${Math.round(height)}px`;
    this.root.style.setProperty("--rows", rowsFor(height));
  }

  #makeView(): void {
    const kind = kindNamed(this.#settings.kind);
    const make = viewsOf(kind);
    this.#view?.clear();
    this.#view = make?.(this.#context());
    this.root.querySelector(".view")?.replaceChildren(...(this.#view === undefined ? [] : [this.#view.root]));
    this.#isFitted = false;
    this.#describedMs = 0;
    this.#isDirty = true;
    if (make === undefined) {
      void loadViews(kind).then(() => {
        if (this.#isFilled && this.#view === undefined) this.#makeView();
      });
      return;
    }
    this.#showCompact(this.feed.buffer.length === 0);
    // Until now, it kept its place.
    this.root.style.minHeight = "";
    if (this.#isVisible) this.#fit();
    if (this.#isAlone) this.setAlone(true);
  }

  /** Colour of a series, if it is drawn. */
  colourOf(column: string): string | undefined {
    return this.#view?.colourOf?.(column);
  }

  /** Width in columns of the page's grid. */
  get span(): number {
    return this.#settings.width ?? kindNamed(this.#settings.kind).width ?? 1;
  }

  /** Step by which its width can change. */
  get spanStep(): number {
    return kindNamed(this.#settings.kind).width === undefined ? 1 : 0.25;
  }

  /** Some of what it draws is being read, or was not asked for. */
  get isLoading(): boolean {
    return this.series.feeds.some(({ isLoading }) => isLoading);
  }

  /** CSS pixels; 0 before the first layout. */
  get width(): number {
    return this.#width;
  }

  state(): PanelState {
    const { service, fleet } = this.#host;
    const device = fleet.devices.get(feedKey(this.feed.description));
    // The service decides [D63]; before its first answer, what is known here.
    return device === undefined || service.connection === "gone"
      ? panelState(this.feed, this.#host.nowMs(), service.connection)
      : receptionOf(device, this.#host.nowMs());
  }

  change(changed: Partial<PanelSettings>): void {
    this.#host.layout.change(this.id, changed);
  }

  apply(settings: PanelSettings): void {
    this.#settings = settings;
    this.series.forget();
    const kind = kindNamed(settings.kind);
    if (kind.name !== this.#kind) {
      this.#kind = kind.name;
      if (this.#isFilled) this.#makeView();
    }
    this.#showSettings();
    this.arrange();
  }

  /** Call this when columns, settings, formulas or colours have changed. */
  arrange(): void {
    this.series.forget();
    this.#showSettings();
    this.#watchFeeds();
    this.#view?.arrange();
    this.#isDirty = true;
  }

  /** The global name of a column of the panel. */
  seriesNamed(column: string): SeriesName {
    const { feed, column: name } = this.series.other(column) ?? { feed: this.feed, column };
    const { database, measurement } = feed.description;
    return { database, measurement, column: name };
  }

  /** The first stored series that it draws as a line. */
  firstSeries(): Pick<OtherColumn, "feed" | "column"> | undefined {
    const own =
      this.#settings.own === false ? [] : this.feed.description.columns.filter(({ type }) => type !== "string");
    const all = [...own.map(({ name }) => ({ name, column: name, feed: this.feed })), ...this.series.others];
    return all.find(({ name }) => this.colourOf(name) !== undefined);
  }

  /** Whether it draws any column of this measurement. */
  draws(feed: MeasurementFeed): boolean {
    return this.series.feeds.includes(feed);
  }

  /** Measurements were added or removed, which changes a panel of all devices. */
  refreshSeries(): void {
    if ((this.#settings.series ?? []).length === 0) return;
    const before = this.series.feeds;
    this.series.forget();
    const { feeds } = this.series;
    if (feeds.length !== before.length || feeds.some((feed, i) => feed !== before[i])) this.arrange();
  }

  restyle(): void {
    this.#view?.clear();
    this.arrange();
  }

  /** Call this again when the window's size has changed. */
  setAlone(isAlone: boolean): void {
    if (isAlone) this.fill();
    if (isAlone !== this.#isAlone) this.#tell({ tools: isAlone ? this.#host.panelActions.forFullWindow(this) : [] });
    const drawn = this.root.querySelector<HTMLElement>(".charts, .picture");
    const top = (drawn?.getBoundingClientRect().top ?? 0) + scrollY;
    const usual = (drawn?.offsetHeight ?? 0) / this.#fill;
    const below = this.root.getBoundingClientRect().bottom - (drawn?.getBoundingClientRect().bottom ?? 0);
    const room = innerHeight - ROOM_BELOW - Math.min(MOST_TABLE, below) - top;
    const fill = isAlone && usual > 0 ? Math.max(1, Math.min(12, room / usual)) : 1;
    if (fill === this.#fill && isAlone === this.#isAlone) return;
    this.#fill = fill;
    this.#isAlone = isAlone;
    this.restyle();
  }

  /** Draws it at once. If it is not loaded, the print says so. */
  showOnPaper(isOnPaper: boolean): void {
    delete this.root.dataset["unprinted"];
    if (!isOnPaper) return;
    this.fill();
    if (this.#isVisible) this.draw();
    else this.root.dataset["unprinted"] = say("Not loaded. “Print” in the page’s menu loads all panels.");
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible) {
      this.fill();
      this.#fit();
    }
    this.#watchFeeds();
    if (!isVisible) this.#view?.clear();
    this.#isDirty = true;
  }

  redraw(): void {
    this.#isDirty = true;
  }

  /** True if there is something new to draw, which is always the case for a following window. */
  isDue(window: "following" | "fixed"): boolean {
    return this.#isVisible && (this.#isDirty || window === "following" || this.series.version !== this.#drawnVersion);
  }

  draw(): void {
    this.#drawnVersion = this.series.version;
    this.#isDirty = false;
    this.#view?.draw();
  }

  pointerMoved(): void {
    this.#hasPointerMoved = true;
  }

  /**
   * Updates ages, values and the pointer's values; `due`: some time has passed; otherwise, only the pointer has moved.
   */
  write(due: "due" | "moved"): void {
    if (!this.#isVisible || (due === "moved" && !this.#hasPointerMoved)) return;
    this.#hasPointerMoved = false;
    this.#view?.write();
    const now = this.#host.nowMs();
    const atMs = this.#view?.pointedMs?.() ?? this.#host.pointerMs();
    const state = this.state();
    this.root.dataset["state"] = state;
    this.#listAnnotations();
    this.#tell({
      cursor: atMs === undefined ? "" : `${formatTime(atMs, now)} · ${formatUtc(atMs)}`,
      age: ageText(this.feed.lastMs, this.feed.latest.rate(now), state, now),
      empty: this.#emptiness(now),
      ...this.#described(now),
    });
  }

  #described(now: number): Partial<FrameTexts> {
    if (this.#view === undefined || Math.abs(now - this.#describedMs) < MOST_DESCRIBED_MS) return {};
    // What is not read yet is shown as soon as it is.
    if (!this.isLoading) this.#describedMs = now;
    const sentence = this.isLoading ? say("Loading…") : this.#view.describe();
    return { alternative: `${this.title}: ${sentence}` };
  }

  #tell(texts: Partial<FrameTexts>): void {
    this.#texts = { ...this.#texts, ...texts };
    this.#frame();
  }

  #frame(): void {
    if (this.#isFilled)
      render(<Frame panel={this} texts={this.#texts} host={this.#host} annotations={this.#listed} />, this.root);
  }

  /** Fits charts to a new width, and the panel's height to the grid's fine rows, so that columns leave no gaps. */
  resized(width: number, height: number): void {
    this.root.style.setProperty("--rows", rowsFor(height));
    if (width === this.#width) return;
    this.#width = width;
    this.#isFitted = false;
    if (this.#isVisible) this.#fit();
  }

  /** Only while it is visible: measuring hundreds of others would block the page. */
  #fit(): void {
    if (this.#isFitted) return;
    if (this.#view === undefined) return;
    this.#isFitted = true;
    this.#view.resize();
    this.#isDirty = true;
  }

  /** Loads the measurements that it draws, only while it is visible. */
  #watchFeeds(): void {
    const { feeds } = this.series;
    for (const feed of this.#watched) {
      if (this.#isVisible && feeds.includes(feed)) continue;
      feed.setSeen(false, this);
      feed.setFollowed(false, this);
    }
    this.#watched = this.#isVisible ? feeds : [];
    const points = Math.round(DEFAULT_POINTS / Math.max(1, feeds.length / 40));
    for (const feed of this.#watched) {
      feed.setFollowed(true, this);
      feed.setSeen(true, this, points);
    }
  }

  #context(): ViewContext {
    const host = this.#host;
    return {
      feed: this.feed,
      series: this.series,
      timeline: host.timeline,
      settings: () => this.#shownSettings(),
      change: (changed) => this.change(changed),
      isAlone: () => this.#isAlone,
      nowMs: () => host.nowMs(),
      theme: () => host.appearance.theme,
      annotations: () => host.annotations(this.feed.description.database),
      pointerMs: () => host.pointerMs(),
      setPointer: (timeMs) => host.setPointer(timeMs),
      limit: (columns, value, point) => host.panelActions.limitAt(this, columns, value, point),
      choose: (span, point) => host.panelActions.openAt(this, span, point),
    };
  }

  /** In a panel that fills the window, charts are as high as possible. */
  #shownSettings(): PanelSettings {
    const scale = this.#fill * chartScale();
    return scale === 1 ? this.#settings : { ...this.#settings, height: (this.#settings.height ?? 1) * scale };
  }

  #showSettings(): void {
    this.root.ariaLabel = this.title;
    this.#frame();
    this.root.dataset["kind"] = kindNamed(this.#settings.kind).name;
    this.root.style.setProperty("--width", String(this.span));
  }

  #emptiness(nowMs: number): string {
    const { buffer, failure } = this.feed;
    const { fromMs, toMs } = this.#host.timeline.span();
    const hasRows = buffer.firstMs !== undefined && buffer.lastMs! >= fromMs && buffer.firstMs <= toMs;
    // Charts stay; the toolbar reports once that the service does not answer.
    const empty = this.feed.isLoading ? say("Loading…") : emptyText(this.feed, nowMs, this.state());
    this.#showCompact(!hasRows && buffer.length === 0);
    return failureText(failure) ?? (hasRows ? loadingText(this.series) : empty);
  }

  /** What never sent has no charts; others keep their height, so that nothing moves while they load. */
  #showCompact(isEmpty: boolean): void {
    this.root.classList.toggle("without-data", isEmpty && !this.feed.description.stored);
  }

  /** Lists the annotations of this device; others are only drawn, and listed beside the page. */
  #listAnnotations(): void {
    const { database, measurement } = this.feed.description;
    const own = measurement.replace(/_sensors$/, "_events");
    const { fromMs, toMs } = this.#host.timeline.span();
    this.#listed = this.#host
      .annotations(database)
      .filter(
        ({ source, timeMs, endMs }) => source.measurement === own && (endMs ?? timeMs) >= fromMs && timeMs <= toMs,
      );
  }
}

interface FrameTexts {
  readonly cursor: string;
  readonly age: string;
  readonly empty: string;
  readonly alternative: string;
  /** Its buttons while it fills the window. */
  readonly tools: readonly MenuEntry[];
}

const NO_TEXTS: FrameTexts = { cursor: "", age: "", empty: "", alternative: "", tools: [] };

/** Its view fills `.view` itself. */
function Frame(props: {
  readonly panel: Panel;
  readonly texts: FrameTexts;
  readonly host: PanelHost;
  readonly annotations: readonly Annotation[];
}): JSX.Element {
  const { panel, texts, host, annotations } = props;
  const { struct, measurement, group } = panel.feed.description;
  const actions = say("Actions for {0}", panel.title);
  return (
    <>
      <header>
        <span class="dot" aria-hidden="true" />
        <h2 title={measurement}>{panel.title}</h2>
        <span class="about">{struct === undefined ? group : say("{0}, struct {1}", group, struct.id)}</span>
        <span class="cursor-time">{texts.cursor}</span>
        <span class="age">{texts.age}</span>
        <span class="tools">
          {texts.tools.map(({ label, run }) => (
            <button type="button" key={label} onClick={run}>
              {label}
            </button>
          ))}
        </span>
        <button
          type="button"
          class="menu-button"
          aria-label={actions}
          aria-haspopup="menu"
          title={actions}
          onClick={({ currentTarget }) => openMenuBelow(currentTarget, actions, host.panelActions.forPanel(panel))}
        >
          ⋯
        </button>
      </header>
      <div class="holder">
        <div class="view" />
        <p class="empty">{texts.empty}</p>
      </div>
      <p class="alternative">{texts.alternative}</p>
      <div>{annotations.length > 0 && <AnnotationList annotations={annotations} nowMs={host.nowMs()} />}</div>
      <span class="grip" aria-hidden="true" title={say("Drag to change the size")} />
    </>
  );
}

/** The default panel of a measurement, or with a suffix another one. */
export function panelId(feed: MeasurementFeed, suffix: string): string {
  return `${feedKey(feed.description)}${suffix === "" ? "" : `#${suffix}`}`;
}

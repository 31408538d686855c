/** A panel's frame: title, state and actions. Its view draws the content. */

import { effect, type Signal, signal, untracked } from "@preact/signals";
import { type JSX, render } from "preact";
import type { Annotation } from "../annotations/annotation.ts";
import { AnnotationList } from "../annotations/annotation-list.tsx";
import { data, fleet, formulas, layout, nowMs, pointer, pointerMs, theme, timeline } from "../app/page.ts";
import { chartScale } from "../app/screen.ts";
import type { Theme } from "../app/theme-colours.ts";
import { connection } from "../data/connection.ts";
import { DEFAULT_POINTS, type MeasurementFeed } from "../data/measurement-feed.ts";
import type { PanelView, ViewContext } from "../kinds/kind.ts";
import { kindNamed, loadViews, viewsOf } from "../kinds/kinds.ts";
import { receptionOf } from "../overview/fleet-state.ts";
import type { OtherColumn } from "../series/other-series.ts";
import type { Span } from "../series/time-window.ts";
import { formatTime, formatUtc } from "../text/format.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import type { MenuEntry } from "../ui/menu.tsx";
import { rowsFor } from "./grid-rows.ts";
import { PanelSeries } from "./panel-series.ts";
import type { PanelSettings, SeriesName } from "./panel-settings.ts";
import { ageText, emptyText, failureText, loadingText, type PanelState, panelState } from "./panel-text.ts";

/** In the window, CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What the user asks a panel for a menu of. */
export type Asked = { readonly panel: Panel } & (
  | { readonly of: "panel"; readonly button: Element }
  /** A moment or a range. */
  | { readonly of: "time"; readonly span: Span; readonly point: Point }
  /** A value at the axis of these columns. */
  | { readonly of: "value"; readonly columns: readonly string[]; readonly value: number; readonly point: Point }
);

export const asked = signal<Asked | undefined>(undefined);

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
  /** Its buttons while it fills the window. */
  readonly tools = signal<readonly MenuEntry[]>([]);
  readonly series: PanelSeries;
  /** What changes with its data. */
  readonly texts = signal(NO_TEXTS);
  readonly #automaticTitle: Signal<string>;
  readonly #settings: Signal<PanelSettings>;
  /** Arranges it whenever something of it has changed. */
  readonly #stop: () => void;
  /** Hundreds of panels out of sight have no elements. */
  #isFilled = false;
  /** Undefined while its kind is being loaded. */
  #view: PanelView | undefined;
  #isVisible = false;
  #watched: readonly MeasurementFeed[] = [];
  #width = 0;
  /** Whether its view has this width. */
  #isFitted = true;
  #drawnVersion = -1;
  #isDirty = true;
  #describedMs = 0;
  #hasPointerMoved = false;
  /** What its view was arranged for. */
  #arranged: { readonly kind: string; readonly theme: Theme } & Readonly<Record<string, unknown>>;
  /** Factor of the charts' height relative to the settings. */
  #fill = 1;
  #isAlone = false;

  constructor(options: {
    readonly id: string;
    readonly feed: MeasurementFeed;
    readonly settings: PanelSettings;
    readonly title: string;
  }) {
    const { id, feed, settings, title } = options;
    this.id = id;
    this.feed = feed;
    this.#settings = signal(settings);
    this.#automaticTitle = signal(title);
    this.series = new PanelSeries(
      feed,
      () => this.settings,
      (expression, columns) => formulas.get(expression, columns),
      () => data.feeds,
    );
    this.#arranged = { kind: kindNamed(settings.kind).name, theme: theme.peek() };
    this.root = document.createElement("article");
    this.root.className = "panel";
    this.root.dataset["measurement"] = feed.description.measurement;
    this.root.dataset["panel"] = id;
    this.#stop = effect(() => this.#follow());
  }

  get settings(): PanelSettings {
    return this.#settings.value;
  }

  get title(): string {
    return this.settings.title ?? this.#seriesTitle() ?? this.#automaticTitle.value;
  }

  /** Arranges it now, and again after another change of its settings, columns, formulas or colours. */
  #follow(): void {
    this.series.forget();
    const kind = kindNamed(this.settings.kind);
    this.root.ariaLabel = this.title;
    this.root.dataset["kind"] = kind.name;
    this.root.style.setProperty("--width", String(this.span));
    const before = this.#arranged;
    this.#arranged = {
      kind: kind.name,
      theme: theme.value,
      columns: this.series.feeds.map(({ description }) => description),
      computed: this.series.computedNames(),
    };
    untracked(() => {
      if (kind.name !== before.kind && this.#isFilled) this.#makeView();
      if (theme.value !== before.theme) this.#view?.clear();
      this.#arrange();
    });
  }

  /** `th-07, th-08`: with series of other devices beside its own, it is no longer only about one. `th-07, heat`: it has this one alone. */
  #seriesTitle(): string | undefined {
    const titles = [...new Set(this.series.feeds.map(({ title }) => title))];
    const { own, series = [] } = this.settings;
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
    return `${this.#arranged.kind} ${this.span} ${JSON.stringify(this.settings)} ${columns.map(({ name }) => name).join(" ")}`;
  }

  /** Makes its elements, if it has none. */
  fill(): void {
    if (this.#isFilled) return;
    this.#isFilled = true;
    render(<Frame panel={this} />, this.root);
    this.#makeView();
  }

  /** Gives its elements back; it keeps its height. */
  empty(height: number): void {
    this.#isFilled = false;
    this.#view?.clear();
    this.#view = undefined;
    this.texts.value = NO_TEXTS;
    render(null, this.root);
    this.root.style.minHeight = `${Math.round(height)}px`;
    this.root.style.setProperty("--rows", rowsFor(height));
  }

  #makeView(): void {
    const kind = kindNamed(this.settings.kind);
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
    return this.settings.width ?? kindNamed(this.settings.kind).width ?? 1;
  }

  /** Step by which its width can change. */
  get spanStep(): number {
    return kindNamed(this.settings.kind).width === undefined ? 1 : 0.25;
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
    const device = fleet.devices.get(feedKey(this.feed.description));
    // The service decides [D63]; before its first answer, what is known here.
    return device === undefined || connection.value === "gone"
      ? panelState(this.feed, nowMs(), connection.value)
      : receptionOf(device, nowMs());
  }

  change(changed: Partial<PanelSettings>): void {
    layout.change(this.id, changed);
  }

  apply(settings: PanelSettings, title: string): void {
    this.#automaticTitle.value = title;
    if (JSON.stringify(settings) !== JSON.stringify(this.settings)) this.#settings.value = settings;
  }

  #arrange(): void {
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
      this.settings.own === false ? [] : this.feed.description.columns.filter(({ type }) => type !== "string");
    const all = [...own.map(({ name }) => ({ name, column: name, feed: this.feed })), ...this.series.others];
    return all.find(({ name }) => this.colourOf(name) !== undefined);
  }

  /** Call this again when the window's size has changed. */
  setAlone(isAlone: boolean): void {
    if (isAlone) this.fill();
    const drawn = this.root.querySelector<HTMLElement>(".charts, .picture");
    const top = (drawn?.getBoundingClientRect().top ?? 0) + scrollY;
    const usual = (drawn?.offsetHeight ?? 0) / this.#fill;
    const below = this.root.getBoundingClientRect().bottom - (drawn?.getBoundingClientRect().bottom ?? 0);
    const room = innerHeight - ROOM_BELOW - Math.min(MOST_TABLE, below) - top;
    const fill = isAlone && usual > 0 ? Math.max(1, Math.min(12, room / usual)) : 1;
    if (fill === this.#fill && isAlone === this.#isAlone) return;
    this.#fill = fill;
    this.#isAlone = isAlone;
    this.#view?.clear();
    this.#arrange();
  }

  /** Draws it at once. If it is not loaded, the print says so. */
  showOnPaper(isOnPaper: boolean): void {
    delete this.root.dataset["unprinted"];
    if (!isOnPaper) return;
    this.fill();
    if (this.#isVisible) this.draw();
    else this.root.dataset["unprinted"] = say("Not loaded. “Print” in the page’s menu loads all panels.");
  }

  /** It is no longer on the dashboard. */
  close(): void {
    this.setVisible(false);
    this.#stop();
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
    const now = nowMs();
    const atMs = this.#view?.pointedMs?.() ?? pointerMs();
    const state = this.state();
    this.root.dataset["state"] = state;
    this.#tell({
      annotations: this.#annotations(),
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
    const known = this.texts.peek();
    const told = { ...known, ...texts };
    if (Object.keys(NO_TEXTS).some((name) => told[name as keyof FrameTexts] !== known[name as keyof FrameTexts]))
      this.texts.value = told;
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
    return {
      feed: this.feed,
      series: this.series,
      timeline,
      settings: () => this.#shownSettings(),
      change: (changed) => this.change(changed),
      isAlone: () => this.#isAlone,
      nowMs,
      theme: () => theme.value,
      annotations: () => data.annotations.of(this.feed.description.database),
      pointerMs,
      setPointer: (timeMs) => {
        pointer.value = timeMs;
      },
      limit: (columns, value, point) => {
        asked.value = { of: "value", panel: this, columns, value, point };
      },
      choose: (span, point) => {
        asked.value = { of: "time", panel: this, span, point };
      },
    };
  }

  /** In a panel that fills the window, charts are as high as possible. */
  #shownSettings(): PanelSettings {
    const scale = this.#fill * chartScale();
    return scale === 1 ? this.settings : { ...this.settings, height: (this.settings.height ?? 1) * scale };
  }

  #emptiness(now: number): string {
    const { buffer, failure } = this.feed;
    const { fromMs, toMs } = timeline.span();
    const hasRows = buffer.firstMs !== undefined && buffer.lastMs! >= fromMs && buffer.firstMs <= toMs;
    // Charts stay; the toolbar reports once that the service does not answer.
    const empty = this.feed.isLoading ? say("Loading…") : emptyText(this.feed, now, this.state());
    this.#showCompact(!hasRows && buffer.length === 0);
    return failureText(failure) ?? (hasRows ? loadingText(this.series) : empty);
  }

  /** What never sent has no charts; others keep their height, so that nothing moves while they load. */
  #showCompact(isEmpty: boolean): void {
    this.root.classList.toggle("without-data", isEmpty && !this.feed.description.stored);
  }

  /** The annotations of this device; others are only drawn, and listed beside the page. */
  #annotations(): readonly Annotation[] {
    const { database, measurement } = this.feed.description;
    const own = measurement.replace(/_sensors$/, "_events");
    const { fromMs, toMs } = timeline.span();
    const known = this.texts.peek().annotations;
    const found = data.annotations
      .of(database)
      .filter(
        ({ source, timeMs, endMs }) => source.measurement === own && (endMs ?? timeMs) >= fromMs && timeMs <= toMs,
      );
    return found.length === known.length && found.every((one, i) => one === known[i]) ? known : found;
  }
}

interface FrameTexts {
  readonly cursor: string;
  readonly age: string;
  readonly empty: string;
  readonly alternative: string;
  readonly annotations: readonly Annotation[];
}

const NO_TEXTS: FrameTexts = { cursor: "", age: "", empty: "", alternative: "", annotations: [] };

/** Its view fills `.view` itself. */
function Frame({ panel }: { readonly panel: Panel }): JSX.Element {
  const { cursor, age, empty, alternative, annotations } = panel.texts.value;
  const { struct, measurement, group } = panel.feed.description;
  const actions = say("Actions for {0}", panel.title);
  return (
    <>
      <header>
        <span class="dot" aria-hidden="true" />
        <h2 title={measurement}>{panel.title}</h2>
        <span class="about">{struct === undefined ? group : say("{0}, struct {1}", group, struct.id)}</span>
        <span class="cursor-time">{cursor}</span>
        <span class="age">{age}</span>
        <span class="tools">
          {panel.tools.value.map(({ label, run }) => (
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
          onClick={({ currentTarget }) => {
            asked.value = { of: "panel", panel, button: currentTarget };
          }}
        >
          ⋯
        </button>
      </header>
      <div class="holder">
        <div class="view" />
        <p class="empty">{empty}</p>
      </div>
      <p class="alternative">{alternative}</p>
      <div>{annotations.length > 0 && <AnnotationList annotations={annotations} nowMs={nowMs()} />}</div>
      <span class="grip" aria-hidden="true" title={say("Drag to change the size")} />
    </>
  );
}

/** The default panel of a measurement, or with a suffix another one. */
export function panelId(feed: MeasurementFeed, suffix: string): string {
  return `${feedKey(feed.description)}${suffix === "" ? "" : `#${suffix}`}`;
}

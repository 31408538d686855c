/** One measurement on the page: its charts, its latest values, and what there is to say when there are none. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import { type Annotation, annotationFrom, annotationList } from "./annotation-list.ts";
import { exportUrl, fetchRows, fetchSeries, type MeasurementName } from "./api.ts";
import { ChartStack } from "./chart-stack.ts";
import { element, setText } from "./dom.ts";
import { formatTime, formatUtc } from "./format.ts";
import { LatestValues, numeric } from "./latest-values.ts";
import { ageText, emptyText, panelState } from "./panel-text.ts";
import { chooseColumn } from "./preferences.ts";
import { SeriesBuffer } from "./series-buffer.ts";
import type { Theme } from "./theme.ts";
import type { Span } from "./time-window.ts";
import { ValueTable } from "./value-table.ts";

/** What a panel needs of the page. */
export interface PanelHost {
  /** The server's clock, epoch ms. */
  nowMs(): number;
  span(): Span;
  theme(): Theme;
  zoom(span: Span): void;
  follow(): void;
  /** Runs a request when its turn comes. */
  queue(request: () => Promise<void>): void;
}

const LATEST_ROWS = 20;
const MAX_ANNOTATIONS = 200;
/** A lone chart asks for this many points for each pixel of its width. */
const POINTS_PER_PIXEL = 1.5;
const TRIM_EVERY = 256;
/** Of the grid in the style sheet, pixels. */
const ROW_HEIGHT = 2;
const PANEL_GAP = 10;

export class Panel {
  readonly root: HTMLElement;
  readonly key: string;
  readonly #host: PanelHost;
  readonly #charts: ChartStack;
  readonly #table: ValueTable;
  readonly #latest = new LatestValues();
  readonly #stateText = element("span", { class: "age" });
  readonly #cursorText = element("span", { class: "cursor-time" });
  readonly #emptyText = element("p", { class: "empty" });
  readonly #download = element(
    "a",
    { class: "download", download: "", title: "Download this time span as CSV" },
    "CSV",
  );
  readonly #annotationsHolder = element("div");
  #description: MeasurementDescription;
  #buffer: SeriesBuffer;
  #annotations: readonly Annotation[] = [];
  #annotationsFrom: MeasurementName | undefined;
  #isQueued = false;
  /** Counts loads, so that a slow answer for an earlier time span is not taken for the newest. */
  #loads = 0;
  #liveRows = 0;
  #failure = "";
  #visible = false;
  #width = 0;
  #dirty = true;
  #cursorMs: number | undefined;
  #hasCursorMoved = false;
  /** Rows when columns were last arranged; more rows may show that scales differ. */
  #arrangedRows = -1;

  constructor(description: MeasurementDescription, host: PanelHost) {
    this.#host = host;
    this.#description = description;
    this.key = panelKey(description);
    this.#buffer = new SeriesBuffer(drawable(description));
    this.#charts = new ChartStack({
      onZoom: (fromMs, toMs) => host.zoom({ fromMs, toMs }),
      onReset: () => host.follow(),
      onCursor: (timeMs) => this.#cursorMoved(timeMs),
    });
    this.#table = new ValueTable((column) => this.#toggle(column));
    this.root = this.#build();
    this.#table.describe(description.columns);
    this.#arrange();
  }

  get description(): MeasurementDescription {
    return this.#description;
  }

  get lastMs(): number | undefined {
    return this.#latest.timeMs;
  }

  /** New columns, or the first data of a struct. */
  update(description: MeasurementDescription): void {
    const before = drawable(this.#description).join("\n");
    this.#description = description;
    if (drawable(description).join("\n") !== before) {
      this.#buffer = new SeriesBuffer(drawable(description));
      this.#table.describe(description.columns);
      this.#arrangedRows = -1;
      this.#arrange();
      this.reload();
    }
  }

  /** The measurement that holds annotations of this device. */
  annotateFrom(events: MeasurementName | undefined): void {
    if (this.#annotationsFrom?.measurement === events?.measurement) return;
    this.#annotationsFrom = events;
    this.reload();
  }

  setVisible(visible: boolean): void {
    if (visible === this.#visible) return;
    this.#visible = visible;
    if (!visible) {
      this.#charts.clear();
      return;
    }
    this.#dirty = true;
    const { fromMs } = this.#host.span();
    if (this.#buffer.loadedFromMs > fromMs) this.reload();
  }

  /** Reads history and latest values again; one that is not looked at waits until it is. */
  reload(): void {
    if (!this.#visible) {
      this.#buffer = new SeriesBuffer(this.#buffer.columns);
      return;
    }
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.#host.queue(() => this.#load());
  }

  /** Reads history again where it is looked at; the old one stays until the new one is there. */
  refresh(): void {
    if (this.#visible) this.reload();
  }

  reloadAnnotations(): void {
    if (this.#visible && this.#annotationsFrom !== undefined) this.reload();
  }

  live(timeMs: number, values: Readonly<Record<string, unknown>>): void {
    this.#latest.live(timeMs, values, this.#host.nowMs());
    this.#buffer.append(timeMs, (column) => numeric(values[column]));
    this.#dirty = true;
    this.#liveRows += 1;
    if (this.#liveRows % TRIM_EVERY === 0) this.#trim();
  }

  /** Ages, values and what the pointer is at; `due` says that time has passed, else only a moved pointer counts. */
  drawText(due: "due" | "moved"): void {
    if (!this.#visible || (due === "moved" && !this.#hasCursorMoved)) return;
    this.#hasCursorMoved = false;
    this.#drawText();
  }

  /** Draws when there is something new to see; a window that follows is always new. */
  draw(window: "following" | "fixed"): void {
    if (!this.#visible || (!this.#dirty && window === "fixed")) return;
    this.#dirty = false;
    if (this.#arrangedRows < 16 && this.#buffer.length > this.#arrangedRows) this.#arrange();
    this.#charts.draw(this.#buffer, this.#host.span(), this.#annotations, this.#host.theme());
  }

  /** Fits charts to a new width, and the panel's height into the page's fine rows, so that columns close up. */
  resized(): void {
    this.root.style.setProperty("--rows", String(Math.ceil((this.root.offsetHeight + PANEL_GAP) / ROW_HEIGHT)));
    if (this.root.clientWidth === this.#width) return;
    this.#width = this.root.clientWidth;
    this.#charts.resize();
    this.#dirty = true;
  }

  restyle(): void {
    this.#arrangedRows = -1;
    this.#arrange();
    this.#dirty = true;
  }

  async #load(): Promise<void> {
    this.#isQueued = false;
    this.#loads += 1;
    const load = this.#loads;
    const { fromMs, toMs } = this.#host.span();
    const points = Math.max(600, Math.min(3000, Math.round(this.#charts.root.clientWidth * POINTS_PER_PIXEL)));
    try {
      const [series, rows] = await Promise.all([
        fetchSeries(this.#description, { fromMs, toMs, points }),
        this.#description.stored ? fetchRows(this.#description, { limit: LATEST_ROWS }) : [],
        this.#loadAnnotations({ fromMs, toMs }),
      ]);
      if (load !== this.#loads) return;
      this.#buffer.load(series, { fromMs, toMs, points });
      this.#latest.load(rows);
      this.#failure = "";
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
    }
    this.#arrange();
    this.#dirty = true;
  }

  async #loadAnnotations(span: Span): Promise<void> {
    if (this.#annotationsFrom === undefined) return;
    const rows = await fetchRows(this.#annotationsFrom, { limit: MAX_ANNOTATIONS, ...span });
    this.#annotations = rows.map(annotationFrom);
    const list = this.#annotations.length === 0 ? [] : [annotationList(this.#annotations, this.#host.nowMs())];
    this.#annotationsHolder.replaceChildren(...list);
  }

  #trim(): void {
    const { fromMs, toMs } = this.#host.span();
    this.#buffer.trim(fromMs - (toMs - fromMs) * 0.1);
  }

  #arrange(): void {
    this.#arrangedRows = this.#buffer.length;
    if (!this.#charts.arrange(this.#description, this.#buffer, this.#host.theme())) return;
    const colours = new Map(
      this.#charts.shapes.flatMap(({ lines }) => lines.map((line) => [line.column, line.colour])),
    );
    for (const { name } of this.#description.columns) this.#table.setColour(name, colours.get(name));
    this.#dirty = true;
  }

  #toggle(column: string): void {
    const { database, measurement } = this.#description;
    const isShown = this.#charts.shapes.some(({ lines }) => lines.some((line) => line.column === column));
    chooseColumn(database, measurement, column, isShown ? "hidden" : "shown");
    this.#arrange();
    this.draw("following");
  }

  #cursorMoved(timeMs: number | undefined): void {
    if (timeMs === this.#cursorMs) return;
    this.#cursorMs = timeMs;
    this.#hasCursorMoved = true;
  }

  #drawText(): void {
    const now = this.#host.nowMs();
    const atMs = this.#cursorMs;
    this.#table.show((column) => this.#valueShown(column, atMs));
    setText(this.#cursorText, atMs === undefined ? "" : `${formatTime(atMs, now)} · ${formatUtc(atMs)}`);
    this.root.dataset["state"] = panelState(this.lastMs, now);
    setText(this.#stateText, ageText(this.lastMs, this.#latest.rate(now), now));
    const emptiness = this.#emptiness(now);
    setText(this.#emptyText, emptiness);
    this.root.classList.toggle("without-data", emptiness !== "" && this.#failure === "");
    const { fromMs, toMs } = this.#host.span();
    const url = exportUrl(this.#description, fromMs, toMs);
    if (this.#download.getAttribute("href") !== url) this.#download.href = url;
  }

  #valueShown(column: string, atMs: number | undefined): unknown {
    if (atMs === undefined) return this.#latest.value(column);
    return this.#buffer.columns.includes(column) ? this.#buffer.valueAt(column, atMs) : undefined;
  }

  #emptiness(nowMs: number): string {
    if (this.#failure !== "") return `History cannot be read: ${this.#failure}`;
    const { fromMs, toMs } = this.#host.span();
    const { lastMs, firstMs } = this.#buffer;
    if (lastMs !== undefined && firstMs !== undefined && lastMs >= fromMs && firstMs <= toMs) return "";
    return emptyText(this.#description, this.lastMs, nowMs);
  }

  #build(): HTMLElement {
    const { title, struct, measurement } = this.#description;
    const heading = element("h3", { title: measurement }, title);
    const about = struct === undefined ? measurement : `ID ${struct.id}`;
    const header = element(
      "header",
      {},
      element("span", { class: "dot", "aria-hidden": "true" }),
      heading,
      element("span", { class: "about" }, about),
      this.#cursorText,
      this.#stateText,
      this.#download,
    );
    const charts = element("div", { class: "chart-area" }, this.#charts.root, this.#emptyText);
    const body = element("div", { class: "body" }, charts, this.#table.root);
    return element(
      "article",
      { class: "panel", "data-measurement": measurement },
      header,
      body,
      this.#annotationsHolder,
    );
  }
}

export function panelKey({ database, measurement }: MeasurementName): string {
  return `${database} ${measurement}`;
}

function drawable({ columns }: MeasurementDescription): string[] {
  return columns.filter(({ type }) => type !== "string").map(({ name }) => name);
}

/** The default panel: lines, lanes and strips over time, and the values beside them. */

import { type JSX, render } from "preact";
import { arraySizes, stemOf } from "../../../../../model/main-column.ts";
import type { ColumnStatistics } from "../../../../../model/store.ts";
import { Chart, type ChartEvents, chartHeight, Gutters } from "../../chart/chart.ts";
import type { Mark } from "../../chart/chart-overlays.ts";
import {
  allColumns,
  type ChartAxis,
  type ChartShape,
  chartShapes,
  isShown,
  MOST_TOLD,
  unitOf,
} from "../../chart/chart-shapes.ts";
import type { Pointed } from "../../panel/panel-series.ts";
import { ValueTable } from "../../panel/value-table.tsx";
import { MOST_ARRAY_LINES } from "../../series/array-lines.ts";
import { TextStates } from "../../series/text-states.ts";
import { formatAs, formatQuantity, formatTime, missingText } from "../../text/format.ts";
import { commonStart } from "../../text/line-names.ts";
import { STYLED, stateColour } from "../../text/state-colour.ts";
import { say } from "../../text/words.ts";
import { place } from "../../ui/place.ts";
import type { PanelView, ViewContext } from "../kind.ts";
import { AxisGrip } from "./chart-extras.ts";
import { PointerTip } from "./pointer-tip.tsx";

/** Number of points per pixel of width for a single chart. */
const POINTS_PER_PIXEL = 1.5;
/** With fewer rows, the scales of columns may still turn out to differ. */
const SETTLED_ROWS = 16;
const STATISTICS_INTERVAL_MS = 1000;
/** Maximum for all measurements of one panel. */
const MOST_POINTS = 40_000;
/** With more measurements, the store is asked only for the rows of those whose values stand beside the pointer. */
const MOST_EXACT = 40;
/** Lines of which the sentence below the chart tells values. */
const MOST_DESCRIBED = 20;
/** Narrower charts have their table instead of names at the lines' ends, pixels. */
const LEAST_FOR_ENDS = 480;
/** Longer names beside a chart's title leave out what they have in common. */
const MOST_LETTERS = 48;

class ChartsView implements PanelView {
  readonly root = place("div", "body");
  readonly #context: ViewContext;
  readonly #holder = place("div", "charts");
  readonly #table: ValueTable;
  readonly #texts: TextStates;
  #shapes: readonly ChartShape[] = [];
  #charts: readonly Chart[] = [];
  readonly #tip = new PointerTip(this.#holder);
  #grips: readonly AxisGrip[] = [];
  #gutters = new Gutters([]);
  #writeUnits: readonly (() => void)[] = [];
  #arrangedRows = -1;
  /** Names and values stand at the lines' ends: the table is not shown. */
  #isWithEnds = false;
  #countedMs = 0;
  /** Cached until a change: reading it at each drawing would cause a layout of the page. */
  #width = 0;

  constructor(context: ViewContext) {
    this.#context = context;
    this.#texts = new TextStates(context.feed);
    this.#table = new ValueTable(
      (column) => this.#toggle(column),
      (column, unit) => context.series.format(column, unit),
    );
    const area = place("div", "chart-area");
    area.append(this.#holder);
    this.root.append(area, this.#table.root);
    this.arrange();
  }

  arrange(): void {
    const { feed, series, theme } = this.#context;
    const settings = this.#context.settings();
    this.#arrangedRows = feed.buffer.length;
    const sizes = arraySizes(feed.description);
    // Elements of long arrays have their own panel; here they would be a table of numbers.
    const short = allColumns(feed.description, settings).filter(
      (column) => (sizes.get(stemOf(column.name)) ?? 0) <= MOST_ARRAY_LINES,
    );
    const first = new Set(short.slice(0, MOST_TOLD));
    const described = allColumns(feed.description, settings).filter(
      (column) => first.has(column) || isShown(column, feed.description, settings),
    );
    const others = series.others.map(({ description }) => description);
    const columns = [...(settings.own === false ? [] : described), ...others].map((column) => {
      const unit = unitOf(column, settings);
      const { unit: _own, ...others } = column;
      return unit === undefined ? others : { ...others, unit };
    });
    this.#isWithEnds = this.#hasEnds && settings.own === false;
    this.root.classList.toggle("with-ends", this.#isWithEnds);
    this.#table.describe(this.#isWithEnds ? [] : columns);
    const shapes = chartShapes({
      description: feed.description,
      settings,
      extent: (name) => series.extent(name),
      others,
      lines: theme().lines,
    });
    // A strip has the colours of its states, and none of its own.
    const colourOf = (kind: ChartShape["kind"], colour: string) => (kind === "strips" ? theme().faint : colour);
    const colours = new Map(
      shapes.flatMap(({ kind, lines }) => lines.map((line) => [line.column, colourOf(kind, line.colour)])),
    );
    for (const { name } of columns) this.#table.setColour(name, colours.get(name));
    if (JSON.stringify(shapes) === JSON.stringify(this.#shapes)) return;
    this.#shapes = shapes;
    this.#texts.want(shapes.flatMap(({ kind, lines }) => (kind === "strips" ? lines.map(({ column }) => column) : [])));
    this.clear();
  }

  draw(): void {
    if (this.#width === 0) this.resize();
    const width = this.#width;
    if (width === 0) return;
    const { feed, series, timeline } = this.#context;
    const points = Math.max(600, Math.min(3000, Math.round(width * POINTS_PER_PIXEL)));
    const { feeds } = series;
    for (const one of feeds) one.points = Math.min(points, Math.round(MOST_POINTS / feeds.length));
    if (this.#arrangedRows < SETTLED_ROWS && feed.buffer.length > this.#arrangedRows) this.arrange();
    if (this.#charts.length === 0) this.#charts = this.#shapes.map((shape) => this.#make(shape, width));
    const span = timeline.span();
    const marks = this.#marks();
    for (const [i, chart] of this.#charts.entries()) {
      const names = chart.shape.lines.map(({ column }) => column);
      const data = chart.shape.kind === "strips" ? this.#texts.aligned(names, series) : series.aligned(names);
      // DeadLetters of cursors and titles of annotations appear once.
      chart.draw({
        data,
        span,
        marks: i === 0 ? marks : marks.map(({ label: _label, ...mark }) => mark),
        format: (column, unit) => series.format(column, unit),
      });
    }
    for (const writeUnit of this.#writeUnits) writeUnit();
  }

  write(): void {
    const { series, timeline } = this.#context;
    const pointer = this.#context.pointerMs();
    this.#tip.show(this.#tipOptions(), pointer, this.pointedMs());
    for (const grip of this.#grips) grip.place();
    const now = this.#context.nowMs();
    if (!this.#isWithEnds) this.#writeTable(pointer, now);
    if (Math.abs(now - this.#countedMs) < STATISTICS_INTERVAL_MS) return;
    this.#countedMs = now;
    const isBetween = timeline.cursorSpan !== undefined;
    const span = isBetween ? "betweenCursors" : "statistics";
    const isWanted = this.#context.isAlone() || !(this.#hasEnds || isBetween);
    if (isWanted && (series.feeds.length <= MOST_EXACT || !this.#isWithEnds)) series.keepStatistics(span);
    if (this.#isWithEnds) return;
    const isFollowing = timeline.window.kind === "live" && !isBetween;
    this.#table.showStatistics(
      (column) => series.statistics(column, span),
      span,
      (column) => (isFollowing && series.isStored(column) ? series.latest(column) : undefined),
    );
  }

  #writeTable(pointer: number | undefined, now: number): void {
    const { series, timeline } = this.#context;
    const isExact = series.feeds.length <= MOST_EXACT;
    this.#table.show(
      (column) =>
        pointer === undefined ? { value: series.latest(column) } : this.#pointedAt(column, pointer, isExact),
      (column) => missingText(pointer === undefined ? series.missingSince(column) : undefined, now),
    );
    this.#table.setStates((column) => this.#stateColour(column));
    const { a, b } = timeline.cursors;
    this.#table.showCursors(
      { a, b },
      (column, cursor, timeMs) => series.cursorValue(column, cursor, timeMs),
      (timeMs) => formatTime(timeMs, now),
    );
  }

  // Keeps the height when charts are removed, so that nothing below moves.
  clear(): void {
    for (const chart of this.#charts) chart.destroy();
    this.#charts = [];
    this.#grips = [];
    this.#gutters = new Gutters(this.#shapes);
    this.#writeUnits = [];
    const height = this.#shapes.reduce((sum, shape) => sum + chartHeight(shape), 0);
    this.#holder.style.setProperty("--height", `${this.#shapes.length === 0 ? 0 : height}px`);
    this.#holder.replaceChildren();
  }

  // An invisible element has no width: charts keep theirs and are measured again when drawn.
  resize(): void {
    const hadEnds = this.#hasEnds;
    this.#width = this.#holder.clientWidth;
    if (this.#width === 0) return;
    if (this.#hasEnds !== hadEnds) {
      this.clear();
      this.arrange();
    }
    for (const chart of this.#charts) chart.resize(this.#width);
  }

  colourOf(column: string): string | undefined {
    return this.#shapes.flatMap(({ lines }) => lines).find((line) => line.column === column)?.colour;
  }

  describe(): string {
    const { feed, series, timeline } = this.#context;
    const { fromMs, toMs } = timeline.span();
    const now = this.#context.nowMs();
    const lines = this.#shapes.flatMap((shape) =>
      shape.lines.map((line) => ({ ...line, unit: shape[line.axis]?.unit })),
    );
    const more = lines.length > MOST_DESCRIBED ? `; ${say("and {0} more", lines.length - MOST_DESCRIBED)}` : "";
    const sentences = lines.slice(0, MOST_DESCRIBED).flatMap(({ column, unit }) => {
      const found = series.statistics(column);
      const format = series.format(column, unit);
      const missing = missingText(series.missingSince(column), now);
      const isOver = missing === "" ? "" : `, ${missing}`;
      if (found === undefined) {
        const latest = (feed.lastMs ?? 0) < fromMs ? undefined : series.latest(column);
        const isNumber = typeof latest === "number" || typeof latest === "bigint";
        return isNumber ? [`${say("{0}: last {1}", column, formatQuantity(latest, unit, format))}${isOver}`] : [];
      }
      const { last, min, max } = found;
      const ends = [formatAs(min, format), formatAs(max, format)] as const;
      const sentence = say("{0}: last {1}, from {2} to {3}", column, formatQuantity(last, unit, format), ...ends);
      return [`${sentence}${isOver || trendOf(found)}`];
    });
    const gaps = series.gaps(fromMs, toMs);
    const [first] = gaps;
    const silence =
      first === undefined
        ? say("no gaps")
        : say(
            gaps.length === 1 ? "{0} gap, from {1} to {2}" : "{0} gaps, the first from {1} to {2}",
            gaps.length,
            formatTime(first[0], now),
            formatTime(first[1], now),
          );
    return sentences.length === 0 ? say("no values in this time span") : `${sentences.join("; ")}${more}; ${silence}`;
  }

  /** If there is room, lines of other devices have names at their ends instead of in a table. */
  get #hasEnds(): boolean {
    const isWanted = this.#context.settings().own === false || this.#context.isAlone();
    return isWanted && (this.#width === 0 || this.#width >= LEAST_FOR_ENDS);
  }

  #tipOptions() {
    const { series, nowMs } = this.#context;
    const pointedAt = (column: string, timeMs: number, isExact: boolean) => this.#pointedAt(column, timeMs, isExact);
    // Where there is no table, values stand nowhere else.
    const always = this.#isWithEnds;
    return { charts: this.#charts, series, nowMs: nowMs(), pointedAt, always };
  }

  /** A strip has the colour of the state beside it. */
  #stateColour(column: string): string | undefined {
    const line = this.#shapes.find(({ kind }) => kind === "strips")?.lines.find((one) => one.column === column);
    if (line === undefined) return undefined;
    const value = this.#context.series.latest(column);
    const isState = typeof value === "number" || typeof value === "string";
    return isState ? stateColour(value, STYLED, line) : undefined;
  }

  #pointedAt(column: string, timeMs: number, isExact: boolean): Pointed | undefined {
    const text = this.#texts.valueAt(column, timeMs);
    return text === undefined ? this.#context.series.pointedAt(column, timeMs, isExact) : { value: text };
  }

  /** The time of the row at the pointer, once it is known. */
  pointedMs(): number | undefined {
    const pointer = this.#context.pointerMs();
    if (pointer === undefined) return undefined;
    const { series } = this.#context;
    for (const { column } of this.#shapes.flatMap(({ lines }) => lines)) {
      const pointed = series.pointedAt(column, pointer, series.feeds.length <= MOST_EXACT);
      if (pointed !== undefined && "value" in pointed && pointed.timeMs !== undefined) return pointed.timeMs;
    }
    return undefined;
  }

  #marks(): Mark[] {
    const { cursors, moment } = this.#context.timeline;
    const chosen = (["a", "b"] as const).flatMap((name): Mark[] => {
      const timeMs = cursors[name];
      return timeMs === undefined ? [] : [{ kind: "cursor", timeMs, label: name.toUpperCase() }];
    });
    return [
      ...this.#context
        .annotations()
        .map(({ timeMs, endMs, title }): Mark => ({ kind: "annotation", timeMs, endMs, label: title })),
      ...chosen,
      ...(moment === undefined ? [] : [{ kind: "cursor", timeMs: moment } as const]),
    ];
  }

  #toggle(column: string): void {
    const { columns } = this.#context.settings();
    const isShown = this.#shapes.some(({ lines }) => lines.some((line) => line.column === column));
    this.#context.change({ columns: { ...columns, [column]: { ...columns?.[column], shown: !isShown } } });
  }

  #make(shape: ChartShape, width: number): Chart {
    const holder = place("div", "chart", { ariaHidden: "true" });
    const { left, right } = shape;
    this.#holder.append(holder);
    const chart = new Chart(holder, {
      shape,
      width,
      theme: this.#context.theme(),
      events: this.#events(),
      ends: this.#hasEnds ? "named" : "bare",
      gutters: this.#gutters,
    });
    const names = place("div", "chart-head");
    holder.prepend(names);
    let shown: string | undefined;
    const writeUnits = () => {
      const units = `${chart.unitAt("left")} ${chart.unitAt("right")}`;
      if (units !== shown) render(this.#names(chart), names);
      shown = units;
    };
    this.#writeUnits = [...this.#writeUnits, writeUnits];
    const grip = (side: "left" | "right", { name }: ChartAxis) =>
      new AxisGrip(holder, chart, side, {
        onRange: (range) => this.#fix(name, range),
        onChosen: (value, point) => this.#limit(chart, side, value, point),
      });
    if (shape.kind === "lines") this.#grips = [...this.#grips, grip("left", left)];
    if (right !== undefined) this.#grips = [...this.#grips, grip("right", right)];
    return chart;
  }

  /** Titles of the axes; and of the lines, where several share a chart and have none at their ends. */
  #names(chart: Chart): JSX.Element {
    const { kind, lines, left, right } = chart.shape;
    const hasLegend = kind === "lines" && lines.length > 1 && !this.#hasEnds;
    const names = lines.map(({ column }) => column);
    const from = names.join("").length > MOST_LETTERS ? commonStart(names) : 0;
    const legend = hasLegend && (
      <span class="chart-names">
        {lines.map(({ column, colour }) => (
          <span key={column} style={{ "--swatch": colour }}>
            {column.slice(from)}
          </span>
        ))}
      </span>
    );
    return (
      <>
        {right !== undefined && legend}
        {right !== undefined && (
          <p class="chart-title at-right">
            <span>{right.title}</span>
            <small>{chart.unitAt("right")}</small>
          </p>
        )}
        {kind === "lines" && (
          <p class="chart-title">
            <span>{left.title}</span>
            <small>{chart.unitAt("left")}</small>
            {right === undefined && legend}
          </p>
        )}
      </>
    );
  }

  /** Round, as nobody can point more exactly. */
  #limit(chart: Chart, side: "left" | "right", value: number, point: { readonly x: number; readonly y: number }): void {
    const [min, max] = chart.rangeOf(side);
    const step = 10 ** Math.floor(Math.log10((max - min) / 50));
    const columns = chart.shape.lines.filter(({ axis }) => axis === side).map(({ column }) => column);
    this.#context.limit(columns, Number((Math.round(value / step) * step).toPrecision(9)), point);
  }

  #fix(axis: string, range: readonly [min: number, max: number] | undefined): void {
    const { axes } = this.#context.settings();
    const { min: _min, max: _max, ...kept } = axes?.[axis] ?? {};
    const fixed = range === undefined ? {} : { min: range[0], max: range[1] };
    this.#context.change({ axes: { ...axes, [axis]: { ...kept, ...fixed } } });
  }

  #events(): ChartEvents {
    const { timeline } = this.#context;
    return {
      onZoom: (fromMs, toMs) => timeline.show({ fromMs, toMs }),
      onCursor: (timeMs) => this.#context.setPointer(timeMs),
      onScale: (factor, atMs) => timeline.zoom(factor, atMs),
      onDrag: (span, phase) => timeline.drag(span, phase),
      onMoment: (span, point) => this.#context.choose(span, point),
    };
  }
}

/** A change from the first to the last value by less than this part of the range is none. */
const STEADY = 0.1;

function trendOf({ first, last, min, max }: ColumnStatistics): string {
  if (max === min) return `, ${say("constant")}`;
  const change = (Number(last) - Number(first)) / (Number(max) - Number(min));
  if (Math.abs(change) < STEADY) return `, ${say("ends where it began")}`;
  return `, ${change > 0 ? say("rising") : say("falling")}`;
}

export function make(context: ViewContext): PanelView {
  return new ChartsView(context);
}

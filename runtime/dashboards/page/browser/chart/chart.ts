/**
 * One chart of a panel: lines with a common unit and scale, lanes of flags and small numbers, or strips of named
 * states.
 */

import uPlot from "uplot";
import type { Theme } from "../app/theme-colours.ts";
import type { Cell } from "../data/series-buffer.ts";
import type { Span } from "../series/time-window.ts";
import {
  formatAs,
  formatNumber,
  formatOf,
  formatQuantity,
  formatTick,
  formatTicks,
  type NumberFormat,
  unitIn,
} from "../text/format.ts";
import { shortened } from "../text/line-names.ts";
import { localDate } from "../text/zone.ts";
import { addGestures, type ChartGestures } from "./chart-gestures.ts";
import { drawEnds, drawLimits, drawMarks, drawStrips, type Mark, scaleOf } from "./chart-overlays.ts";
import {
  apart,
  axisRange,
  type ChartAxis,
  type ChartLine,
  type ChartShape,
  labelledTicks,
  logTicks,
} from "./chart-shapes.ts";

export interface ChartEvents extends ChartGestures {
  /** A time span was selected by dragging, epoch ms. */
  onZoom(fromMs: number, toMs: number): void;
  /** The pointer's time; undefined after it has left. */
  onCursor(timeMs: number | undefined): void;
}

/** The data for one drawing: rows from `PanelSeries.aligned` for the lines' columns. */
export interface ChartFrame {
  readonly data: readonly [readonly number[], ...(readonly (Cell | string)[])[]];
  readonly span: Span;
  readonly marks: readonly Mark[];
  /** A series' format, for the names at the lines' ends. */
  readonly format?: (column: string, unit: string | undefined) => NumberFormat;
}

/** Least width of a value axis. */
const AXIS_WIDTH = 60;
const AXIS_HEIGHT = 22;
/** Room for the title, so that it never covers a line. */
const TOP_PADDING = 26;
const LINES_HEIGHT = 124;
const LANE_HEIGHT = 18;
const STRIP_HEIGHT = 22;
/** Labels with more characters may need a wider axis. */
const LONGEST_TICK = 7;
/** Pixels between a label and the plot. */
const LABEL_GAP = 12;
/** Pixels between a label and the edge of the chart; titles have the same. */
const EDGE = 12;
/** In software rendering, wider lines take seven times as long. */
const LINE_WIDTH = 1;
const DASH = [5, 4];
/** Width for names and last values at the ends of lines. */
const endsWidth = (width: number) => Math.round(Math.max(158, Math.min(206, width / 5)));
type Side = ChartLine["axis"];
/** Charts with the same key share the pointer's time. */
const CURSORS = "time";
const ELAPSED_CURSORS = "elapsed";

export function chartHeight({ kind, lines, timeAxis, scale }: ChartShape): number {
  const axis = timeAxis === "labelled" ? AXIS_HEIGHT : 4;
  if (kind === "lanes") return LANE_HEIGHT * lines.length + 6 + axis;
  if (kind === "strips") return STRIP_HEIGHT * lines.length + 6 + axis;
  return Math.round(LINES_HEIGHT * scale) + axis;
}

/**
 * Widths of the value axes, the same for all charts of a panel, so that equal times are below each other. They only
 * grow: nothing moves back and forth.
 */
export class Gutters {
  readonly width: Record<Side, number>;
  /** Charts that use them. */
  readonly charts = new Set<Chart>();

  constructor(shapes: readonly ChartShape[]) {
    this.width = { left: AXIS_WIDTH, right: shapes.some(({ right }) => right !== undefined) ? AXIS_WIDTH : 0 };
  }

  /** @returns the width of a side, from now on at least `needed` */
  grow(side: Side, needed: number, by: Chart): number {
    if (needed > this.width[side]) {
      this.width[side] = needed;
      // The chart itself is being laid out.
      queueMicrotask(() => {
        for (const chart of this.charts) if (chart !== by) chart.resize();
      });
    }
    return this.width[side];
  }
}

export class Chart {
  readonly shape: ChartShape;
  readonly #parent: HTMLElement;
  readonly #plot: uPlot;
  readonly #theme: Theme;
  readonly #ends: "named" | "bare";
  /** Ranges of axes that are being dragged. */
  readonly #dragged = new Map<Side, readonly [min: number, max: number]>();
  readonly #gutters: Gutters;
  #formats: Readonly<Record<Side, NumberFormat>> = { left: formatOf([]), right: formatOf([]) };
  /**
   * The purpose of the current drag; charts that only show the same pointer are notified, too. With Alt it makes an
   * annotation.
   */
  #drag: "zoom" | "mark" | "elsewhere" = "elsewhere";
  #frame: ChartFrame = { data: [[]], span: { fromMs: 0, toMs: 1 }, marks: [] };

  constructor(
    parent: HTMLElement,
    options: {
      readonly shape: ChartShape;
      readonly width: number;
      readonly theme: Theme;
      /** Absent: it only shows. */
      readonly events?: ChartEvents;
      /** `named`: the lines' ends show names and last values. */
      readonly ends?: "named" | "bare";
      readonly gutters: Gutters;
      /** `elapsed`: times are milliseconds since a start. */
      readonly time?: "clock" | "elapsed";
    },
  ) {
    const { shape, width, theme, events, ends = "bare", gutters, time = "clock" } = options;
    this.#ends = ends;
    this.#gutters = gutters;
    gutters.charts.add(this);
    this.shape = shape;
    this.#parent = parent;
    this.#theme = theme;
    this.#plot = new uPlot(
      {
        width,
        height: chartHeight(shape),
        ms: 1,
        tzDate: localDate,
        legend: { show: false },
        padding: [
          shape.kind === "lines" ? TOP_PADDING : 2,
          (plot) =>
            (shape.right === undefined ? gutters.width.right : 0) + (ends === "named" ? endsWidth(plot.width) : 12),
          0,
          0,
        ],
        cursor: {
          sync: { key: time === "clock" ? CURSORS : ELAPSED_CURSORS, setSeries: false },
          // The gestures handle a click after a drag.
          drag: { x: true, y: false, setScale: false, click: () => {} },
          points: { show: shape.kind === "lines", size: 5 },
          y: false,
          bind: {
            dblclick: () => () => null,
            // With Shift the chart is moved instead of selected.
            mousedown: (_plot, _target, select) => (event) => {
              this.#drag = event.altKey ? "mark" : "zoom";
              return event.shiftKey ? null : select(event);
            },
          },
        },
        scales: {
          // Whole milliseconds: otherwise uPlot's ticks would be slightly early and labelled with the previous second.
          x: {
            time: time === "clock",
            range: () => [Math.floor(this.#frame.span.fromMs), Math.ceil(this.#frame.span.toMs)],
          },
          y: shape.kind === "lines" ? this.#scale("left", shape.left) : { range: [0, shape.lines.length] },
          ...(shape.right && { y2: this.#scale("right", shape.right) }),
        },
        axes: [
          timeAxis(shape, theme, gutters, time),
          shape.kind === "lines" ? this.#valueAxis("left", shape.left) : laneAxis(shape, theme, gutters, this),
          ...(shape.right ? [this.#valueAxis("right", shape.right)] : []),
        ],
        series: [{}, ...shape.lines.map((line) => seriesOf(line, shape))],
        hooks: {
          setSelect: [(plot) => this.#selected(plot, events)],
          setCursor: [(plot) => events?.onCursor(cursorTime(plot))],
          drawAxes: [(plot) => drawLimits(plot, shape, theme)],
          draw: [(plot) => this.#drawOver(plot)],
        },
      },
      [[], ...shape.lines.map(() => [])],
      parent,
    );
    if (events !== undefined) addGestures(this.#plot, events);
  }

  draw(frame: ChartFrame): void {
    this.#frame = frame;
    const { left, right } = this.#formats;
    const { format = () => formatOf([]) } = frame;
    this.#formats = { left: axisFormat(this.shape, "left", format), right: axisFormat(this.shape, "right", format) };
    // Labels have the prefix, also where no scale changes.
    if (left.prefix !== this.#formats.left.prefix || right.prefix !== this.#formats.right.prefix) this.resize();
    const [times, ...cells] = frame.data;
    this.#plot.setData([times, ...cells.map((column, i) => this.#drawn(column, i))] as uPlot.AlignedData, true);
  }

  /** The unit of an axis, with the prefix of its labels. */
  unitAt(side: Side): string {
    return unitIn(this.#formats[side], this.shape[side]?.unit);
  }

  /** The element around it. */
  get root(): HTMLElement {
    return this.#parent;
  }

  /** CSS pixels. */
  get width(): number {
    return this.#plot.width;
  }

  /** Width of the axis at a side, CSS pixels. */
  gutter(side: Side): number {
    return this.#gutters.width[side];
  }

  /** The area of the lines, CSS pixels from the chart's corner. */
  get area(): { readonly left: number; readonly top: number; readonly width: number; readonly height: number } {
    const { left, top, width, height } = this.#plot.bbox;
    const ratio = devicePixelRatio;
    return { left: left / ratio, top: top / ratio, width: width / ratio, height: height / ratio };
  }

  /** CSS pixels from the left and top of `area`. */
  pointOf(timeMs: number, value: number, side: Side): { readonly x: number; readonly y: number } {
    return { x: this.#plot.valToPos(timeMs, "x"), y: this.#plot.valToPos(value, scaleOf(side)) };
  }

  /** @param y CSS pixels from the top of `area` */
  valueAt(y: number, side: Side): number {
    return this.#plot.posToVal(y, scaleOf(side));
  }

  /** From the top of `area`; undefined while the pointer is outside. */
  get pointerY(): number | undefined {
    const { top } = this.#plot.cursor;
    return top === undefined || top < 0 ? undefined : top;
  }

  rangeOf(side: Side): readonly [min: number, max: number] {
    const { min, max } = this.#plot.scales[scaleOf(side)]!;
    return [min!, max!];
  }

  /** Sets the range during a drag; undefined releases the axis. */
  dragAxis(side: Side, range: readonly [min: number, max: number] | undefined): void {
    if (range === undefined) this.#dragged.delete(side);
    else this.#dragged.set(side, apart(...range));
    if (range !== undefined) this.#plot.setScale(scaleOf(side), { min: range[0], max: range[1] });
  }

  #scale(side: Side, axis: ChartAxis): uPlot.Scale {
    return {
      distr: axis.scale === "log" ? 3 : 1,
      range: (_plot, min, max) => [...(this.#dragged.get(side) ?? axisRange(min, max, axis))],
    };
  }

  /** Without a width, lays it out again, for other labels. */
  resize(width = this.#plot.width): void {
    this.#plot.setSize({ width, height: chartHeight(this.shape) });
  }

  destroy(): void {
    this.#gutters.charts.delete(this);
    this.#plot.destroy();
  }

  #drawn(column: readonly (Cell | string)[], index: number): readonly Cell[] {
    const cells = column as readonly Cell[];
    switch (this.shape.kind) {
      case "lines":
        return this.shape[this.shape.lines[index]!.axis]?.scale === "log" ? cells.map(aboveZero) : cells;
      case "lanes":
        return this.#lane(cells, index);
      case "strips":
        return [];
    }
  }

  #valueAxis(side: Side, { scale }: ChartAxis): uPlot.Axis {
    return {
      scale: scaleOf(side),
      side: side === "left" ? 3 : 1,
      stroke: this.#theme.faint,
      // Two grids could not be told apart.
      grid: { show: side === "left", stroke: this.#theme.grid, width: 1 },
      ticks: { show: false },
      size: (plot, labels) => this.#gutters.grow(side, labelsWidth(plot, labels), this),
      gap: LABEL_GAP,
      // Four or five ticks for any height.
      space: (_plot, _axis, _min, _max, height) => Math.max(24, height / 6),
      font: FONT,
      ...(scale === "log" && {
        splits: (_plot, _axis, min, max) => logTicks(min, max),
        filter: (_plot, ticks) => ticks,
      }),
      // uPlot gives null if there is no room.
      values: (_plot, ticks, _axis, _space, step) => {
        const { factor } = this.#formats[side];
        const labelled = scale === "log" ? labelledTicks(ticks) : ticks;
        return (ticks as (number | null)[]).map((tick) => {
          if (tick === null || !labelled.includes(tick)) return "";
          return scale === "log" ? logLabel(tick * factor) : formatTick(tick * factor, step * factor);
        });
      },
    };
  }

  // Lanes are stacked from the top; a value fills part of its lane.
  #lane(column: readonly Cell[], index: number): Cell[] {
    const floor = this.shape.lines.length - 1 - index + 0.14;
    const { top } = this.shape.lines[index]!;
    return column.map((value) => (typeof value === "number" ? floor + (0.72 * value) / top : value));
  }

  #drawOver(plot: uPlot): void {
    const { data, span, marks } = this.#frame;
    if (this.shape.kind === "strips") drawStrips(plot, this.shape, data, span, this.#theme);
    drawMarks(plot, marks, span, this.#theme);
    if (this.#ends === "named")
      drawEnds(
        plot,
        this.shape,
        data,
        this.#theme,
        this.#gutters.width.right,
        endsWidth(this.#plot.width),
        (value, line) => this.#endText(value, line),
      );
  }

  // The axis names its unit; that of a line can have another prefix.
  #endText(value: number, { column, axis }: ChartLine): string {
    const unit = this.shape[axis]?.unit;
    const format = this.#frame.format?.(column, unit) ?? formatOf([value]);
    return format.prefix === this.#formats[axis].prefix ? formatAs(value, format) : formatQuantity(value, unit, format);
  }

  #selected(plot: uPlot, events: ChartEvents | undefined): void {
    const { left, width } = plot.select;
    const drag = this.#drag;
    this.#drag = "elsewhere";
    if (width < 4) return;
    const fromMs = plot.posToVal(left, "x");
    const toMs = plot.posToVal(left + width, "x");
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (drag === "zoom") events?.onZoom(fromMs, toMs);
  }
}

/** The format of all numbers at an axis: that of its line with the largest prefix. */
export function axisFormat(
  shape: Pick<ChartShape, "lines" | Side>,
  side: Side,
  format: NonNullable<ChartFrame["format"]>,
): NumberFormat {
  const unit = shape[side]?.unit;
  const formats = shape.lines.filter(({ axis }) => axis === side).map(({ column }) => format(column, unit));
  return formats.reduce((one, other) => (other.factor < one.factor ? other : one), formats[0] ?? formatOf([]));
}

function aboveZero(cell: Cell): Cell {
  return typeof cell === "number" && cell <= 0 ? null : cell;
}

function seriesOf(line: ChartLine, shape: ChartShape): uPlot.Series {
  if (shape.kind === "strips") return { label: line.column, show: true, paths: () => null, points: { show: false } };
  if (shape.kind === "lanes") return laneSeries(line, shape);
  const dash = line.isDashed ? { dash: DASH } : {};
  const base = {
    label: line.column,
    stroke: line.colour,
    width: LINE_WIDTH,
    pxAlign: 0,
    scale: scaleOf(line.axis),
    ...dash,
  };
  if (line.drawn === "points") return { ...base, paths: () => null, points: { show: true, size: 4 } };
  const points = { show: showsPoints, size: 4 };
  return line.drawn === "steps" ? { ...base, points, paths: uPlot.paths.stepped!({ align: 1 }) } : { ...base, points };
}

// A single value between gaps has no visible line; few values are drawn as points.
function showsPoints(plot: uPlot, _series: number, from: number, to: number): boolean {
  return to - from < plot.bbox.width / devicePixelRatio / 12;
}

function laneSeries(line: ChartLine, shape: ChartShape): uPlot.Series {
  const index = shape.lines.indexOf(line);
  const floor = shape.lines.length - 1 - index + 0.14;
  return {
    label: line.column,
    stroke: line.colour,
    fill: `${line.colour}40`,
    fillTo: floor,
    width: LINE_WIDTH,
    paths: uPlot.paths.stepped!({ align: 1 }),
    points: { show: false },
  };
}

function timeAxis(shape: ChartShape, theme: Theme, gutters: Gutters, time: "clock" | "elapsed"): uPlot.Axis {
  const labelled = shape.timeAxis === "labelled";
  const texts = time === "clock" ? formatTicks : elapsedTicks;
  return {
    stroke: theme.faint,
    grid: { stroke: theme.grid, width: 1 },
    ticks: { show: false },
    size: labelled ? AXIS_HEIGHT : 4,
    gap: 4,
    space: 64,
    font: FONT,
    values: labelled
      ? (plot, ticks, _axis, _space, step) => whole(plot, ticks, texts(ticks, step), gutters)
      : (_plot, ticks) => ticks.map(() => ""),
  };
}

/** `2 s` or, from two minutes between ticks on, `4 min`. */
function elapsedTicks(ticks: readonly number[], stepMs: number): string[] {
  const [unit, ms] = stepMs >= 120_000 ? ["min", 60_000] : ["s", 1000];
  return ticks.map((tick) => `${formatTick(tick / ms, stepMs / ms)} ${unit}`);
}

/** Leaves out a label that would be cut off at the right edge. */
function whole(plot: uPlot, ticks: readonly number[], labels: readonly string[], { width }: Gutters): string[] {
  const room = plot.width - width.left;
  return labels.map((label, i) => (plot.valToPos(ticks[i]!, "x") + label.length * HALF_DIGIT > room ? "" : label));
}

/** The width that an axis needs for its labels, pixels. @param labels null before there are any */
function labelsWidth({ ctx }: uPlot, labels: readonly string[] | null): number {
  const long = (labels ?? []).filter(({ length }) => length > LONGEST_TICK);
  if (long.length === 0) return 0;
  ctx.font = scaledFont();
  const widest = Math.max(...long.map((label) => ctx.measureText(label).width));
  return Math.ceil(widest / devicePixelRatio) + LABEL_GAP + EDGE;
}

/** A plain number; a far one has an exponent. */
function logLabel(tick: number): string {
  const isNear = Math.abs(Math.log10(tick)) < 5;
  return isNear
    ? formatNumber(Number(tick.toPrecision(3)))
    : Number(tick.toPrecision(3)).toExponential().replace("+", "");
}

/** Names of flags and states are shortened only where they would take too much of the chart. */
const MOST_NAMES_WIDTH = 140;
const MOST_NAMES_SHARE = 0.25;

function namesWidth(plot: uPlot, names: readonly string[]): number {
  plot.ctx.font = scaledFont();
  const widest = Math.max(0, ...names.map((name) => plot.ctx.measureText(name).width / devicePixelRatio));
  return Math.min(Math.ceil(widest) + LABEL_GAP + 4, MOST_NAMES_WIDTH, plot.width * MOST_NAMES_SHARE);
}

function laneAxis(shape: ChartShape, theme: Theme, gutters: Gutters, chart: Chart): uPlot.Axis {
  const { width } = gutters;
  const names = shape.lines.map(({ column }) => column);
  return {
    stroke: theme.faint,
    grid: { show: false },
    ticks: { show: false },
    size: (plot) => gutters.grow("left", namesWidth(plot, names), chart),
    gap: LABEL_GAP,
    font: FONT,
    splits: () => shape.lines.map((_line, i) => i + 0.5),
    values: (plot) => shape.lines.map((_line, i) => fitted(plot, shape.lines.at(-1 - i)!.column, width.left)),
  };
}

/** Half the width of a digit, pixels. */
const HALF_DIGIT = 3.3;
const FONT = "11px ui-sans-serif, system-ui, sans-serif";
/** Canvas pixels. */
const scaledFont = () => FONT.replace("11px", `${11 * devicePixelRatio}px`);

/** A name that fits into the axis's width. */
function fitted({ ctx }: uPlot, name: string, axisWidth: number): string {
  ctx.font = scaledFont();
  return shortened(name, 0.5, (text) => ctx.measureText(text).width <= (axisWidth - LABEL_GAP - 2) * devicePixelRatio);
}

function cursorTime(plot: uPlot): number | undefined {
  const { left } = plot.cursor;
  return left === undefined || left === null || left < 0 ? undefined : plot.posToVal(left, "x");
}

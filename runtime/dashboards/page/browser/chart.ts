/** One chart of a panel: lines that share a unit and a scale, or lanes of flags and states. */

import uPlot from "uplot";
import { formatNumber, formatTicks } from "./format.ts";
import type { Cell } from "./series-buffer.ts";
import type { Theme } from "./theme.ts";

export interface ChartLine {
  readonly column: string;
  readonly colour: string;
  /** Lanes: the largest value of the state; 1 for a flag. */
  readonly top: number;
}

export interface ChartShape {
  readonly kind: "lines" | "lanes";
  readonly unit: string | undefined;
  readonly lines: readonly ChartLine[];
  /** The lowest chart of a panel has the labels of the time axis. */
  readonly timeAxis: "labelled" | "bare";
}

export interface ChartEvents {
  /** A time span was dragged, epoch ms. */
  onZoom(fromMs: number, toMs: number): void;
  /** The pointer's time; undefined when it is gone. */
  onCursor(timeMs: number | undefined): void;
  onReset(): void;
}

export interface ChartMark {
  readonly timeMs: number;
}

const AXIS_WIDTH = 62;
const AXIS_HEIGHT = 22;
/** Holds the unit, so that it never lies on a line. */
const TOP_PADDING = 16;
const LINES_HEIGHT = 106;
const LANE_HEIGHT = 18;
/** Charts with one key share the pointer's time. */
const CURSORS = "time";

export function chartHeight(shape: ChartShape): number {
  const body = shape.kind === "lanes" ? LANE_HEIGHT * shape.lines.length + 6 : LINES_HEIGHT;
  return body + (shape.timeAxis === "labelled" ? AXIS_HEIGHT : 4);
}

export class Chart {
  readonly shape: ChartShape;
  readonly #plot: uPlot;
  #window: { fromMs: number; toMs: number } = { fromMs: 0, toMs: 1 };
  #marks: readonly ChartMark[] = [];

  constructor(
    parent: HTMLElement,
    options: {
      readonly shape: ChartShape;
      readonly width: number;
      readonly theme: Theme;
      readonly events: ChartEvents;
    },
  ) {
    const { shape, width, theme, events } = options;
    this.shape = shape;
    this.#plot = new uPlot(
      {
        width,
        height: chartHeight(shape),
        ms: 1,
        legend: { show: false },
        padding: [shape.kind === "lanes" ? 2 : TOP_PADDING, 10, 0, 0],
        cursor: {
          sync: { key: CURSORS, setSeries: false },
          drag: { x: true, y: false, setScale: false },
          points: { show: shape.kind === "lines", size: 5 },
          y: false,
          bind: {
            dblclick: () => () => {
              events.onReset();
              return null;
            },
          },
        },
        scales: {
          x: { time: true, range: () => [this.#window.fromMs, this.#window.toMs] },
          y: { range: shape.kind === "lanes" ? [0, shape.lines.length] : (_plot, min, max) => padded(min, max) },
        },
        axes: [timeAxis(shape, theme), shape.kind === "lanes" ? laneAxis(shape, theme) : valueAxis(theme)],
        series: [
          {},
          ...shape.lines.map((line) => (shape.kind === "lanes" ? laneSeries(line, shape) : lineSeries(line))),
        ],
        hooks: {
          setSelect: [(plot) => this.#selected(plot, events)],
          setCursor: [(plot) => events.onCursor(cursorTime(plot))],
          draw: [(plot) => this.#drawMarks(plot, theme)],
        },
      },
      [[], ...shape.lines.map(() => [])],
      parent,
    );
  }

  /** Draws rows as `SeriesBuffer.aligned` gives them for the lines' columns. */
  draw(data: [number[], ...Cell[][]], window: { fromMs: number; toMs: number }, marks: readonly ChartMark[]): void {
    this.#window = window;
    this.#marks = marks;
    const [times, ...cells] = data;
    const shown = this.shape.kind === "lanes" ? cells.map((column, i) => this.#lane(column, i)) : cells;
    this.#plot.setData([times, ...shown] as uPlot.AlignedData, true);
  }

  resize(width: number): void {
    this.#plot.setSize({ width, height: chartHeight(this.shape) });
  }

  destroy(): void {
    this.#plot.destroy();
  }

  // Lanes are stacked from the top; a value fills part of its lane.
  #lane(column: readonly Cell[], index: number): Cell[] {
    const floor = this.shape.lines.length - 1 - index + 0.14;
    const { top } = this.shape.lines[index]!;
    return column.map((value) => (typeof value === "number" ? floor + (0.72 * value) / top : value));
  }

  #selected(plot: uPlot, events: ChartEvents): void {
    const { left, width } = plot.select;
    if (width < 4) return;
    const fromMs = plot.posToVal(left, "x");
    const toMs = plot.posToVal(left + width, "x");
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    events.onZoom(fromMs, toMs);
  }

  #drawMarks(plot: uPlot, theme: Theme): void {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = theme.mark;
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    for (const { timeMs } of this.#marks) {
      if (timeMs < this.#window.fromMs || timeMs > this.#window.toMs) continue;
      const x = Math.round(plot.valToPos(timeMs, "x", true)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  }
}

function padded(min: number | null, max: number | null): [number, number] {
  if (min === null || max === null || !Number.isFinite(min)) return [0, 1];
  if (min === max) {
    const around = Math.abs(min) * 0.02 || 1;
    return [min - around, max + around];
  }
  const around = (max - min) * 0.08;
  return [min - around, max + around];
}

function lineSeries(line: ChartLine): uPlot.Series {
  return { label: line.column, stroke: line.colour, width: 1.5, points: { show: showsPoints, size: 4 } };
}

// A lone value between gaps has no line to be seen by; few values are shown as what they are.
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
    width: 1.25,
    paths: uPlot.paths.stepped!({ align: 1 }),
    points: { show: false },
  };
}

function timeAxis(shape: ChartShape, theme: Theme): uPlot.Axis {
  const labelled = shape.timeAxis === "labelled";
  return {
    stroke: theme.faint,
    grid: { stroke: theme.grid, width: 1 },
    ticks: { show: false },
    size: labelled ? AXIS_HEIGHT : 4,
    gap: 4,
    space: 74,
    font: FONT,
    values: labelled
      ? (_plot, ticks, _axis, _space, step) => formatTicks(ticks, step)
      : (_plot, ticks) => ticks.map(() => ""),
  };
}

function valueAxis(theme: Theme): uPlot.Axis {
  return {
    stroke: theme.faint,
    grid: { stroke: theme.grid, width: 1 },
    ticks: { show: false },
    size: AXIS_WIDTH,
    gap: 6,
    space: 18,
    font: FONT,
    values: (_plot, ticks, _axis, _space, step) => ticks.map((tick) => formatTickValue(tick, step)),
  };
}

function laneAxis(shape: ChartShape, theme: Theme): uPlot.Axis {
  return {
    stroke: theme.faint,
    grid: { show: false },
    ticks: { show: false },
    size: AXIS_WIDTH,
    gap: 6,
    font: FONT,
    splits: () => shape.lines.map((_line, i) => i + 0.5),
    values: () => shape.lines.map((_line, i) => shortened(shape.lines[shape.lines.length - 1 - i]!.column)),
  };
}

const FONT = "11px ui-sans-serif, system-ui, sans-serif";

function formatTickValue(tick: number, step: number): string {
  if (Math.abs(tick) >= 1e6 || (step < 1e-4 && tick !== 0)) return tick.toExponential(1);
  const places = Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
  return Number.isInteger(tick) && step >= 1 ? formatNumber(tick) : tick.toFixed(places);
}

function shortened(name: string): string {
  return name.length <= 9 ? name : `${name.slice(0, 8)}…`;
}

function cursorTime(plot: uPlot): number | undefined {
  const { left } = plot.cursor;
  return left === undefined || left === null || left < 0 ? undefined : plot.posToVal(left, "x");
}

/** One chart of a panel: lines that share a unit and a scale, lanes of flags and small numbers, strips of named states. */

import uPlot from "uplot";
import { addGestures, type ChartGestures } from "./chart-gestures.ts";
import { drawEnds, drawLimits, drawMarks, drawStrips, type Mark } from "./chart-overlays.ts";
import { axisRange, type ChartLine, type ChartShape } from "./chart-shapes.ts";
import { formatTick, formatTicks } from "./format.ts";
import type { Cell } from "./series-buffer.ts";
import type { Theme } from "./theme-colours.ts";
import type { Span } from "./time-window.ts";

export interface ChartEvents extends ChartGestures {
  /** A time span was dragged, epoch ms. */
  onZoom(fromMs: number, toMs: number): void;
  /** The pointer's time; undefined when it is gone. */
  onCursor(timeMs: number | undefined): void;
}

/** What is drawn at once: rows as `PanelSeries.aligned` gives them for the lines' columns. */
export interface ChartFrame {
  readonly data: readonly [readonly number[], ...(readonly (Cell | string)[])[]];
  readonly span: Span;
  readonly marks: readonly Mark[];
}

const AXIS_WIDTH = 60;
const AXIS_HEIGHT = 22;
/** Holds the title, so that it never lies on a line. */
const TOP_PADDING = 26;
const LINES_HEIGHT = 124;
const LANE_HEIGHT = 18;
const STRIP_HEIGHT = 22;
/** Characters that the axis holds. */
const LONGEST_TICK = 7;
/** Drawn in software, anything wider costs seven times as much. */
const LINE_WIDTH = 1;
const DASH = [5, 4];
/** Holds names and last values at the ends of lines. */
const ENDS_WIDTH = 132;
/** Charts with one key share the pointer's time. */
const CURSORS = "time";

export function chartHeight({ kind, lines, timeAxis, scale }: ChartShape): number {
  const axis = timeAxis === "labelled" ? AXIS_HEIGHT : 4;
  if (kind === "lanes") return LANE_HEIGHT * lines.length + 6 + axis;
  if (kind === "strips") return STRIP_HEIGHT * lines.length + 6 + axis;
  return Math.round(LINES_HEIGHT * scale) + axis;
}

export class Chart {
  readonly shape: ChartShape;
  readonly #plot: uPlot;
  readonly #theme: Theme;
  readonly #ends: "named" | "bare";
  /** What a drag in this chart is for; charts that only show the same pointer are told of it too. With Alt it is an annotation. */
  #drag: "zoom" | "mark" | "elsewhere" = "elsewhere";
  #frame: ChartFrame = { data: [[]], span: { fromMs: 0, toMs: 1 }, marks: [] };

  constructor(
    parent: HTMLElement,
    options: {
      readonly shape: ChartShape;
      readonly width: number;
      readonly theme: Theme;
      readonly events: ChartEvents;
      /** `named`: names and last values stand at the lines' ends. */
      readonly ends?: "named" | "bare";
    },
  ) {
    const { shape, width, theme, events, ends = "bare" } = options;
    this.#ends = ends;
    this.shape = shape;
    this.#theme = theme;
    this.#plot = new uPlot(
      {
        width,
        height: chartHeight(shape),
        ms: 1,
        legend: { show: false },
        padding: [shape.kind === "lines" ? TOP_PADDING : 2, ends === "named" ? ENDS_WIDTH : 12, 0, 0],
        cursor: {
          sync: { key: CURSORS, setSeries: false },
          // What a click behind a drag means is said by the gestures.
          drag: { x: true, y: false, setScale: false, click: () => {} },
          points: { show: shape.kind === "lines", size: 5 },
          y: false,
          bind: {
            dblclick: () => () => null,
            // With Shift the chart is moved, not selected.
            mousedown: (_plot, _target, select) => (event) => {
              this.#drag = event.altKey ? "mark" : "zoom";
              return event.shiftKey ? null : select(event);
            },
          },
        },
        scales: {
          // Whole milliseconds: uPlot's ticks would be one early else, and told by the second before.
          x: { time: true, range: () => [Math.floor(this.#frame.span.fromMs), Math.ceil(this.#frame.span.toMs)] },
          y: {
            range: shape.kind === "lines" ? (_plot, min, max) => axisRange(min, max, shape) : [0, shape.lines.length],
          },
        },
        axes: [timeAxis(shape, theme), shape.kind === "lines" ? valueAxis(theme) : laneAxis(shape, theme)],
        series: [{}, ...shape.lines.map((line) => seriesOf(line, shape))],
        hooks: {
          setSelect: [(plot) => this.#selected(plot, events)],
          setCursor: [(plot) => events.onCursor(cursorTime(plot))],
          drawAxes: [(plot) => drawLimits(plot, shape, theme)],
          draw: [(plot) => this.#drawOver(plot)],
        },
      },
      [[], ...shape.lines.map(() => [])],
      parent,
    );
    addGestures(this.#plot, events);
  }

  draw(frame: ChartFrame): void {
    this.#frame = frame;
    const [times, ...cells] = frame.data;
    this.#plot.setData([times, ...cells.map((column, i) => this.#drawn(column, i))] as uPlot.AlignedData, true);
  }

  resize(width: number): void {
    this.#plot.setSize({ width, height: chartHeight(this.shape) });
  }

  destroy(): void {
    this.#plot.destroy();
  }

  #drawn(column: readonly (Cell | string)[], index: number): readonly Cell[] {
    switch (this.shape.kind) {
      case "lines":
        return column as readonly Cell[];
      case "lanes":
        return this.#lane(column as readonly Cell[], index);
      case "strips":
        return [];
    }
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
    if (this.#ends === "named") drawEnds(plot, this.shape, data, this.#theme);
  }

  #selected(plot: uPlot, events: ChartEvents): void {
    const { left, width } = plot.select;
    const drag = this.#drag;
    this.#drag = "elsewhere";
    if (width < 4) return;
    const fromMs = plot.posToVal(left, "x");
    const toMs = plot.posToVal(left + width, "x");
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (drag === "zoom") events.onZoom(fromMs, toMs);
  }
}

function seriesOf(line: ChartLine, shape: ChartShape): uPlot.Series {
  if (shape.kind === "strips") return { label: line.column, show: true, paths: () => null, points: { show: false } };
  if (shape.kind === "lanes") return laneSeries(line, shape);
  const dash = line.isDashed ? { dash: DASH } : {};
  const base = { label: line.column, stroke: line.colour, width: LINE_WIDTH, pxAlign: 0, ...dash };
  if (line.drawn === "points") return { ...base, paths: () => null, points: { show: true, size: 4 } };
  const points = { show: showsPoints, size: 4 };
  return line.drawn === "steps" ? { ...base, points, paths: uPlot.paths.stepped!({ align: 1 }) } : { ...base, points };
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
    width: LINE_WIDTH,
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
      ? (plot, ticks, _axis, _space, step) => whole(plot, ticks, formatTicks(ticks, step))
      : (_plot, ticks) => ticks.map(() => ""),
  };
}

/** A label that would be cut off at the right edge is left out. */
function whole(plot: uPlot, ticks: readonly number[], labels: readonly string[]): string[] {
  const room = plot.width - AXIS_WIDTH;
  return labels.map((label, i) => (plot.valToPos(ticks[i]!, "x") + label.length * HALF_DIGIT > room ? "" : label));
}

function valueAxis(theme: Theme): uPlot.Axis {
  return {
    stroke: theme.faint,
    grid: { stroke: theme.grid, width: 1 },
    ticks: { show: false },
    size: AXIS_WIDTH,
    gap: 12,
    space: 24,
    font: FONT,
    values: (_plot, ticks, _axis, _space, step) => withoutCommon(ticks.map((tick) => formatTick(tick, step))),
  };
}

function laneAxis(shape: ChartShape, theme: Theme): uPlot.Axis {
  return {
    stroke: theme.faint,
    grid: { show: false },
    ticks: { show: false },
    size: AXIS_WIDTH,
    gap: 12,
    font: FONT,
    splits: () => shape.lines.map((_line, i) => i + 0.5),
    values: (plot) => shape.lines.map((_line, i) => shortened(plot, shape.lines[shape.lines.length - 1 - i]!.column)),
  };
}

/** Half a digit's width in it, pixels. */
const HALF_DIGIT = 3.3;
const FONT = "11px ui-sans-serif, system-ui, sans-serif";

/** Long labels that begin alike are told by their ends: `…4500`, `…5000`. */
function withoutCommon(texts: string[]): string[] {
  if (texts.every((text) => text.length <= LONGEST_TICK) || texts.some((text) => text.includes("e"))) return texts;
  let common = 0;
  while (texts.every((text) => text[common] === texts[0]?.[common] && common < text.length - 4)) common += 1;
  return common < 2 ? texts : texts.map((text) => `…${text.slice(common).trim()}`);
}

/** As much of a name as the axis holds; its end tells more than its middle. */
function shortened({ ctx }: uPlot, name: string): string {
  const fits = (text: string) => ctx.measureText(text).width <= (AXIS_WIDTH - 14) * devicePixelRatio;
  ctx.font = FONT.replace("11px", `${11 * devicePixelRatio}px`);
  if (fits(name)) return name;
  for (let kept = name.length - 2; kept > 2; kept -= 1) {
    const text = `${name.slice(0, Math.ceil(kept / 2))}…${name.slice(-Math.floor(kept / 2))}`;
    if (fits(text)) return text;
  }
  return name.slice(0, 4);
}

function cursorTime(plot: uPlot): number | undefined {
  const { left } = plot.cursor;
  return left === undefined || left === null || left < 0 ? undefined : plot.posToVal(left, "x");
}

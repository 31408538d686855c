/** Layers under and over the lines of a chart: limits, named states, annotations, cursors. Draws only on a canvas. */

import type uPlot from "uplot";
import type { Theme } from "../app/theme-colours.ts";
import type { Cell } from "../data/series-buffer.ts";
import type { Span } from "../series/time-window.ts";
import { commonStart, distinctNames } from "../text/line-names.ts";
import { stateColour, stateName } from "../text/state-colour.ts";
import type { ChartLine, ChartShape } from "./chart-shapes.ts";
import { apart, evenly } from "./line-ends.ts";

export interface Mark {
  readonly kind: "annotation" | "cursor";
  readonly timeMs: number;
  /** End of a range. */
  readonly endMs?: number | undefined;
  readonly label?: string;
}

/** uPlot's name for the scale of an axis. */
export function scaleOf(axis: ChartLine["axis"]): "y" | "y2" {
  return axis === "left" ? "y" : "y2";
}

const LETTER_HEIGHT = 16;

/** Bands outside a column's limits, for a chart with one column that has limits. */
export function drawLimits(surface: uPlot, { kind, lines }: ChartShape, theme: Theme): void {
  const limited = lines.filter(({ limits, axis }) => limits !== undefined && axis === "left");
  const texts = new Set(limited.map(({ limits }) => JSON.stringify(limits)));
  if (kind !== "lines" || texts.size !== 1) return;
  const { warn, alarm } = limited[0]!.limits!;
  const { ctx } = surface;
  ctx.save();
  if (warn !== undefined) band(surface, warn, theme.warn, alarm);
  if (alarm !== undefined) band(surface, alarm, theme.bad, undefined);
  ctx.restore();
}

type Limit = { readonly min?: number; readonly max?: number };

/** Fills the area beyond a limit up to the next one, and draws the limit itself. */
function band(surface: uPlot, { min, max }: Limit, colour: string, beyond: Limit | undefined): void {
  const { ctx, bbox } = surface;
  const bottom = bbox.top + bbox.height;
  const place = (value: number) => Math.min(bottom, Math.max(bbox.top, surface.valToPos(value, "y", true)));
  const fill = (from: number, to: number, edge: number) => {
    ctx.globalAlpha = 0.1;
    ctx.fillStyle = colour;
    ctx.fillRect(bbox.left, from, bbox.width, to - from);
    if (edge <= bbox.top || edge >= bottom) return;
    ctx.globalAlpha = 1;
    ctx.strokeStyle = colour;
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
    line(ctx, bbox.left, Math.round(edge) + 0.5, bbox.left + bbox.width, Math.round(edge) + 0.5);
  };
  if (max !== undefined) fill(beyond?.max === undefined ? bbox.top : place(beyond.max), place(max), place(max));
  if (min !== undefined) fill(place(min), beyond?.min === undefined ? bottom : place(beyond.min), place(min));
}

/** A row of coloured segments for each column, with the state's name if there is room. */
export function drawStrips(
  surface: uPlot,
  { lines }: ChartShape,
  [times, ...columns]: readonly [readonly number[], ...(readonly (Cell | string)[])[]],
  span: Span,
  theme: Theme,
): void {
  const { ctx, bbox } = surface;
  const height = bbox.height / lines.length;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.font = `${11 * devicePixelRatio}px ui-sans-serif, system-ui, sans-serif`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  lines.forEach((line, index) => {
    const top = bbox.top + index * height + height * 0.08;
    for (const { value, fromMs, toMs } of stretches(times, columns[index] ?? [], span)) {
      const left = surface.valToPos(fromMs, "x", true);
      const right = surface.valToPos(toMs, "x", true);
      const text = stateName(value, line);
      ctx.fillStyle = stateColour(value, theme, line);
      ctx.fillRect(left, top, Math.max(1, right - left), height * 0.84);
      label(ctx, text, Math.max(left, bbox.left), right, top + height * 0.42, theme);
    }
  });
  ctx.restore();
}

function label(
  ctx: CanvasRenderingContext2D,
  text: string,
  left: number,
  right: number,
  middle: number,
  theme: Theme,
): void {
  const padding = 5 * devicePixelRatio;
  if (right - left < ctx.measureText(text).width + 2 * padding) return;
  ctx.fillStyle = theme.onState;
  ctx.fillText(text, left + padding, middle);
}

interface Stretch {
  readonly value: number | string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Runs of equal values; a gap ends a run, and the last run ends at its last row. */
export function stretches(times: readonly number[], cells: readonly (Cell | string)[], span: Span): Stretch[] {
  const runs: { value: number | string; fromMs: number; toMs: number }[] = [];
  let open: (typeof runs)[number] | undefined;
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i];
    const timeMs = times[i]!;
    if (cell === undefined) continue;
    if (open !== undefined && (cell === null || cell !== open.value)) {
      if (cell !== null) open.toMs = timeMs;
      open = undefined;
    }
    if (cell === null) continue;
    if (open === undefined) {
      open = { value: cell, fromMs: timeMs, toMs: timeMs };
      runs.push(open);
    } else open.toMs = timeMs;
  }
  return runs.filter(({ fromMs, toMs }) => toMs >= span.fromMs && fromMs <= span.toMs);
}

const ENDS_LINE = 15;
/** Spacing of labels beside a chart. */
const ENDS_GAP = 10;

/**
 * Name and last value at the end of each line; overlapping labels are moved apart, labels without room are left out.
 */
export function drawEnds(
  surface: uPlot,
  { kind, lines }: ChartShape,
  [times, ...columns]: readonly [readonly number[], ...(readonly (Cell | string)[])[]],
  theme: Theme,
  /** Distance between plot and names, CSS pixels. */
  gutter: number,
  /** Width for names and values, CSS pixels. */
  room: number,
  textOf: (value: number, line: ChartLine) => string,
): void {
  if (kind !== "lines") return;
  const { ctx, bbox } = surface;
  const ratio = devicePixelRatio;
  const height = ENDS_LINE * ratio;
  const most = Math.floor(bbox.height / height);
  // A past span may have rows after its end.
  const endMs = surface.scales["x"]?.max ?? Number.POSITIVE_INFINITY;
  const ends = lines.flatMap((line, i) => {
    const cells = columns[i] ?? [];
    let last = cells.length - 1;
    while (last >= 0 && (times[last]! > endMs || typeof cells[last] !== "number")) last -= 1;
    const value = cells[last];
    return typeof value === "number"
      ? [{ ...line, text: textOf(value, line), y: surface.valToPos(value, scaleOf(line.axis), true) }]
      : [];
  });
  const shown = evenly(
    ends.sort((a, b) => a.y - b.y),
    most,
  );
  const places = apart(
    shown.map(({ y }) => y),
    bbox.top,
    bbox.top + bbox.height,
    height,
  );
  const common = commonStart(ends.map(({ column }) => column));
  const left = bbox.left + bbox.width + (gutter + ENDS_GAP) * ratio;
  ctx.save();
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  const names = distinctNames(
    shown.map(({ column }) => column.slice(common)),
    (name, i) => ctx.measureText(name).width <= (room - 44 - 7 * shown[i]!.text.length) * ratio,
  );
  ctx.textBaseline = "middle";
  for (const [i, { colour, text }] of shown.entries()) {
    const y = places[i]!;
    ctx.fillStyle = colour;
    ctx.fillRect(left, y - ratio, 8 * ratio, 3 * ratio);
    ctx.fillStyle = theme.text;
    ctx.font = `600 ${11 * ratio}px system-ui, sans-serif`;
    ctx.textAlign = "right";
    ctx.fillText(text, left + (room - 22) * ratio, y);
    ctx.font = `${11 * ratio}px system-ui, sans-serif`;
    ctx.textAlign = "left";
    ctx.fillText(names[i]!, left + 13 * ratio, y);
  }
  ctx.restore();
}

/** Annotations as dashed lines or tinted ranges, cursors as solid lines with their letter. */
export function drawMarks(surface: uPlot, marks: readonly Mark[], { fromMs, toMs }: Span, theme: Theme): void {
  const { ctx, bbox } = surface;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, 0, bbox.width, bbox.top + bbox.height);
  ctx.clip();
  ctx.textBaseline = "alphabetic";
  ctx.textAlign = "left";
  ctx.lineWidth = devicePixelRatio;
  let freeFrom = bbox.left;
  for (const mark of marks) {
    if ((mark.endMs ?? mark.timeMs) < fromMs || mark.timeMs > toMs) continue;
    drawMark(surface, mark, theme);
    // Titles in order of time, as long as they do not cover each other.
    if (mark.kind === "annotation") freeFrom = drawTitle(surface, mark, freeFrom, theme);
  }
  ctx.restore();
}

const LONGEST_TITLE = 28;

/** The annotation's title beside its line. @returns where the next one may begin */
function drawTitle(surface: uPlot, { timeMs, label = "" }: Mark, freeFrom: number, theme: Theme): number {
  const { ctx, bbox } = surface;
  const text = label.length > LONGEST_TITLE ? `${label.slice(0, LONGEST_TITLE - 1)}…` : label;
  const left = Math.max(bbox.left, surface.valToPos(timeMs, "x", true));
  ctx.font = `600 ${11 * devicePixelRatio}px ui-sans-serif, system-ui, sans-serif`;
  const width = ctx.measureText(text).width + 8 * devicePixelRatio;
  if (text === "" || left < freeFrom || left + width > bbox.left + bbox.width) return freeFrom;
  ctx.fillStyle = theme.mark;
  letter(ctx, text, left + width / 2, bbox.top, theme);
  return left + width + 4 * devicePixelRatio;
}

function drawMark(surface: uPlot, { kind, timeMs, endMs, label }: Mark, theme: Theme): void {
  const { ctx, bbox } = surface;
  const isCursor = kind === "cursor";
  ctx.strokeStyle = ctx.fillStyle = isCursor ? theme.text : theme.mark;
  ctx.setLineDash(isCursor ? [] : [3 * devicePixelRatio, 3 * devicePixelRatio]);
  const edges = endMs === undefined ? [timeMs] : [timeMs, endMs];
  const places = edges.map((ms) => Math.round(surface.valToPos(ms, "x", true)) + 0.5);
  for (const x of places) line(ctx, x, bbox.top, x, bbox.top + bbox.height);
  if (places[1] !== undefined) tint(ctx, places[0]!, places[1] - places[0]!, bbox);
  if (isCursor && label !== undefined) letter(ctx, label, places[0]!, bbox.top, theme);
}

function line(ctx: CanvasRenderingContext2D, left: number, top: number, right: number, bottom: number): void {
  ctx.beginPath();
  ctx.moveTo(left, top);
  ctx.lineTo(right, bottom);
  ctx.stroke();
}

/** In a box, so that it is readable over lines. */
function letter(ctx: CanvasRenderingContext2D, text: string, x: number, top: number, theme: Theme): void {
  const ratio = devicePixelRatio;
  const { fillStyle } = ctx;
  ctx.font = `600 ${11 * ratio}px ui-sans-serif, system-ui, sans-serif`;
  const width = ctx.measureText(text).width + 8 * ratio;
  ctx.fillRect(x - width / 2, top, width, LETTER_HEIGHT * ratio);
  ctx.fillStyle = theme.onMark;
  ctx.fillText(text, x - width / 2 + 4 * ratio, top + (LETTER_HEIGHT - 4) * ratio);
  ctx.fillStyle = fillStyle;
}

function tint(ctx: CanvasRenderingContext2D, left: number, width: number, { top, height }: uPlot["bbox"]): void {
  ctx.globalAlpha = 0.12;
  ctx.fillRect(left, top, width, height);
  ctx.globalAlpha = 1;
}

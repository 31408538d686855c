/**
 * Draws panels as one picture for a report, with the page's drawing code, on the caller's canvas, with a title and a
 * legend.
 */

import type { Theme } from "../../../dashboards/page/browser/app/theme-colours.ts";
import {
  axisFormat,
  Chart,
  type ChartFrame,
  chartHeight,
  Gutters,
} from "../../../dashboards/page/browser/chart/chart.ts";
import { type ChartShape, chartShapes } from "../../../dashboards/page/browser/chart/chart-shapes.ts";
import { MeasurementFeed } from "../../../dashboards/page/browser/data/measurement-feed.ts";
import type { RowSink } from "../../../dashboards/page/browser/data/whole-rows.ts";
import { PanelSeries } from "../../../dashboards/page/browser/panel/panel-series.ts";
import type { Formula } from "../../../dashboards/page/browser/series/computed-rows.ts";
import { TextStates } from "../../../dashboards/page/browser/series/text-states.ts";
import type { Span } from "../../../dashboards/page/browser/series/time-window.ts";
import { formatAs, formatDate, formatQuantity } from "../../../dashboards/page/browser/text/format.ts";
import { clockText } from "../../../dashboards/page/browser/text/zone.ts";
import type { PictureOrder, PicturePanel, WholeSeries } from "../picture-order.ts";

export interface PictureTheme extends Theme {
  readonly panel: string;
}

/** A picture whose charts have positions. */
export interface Picture {
  /** CSS pixels. */
  readonly height: number;
  /** For users who cannot see it. */
  readonly description: string;
  draw(ctx: CanvasRenderingContext2D): Promise<void>;
}

/** Why the requested picture cannot be drawn, in one sentence. */
export class PictureError extends Error {}

const MARGIN = 14;
const TITLE_HEIGHT = 46;
const PANEL_TITLE_HEIGHT = 22;
const LEGEND_LINE = 17;
/** Room for half of the time axis's last label. */
const RIGHT_MARGIN = 12;
const GAP = 8;
/** Line charts of a report are taller than those of the page, relative to the usual height. */
const USUAL_SCALE = 1.8;
const SMALLEST_SCALE = 0.4;
const MOST_HEIGHT = 16_000;
const FAMILY = "ui-sans-serif, system-ui, sans-serif";

interface Placed {
  readonly shape: ChartShape;
  readonly legend: readonly (readonly LegendEntry[])[];
}

interface LegendEntry {
  readonly text: string;
  readonly colour: string;
  readonly x: number;
}

interface Section {
  readonly panel: PicturePanel;
  readonly series: PanelSeries;
  readonly texts: TextStates;
  readonly charts: readonly Placed[];
}

/** @param measure a canvas for text widths. @throws PictureError */
export async function arrangePicture(
  order: PictureOrder,
  theme: PictureTheme,
  measure: CanvasRenderingContext2D,
): Promise<Picture> {
  const sections: Section[] = [];
  for (const panel of order.panels) sections.push(await sectionOf(panel, order, theme, measure));
  const fitted = fitToHeight(sections, order);
  const height = order.height ?? Math.ceil(heightOf(fitted));
  if (height > MOST_HEIGHT) {
    const count = fitted.reduce((sum, { charts }) => sum + charts.length, 0);
    throw new PictureError(`These are ${count} charts, too many for one picture: choose some with 'column'`);
  }
  return { height, description: describe(fitted), draw: (ctx) => draw(ctx, fitted, order, theme, height) };
}

async function sectionOf(
  panel: PicturePanel,
  { span, width }: PictureOrder,
  theme: PictureTheme,
  measure: CanvasRenderingContext2D,
): Promise<Section> {
  let loading: Promise<void> = Promise.resolve();
  const { description, settings } = panel;
  const feed = new MeasurementFeed(description, {
    nowMs: () => span.toMs,
    window: () => ({ kind: "fixed", ...span }),
    queue: (request) => {
      loading = loading.then(request);
    },
    series: { read: (wanted) => wanted.takeSeries(wanted.request(), Promise.resolve(panel.series)) },
    history: {
      wholeRows: async (_measurement, columns, _request, onRow) => giveRows(panel.rows, columns, onRow),
      rows: async () => panel.texts,
    },
    session: () => undefined,
    latest: { read: async () => true },
    statistics: { read: async () => ({}) },
    rows: { read: async () => panel.texts },
  });
  feed.points = Math.max(1, panel.series.times.length);
  feed.setSeen(true);
  await feed.whenRead;
  const formulas = await formulasOf(panel, feed.buffer.columns);
  const series = new PanelSeries(
    feed,
    () => settings,
    (expression) => formulas.get(expression),
  );
  series.aligned(series.computedNames());
  await loading;
  const shapes = chartShapes({ description, settings, extent: (name) => series.extent(name), lines: theme.lines });
  const texts = new TextStates(feed);
  texts.want(shapes.flatMap(({ kind, lines }) => (kind === "strips" ? lines.map(({ column }) => column) : [])));
  await feed.whenRead;
  const charts = shapes.map((shape) => ({ shape, legend: legendOf(shape, series, width, measure) }));
  return { panel, series, texts, charts };
}

function giveRows({ columns, times, values }: WholeSeries, wanted: readonly string[], onRow: RowSink["row"]): void {
  const places = wanted.map((name) => columns.indexOf(name));
  times.forEach((time, row) => {
    onRow(
      time,
      places.map((place) => values[place]?.[row] ?? undefined),
    );
  });
}

async function formulasOf({ settings }: PicturePanel, columns: readonly string[]): Promise<Map<string, Formula>> {
  const formulas = new Map<string, Formula>();
  if ((settings.derived ?? []).length === 0) return formulas;
  const { compileFormula } = await import("../../../dashboards/page/browser/formula/compile-formula.ts");
  for (const { name, expression } of settings.derived ?? []) {
    try {
      formulas.set(expression, compileFormula(expression, columns));
    } catch (error) {
      throw new PictureError(`Series '${name}': ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return formulas;
}

/** Names with the extremes of the shown values, on as many lines as necessary. */
function legendOf(
  shape: ChartShape,
  series: PanelSeries,
  width: number,
  measure: CanvasRenderingContext2D,
): LegendEntry[][] {
  const { kind, lines } = shape;
  if (kind !== "lines") return [];
  measure.font = `11px ${FAMILY}`;
  const rows: LegendEntry[][] = [[]];
  let x = MARGIN;
  for (const { column, colour, axis } of lines) {
    const unit = shape[axis]?.unit;
    const found = series.extent(column);
    // As the axis, whose labels have no unit.
    const format = axisFormat(shape, axis, formatIn(series));
    const range = found && `${formatAs(found.min, format)} … ${formatQuantity(found.max, unit, format)}`;
    const text = `${column}  ${range ?? "no values"}`;
    const needed = measure.measureText(text).width + 36;
    if (x > MARGIN && x + needed > width - MARGIN) {
      rows.push([]);
      x = MARGIN;
    }
    rows.at(-1)!.push({ text, colour, x });
    x += needed;
  }
  return rows;
}

function formatIn(series: PanelSeries): NonNullable<ChartFrame["format"]> {
  return (column, unit) => series.format(column, unit);
}

/** Its last line uses the room that a chart has above its lines. */
function legendHeight(legend: Placed["legend"]): number {
  return legend.length === 0 ? 0 : legend.length * LEGEND_LINE - 8;
}

function heightOf(sections: readonly Section[]): number {
  const parts = sections.flatMap(({ charts }) => [
    sections.length > 1 ? PANEL_TITLE_HEIGHT : 0,
    ...charts.map(({ shape, legend }) => legendHeight(legend) + chartHeight(shape) + GAP),
  ]);
  return parts.reduce((sum, part) => sum + part, TITLE_HEIGHT + MARGIN);
}

/** Line charts share the remaining height. */
function fitToHeight(sections: readonly Section[], { height }: PictureOrder): Section[] {
  const scaled = (factor: number) =>
    sections.map((section) => ({
      ...section,
      charts: section.charts.map((one) => ({ ...one, shape: { ...one.shape, scale: one.shape.scale * factor } })),
    }));
  if (height === undefined) return scaled(USUAL_SCALE);
  const least = heightOf(scaled(SMALLEST_SCALE));
  if (height < least) {
    throw new PictureError(`Parameter 'height' has to be at least ${Math.ceil(least)} for these charts`);
  }
  const hasLines = sections.some(({ charts }) => charts.some(({ shape }) => shape.kind === "lines"));
  if (!hasLines) return scaled(1);
  const perFactor = heightOf(scaled(101)) - heightOf(scaled(1));
  return scaled(Math.max(SMALLEST_SCALE, 1 + ((height - heightOf(scaled(1))) / perFactor) * 100 - 0.01));
}

async function draw(
  ctx: CanvasRenderingContext2D,
  sections: readonly Section[],
  order: PictureOrder,
  theme: PictureTheme,
  height: number,
): Promise<void> {
  const { width, scale, span } = order;
  const scaled = (paint: () => void) => {
    ctx.save();
    ctx.scale(scale, scale);
    paint();
    ctx.restore();
  };
  scaled(() => {
    ctx.fillStyle = theme.panel;
    ctx.fillRect(0, 0, width, height);
    write(ctx, order.title, MARGIN, 22, theme.text, 16, width - 2 * MARGIN);
    write(ctx, `${rangeText(span)} (${order.timeZone})`, MARGIN, 38, theme.faint, 11, width - 2 * MARGIN);
  });
  let top = TITLE_HEIGHT;
  for (const section of sections) {
    if (sections.length > 1) {
      const at = top + 15;
      scaled(() => write(ctx, section.panel.title, MARGIN, at, theme.text, 13, width - 2 * MARGIN));
      top += PANEL_TITLE_HEIGHT;
    }
    for (const [index, { shape, legend }] of section.charts.entries()) {
      const at = top;
      scaled(() => drawLegend(ctx, legend, at, theme, width));
      top += legendHeight(legend);
      ctx.save();
      ctx.translate(0, Math.round(top * scale));
      await drawChart(section, shape, order, theme, index === 0);
      ctx.restore();
      top += chartHeight(shape) + GAP;
    }
  }
}

function drawLegend(
  ctx: CanvasRenderingContext2D,
  legend: Placed["legend"],
  top: number,
  theme: PictureTheme,
  width: number,
): void {
  for (const [row, entries] of legend.entries()) {
    const y = top + row * LEGEND_LINE + 12;
    for (const { text, colour, x } of entries) {
      ctx.fillStyle = colour;
      ctx.fillRect(x, y - 8, 9, 9);
      write(ctx, text, x + 14, y, theme.text, 11, width - MARGIN - x - 14);
    }
  }
}

async function drawChart(
  { series, texts, panel, charts }: Section,
  shape: ChartShape,
  { width, span }: PictureOrder,
  theme: Theme,
  isFirst: boolean,
): Promise<void> {
  const gutters = new Gutters(charts.map((one) => one.shape));
  const chart = new Chart(document.createElement("div"), {
    shape,
    width: width - RIGHT_MARGIN,
    theme,
    gutters,
  });
  const names = shape.lines.map(({ column }) => column);
  const data = shape.kind === "strips" ? texts.aligned(names, series) : series.aligned(names);
  // Texts of annotations appear once.
  const marks = isFirst ? panel.marks : panel.marks.map(({ label: _label, ...mark }) => mark);
  chart.draw({ data, span, marks, format: formatIn(series) });
  // uPlot draws in a microtask.
  await new Promise((resolve) => setTimeout(resolve, 0));
  chart.destroy();
}

/** Text that is cut off if it does not fit. */
function write(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  colour: string,
  size: number,
  room: number,
): void {
  ctx.font = `${size}px ${FAMILY}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = colour;
  let shown = text;
  while (shown.length > 1 && ctx.measureText(shown).width > room) shown = `${shown.slice(0, -2)}…`;
  ctx.fillText(shown, x, y);
}

function rangeText({ fromMs, toMs }: Span): string {
  const clock = (ms: number) => clockText(ms, "seconds");
  const day = formatDate(fromMs) === formatDate(toMs) ? "" : `${formatDate(toMs)} `;
  return `${formatDate(fromMs)} ${clock(fromMs)} – ${day}${clock(toMs)}`;
}

function describe(sections: readonly Section[]): string {
  const sentences = sections.flatMap(({ charts, series }) =>
    charts.flatMap(({ shape }) =>
      shape.lines.map(({ column, axis }) => {
        const unit = shape[axis]?.unit;
        const found = series.extent(column);
        if (found === undefined) return column;
        const format = series.format(column, unit);
        return `${column}: from ${formatAs(found.min, format)} to ${formatQuantity(found.max, unit, format)}`;
      }),
    ),
  );
  return sentences.length === 0 ? "nothing to draw" : sentences.join("; ");
}

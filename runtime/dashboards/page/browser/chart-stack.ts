/** The charts of one panel: which there are, made when they are looked at, and drawn from one buffer. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import { Chart, type ChartEvents, type ChartMark, type ChartShape, chartHeight } from "./chart.ts";
import { groupColumns } from "./column-groups.ts";
import { element } from "./dom.ts";
import { columnChoice } from "./preferences.ts";
import type { SeriesBuffer } from "./series-buffer.ts";
import type { Theme } from "./theme.ts";
import type { Span } from "./time-window.ts";

export class ChartStack {
  readonly root = element("div", { class: "charts" });
  readonly #events: ChartEvents;
  #shapes: readonly ChartShape[] = [];
  #charts: readonly Chart[] = [];

  constructor(events: ChartEvents) {
    this.#events = events;
  }

  get shapes(): readonly ChartShape[] {
    return this.#shapes;
  }

  /** Decides anew what is drawn where; true when that has changed. */
  arrange(description: MeasurementDescription, buffer: SeriesBuffer, theme: Theme): boolean {
    const shapes = chartShapes(description, buffer, theme);
    if (JSON.stringify(shapes) === JSON.stringify(this.#shapes)) return false;
    this.#shapes = shapes;
    this.clear();
    return true;
  }

  /** Height stays when charts are taken away, so that nothing below moves. */
  clear(): void {
    for (const chart of this.#charts) chart.destroy();
    this.#charts = [];
    const height = this.#shapes.reduce((sum, shape) => sum + chartHeight(shape), 0);
    this.root.style.setProperty("--height", `${height}px`);
    this.root.replaceChildren();
  }

  draw(buffer: SeriesBuffer, span: Span, marks: readonly ChartMark[], theme: Theme): void {
    const width = this.root.clientWidth;
    if (width === 0) return;
    if (this.#charts.length === 0) this.#charts = this.#shapes.map((shape) => this.#make(shape, width, theme));
    for (const chart of this.#charts) {
      chart.draw(buffer.aligned(chart.shape.lines.map(({ column }) => column)), span, marks);
    }
  }

  resize(): void {
    for (const chart of this.#charts) chart.resize(this.root.clientWidth);
  }

  #make(shape: ChartShape, width: number, theme: Theme): Chart {
    const holder = element("div", { class: "chart" });
    if (shape.unit !== undefined) holder.append(element("span", { class: "axis-unit" }, shape.unit));
    this.root.append(holder);
    return new Chart(holder, { shape, width, theme, events: this.#events });
  }
}

function chartShapes(description: MeasurementDescription, buffer: SeriesBuffer, theme: Theme): ChartShape[] {
  const { database, measurement } = description;
  const shown = description.columns.filter(({ name, role, type }) => {
    if (type === "string") return false;
    return (columnChoice(database, measurement, name) ?? (role === "frame" ? "hidden" : "shown")) === "shown";
  });
  let next = 0;
  const line = (column: string, top: number) => ({ column, top, colour: theme.lines[next++ % theme.lines.length]! });

  const values = shown.filter(({ role }) => role === "value" || role === "frame");
  const groups = groupColumns(values.map(({ name, unit }) => ({ name, unit, extent: buffer.extent(name) })));
  const charts: Omit<ChartShape, "timeAxis">[] = groups.map(({ unit, columns }) => ({
    kind: "lines",
    unit,
    lines: columns.map((column) => line(column, 1)),
  }));
  const lanes = shown.filter(({ role }) => role === "flag" || role === "state");
  if (lanes.length > 0) {
    const lines = lanes.map(({ name, role }) => line(name, role === "flag" ? 1 : laneTop(buffer.extent(name)?.max)));
    charts.push({ kind: "lanes", unit: undefined, lines });
  }
  return charts.map((chart, i) => ({ ...chart, timeAxis: i === charts.length - 1 ? "labelled" : "bare" }));
}

// 1, 3, 7 or 15: what a bit-field of so many bits can hold, so that the scale stays when the state changes.
function laneTop(max: number | undefined): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, max ?? 1) + 1)) - 1;
}

/** Layers over a chart's canvas: values at the pointer beside their lines, and draggable axes. */

import { draggedRange, type Range } from "../axis-drag.ts";
import type { Chart } from "../chart.ts";
import type { ChartLine } from "../chart-shapes.ts";
import { element, setText } from "../dom.ts";
import { formatQuantity, unitIn } from "../format.ts";
import { apart } from "../line-ends.ts";
import type { PanelSeries } from "../panel-series.ts";
import { rangeText } from "../value-text.ts";
import { say } from "../words.ts";

const LABEL_HEIGHT = 18;
const LABEL_GAP = 8;
/** Between plot and grip. */
const GRIP_GAP = 8;
/** A label without this room is left of the pointer. */
const LABEL_ROOM = 96;
/** With more lines there is one label, for the line nearest to the pointer. */
const MOST_LABELS = 8;

interface Reading {
  readonly line: ChartLine;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export class Readings {
  readonly #root = element("div", { class: "readings" });

  constructor(holder: HTMLElement) {
    holder.append(this.#root);
  }

  /** @param timeMs time at the pointer; undefined: none */
  show(chart: Chart, timeMs: number | undefined, series: PanelSeries): void {
    const { area, shape } = chart;
    const readings = timeMs === undefined || shape.kind !== "lines" ? [] : readingsOf(chart, timeMs, series);
    const inside = readings.filter(({ x, y }) => x >= 0 && x <= area.width && y >= -1 && y <= area.height + 1);
    const shown = this.#fewest(inside, chart).sort((a, b) => a.y - b.y);
    const places = apart(
      shown.map(({ y }) => y),
      0,
      area.height,
      LABEL_HEIGHT,
    );
    while (this.#root.childElementCount > shown.length) this.#root.lastElementChild!.remove();
    while (this.#root.childElementCount < shown.length) this.#root.append(element("span"));
    for (const [i, { line, text, x }] of shown.entries()) {
      const label = this.#root.children[i] as HTMLElement;
      const isLeft = x > area.width - LABEL_ROOM;
      setText(label, text);
      label.style.setProperty("--swatch", line.colour);
      label.style.setProperty("top", `${area.top + places[i]!}px`);
      label.style.setProperty("left", `${area.left + x + (isLeft ? -LABEL_GAP : LABEL_GAP)}px`);
      label.classList.toggle("left", isLeft);
    }
  }

  #fewest(readings: readonly Reading[], { shape, pointerY }: Chart): Reading[] {
    if (shape.lines.length <= MOST_LABELS) return [...readings];
    if (pointerY === undefined) return [];
    const nearest = [...readings].sort((a, b) => Math.abs(a.y - pointerY) - Math.abs(b.y - pointerY))[0];
    return nearest === undefined ? [] : [{ ...nearest, text: `${nearest.line.column} ${nearest.text}` }];
  }
}

function readingsOf(chart: Chart, timeMs: number, series: PanelSeries): readonly Reading[] {
  const { shape } = chart;
  return shape.lines.flatMap((line): Reading[] => {
    const pointed = series.pointedAt(line.column, timeMs);
    if (pointed === undefined) return [];
    const unit = shape[line.axis]?.unit;
    const format = series.format(line.column, unit);
    if ("range" in pointed) {
      const { min, max } = pointed.range;
      const text = `${rangeText(pointed.range, format)} ${unitIn(format, unit)}`.trim();
      return [{ line, text, ...chart.pointOf(timeMs, (min + max) / 2, line.axis) }];
    }
    const { value } = pointed;
    if (typeof value !== "number" && typeof value !== "bigint") return [];
    const text = formatQuantity(value, unit, format);
    return [{ line, text, ...chart.pointOf(timeMs, Number(value), line.axis) }];
  });
}

type Side = ChartLine["axis"];

/** Dragging an axis at its upper or lower end stretches it, in the middle moves it; a double click resets it. */
export class AxisGrip {
  readonly #root: HTMLElement;
  readonly #chart: Chart;
  readonly #side: Side;
  readonly #onRange: (range: Range | undefined) => void;
  #placed = "";
  #held: { readonly share: number; readonly range: Range } | undefined;
  #latest: Range | undefined;

  constructor(holder: HTMLElement, chart: Chart, side: Side, onRange: (range: Range | undefined) => void) {
    this.#chart = chart;
    this.#side = side;
    this.#onRange = onRange;
    this.#root = element("div", {
      class: "axis-grip",
      title: say("Drag to set this axis; double click: automatic"),
    });
    this.#root.addEventListener("pointerdown", (event) => this.#down(event));
    this.#root.addEventListener("pointermove", (event) => this.#move(event));
    for (const type of ["pointerup", "pointercancel"]) this.#root.addEventListener(type, () => this.#end());
    this.#root.addEventListener("dblclick", () => onRange(undefined));
    holder.append(this.#root);
  }

  /** Position of the axis, which uPlot knows after drawing. */
  place(): void {
    const { left, top, width, height } = this.#chart.area;
    const x = this.#side === "left" ? 0 : left + width + GRIP_GAP;
    const placed = `inset: ${top}px auto auto ${x}px; width: ${this.#chart.gutter(this.#side) - GRIP_GAP}px; height: ${height}px`;
    if (placed !== this.#placed) this.#root.style.cssText = placed;
    this.#placed = placed;
  }

  #down(event: PointerEvent): void {
    event.preventDefault();
    this.#root.setPointerCapture(event.pointerId);
    this.#held = { share: this.#share(event), range: this.#chart.rangeOf(this.#side) };
    this.#latest = undefined;
  }

  #move(event: PointerEvent): void {
    const share = this.#share(event);
    const held = this.#held;
    if (held === undefined || (this.#latest === undefined && Math.abs(share - held.share) < 0.02)) return;
    const isLog = this.#chart.shape[this.#side]?.scale === "log";
    this.#latest = draggedRange(held.range, held.share, share, isLog ? "log" : "linear");
    this.#chart.dragAxis(this.#side, this.#latest);
  }

  #end(): void {
    const latest = this.#latest;
    this.#held = undefined;
    this.#latest = undefined;
    if (latest === undefined) return;
    this.#chart.dragAxis(this.#side, undefined);
    this.#onRange(latest);
  }

  /** From the top, 0 to 1. */
  #share({ clientY }: PointerEvent): number {
    const { top, height } = this.#root.getBoundingClientRect();
    return Math.max(0, Math.min(1, (clientY - top) / height));
  }
}

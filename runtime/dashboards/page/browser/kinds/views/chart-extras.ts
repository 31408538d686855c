/** Draggable axes over a chart's canvas. */

import { draggedRange, type Range } from "../../chart/axis-drag.ts";
import type { Chart } from "../../chart/chart.ts";
import { DOUBLE_CLICK_MS } from "../../chart/chart-gestures.ts";
import type { ChartLine } from "../../chart/chart-shapes.ts";
import { say } from "../../text/words.ts";
import { place } from "../../ui/place.ts";

/** Between plot and grip. */
const GRIP_GAP = 8;

type Side = ChartLine["axis"];

/** Dragging an axis at its upper or lower end stretches it, in the middle moves it; a double click resets it. */
export class AxisGrip {
  readonly #root: HTMLElement;
  readonly #chart: Chart;
  readonly #side: Side;
  readonly #onRange: (range: Range | undefined) => void;
  readonly #onChosen: (value: number, point: { readonly x: number; readonly y: number }) => void;
  #single: ReturnType<typeof setTimeout> | undefined;
  #placed = "";
  #held: { readonly share: number; readonly range: Range } | undefined;
  #latest: Range | undefined;
  #hasDragged = false;

  constructor(
    holder: HTMLElement,
    chart: Chart,
    side: Side,
    events: {
      readonly onRange: (range: Range | undefined) => void;
      /** A click on the axis. */
      readonly onChosen: (value: number, point: { readonly x: number; readonly y: number }) => void;
    },
  ) {
    this.#chart = chart;
    this.#side = side;
    this.#onRange = events.onRange;
    this.#onChosen = events.onChosen;
    const title = say("Drag to set this axis; double click: automatic; click: a limit here");
    this.#root = place("div", "axis-grip", { title });
    this.#root.addEventListener("pointerdown", (event) => this.#down(event));
    this.#root.addEventListener("pointermove", (event) => this.#move(event));
    for (const type of ["pointerup", "pointercancel"]) this.#root.addEventListener(type, () => this.#end());
    this.#root.addEventListener("click", (event) => this.#clicked(event));
    this.#root.addEventListener("dblclick", () => {
      clearTimeout(this.#single);
      this.#onRange(undefined);
    });
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

  #clicked(event: MouseEvent): void {
    clearTimeout(this.#single);
    if (this.#hasDragged) return;
    const { top, height } = this.#root.getBoundingClientRect();
    const value = this.#chart.valueAt(((event.clientY - top) / height) * this.#chart.area.height, this.#side);
    const point = { x: event.clientX, y: event.clientY };
    this.#single = setTimeout(() => this.#onChosen(value, point), DOUBLE_CLICK_MS);
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
    this.#hasDragged = latest !== undefined;
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

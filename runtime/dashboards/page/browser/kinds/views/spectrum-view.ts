/** An array over its index, now or over time: a spectrum, or a waterfall of colours. */

import type { Theme } from "../../app/theme-colours.ts";
import { axisRange } from "../../chart/chart-shapes.ts";
import type { Row } from "../../series/sampled-rows.ts";
import { formatAs, formatMoment, formatOf, formatTick, formatTime, type NumberFormat } from "../../text/format.ts";
import { say } from "../../text/words.ts";
import type { PanelView, ViewContext } from "../kind.ts";
import { longArrays } from "../numeric-names.ts";
import { pointedRow, RowsPicture } from "../rows.ts";
import { drawAxes, heat, type Plot, type Scale, xOf, yOf } from "./canvas.ts";
import { pictureView } from "./picture-view.tsx";

/** A waterfall needs no more stripes than a screen has pixels. */
const MOST_ROWS = 2000;

class SpectrumPicture extends RowsPicture {
  readonly height = 1;

  paint(plot: Plot, theme: Theme): void {
    if (this.context.settings().options?.["as"] === "waterfall") this.#drawWaterfall(plot, theme);
    else this.#drawSpectrum(plot, theme);
  }

  tell(): string {
    const row = this.#row();
    return row === undefined
      ? this.trouble
      : say("at {0}: {1}", formatTime(row.timeMs, this.context.nowMs()), this.#summary(row.values));
  }

  describe(): string {
    const row = this.#row();
    return row === undefined
      ? say("no values in this time span")
      : say("{0} elements, {1}", row.values.length, this.#summary(row.values));
  }

  #columns(): string[] {
    const { description } = this.context.feed;
    const stem = String(this.context.settings().options?.["array"] ?? longArrays(description)[0] ?? "");
    const names = description.columns
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${stem}.`) && /\.\d+$/.test(name));
    return names.sort((a, b) => Number(a.slice(stem.length + 1)) - Number(b.slice(stem.length + 1)));
  }

  #rows(): Row[] {
    return this.stretches(this.#columns()).flat();
  }

  /** The newest visible row, or the one at the pointer: its elements belong to one moment. */
  #row(): Row | undefined {
    const rows = this.#rows();
    return this.context.pointerMs() === undefined ? rows.at(-1) : pointedRow(rows, this.context);
  }

  #drawSpectrum(plot: Plot, theme: Theme): void {
    const row = this.#row();
    const columns = this.#columns();
    const { min, max } = this.#extent();
    const [low, high] = axisRange(min ?? null, max ?? null, this.context.settings().axes?.[columns[0] ?? ""] ?? {});
    const x: Scale = {
      min: -0.5,
      max: Math.max(0.5, columns.length - 0.5),
      label: say("index"),
      text: formatTick,
    };
    const y: Scale = { min: low, max: high, label: this.#unit(), text: formatTick };
    drawAxes(plot, x, y, theme);
    if (row === undefined) return;
    const bar = Math.max(1, (plot.width / columns.length) * 0.8);
    plot.ctx.fillStyle = theme.lines[0]!;
    const floor = yOf(plot, y, Math.max(low, Math.min(high, 0)));
    row.values.forEach((value, i) => {
      const top = yOf(plot, y, value);
      plot.ctx.fillRect(xOf(plot, x, i) - bar / 2, Math.min(top, floor), bar, Math.max(1, Math.abs(floor - top)));
    });
  }

  /** Time runs to the right as in all charts, the index upwards. */
  #drawWaterfall(plot: Plot, theme: Theme): void {
    const rows = this.#rows();
    const size = this.#columns().length;
    const { min = 0, max = 0, format } = this.#extent();
    const { fromMs, toMs } = this.context.timeline.span();
    const now = this.context.nowMs();
    const x: Scale = {
      min: fromMs,
      max: toMs,
      label: "",
      text: (ms) => formatMoment(ms, now),
    };
    const y: Scale = { min: -0.5, max: Math.max(0.5, size - 0.5), label: say("index"), text: formatTick };
    drawAxes(plot, x, y, theme, `${formatAs(min, format)} … ${formatAs(max, format)} ${this.#unit()}`);
    const height = plot.height / Math.max(1, size);
    // No more stripes than pixels.
    const step = Math.max(1, Math.floor(rows.length / plot.width));
    for (let i = 0; i < rows.length; i += step) {
      const { timeMs, values } = rows[i]!;
      const left = Math.max(plot.left, xOf(plot, x, timeMs));
      const right = Math.min(plot.left + plot.width, xOf(plot, x, (rows[i + step] ?? rows.at(-1)!).timeMs));
      values.forEach((value, index) => {
        plot.ctx.fillStyle = heat(max > min ? (value - min) / (max - min) : 0.5);
        plot.ctx.fillRect(left, yOf(plot, y, index) - height / 2, Math.max(1, right - left + 0.5), height + 0.5);
      });
    }
  }

  /** Extremes and format of all elements together. */
  #extent(): { readonly min?: number; readonly max?: number; readonly format: NumberFormat } {
    const extents = this.#columns().flatMap((name) => this.context.series.extent(name) ?? []);
    const format = formatOf(extents.flatMap(({ min, max, fraction }) => [min, max, fraction]));
    if (extents.length === 0) return { format };
    return { min: Math.min(...extents.map(({ min }) => min)), max: Math.max(...extents.map(({ max }) => max)), format };
  }

  #summary(values: readonly number[]): string {
    const { format } = this.#extent();
    const [max, min] = [Math.max(...values), Math.min(...values)];
    const places = [values.indexOf(max), values.indexOf(min)] as const;
    return say(
      "highest {0} at {1}, lowest {2} at {3}",
      formatAs(max, format),
      places[0],
      formatAs(min, format),
      places[1],
    );
  }

  #unit(): string {
    const [first] = this.#columns();
    return this.context.feed.description.columns.find(({ name }) => name === first)?.unit ?? "";
  }
}

/** Arrays too long for one line per element. */
export function make(context: ViewContext): PanelView {
  return pictureView(context, new SpectrumPicture(context, MOST_ROWS));
}

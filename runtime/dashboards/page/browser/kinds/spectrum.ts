/** An array over its index, now or as it changed: a spectrum, or a waterfall of colours. */

import type { MeasurementDescription } from "../../../../api/measurement-catalogue.ts";
import { arraySizes, axisRange, MOST_ARRAY_LINES } from "../chart-shapes.ts";
import { formatNumber, formatTime } from "../format.ts";
import { indexAfter } from "../panel-series.ts";
import type { Cell } from "../series-buffer.ts";
import type { Theme } from "../theme.ts";
import { drawAxes, heat, type Plot, type Scale, xOf, yOf } from "./canvas.ts";
import type { PanelKind, ViewContext } from "./kind.ts";
import { type Picture, pictureView } from "./picture-view.ts";

class SpectrumPicture implements Picture {
  readonly height = 1;
  readonly #context: ViewContext;

  constructor(context: ViewContext) {
    this.#context = context;
  }

  paint(plot: Plot, theme: Theme): void {
    if (this.#context.settings().options?.["as"] === "waterfall") this.#drawWaterfall(plot, theme);
    else this.#drawSpectrum(plot, theme);
  }

  tell(): string {
    const row = this.#row();
    return row === undefined ? "" : `at ${formatTime(row.timeMs, this.#context.nowMs())}: ${told(row.values)}`;
  }

  describe(): string {
    const row = this.#row();
    return row === undefined ? "no values in this time span" : `${row.values.length} elements, ${told(row.values)}`;
  }

  #columns(): string[] {
    const { description } = this.#context.feed;
    const stem = String(this.#context.settings().options?.["array"] ?? arraysOf(description)[0] ?? "");
    const names = description.columns
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${stem}.`) && /\.\d+$/.test(name));
    return names.sort((a, b) => Number(a.slice(stem.length + 1)) - Number(b.slice(stem.length + 1)));
  }

  #data(): [number[], ...Cell[][]] {
    return this.#context.series.aligned(this.#columns());
  }

  /** The newest row in view, or the one at the pointer. */
  #row(): { readonly timeMs: number; readonly values: readonly number[] } | undefined {
    const [times, ...cells] = this.#data();
    const { fromMs, toMs } = this.#context.timeline.span();
    for (
      let i = indexAfter(times, Math.min(toMs, this.#context.pointerMs() ?? toMs)) - 1;
      i >= 0 && times[i]! >= fromMs;
      i -= 1
    ) {
      const values = cells.map((column) => column[i]);
      if (values.length > 0 && values.every((value) => typeof value === "number"))
        return { timeMs: times[i]!, values: values as number[] };
    }
    return undefined;
  }

  #drawSpectrum(plot: Plot, theme: Theme): void {
    const row = this.#row();
    const columns = this.#columns();
    const extents = columns.flatMap((name) => this.#context.series.extent(name) ?? []);
    const min = extents.length === 0 ? null : Math.min(...extents.map((one) => one.min));
    const max = extents.length === 0 ? null : Math.max(...extents.map((one) => one.max));
    const [low, high] = axisRange(min, max, this.#context.settings().axes?.[columns[0] ?? ""] ?? {});
    const x: Scale = {
      min: -0.5,
      max: Math.max(0.5, columns.length - 0.5),
      label: "index",
      text: (value) => String(value),
    };
    const y: Scale = { min: low, max: high, label: this.#unit(), text: formatNumber };
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
    const [times, ...cells] = this.#data();
    const { fromMs, toMs } = this.#context.timeline.span();
    const extents = this.#columns().flatMap((name) => this.#context.series.extent(name) ?? []);
    const min = Math.min(...extents.map((one) => one.min));
    const max = Math.max(...extents.map((one) => one.max));
    const now = this.#context.nowMs();
    const x: Scale = {
      min: fromMs,
      max: toMs,
      label: `${formatNumber(min)} … ${formatNumber(max)} ${this.#unit()}`,
      text: (ms) => formatTime(ms, now).replace(/\.\d+$/, ""),
    };
    const y: Scale = { min: -0.5, max: Math.max(0.5, cells.length - 0.5), label: "index", text: String };
    drawAxes(plot, x, y, theme);
    const height = plot.height / Math.max(1, cells.length);
    const first = Math.max(0, indexAfter(times, fromMs) - 1);
    const last = indexAfter(times, toMs);
    // No more stripes than pixels.
    const step = Math.max(1, Math.floor((last - first) / plot.width));
    for (let i = first; i < last; i += step) {
      const left = Math.max(plot.left, xOf(plot, x, times[i]!));
      const right = Math.min(plot.left + plot.width, xOf(plot, x, times[Math.min(times.length - 1, i + step)]!));
      cells.forEach((column, index) => {
        const value = column[i];
        if (typeof value !== "number") return;
        plot.ctx.fillStyle = heat(max > min ? (value - min) / (max - min) : 0.5);
        plot.ctx.fillRect(left, yOf(plot, y, index) - height / 2, Math.max(1, right - left + 0.5), height + 0.5);
      });
    }
  }

  #unit(): string {
    const [first] = this.#columns();
    return this.#context.feed.description.columns.find(({ name }) => name === first)?.unit ?? "";
  }
}

function told(values: readonly number[]): string {
  const max = Math.max(...values);
  const min = Math.min(...values);
  return `highest ${formatNumber(max)} at ${values.indexOf(max)}, lowest ${formatNumber(min)} at ${values.indexOf(min)}`;
}

/** Arrays that are too long for a line each. */
function arraysOf(description: MeasurementDescription): string[] {
  return [...arraySizes(description)].filter(([, size]) => size > MOST_ARRAY_LINES).map(([stem]) => stem);
}

export const spectrumKind: PanelKind = {
  name: "spectrum",
  label: "Array: spectrum or waterfall",
  fits: (description) => arraySizes(description).size > 0,
  automatic: (description) =>
    arraysOf(description).map((stem) => ({
      suffix: `spectrum:${stem}`,
      title: `${description.title}: ${stem}`,
      settings: { options: { array: stem, as: "spectrum" } },
    })),
  options: (description) => [
    {
      name: "array",
      label: "Array",
      choices: [...arraySizes(description).keys()].map((stem) => [stem, stem] as const),
    },
    {
      name: "as",
      label: "Drawn as",
      choices: [
        ["spectrum", "spectrum: the newest, or at the pointer"],
        ["waterfall", "waterfall: all in view"],
      ],
    },
  ],
  make: (context) => pictureView(context, new SpectrumPicture(context)),
};

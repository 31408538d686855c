/** The frequencies in a time span: the amplitude spectrum of all its values. */

import type { Theme } from "../../app/theme-colours.ts";
import { unitOf } from "../../chart/chart-shapes.ts";
import { WholeRows } from "../../data/whole-rows.ts";
import { loadingText } from "../../panel/panel-text.ts";
import { type AmplitudeSpectrum, Signal, spectrumOf } from "../../series/fourier.ts";
import { formatNumber, formatQuantity, formatTick } from "../../text/format.ts";
import { say } from "../../text/words.ts";
import type { PanelView, ViewContext } from "../kind.ts";
import { numericNames } from "../numeric-names.ts";
import { drawAxes, type Plot, type Scale, xOf, yOf } from "./canvas.ts";
import { type Picture, pictureView } from "./picture-view.tsx";

class FftPicture implements Picture {
  readonly height = 1;
  readonly #context: ViewContext;
  readonly #rows: WholeRows<Signal>;
  /** Cached for the values read last, since many frames show the same ones. */
  #made: { readonly of: Signal; readonly spectrum: AmplitudeSpectrum | string } | undefined;

  constructor(context: ViewContext) {
    this.#context = context;
    this.#rows = new WholeRows(context.feed, () => new Signal());
  }

  release(): void {
    this.#rows.release();
  }

  paint(plot: Plot, theme: Theme): void {
    this.#rows.keep([this.#column()]);
    const found = this.#spectrum();
    const spectrum = typeof found === "string" ? undefined : found;
    const values = spectrum?.amplitudes ?? [];
    const isLog = this.#context.settings().options?.["scale"] === "log";
    const shown = values.map((value) => (isLog ? 20 * Math.log10(Math.max(value, 1e-12)) : value));
    const max = shown.reduce((a, b, i) => (i === 0 ? a : Math.max(a, b)), isLog ? -240 : 1e-12);
    const x: Scale = {
      min: 0,
      max: Math.max(1e-9, (spectrum?.step ?? 1) * Math.max(1, values.length - 1)),
      label: "Hz",
      text: formatTick,
    };
    const y: Scale = {
      min: isLog ? max - 100 : 0,
      max: isLog ? max + 5 : max * 1.08,
      label: isLog ? "dB" : this.#unit(),
      text: formatTick,
    };
    drawAxes(plot, x, y, theme);
    plot.ctx.strokeStyle = theme.lines[0]!;
    plot.ctx.lineWidth = 1.5;
    plot.ctx.beginPath();
    // Without the mean, which is not an oscillation and may exceed the plot.
    shown.slice(1).forEach((value, i) => {
      plot.ctx.lineTo(xOf(plot, x, (i + 1) * (spectrum?.step ?? 0)), yOf(plot, y, Math.max(y.min, value)));
    });
    plot.ctx.stroke();
  }

  tell(): string {
    return this.describe();
  }

  describe(): string {
    const spectrum = this.#spectrum();
    if (typeof spectrum === "string") return spectrum;
    const { amplitudes, step, samples, samplingRate, duration } = spectrum;
    // The mean is not an oscillation.
    const others = amplitudes.slice(1);
    const highest = others.reduce((a, b) => Math.max(a, b), 0);
    const hertz = (others.indexOf(highest) + 1) * step;
    const strongest = say(
      "strongest at {0} Hz with {1}",
      formatNumber(hertz),
      formatQuantity(highest, this.#unit() || undefined),
    );
    const window = say(
      "{0} samples in {1} s, {2} Hz, Hann window",
      samples,
      formatNumber(duration),
      formatNumber(samplingRate),
    );
    return `${this.#column()}: ${strongest}; ${window}`;
  }

  #column(): string {
    return String(
      this.#context.settings().options?.["column"] ?? numericNames(this.#context.feed.description)[0] ?? "",
    );
  }

  #unit(): string {
    const column = this.#context.feed.description.columns.find(({ name }) => name === this.#column());
    return column === undefined ? "" : (unitOf(column, this.#context.settings()) ?? "");
  }

  /** A sentence if there is no spectrum. */
  #spectrum(): AmplitudeSpectrum | string {
    const signal = this.#rows.sink;
    if (signal === undefined) return loadingText(this.#rows);
    // Later values are included by the next reading, every few seconds.
    if (this.#made?.of !== signal) {
      this.#made = { of: signal, spectrum: spectrumOf(signal) };
    }
    return this.#made.spectrum;
  }
}

export function make(context: ViewContext): PanelView {
  return pictureView(context, new FftPicture(context));
}

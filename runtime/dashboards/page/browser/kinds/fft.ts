/** Which frequencies are in what is shown: the amplitude spectrum of the time span. */

import { unitOf } from "../chart-shapes.ts";
import { formatNumber } from "../format.ts";
import { amplitudes, evenly } from "../fourier.ts";
import type { Theme } from "../theme.ts";
import { drawAxes, type Plot, type Scale, xOf, yOf } from "./canvas.ts";
import type { PanelKind, ViewContext } from "./kind.ts";
import { type Picture, pictureView } from "./picture-view.ts";
import { numericNames, stretchesInView } from "./rows.ts";

interface Spectrum {
  /** Hz between two bins. */
  readonly step: number;
  readonly amplitudes: readonly number[];
}

const FEWEST_SAMPLES = 16;
const MOST_SAMPLES = 4096;

class FftPicture implements Picture {
  readonly height = 1;
  readonly #context: ViewContext;
  #spectrum: Spectrum | undefined;

  constructor(context: ViewContext) {
    this.#context = context;
  }

  paint(plot: Plot, theme: Theme): void {
    const spectrum = this.#compute();
    this.#spectrum = spectrum;
    const values = spectrum?.amplitudes ?? [];
    const isLog = this.#context.settings().options?.["scale"] === "log";
    const shown = values.map((value) => (isLog ? 20 * Math.log10(Math.max(value, 1e-12)) : value));
    const max = Math.max(...shown.slice(1), isLog ? -240 : 1e-12);
    const x: Scale = {
      min: 0,
      max: Math.max(1e-9, (spectrum?.step ?? 1) * Math.max(1, values.length - 1)),
      label: "Hz",
      text: formatNumber,
    };
    const y: Scale = {
      min: isLog ? max - 100 : 0,
      max: isLog ? max + 5 : max * 1.08,
      label: isLog ? "dB" : this.#unit(),
      text: formatNumber,
    };
    drawAxes(plot, x, y, theme);
    plot.ctx.strokeStyle = theme.lines[0]!;
    plot.ctx.lineWidth = 1.5;
    plot.ctx.beginPath();
    // Without the mean, which is no oscillation and may be higher than the plot.
    shown.slice(1).forEach((value, i) => {
      plot.ctx.lineTo(xOf(plot, x, (i + 1) * (spectrum?.step ?? 0)), yOf(plot, y, Math.max(y.min, value)));
    });
    plot.ctx.stroke();
  }

  tell(): string {
    return this.describe();
  }

  describe(): string {
    const spectrum = this.#spectrum;
    if (spectrum === undefined) return `fewer than ${FEWEST_SAMPLES} values in this time span`;
    // The mean is no oscillation.
    const [, ...others] = spectrum.amplitudes;
    const highest = Math.max(...others);
    const hertz = (others.indexOf(highest) + 1) * spectrum.step;
    return `${this.#column()}: strongest at ${formatNumber(hertz)} Hz with ${formatNumber(highest)} ${this.#unit()}, ${formatNumber(spectrum.step)} Hz fine`;
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

  #compute(): Spectrum | undefined {
    const rows = stretchesInView(this.#context, [this.#column()])
      .flat()
      .map(({ timeMs, values }): [timeMs: number, value: number] => [timeMs, values[0]!]);
    if (rows.length < FEWEST_SAMPLES) return undefined;
    const samples = evenly(rows, Math.min(MOST_SAMPLES, 2 ** Math.floor(Math.log2(rows.length))));
    const seconds = (rows.at(-1)![0] - rows[0]![0]) / 1000;
    if (seconds <= 0) return undefined;
    return { step: (samples.length - 1) / samples.length / seconds, amplitudes: amplitudes(samples) };
  }
}

export const fftKind: PanelKind = {
  name: "fft",
  label: "Frequencies (FFT)",
  fits: (description) => numericNames(description).length > 0,
  options: (description) => [
    { name: "column", label: "Of", choices: numericNames(description).map((name) => [name, name] as const) },
    {
      name: "scale",
      label: "Scale",
      choices: [
        ["linear", "amplitude"],
        ["log", "decibels"],
      ],
    },
  ],
  make: (context) => pictureView(context, new FftPicture(context)),
};

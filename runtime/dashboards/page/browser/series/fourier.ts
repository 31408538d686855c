/** Amplitude spectra of evenly sampled signals. No DOM. */

import FFT from "fft.js";
import type { RowSink } from "../data/whole-rows.ts";
import { say } from "../text/words.ts";

/** All values of one column. */
export class Signal implements RowSink {
  readonly times: number[] = [];
  readonly values: number[] = [];
  /** True: there were more than `MOST_VALUES`. */
  isTooLong = false;

  row(timeMs: number, [value]: readonly (number | undefined)[]): void {
    if (value === undefined) return;
    if (this.values.length === MOST_VALUES) this.isTooLong = true;
    else {
      this.times.push(timeMs);
      this.values.push(value);
    }
  }
}

export interface AmplitudeSpectrum {
  /** Number of samples. */
  readonly samples: number;
  /** Hz. */
  readonly samplingRate: number;
  /** Seconds. */
  readonly duration: number;
  /** Distance between two amplitudes, Hz; the first is at 0. */
  readonly step: number;
  readonly amplitudes: readonly number[];
}

export const MOST_VALUES = 2 ** 19;
/** The transform is this many times as long as the samples, so that every frequency is close to a bin. */
export const ZEROS = 4;
const FEWEST_VALUES = 16;
/** A distance is uneven if it differs from the usual one by more than this fraction. */
const JITTER = 0.5;
/** Maximum fraction of uneven distances: occasional lost messages are interpolated. */
const UNEVEN_SHARE = 0.01;

/** @returns the spectrum, or a sentence that says why it cannot be computed */
export function spectrumOf({ times, values, isTooLong }: Signal): AmplitudeSpectrum | string {
  if (isTooLong) return say("More than {0} values: choose a shorter time span", MOST_VALUES);
  if (values.length < FEWEST_VALUES) return say("Fewer than {0} values in this time span", FEWEST_VALUES);
  const distances = times.slice(1).map((time, i) => time - times[i]!);
  const usual = [...distances].sort((a, b) => a - b)[distances.length >> 1]!;
  const uneven = distances.filter((distance) => Math.abs(distance - usual) > JITTER * usual).length;
  if (!(usual > 0) || uneven > UNEVEN_SHARE * distances.length) {
    return say(
      "The values are not evenly spaced in time ({0} of {1} distances differ from the usual {2} ms), so their frequencies are not known",
      uneven,
      distances.length,
      usual,
    );
  }
  const spanMs = times.at(-1)! - times[0]!;
  const samples = Math.round(spanMs / meanOf(distances, usual)) + 1;
  const samplingRate = ((samples - 1) / spanMs) * 1000;
  const { amplitudes, size } = transformed(evenly(times, values, samples));
  return { samples, samplingRate, duration: spanMs / 1000, step: samplingRate / size, amplitudes };
}

/** Mean of the even distances: more precise than any single distance. */
function meanOf(distances: readonly number[], usual: number): number {
  const even = distances.filter((distance) => Math.abs(distance - usual) <= JITTER * usual);
  return even.reduce((sum, distance) => sum + distance, 0) / even.length;
}

/** Resamples at equal distances with linear interpolation. */
function evenly(times: readonly number[], values: readonly number[], count: number): Float64Array {
  const samples = new Float64Array(count);
  const from = times[0]!;
  const step = (times.at(-1)! - from) / (count - 1);
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    const time = from + i * step;
    while (at < times.length - 2 && times[at + 1]! < time) at += 1;
    const [t0, t1] = [times[at]!, times[at + 1]!];
    const share = t1 === t0 ? 1 : Math.max(0, Math.min(1, (time - t0) / (t1 - t0)));
    samples[i] = values[at]! + (values[at + 1]! - values[at]!) * share;
  }
  return samples;
}

/** Through a Hann window and filled with zeros; a sine of amplitude 1 reads 0.99 to 1, wherever it lies between two bins. */
function transformed(samples: Float64Array): { readonly amplitudes: number[]; readonly size: number } {
  const { length } = samples;
  const size = ZEROS * 2 ** Math.ceil(Math.log2(length));
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / length;
  const windowed = new Array<number>(size).fill(0);
  samples.forEach((sample, i) => {
    windowed[i] = (sample - mean) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length));
  });
  const fft = new FFT(size);
  const spectrum = fft.createComplexArray();
  fft.realTransform(spectrum, windowed);
  const amplitudes = Array.from(
    { length: size / 2 },
    (_none, i) => (4 * Math.hypot(spectrum[2 * i]!, spectrum[2 * i + 1]!)) / length,
  );
  amplitudes[0] = Math.abs(mean);
  return { amplitudes, size };
}

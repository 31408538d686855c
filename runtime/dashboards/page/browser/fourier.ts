/** Amplitude spectra. No DOM. */

/** Samples at equal distances, by straight lines between rows. */
export function evenly(rows: readonly (readonly [timeMs: number, value: number])[], count: number): Float64Array {
  const samples = new Float64Array(count);
  const from = rows[0]![0];
  const step = (rows.at(-1)![0] - from) / (count - 1);
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    const time = from + i * step;
    while (at < rows.length - 2 && rows[at + 1]![0] < time) at += 1;
    const [[t0, v0], [t1, v1]] = [rows[at]!, rows[at + 1]!];
    samples[i] = t1 === t0 ? v1 : v0 + (v1 - v0) * Math.max(0, Math.min(1, (time - t0) / (t1 - t0)));
  }
  return samples;
}

/**
 * Amplitudes of the frequencies 0 … half the sampling rate, through a Hann window, so that a sine of amplitude 1 between its
 * neighbours reads 1. The number of samples is a power of two.
 */
export function amplitudes(samples: Float64Array): number[] {
  const { length } = samples;
  let mean = 0;
  for (const sample of samples) mean += sample / length;
  const real = samples.map((sample, i) => (sample - mean) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length)));
  const imaginary = new Float64Array(length);
  transform(real, imaginary);
  const found = Array.from({ length: length / 2 }, (_none, i) => (4 * Math.hypot(real[i]!, imaginary[i]!)) / length);
  found[0] = Math.abs(mean);
  return found;
}

/** In place. [Cooley and Tukey 1965, decimation in time] */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const { length } = real;
  for (let i = 1, j = 0; i < length; i += 1) {
    let bit = length >> 1;
    for (; (j & bit) !== 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [real[i], real[j]] = [real[j]!, real[i]!];
    [imaginary[i], imaginary[j]] = [imaginary[j]!, imaginary[i]!];
  }
  for (let size = 2; size <= length; size <<= 1) butterflies(real, imaginary, size);
}

function butterflies(real: Float64Array, imaginary: Float64Array, size: number): void {
  const half = size >> 1;
  for (let k = 0; k < half; k += 1) {
    const angle = (-2 * Math.PI * k) / size;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (let start = 0; start < real.length; start += size) {
      const [a, b] = [start + k, start + k + half];
      const re = real[b]! * cos - imaginary[b]! * sin;
      const im = real[b]! * sin + imaginary[b]! * cos;
      real[b] = real[a]! - re;
      imaginary[b] = imaginary[a]! - im;
      real[a] = real[a]! + re;
      imaginary[a] = imaginary[a]! + im;
    }
  }
}

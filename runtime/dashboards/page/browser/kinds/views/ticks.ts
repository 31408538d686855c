/** Round values along an axis. No DOM. */

/** About `count` round values between two ends, and not fewer than `least`. */
export function ticks(min: number, max: number, count: number, least = 0): number[] {
  if (!(max > min) || !Number.isFinite(max - min)) return [min];
  const rough = (max - min) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const found: number[] = [];
  for (let i = Math.ceil(min / step); i * step <= max + step * 1e-9 && found.length < 200; i += 1) {
    found.push(Number((i * step).toPrecision(12)));
  }
  // Steps grow by at most 2.5.
  return found.length < least ? ticks(min, max, (count * 5) / 2, least) : found;
}

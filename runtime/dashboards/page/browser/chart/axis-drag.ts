/** The range of an axis after a drag. No DOM. */

/** A double has no greater powers of ten. */
const MOST = 300;

export type Range = readonly [min: number, max: number];

/**
 * The range after the point at `from` was dragged to `to`, both from the top, 0 to 1: the held value stays under the
 * pointer. Rounded to a thousandth of the range, like a value typed by hand.
 */
export function draggedRange(
  [low, high]: Range,
  from: number,
  to: number,
  scale: "linear" | "log",
): [min: number, max: number] {
  const [min, max] = scale === "log" ? [Math.log10(low), Math.log10(high)] : [low, high];
  const value = max - from * (max - min);
  const share = Math.max(0.02, Math.min(0.98, to));
  const moved: [number, number] =
    from < 1 / 3
      ? [min, (value - share * min) / (1 - share)]
      : from > 2 / 3
        ? [(value - (1 - share) * max) / share, max]
        : [min + (to - from) * (max - min), max + (to - from) * (max - min)];
  if (scale === "log")
    return moved.map((end) => Number((10 ** Math.max(-MOST, Math.min(MOST, end))).toPrecision(3))) as [number, number];
  const step = 10 ** (Math.floor(Math.log10(moved[1] - moved[0])) - 3);
  return moved.map((end) => Number((Math.round(end / step) * step).toPrecision(12))) as [number, number];
}

/** The path of a sparkline: a value's history in a time span, in 80 × 24 pixels. No DOM. */

import type { Cell } from "./series-buffer.ts";
import type { Span } from "./time-window.ts";

export const SPARK_WIDTH = 80;
export const SPARK_HEIGHT = 24;

/** Within the picture's size; empty without values. */
export function sparkPath(
  [times, cells = []]: readonly [readonly number[], ...(readonly Cell[])[]],
  span: Span,
  width = SPARK_WIDTH,
): string {
  const extremes: ({ min: number; max: number } | undefined)[] = [];
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i];
    const x = Math.floor(((times[i]! - span.fromMs) / (span.toMs - span.fromMs)) * width);
    if (typeof cell !== "number" || x < 0 || x > width) continue;
    const known = extremes[x];
    extremes[x] =
      known === undefined
        ? { min: cell, max: cell }
        : { min: Math.min(known.min, cell), max: Math.max(known.max, cell) };
  }
  const all = extremes.filter((one) => one !== undefined);
  if (all.length === 0) return "";
  const low = Math.min(...all.map(({ min }) => min));
  const height = Math.max(...all.map(({ max }) => max)) - low;
  const y = (value: number) =>
    (height === 0 ? SPARK_HEIGHT / 2 : SPARK_HEIGHT - 1 - ((value - low) / height) * (SPARK_HEIGHT - 2)).toFixed(1);
  let path = "";
  let lastX = Number.NEGATIVE_INFINITY;
  // If values arrive only every few pixels, that many empty pixels are not a gap.
  const usual = Math.max(2, (3 * width) / all.length);
  extremes.forEach((one, x) => {
    if (one === undefined) return;
    path += `${x - lastX > usual ? "M" : "L"}${x} ${y(one.min)}${one.max === one.min ? "" : `L${x} ${y(one.max)}`}`;
    lastX = x;
  });
  return path;
}

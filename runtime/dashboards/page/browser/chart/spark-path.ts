/** A sparkline: a value's history in a time span, in 80 × 24 pixels. No DOM. */

import type { Cell } from "../data/series-buffer.ts";
import type { Span } from "../series/time-window.ts";

export const SPARK_WIDTH = 80;
export const SPARK_HEIGHT = 24;

export interface SparkPaths {
  readonly line: string;
  /** Between the extremes, where values oscillate too fast for a line; else empty. */
  readonly band: string;
}

interface Pixel {
  readonly min: number;
  readonly max: number;
}

/** A pixel oscillates if its values differ by this part of all values. */
const OSCILLATING = 0.15;

/** Within the picture's size; empty without values. */
export function sparkPaths(
  [times, cells = []]: readonly [readonly number[], ...(readonly Cell[])[]],
  span: Span,
  width = SPARK_WIDTH,
): SparkPaths {
  const pixels: (Pixel | undefined)[] = [];
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i];
    const x = Math.floor(((times[i]! - span.fromMs) / (span.toMs - span.fromMs)) * width);
    if (typeof cell !== "number" || x < 0 || x > width) continue;
    const { min, max } = pixels[x] ?? { min: cell, max: cell };
    pixels[x] = { min: Math.min(min, cell), max: Math.max(max, cell) };
  }
  const all = pixels.filter((one) => one !== undefined);
  if (all.length === 0) return { line: "", band: "" };
  const low = Math.min(...all.map(({ min }) => min));
  const height = Math.max(...all.map(({ max }) => max)) - low;
  const y = (value: number) =>
    (height === 0 ? SPARK_HEIGHT / 2 : SPARK_HEIGHT - 1 - ((value - low) / height) * (SPARK_HEIGHT - 2)).toFixed(1);
  // If values arrive only every few pixels, that many empty pixels are not a gap.
  const runs = runsOf(pixels, Math.max(2, (3 * width) / all.length));
  const oscillating = all.filter(({ min, max }) => max - min > OSCILLATING * height);
  if (oscillating.length < all.length / 2)
    return {
      line: runs
        .map((run) =>
          path(run.flatMap(([x, { min, max }]) => [`${x} ${y(min)}`, ...(max === min ? [] : [`${x} ${y(max)}`])])),
        )
        .join(""),
      band: "",
    };
  const middle = runs.map((run) => path(run.map(([x, { min, max }]) => `${x} ${y((min + max) / 2)}`)));
  const band = runs.map((run) => {
    const upper = run.map(([x, { max }]) => `${x} ${y(max)}`);
    const lower = run.map(([x, { min }]) => `${x} ${y(min)}`).reverse();
    return `${path([...upper, ...lower])}Z`;
  });
  return { line: middle.join(""), band: band.join("") };
}

/** Stretches without a gap. */
function runsOf(pixels: readonly (Pixel | undefined)[], usual: number): (readonly [x: number, of: Pixel])[][] {
  const runs: (readonly [number, Pixel])[][] = [];
  let lastX = Number.NEGATIVE_INFINITY;
  pixels.forEach((pixel, x) => {
    if (pixel === undefined) return;
    if (x - lastX > usual) runs.push([]);
    runs.at(-1)!.push([x, pixel]);
    lastX = x;
  });
  return runs;
}

function path(points: readonly string[]): string {
  return `M${points.join("L")}`;
}

/** How a value went in the time span, in 80 × 24 pixels: the extremes of each pixel, a gap where nothing came. */

import type { JSX, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { MeasurementFeed } from "../measurement-feed.ts";
import type { Cell } from "../series-buffer.ts";
import type { Span } from "../time-window.ts";

const WIDTH = 80;
const HEIGHT = 24;
/** Points of history that it takes. */
const POINTS = 2 * WIDTH;

export function Sparkline(props: {
  readonly feed: MeasurementFeed;
  readonly column: string;
  readonly span: Span;
}): JSX.Element {
  const { feed, column, span } = props;
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={sparkPath(feed.buffer.aligned([column]), span)} />
    </svg>
  );
}

/** Within the picture's size; empty where there are no values. */
export function sparkPath(
  [times, cells = []]: readonly [readonly number[], ...(readonly Cell[])[]],
  span: Span,
): string {
  const extremes: ({ min: number; max: number } | undefined)[] = [];
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i];
    const x = Math.floor(((times[i]! - span.fromMs) / (span.toMs - span.fromMs)) * WIDTH);
    if (typeof cell !== "number" || x < 0 || x > WIDTH) continue;
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
    (height === 0 ? HEIGHT / 2 : HEIGHT - 1 - ((value - low) / height) * (HEIGHT - 2)).toFixed(1);
  let path = "";
  let lastX = Number.NEGATIVE_INFINITY;
  // Where values come every few pixels, as many empty ones are no gap.
  const usual = Math.max(2, (3 * WIDTH) / all.length);
  extremes.forEach((one, x) => {
    if (one === undefined) return;
    path += `${x - lastX > usual ? "M" : "L"}${x} ${y(one.min)}${one.max === one.min ? "" : `L${x} ${y(one.max)}`}`;
    lastX = x;
  });
  return path;
}

const seen = new WeakMap<Element, (isSeen: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** History is read for what somebody sees. */
export function useSeen(root: RefObject<Element | null>, feed: MeasurementFeed | undefined): void {
  useEffect(() => {
    const watched = root.current;
    if (watched === null || watched === undefined || feed === undefined) return undefined;
    observer ??= new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) seen.get(target)?.(isIntersecting);
    });
    const viewer = {};
    seen.set(watched, (isSeen) => feed.setSeen(isSeen, viewer, POINTS));
    observer.observe(watched);
    return () => {
      observer?.unobserve(watched);
      feed.setSeen(false, viewer);
    };
  }, [feed]);
}

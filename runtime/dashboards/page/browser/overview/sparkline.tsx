/** A value's history in the time span, in 80 × 24 pixels: the extremes of each pixel, with gaps. */

import type { JSX, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { SPARK_HEIGHT, SPARK_WIDTH, type SparkPaths, sparkPaths } from "../chart/spark-path.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import type { Span } from "../series/time-window.ts";

/** Number of history points that it needs. */
const POINTS = 2 * SPARK_WIDTH;

export function Sparkline(props: {
  readonly feed: MeasurementFeed;
  readonly column: string;
  readonly span: Span;
}): JSX.Element {
  const { feed, column, span } = props;
  // Before its history is loaded, the newest rows alone would be an upright line.
  const paths = feed.isLoading ? NOTHING : sparkPaths(feed.buffer.aligned([column]), span);
  return (
    <svg class="sparkline" viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <Curve {...paths} />
    </svg>
  );
}

const NOTHING: SparkPaths = { line: "", band: "" };

export function Curve({ line, band }: SparkPaths): JSX.Element {
  return (
    <>
      {band !== "" && <path class="band" d={band} />}
      <path d={line} />
    </>
  );
}

const seen = new WeakMap<Element, (isSeen: boolean) => void>();
let observer: IntersectionObserver | undefined;

/**
 * History is only read while it is visible.
 * @param column the only one that is shown; else live rows are read, too
 */
export function useSeen(root: RefObject<Element | null>, feed: MeasurementFeed | undefined, column?: string): void {
  useEffect(() => {
    const watched = root.current;
    if (watched === null || watched === undefined || feed === undefined) return undefined;
    observer ??= new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) seen.get(target)?.(isIntersecting);
    });
    const viewer = {};
    const see = (isSeen: boolean) => {
      if (column === undefined) feed.setFollowed(isSeen, viewer);
      feed.setSeen(isSeen, viewer, POINTS, column);
    };
    seen.set(watched, see);
    observer.observe(watched);
    return () => {
      observer?.unobserve(watched);
      see(false);
    };
  }, [feed, column]);
}

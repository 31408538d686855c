/** A value's history in the time span, in 80 × 24 pixels: the extremes of each pixel, with gaps. */

import type { JSX, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { MeasurementFeed } from "../measurement-feed.ts";
import { SPARK_HEIGHT, SPARK_WIDTH, sparkPath } from "../spark-path.ts";
import type { Span } from "../time-window.ts";

/** Number of history points that it needs. */
const POINTS = 2 * SPARK_WIDTH;

export function Sparkline(props: {
  readonly feed: MeasurementFeed;
  readonly column: string;
  readonly span: Span;
}): JSX.Element {
  const { feed, column, span } = props;
  return (
    <svg class="sparkline" viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {/* Before its history is loaded, the newest rows alone would be an upright line. */}
      <path d={feed.isLoading ? "" : sparkPath(feed.buffer.aligned([column]), span)} />
    </svg>
  );
}

const seen = new WeakMap<Element, (isSeen: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** History is only read while it is visible. */
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

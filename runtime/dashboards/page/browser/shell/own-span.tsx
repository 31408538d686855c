/** A measurement's history over a time span of its own, which is not that of the page. */

import { useEffect, useMemo } from "preact/hooks";
import { data } from "../app/page.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import type { TimeWindow } from "../series/time-window.ts";

/**
 * Loaded as long as its part of the page is there; live rows come from the page's feed.
 * @param key changes if the window is another one
 */
export function useOwnSpan(of: MeasurementFeed, window: TimeWindow, points: number): MeasurementFeed {
  const key = JSON.stringify(window);
  const feed = useMemo(() => data.feedOver(of.description, window), [of, key]);
  useEffect(() => {
    const viewer = {};
    const onRow = feed.live.bind(feed);
    of.setFollowed(true, viewer);
    feed.setSeen(true, viewer, points);
    of.liveRows.add(onRow);
    return () => {
      of.liveRows.delete(onRow);
      feed.setSeen(false, viewer);
      of.setFollowed(false, viewer);
    };
  }, [feed, of, points]);
  return feed;
}

/** The text in the address by which the user filters panels and devices. */

import { view } from "../app/navigation.ts";
import { address, data, filterText, layout } from "../app/page.ts";
import { say } from "../text/words.ts";
import { grid, passesFilter } from "./panel-grid.ts";

export function setFilter(text: string): void {
  address.set("filter", text.trim());
}

/** Whether the measurement matches. @param key of its feed */
export function matchesFilter(key: string): boolean {
  const feed = data.feeds.get(key);
  return feed === undefined || passesFilter(filterText.value, feed.description);
}

/** Whether any of its panels matches; in views without panels, whether it matches itself. */
export function isInFilter(key: string): boolean {
  // All devices have panels only on the automatic dashboard.
  const hasPanels = view.value === "panels" && layout.layout.automatic !== false;
  return hasPanels ? grid.isShown(key) : matchesFilter(key);
}

/** A sentence if it hides everything. */
export function filterNotices(): readonly string[] {
  const { panels } = grid;
  const hidesAll = filterText.value !== "" && panels.length > 0 && panels.every(({ root }) => root.hidden);
  return hidesAll ? [say("No panel matches the filter '{0}'.", filterText.value)] : [];
}

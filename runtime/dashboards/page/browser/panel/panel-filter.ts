/** The text in the address by which the user filters panels and devices. */

import type { Navigation } from "../app/navigation.ts";
import type { PageAddress } from "../app/page-address.ts";
import type { LayoutStore } from "../dashboards/layout-store.ts";
import type { PageData } from "../data/page-data.ts";
import { say } from "../text/words.ts";
import { type PanelGrid, passesFilter } from "./panel-grid.ts";

interface Filtered {
  readonly address: PageAddress;
  readonly data: PageData;
  readonly grid: PanelGrid;
  readonly navigation: Navigation;
  readonly layout: Pick<LayoutStore, "layout">;
  readonly shell: { refresh(): void };
}

export class PanelFilter {
  readonly #page: Filtered;

  constructor(page: Filtered) {
    this.#page = page;
  }

  get text(): string {
    return this.#page.address.get("filter") ?? "";
  }

  set(text: string): void {
    this.#page.address.set("filter", text.trim());
    this.#page.grid.filter(text);
    this.#page.data.filter(text.trim());
    this.#page.shell.refresh();
  }

  /** Whether the measurement matches. @param key of its feed */
  matches(key: string): boolean {
    const feed = this.#page.data.feeds.get(key);
    return feed === undefined || passesFilter(this.text, feed.description);
  }

  /** Whether any of its panels matches; in views without panels, whether it matches itself. */
  isShown(key: string): boolean {
    const { grid, navigation, layout } = this.#page;
    // All devices have panels only on the automatic dashboard.
    const hasPanels = navigation.view === "panels" && layout.layout.automatic !== false;
    return hasPanels ? grid.isShown(key) : this.matches(key);
  }

  /** A sentence if it hides everything. */
  get notices(): readonly string[] {
    const { panels } = this.#page.grid;
    const hidesAll = this.text !== "" && panels.length > 0 && panels.every(({ root }) => root.hidden);
    return hidesAll ? [say("No panel matches the filter '{0}'.", this.text)] : [];
  }
}

/** The dashboards: which ones there are, which one the page shows, and what the user may do with them. */

import {
  type DashboardEntry,
  type DashboardList,
  dashboardTitle,
  EVERY_STRUCT,
  fetchDashboards,
  LayoutStore,
} from "./layout-store.ts";
import type { PageAddress } from "./page-address.ts";
import { say } from "./words.ts";

interface DashboardEvents {
  /** The shown layout has changed. */
  onLayout(): void;
  /** The list has changed. */
  onList(): void;
  onProblem(sentence: string): void;
}

export class Dashboards {
  readonly layout: LayoutStore;
  list: DashboardList = { layouts: [], mayChange: false, mayOwn: false, mayAnnotate: false, mayDelete: false };
  readonly #address: PageAddress;
  readonly #events: DashboardEvents;

  constructor(address: PageAddress, events: DashboardEvents) {
    this.#address = address;
    this.#events = events;
    this.layout = new LayoutStore(() => events.onLayout());
  }

  /** With their titles; the automatic one is the last. */
  get links(): readonly Required<DashboardEntry>[] {
    const others = this.list.layouts.filter(({ name }) => name !== EVERY_STRUCT);
    return [...others, { name: EVERY_STRUCT }].map((entry) => ({
      name: entry.name,
      title: entry.name === this.layout.name ? this.layout.title : dashboardTitle(entry),
    }));
  }

  async start(): Promise<void> {
    addEventListener("storage", ({ key }) => void this.layout.follow(key).catch(() => {}));
    this.list = await fetchDashboards().catch(() => this.list);
    await this.show(this.#named);
  }

  /** Call this when the address has changed. */
  follow(): void {
    if (this.#named !== this.layout.name) void this.show(this.#named);
  }

  async show(name: string): Promise<void> {
    await this.layout
      .open(name)
      .catch((error: Error) => this.#events.onProblem(say("The dashboard cannot be read: {0}", error.message)));
  }

  /** Names it in the address, reads the list again, and shows it. */
  async open(name: string): Promise<void> {
    this.#address.set("layout", name);
    this.refresh();
    if (name !== this.layout.name) await this.show(name);
  }

  refresh(): void {
    fetchDashboards()
      .then((list) => {
        this.list = list;
        this.#events.onList();
      })
      .catch(() => {});
  }

  /** The address chooses the dashboard, else the service. */
  get #named(): string {
    return this.#address.get("layout") ?? this.list.start ?? EVERY_STRUCT;
  }
}

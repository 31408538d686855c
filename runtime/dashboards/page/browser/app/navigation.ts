/** What the user looks at: the view, and in it an alarm, a device, or one panel alone. */

import { EVERY_STRUCT, type LayoutStore } from "../dashboards/layout-store.ts";
import type { Panel } from "../panel/panel.tsx";
import type { PanelGrid } from "../panel/panel-grid.ts";
import { feedKey } from "../text/measurement-name.ts";
import type { PageAddress, PageView } from "./page-address.ts";

interface NavigatedPage {
  readonly address: PageAddress;
  readonly grid: PanelGrid;
  readonly layout: LayoutStore;
  readonly shell: { refresh(): void };
}

export class Navigation {
  readonly #page: NavigatedPage;
  readonly #onView: () => void;
  /** What the page opens on if its address names no view: decided once, so that nothing moves when devices appear. */
  #opening: PageView | undefined;

  /** @param onView called when another view was chosen */
  constructor(page: NavigatedPage, onView: () => void) {
    this.#page = page;
    this.#onView = onView;
  }

  /** Undefined: not decided yet. */
  get view(): PageView | undefined {
    return this.#page.address.view ?? this.#opening;
  }

  openOn(view: PageView): void {
    this.#opening ??= view;
  }

  go(view: PageView): void {
    const { address, grid, shell } = this.#page;
    if (grid.maximised !== undefined) grid.maximise(undefined);
    address.set("show", view);
    address.set("alarm", undefined);
    address.writeNow();
    shell.refresh();
    this.#onView();
  }

  openDashboard(name: string): void {
    const { grid, layout } = this.#page;
    if (grid.maximised !== undefined) grid.maximise(undefined);
    void layout.open(name).then(() => this.go("panels"));
  }

  /** ID of the alarm that the user chose to see. */
  get alarm(): number | undefined {
    const id = this.#page.address.get("alarm");
    return id === null ? undefined : Number(id);
  }

  /** Shows an alarm beside the list, on a phone instead of it; undefined shows the list. */
  showAlarm(id: number | undefined): void {
    if (this.view !== "alarms") this.go("alarms");
    this.#page.address.set("alarm", id === undefined ? undefined : String(id));
    this.#page.shell.refresh();
  }

  /** Shows a device's panel. @param key of its feed */
  showDevice(key: string): void {
    const { address, grid, layout } = this.#page;
    const isHere = grid.panels.some(({ feed }) => feedKey(feed.description) === key);
    if (!isHere) address.set("layout", EVERY_STRUCT);
    void (isHere ? Promise.resolve() : layout.show(EVERY_STRUCT)).then(() => {
      if (this.view !== "panels") this.go("panels");
      // Panels have positions only after they are shown.
      requestAnimationFrame(() => grid.scrollTo(key));
    });
  }

  /** The panel that fills the window. */
  get fullPanel(): Panel | undefined {
    const { maximised, panels } = this.#page.grid;
    return maximised === undefined ? undefined : panels.find(({ id }) => id === maximised);
  }

  /** Shows the chosen panel alone in the window, or all of them again. */
  toggleFull(): void {
    const { grid } = this.#page;
    const { chosen } = grid;
    if (grid.maximised !== undefined) grid.maximise(undefined);
    else if (chosen !== undefined && this.view === "panels") grid.maximise(chosen.id);
  }
}

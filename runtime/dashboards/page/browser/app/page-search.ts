/** Searches of the whole page: devices, fields, dashboards and actions. */

import type { ComponentChildren } from "preact";
import type { LayoutStore } from "../dashboards/layout-store.ts";
import { fetchMatching } from "../data/api.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import type { PageData } from "../data/page-data.ts";
import type { DeviceBoard } from "../overview/device-board.ts";
import { type Findable, findDialog } from "../shell/find.tsx";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import type { MenuEntry } from "../ui/menu.tsx";
import type { Navigation } from "./navigation.ts";

const MOST_FOUND = 50;

interface Searched {
  readonly data: PageData;
  readonly feeds: ReadonlyMap<string, MeasurementFeed>;
  readonly board: DeviceBoard;
  readonly layout: Pick<LayoutStore, "links">;
  readonly navigation: Navigation;
  readonly panelActions: { forLinks(): readonly MenuEntry[] };
  readonly shell: { openDialog(content: ComponentChildren | undefined): void };
}

export class PageSearch {
  readonly #host: Searched;

  constructor(host: Searched) {
    this.#host = host;
  }

  /** @param more searches the service; absent if everything is listed */
  open(title: string, all: () => readonly Findable[], more?: (text: string) => Promise<readonly Findable[]>): void {
    const { shell } = this.#host;
    shell.openDialog(findDialog({ title, all, more, onClose: () => shell.openDialog(undefined) }));
  }

  openEverything(): void {
    const more = this.#host.data.isPartial ? (text: string) => this.#inService(text) : undefined;
    this.open(say("Find device, field, action"), () => this.#onPage(), more);
  }

  #onPage(): readonly Findable[] {
    const { board, feeds, layout, navigation, panelActions } = this.#host;
    return [
      ...board.devices.flatMap(({ key, title, group, feed }): Findable[] =>
        feed === undefined ? [] : [{ label: title, hint: group, run: () => navigation.showDevice(key) }],
      ),
      ...[...feeds].flatMap(([key, feed]) =>
        feed.description.columns
          .filter(({ role }) => role !== "frame")
          .map(({ name }): Findable => ({ label: name, hint: feed.title, run: () => navigation.showDevice(key) })),
      ),
      ...layout.links.map(
        ({ name, title }): Findable => ({
          label: title,
          hint: say("dashboard"),
          run: () => navigation.openDashboard(name),
        }),
      ),
      ...panelActions.forLinks().map((entry): Findable => ({ ...entry, hint: say("action") })),
    ];
  }

  async #inService(text: string): Promise<readonly Findable[]> {
    // The service searches for one text; the dialog then requires all words.
    const longest = text.split(/\s+/).reduce((a, b) => (b.length > a.length ? b : a));
    const { data, navigation } = this.#host;
    return (await fetchMatching(longest, MOST_FOUND)).map((description) => ({
      label: description.title,
      hint: description.group,
      run: () => {
        data.open(description);
        navigation.showDevice(feedKey(description));
      },
    }));
  }
}

/** Actions on whole dashboards: create, copy, rename, share, delete, export to a file and import. */

import { loadPart } from "../data/load-part.ts";
import { EMPTY_LAYOUT } from "../panel/panel-settings.ts";
import { say } from "../text/words.ts";
import { type MenuEntry, offered } from "../ui/menu.tsx";
import type { DashboardHost } from "./dashboard-dialogs.tsx";
import { EVERY_STRUCT, LayoutStore } from "./layout-store.ts";

export class DashboardActions {
  readonly #host: DashboardHost;

  constructor(host: DashboardHost) {
    this.#host = host;
  }

  /** Menu entries for the shown dashboard. */
  entries(): MenuEntry[] {
    const { layout } = this.#host;
    const { list } = layout;
    const { mayChange, mayOwn } = list;
    const mayAdd = mayChange || mayOwn;
    const isGrafanas = list.parts?.includes("grafana") === true && !layout.isDraft && layout.layout.automatic === false;
    const mayEdit = layout.mayChange && layout.name !== EVERY_STRUCT;
    return offered(
      mayAdd && { label: say("New dashboard…"), run: () => this.create() },
      mayAdd && {
        label: say("Copy this dashboard…"),
        run: () => this.#open(({ askNew }) => askNew(this.#host, say("Copy this dashboard"), layout.layout)),
      },
      mayAdd && {
        label: say("Import a dashboard…"),
        run: () => this.#open(({ importFile }) => importFile(this.#host)),
      },
      { label: say("Export as JSON"), run: () => this.#export() },
      isGrafanas && {
        label: say("Export for Grafana"),
        run: () => download(`layouts/${encodeURIComponent(layout.name)}/grafana`),
      },
      mayChange &&
        !layout.name.startsWith("~") && {
          label: say("Show it at the start"),
          run: () => void LayoutStore.start(layout.name).then(() => layout.refreshList()),
        },
      layout.layout.automatic === false && {
        label: layout.device === undefined ? say("For any device…") : say("Only for its own devices"),
        run: () =>
          layout.device === undefined
            ? this.#open(({ askDevice }) => askDevice(this.#host))
            : layout.forAnyDevice(undefined),
      },
      mayEdit && { label: say("Rename…"), run: () => this.#open(({ rename }) => rename(this.#host)) },
      mayEdit && { label: say("Delete this dashboard…"), run: () => this.#open(({ remove }) => remove(this.#host)) },
    );
  }

  create(): void {
    this.#open(({ askNew }) => askNew(this.#host, say("New dashboard"), { ...EMPTY_LAYOUT, automatic: false }));
  }

  #open(act: (dialogs: typeof import("./dashboard-dialogs.tsx")) => void): void {
    void loadPart(() => import("./dashboard-dialogs.tsx")).then(act);
  }

  #export(): void {
    const { layout } = this.#host;
    const file = new Blob([`${JSON.stringify({ ...layout.layout, title: layout.title }, null, 2)}\n`], {
      type: "application/json",
    });
    const href = URL.createObjectURL(file);
    download(href, `${layout.name.replace(/^~/, "")}.json`);
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  }
}

/** @param name of the file; empty: as the service says */
export function download(href: string, name = ""): void {
  Object.assign(document.createElement("a"), { href, download: name }).click();
}

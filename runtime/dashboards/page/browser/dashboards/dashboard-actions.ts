/** Actions on whole dashboards: create, copy, rename, share, delete, export to a file and import. */

import { layout } from "../app/page.ts";
import { loadPart } from "../data/load-part.ts";
import { EMPTY_LAYOUT } from "../panel/panel-settings.ts";
import { say } from "../text/words.ts";
import { type MenuEntry, offered } from "../ui/menu.tsx";
import { EVERY_STRUCT, LayoutStore } from "./layout-store.ts";

/** Menu entries for the shown dashboard. */
export function dashboardEntries(): MenuEntry[] {
  const { list } = layout;
  const { mayChange, mayOwn } = list;
  const mayAdd = mayChange || mayOwn;
  const isGrafanas = list.parts?.includes("grafana") === true && !layout.isDraft && layout.layout.automatic === false;
  const mayEdit = layout.mayChange && layout.name !== EVERY_STRUCT;
  return offered(
    mayAdd && { label: say("New dashboard…"), run: () => createDashboard() },
    mayAdd && {
      label: say("Copy this dashboard…"),
      run: () => open(({ askNew }) => askNew(say("Copy this dashboard"), layout.layout)),
    },
    mayAdd && {
      label: say("Import a dashboard…"),
      run: () => open(({ importFile }) => importFile()),
    },
    { label: say("Export as JSON"), run: () => exportFile() },
    isGrafanas && {
      label: say("Export for Grafana"),
      run: () => download(`layouts/${encodeURIComponent(layout.name)}/grafana`),
    },
    mayChange &&
      !layout.name.startsWith("~") && {
        label: say("Show it at the start"),
        run: () => void LayoutStore.start(layout.name).then(() => layout.readList()),
      },
    layout.layout.automatic === false && {
      label: layout.device === undefined ? say("For any device…") : say("Only for its own devices"),
      run: () => (layout.device === undefined ? open(({ askDevice }) => askDevice()) : layout.forAnyDevice(undefined)),
    },
    mayEdit && { label: say("Rename…"), run: () => open(({ rename }) => rename()) },
    mayEdit && { label: say("Delete this dashboard…"), run: () => open(({ remove }) => remove()) },
  );
}

export function createDashboard(): void {
  open(({ askNew }) => askNew(say("New dashboard"), { ...EMPTY_LAYOUT, automatic: false }));
}

function open(act: (dialogs: typeof import("./dashboard-dialogs.tsx")) => void): void {
  void loadPart(() => import("./dashboard-dialogs.tsx")).then(act);
}

function exportFile(): void {
  const file = new Blob([`${JSON.stringify({ ...layout.layout, title: layout.title }, null, 2)}\n`], {
    type: "application/json",
  });
  const href = URL.createObjectURL(file);
  download(href, `${layout.name.replace(/^~/, "")}.json`);
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** @param name of the file; empty: as the service says */
export function download(href: string, name = ""): void {
  Object.assign(document.createElement("a"), { href, download: name }).click();
}

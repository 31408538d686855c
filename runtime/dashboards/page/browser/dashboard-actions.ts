/** Actions on whole dashboards: create, copy, rename, share, delete, export to a file and import. */

import { labelled, openDialog, select } from "./dialog.ts";
import { element } from "./dom.ts";
import { EVERY_STRUCT, LayoutStore } from "./layout-store.ts";
import type { MeasurementFeed } from "./measurement-feed.ts";
import { feedKey } from "./measurement-name.ts";
import { type MenuEntry, offered } from "./menu.ts";
import type { Navigation } from "./navigation.ts";
import { EMPTY_LAYOUT, type Layout, readLayout } from "./panel-settings.ts";
import { say } from "./words.ts";

export interface DashboardHost {
  readonly layout: LayoutStore;
  readonly feeds: ReadonlyMap<string, MeasurementFeed>;
  readonly navigation: Pick<Navigation, "openDashboard">;
}

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
      mayAdd && { label: say("Copy this dashboard…"), run: () => this.#ask(say("Copy this dashboard"), layout.layout) },
      mayAdd && { label: say("Import a dashboard…"), run: () => this.#import() },
      { label: say("Export as JSON"), run: () => this.#export() },
      isGrafanas && {
        label: say("Export for Grafana"),
        run: () => element("a", { href: `layouts/${encodeURIComponent(layout.name)}/grafana`, download: "" }).click(),
      },
      mayChange &&
        !layout.name.startsWith("~") && {
          label: say("Show it at the start"),
          run: () => void LayoutStore.start(layout.name).then(() => layout.refreshList()),
        },
      layout.layout.automatic === false && {
        label: layout.device === undefined ? say("For any device…") : say("Only for its own devices"),
        run: () => (layout.device === undefined ? this.#askDevice() : layout.forAnyDevice(undefined)),
      },
      mayEdit && { label: say("Rename…"), run: () => this.#rename() },
      mayEdit && { label: say("Delete this dashboard…"), run: () => this.#remove() },
    );
  }

  create(): void {
    this.#ask(say("New dashboard"), { ...EMPTY_LAYOUT, automatic: false });
  }

  #ask(title: string, layout: Layout): void {
    const { mayChange, mayOwn } = this.#host.layout.list;
    const name = element("input", { name: "title", required: "", maxlength: "60", autofocus: "" });
    const choices = [
      ...(mayChange ? [["shared", say("everybody")] as const] : []),
      ...(mayOwn ? [["own", say("only me")] as const] : []),
    ];
    const field = choices.length > 1 ? [labelled(say("For"), select("for", choices, "shared"))] : [];
    openDialog({
      title,
      submit: say("Create"),
      fields: [labelled(say("Name"), name), ...field],
      onSubmit: async (form) => {
        const chosen = String(form.get("title")).trim();
        const isOwn = (form.get("for") ?? choices[0]?.[0]) === "own";
        const key = `${isOwn ? "~" : ""}${this.#keyFor(chosen)}`;
        await LayoutStore.keep(key, { ...layout, title: chosen });
        this.#host.navigation.openDashboard(key);
      },
    });
  }

  /** A unique name that the address and the service accept. */
  #keyFor(title: string): string {
    const plain = title
      .normalize("NFKD")
      .replace(/[^\w.-]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 48);
    const taken = new Set([EVERY_STRUCT, ...this.#host.layout.list.layouts.map(({ name }) => name.replace(/^~/, ""))]);
    for (let count = 1; ; count += 1) {
      const key = `${plain === "" ? "dashboard" : plain}${count === 1 ? "" : `-${count}`}`;
      if (!taken.has(key)) return key;
    }
  }

  #rename(): void {
    const { layout } = this.#host;
    openDialog({
      title: say("Rename"),
      submit: say("Rename"),
      fields: [
        labelled(say("Name"), element("input", { name: "title", value: layout.title, required: "", maxlength: "60" })),
      ],
      onSubmit: async (form) => {
        layout.rename(String(form.get("title")).trim());
        await layout.save();
        layout.refreshList();
      },
    });
  }

  /** The dashboard's devices: another one can stand in the place of the chosen one. */
  #askDevice(): void {
    const { layout, feeds } = this.#host;
    const devices = new Map(layout.measurements.map((one) => [feedKey(one), one]));
    const choices = [...devices.keys()].map((key) => [key, feeds.get(key)?.title ?? key] as const);
    openDialog({
      title: say("A dashboard for any device"),
      submit: say("Use it"),
      fields: [
        labelled(
          say("Device"),
          select("device", choices, choices[0]?.[0] ?? ""),
          say("Above the panels, another device with the same fields can then be chosen instead."),
        ),
      ],
      onSubmit: async (form) => {
        const made = devices.get(String(form.get("device")));
        if (made === undefined) throw new Error(say("The dashboard has no panel of a device yet."));
        layout.forAnyDevice(made);
      },
    });
  }

  #remove(): void {
    const { layout } = this.#host;
    openDialog({
      title: say("Delete {0}", layout.title),
      submit: say("Delete for good"),
      fields: [element("p", {}, say("The dashboard is deleted. Its data stays."))],
      onSubmit: async () => {
        await LayoutStore.remove(layout.name);
        this.#host.navigation.openDashboard(EVERY_STRUCT);
      },
    });
  }

  #export(): void {
    const { layout } = this.#host;
    const file = new Blob([`${JSON.stringify({ ...layout.layout, title: layout.title }, null, 2)}\n`], {
      type: "application/json",
    });
    const href = URL.createObjectURL(file);
    element("a", { href, download: `${layout.name.replace(/^~/, "")}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  }

  #import(): void {
    const file = element("input", { type: "file", name: "file", accept: ".json,application/json", required: "" });
    openDialog({
      title: say("Import a dashboard"),
      submit: say("Import"),
      fields: [labelled(say("File"), file)],
      onSubmit: async (form) => {
        const layout = readFile(await (form.get("file") as File).text());
        const key = this.#keyFor(layout.title ?? "imported");
        const { mayChange } = this.#host.layout.list;
        await LayoutStore.keep(mayChange ? key : `~${key}`, layout);
        this.#host.navigation.openDashboard(mayChange ? key : `~${key}`);
      },
    });
  }
}

/** @throws Error with a sentence for the user */
function readFile(text: string): Layout {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error(say("The file is not JSON."));
  }
  if (typeof parsed !== "object" || parsed === null || !("panels" in parsed)) {
    throw new Error(say("The file is not a dashboard of structline."));
  }
  return readLayout(parsed);
}

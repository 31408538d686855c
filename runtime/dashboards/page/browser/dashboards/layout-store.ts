/**
 * The dashboards: which ones there are, which one the page shows, its shared layout in the service, and unsaved local
 * changes.
 */

import { effect, signal, untracked } from "@preact/signals";
import { keep, kept } from "../app/kept.ts";
import type { PageAddress } from "../app/page-address.ts";
import { ask, get, send } from "../data/api.ts";
import { Query } from "../data/query.ts";
import { EMPTY_LAYOUT, type Layout, type PanelSettings, readLayout } from "../panel/panel-settings.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { settingsToSave, withDevice } from "./any-device.ts";

/** The automatic dashboard. */
export const EVERY_STRUCT = "default";
const DRAFT_KEY = "structline.layout.";
/** Instead of a version: what is saved was not read, so that saving must not replace it. */
const UNREAD = '"unread"';
const LIST = "layouts";
/** The service's status if another version than the expected one is saved. */
const CHANGED = 412;

const NO_LIST: DashboardList = {
  layouts: [],
  mayChange: false,
  mayOwn: false,
  mayAnnotate: false,
  mayDelete: false,
};

export class LayoutStore {
  readonly #list = new Query<DashboardList>();
  readonly #shown = new Query<void>();
  /** Another one: another layout is to be drawn. */
  readonly drawing = signal({});
  readonly #address: PageAddress;
  readonly #name = signal(EVERY_STRUCT);
  readonly #saved = signal<Layout>(EMPTY_LAYOUT);
  readonly #layout = signal<Layout>(EMPTY_LAYOUT);
  #drawn: { readonly of: Layout; readonly key: string; readonly layout: Layout } | undefined;
  /** The saved version that the shown layout changes. A draft keeps its own, so that it does not replace a newer one. */
  #version = UNREAD;
  /** Why the last save failed; empty if it did not. */
  readonly #problem = signal("");
  /** Whether the user may save for everybody. */
  mayChange = false;
  /** The automatic dashboard, whose panel titles are the names of devices everywhere. */
  #everyStruct: Layout = EMPTY_LAYOUT;

  constructor(address: PageAddress) {
    this.#address = address;
  }

  get list(): DashboardList {
    return this.#list.answer ?? NO_LIST;
  }

  get problem(): string {
    return this.#problem.value;
  }

  /** Why the dashboard cannot be read; empty otherwise. */
  get unread(): string {
    const { failure } = this.#shown;
    return failure === undefined ? "" : say("The dashboard cannot be read: {0}", failure.message);
  }

  /** Formats of exports, as menus offer them. */
  get formats(): readonly string[] {
    return this.list.formats ?? [];
  }

  get name(): string {
    return this.#name.value;
  }

  get title(): string {
    const { name } = this;
    return this.layout.title ?? dashboardTitle(this.list.layouts.find((one) => one.name === name) ?? { name });
  }

  get layout(): Layout {
    return this.#layout.value;
  }

  /** The dashboard as it is drawn. */
  get shown(): Layout {
    const { device } = this;
    if (device === undefined) return this.#layout.value;
    const key = feedKey(device.shown);
    if (this.#drawn?.of !== this.#layout.value || this.#drawn.key !== key)
      this.#drawn = { of: this.#layout.value, key, layout: withDevice(this.#layout.value, device.made, device.shown) };
    return this.#drawn.layout;
  }

  /** A dashboard for any device has two: the one that it was made with, and the one that the address names. */
  get device(): { readonly made: MeasurementName; readonly shown: MeasurementName } | undefined {
    const { device: made } = this.#layout.value;
    if (made === undefined) return undefined;
    const [database = "", ...rest] = (this.#address.get("device") ?? "").split(" ");
    const measurement = rest.join(" ");
    return { made, shown: measurement === "" ? made : { database, measurement } };
  }

  /** @param key of its feed */
  chooseDevice(key: string): void {
    const { device: made } = this.#layout.value;
    this.#address.set("device", made !== undefined && key === feedKey(made) ? undefined : key);
    this.drawing.value = {};
  }

  /** Makes it a dashboard for any device; undefined: only for those that it names. */
  forAnyDevice(made: MeasurementName | undefined): void {
    const { device: _former, ...layout } = this.#layout.value;
    this.#address.set("device", undefined);
    this.#set({ ...layout, ...(made && { device: { database: made.database, measurement: made.measurement } }) });
  }

  /** Whether there are unsaved changes. */
  get isDraft(): boolean {
    return JSON.stringify(this.#layout.value) !== JSON.stringify(this.#saved.value);
  }

  /** Measurements of panels and series that the user added. */
  get measurements(): readonly MeasurementName[] {
    const { added, panels } = this.shown;
    const series = Object.values(panels).flatMap(({ series: all = [] }) =>
      all.flatMap(({ database, measurement }) => (measurement === undefined ? [] : [{ database, measurement }])),
    );
    return [...Object.values(added), ...series];
  }

  settings(id: string): PanelSettings {
    return this.#layout.value.panels[id] ?? {};
  }

  /** A device's name: the title of its panel in the automatic dashboard. @param key of its feed */
  deviceName(key: string): string | undefined {
    return (this.#name.value === EVERY_STRUCT ? this.#layout.value : this.#everyStruct).panels[key]?.title;
  }

  /** @throws Error if the service does not answer */
  async #load(): Promise<void> {
    const name = this.#name.value;
    const former = this.#problem.value;
    const [{ layout, mayChange, version }, everyStruct] = await Promise.all([
      read(name),
      name === EVERY_STRUCT ? undefined : read(EVERY_STRUCT),
    ]);
    // Another one was chosen meanwhile.
    if (name !== this.#name.value) return;
    this.#saved.value = readLayout(layout);
    this.mayChange = mayChange;
    this.#everyStruct = everyStruct === undefined ? this.#saved.value : readLayout(everyStruct.layout);
    const found = this.#draft();
    this.#layout.value = found?.layout ?? this.#saved.value;
    // A draft without changes was saved while another dashboard was shown.
    this.#version = (this.isDraft ? found?.version : undefined) ?? version;
    // A problem of saving that came meanwhile is news.
    if (this.#problem.value === former) this.#problem.value = "";
    this.drawing.value = {};
  }

  /** Dashboards with their titles; the automatic one is the last. */
  get links(): readonly Required<DashboardEntry>[] {
    const others = this.list.layouts.filter(({ name }) => name !== EVERY_STRUCT);
    return [...others, { name: EVERY_STRUCT }].map((entry) => ({
      name: entry.name,
      title: entry.name === this.#name.value ? this.title : dashboardTitle(entry),
    }));
  }

  async start(): Promise<void> {
    // What another tab of this browser has changed or saved: they share one draft.
    addEventListener("storage", ({ key }) => {
      if (key === DRAFT_KEY + this.#name.value) void this.#load().catch(() => {});
    });
    await this.readList();
    await this.show(this.#named);
    // Only with the list it is known which one is shown first.
    if (this.#list.answer === undefined) {
      const stop = effect(() => {
        if (this.#list.answer === undefined) return;
        untracked(() => this.follow());
        queueMicrotask(() => stop());
      });
    }
  }

  /** Call this each second while the page is visible. */
  keep(): void {
    this.#list.keep(LIST, fetchDashboards);
  }

  /** Call this when the address has changed. */
  follow(): void {
    if (this.#named !== this.#name.value) void this.show(this.#named);
  }

  /** Shows a dashboard; unsaved changes of the former one stay its draft. */
  show(name: string): Promise<void> {
    this.#name.value = name;
    this.#saved.value = EMPTY_LAYOUT;
    this.#layout.value = EMPTY_LAYOUT;
    this.#version = UNREAD;
    return this.#shown.renew(name, () => this.#load());
  }

  /** Names it in the address, reads the list again, and shows it. */
  async open(name: string): Promise<void> {
    this.#address.set("layout", name);
    void this.readList();
    if (name !== this.#name.value) await this.show(name);
  }

  readList(): Promise<void> {
    return this.#list.renew(LIST, fetchDashboards);
  }

  /** The address chooses the dashboard, else the service. */
  get #named(): string {
    return this.#address.get("layout") ?? this.list.start ?? EVERY_STRUCT;
  }

  /** Saves a whole dashboard under a name, whichever is shown. @throws Error with the service's message */
  static async keep(name: string, layout: Layout): Promise<void> {
    await send("PUT", urlOf(name), layout);
  }

  /** @throws Error with the service's message */
  static async remove(name: string): Promise<void> {
    await send("DELETE", urlOf(name));
  }

  /** Sets the dashboard for addresses that name none. @throws Error with the service's message */
  static async start(name: string): Promise<void> {
    await send("PUT", "layouts", { start: name });
  }

  rename(title: string): void {
    this.#set({ ...this.#layout.value, title });
  }

  change(id: string, changed: Partial<PanelSettings>): void {
    this.replace(id, { ...this.settings(id), ...changed });
  }

  /** Replaces all settings of a panel. */
  replace(id: string, settings: PanelSettings): void {
    this.#set({ ...this.#layout.value, panels: { ...this.#layout.value.panels, [id]: this.#toSave(id, settings) } });
  }

  /** Resets a panel to its defaults. */
  resetPanel(id: string): void {
    const { [id]: _forgotten, ...panels } = this.#layout.value.panels;
    this.#set({ ...this.#layout.value, panels });
  }

  order(order: readonly string[]): void {
    this.#set({ ...this.#layout.value, order });
  }

  add(id: string, { database, measurement }: MeasurementName, settings: PanelSettings, order: readonly string[]): void {
    const { panels, added } = this.#layout.value;
    const { device } = this;
    const isShown = device !== undefined && feedKey(device.shown) === feedKey({ database, measurement });
    this.#set({
      ...this.#layout.value,
      order,
      panels: { ...panels, [id]: this.#toSave(id, settings) },
      added: { ...added, [id]: isShown ? device.made : { database, measurement } },
    });
  }

  #toSave(id: string, settings: PanelSettings): PanelSettings {
    const { device } = this;
    return device === undefined ? settings : settingsToSave(settings, this.settings(id), device.made, device.shown);
  }

  remove(id: string): void {
    const { [id]: _panel, ...panels } = this.#layout.value.panels;
    const { [id]: _added, ...added } = this.#layout.value.added;
    this.#set({ ...this.#layout.value, order: this.#layout.value.order.filter((one) => one !== id), panels, added });
  }

  /** @throws Error with the service's message, or if somebody else has saved meanwhile; saving again replaces that */
  async save(): Promise<void> {
    const name = this.#name.value;
    const layout = this.#layout.value;
    try {
      const answer = await send("PUT", urlOf(name), layout, this.#version === "" ? {} : { "If-Match": this.#version });
      if (name !== this.#name.value) return;
      this.#saved.value = layout;
      this.#version = versionOf(answer);
      this.#problem.value = "";
    } catch (error) {
      const { cause } = error as Error;
      const known = cause === CHANGED ? await this.#meetOther(name).catch((other: Error) => other) : (error as Error);
      if (name === this.#name.value) this.#problem.value = known.message;
      throw known;
    } finally {
      // If another one was chosen meanwhile, its draft stays; what was saved is found when it is shown again.
      if (name === this.#name.value) {
        this.#keepDraft();
        this.drawing.value = {};
      }
    }
  }

  /** Discarding shows what somebody else has saved; saving replaces it. @returns what to tell. @throws Error if it cannot be read */
  async #meetOther(name: string): Promise<Error> {
    const { layout, version } = await read(name);
    if (name === this.#name.value) {
      this.#saved.value = readLayout(layout);
      this.#version = version;
    }
    return new Error(say("somebody else has saved this dashboard. Save again to replace it, or discard your changes"));
  }

  discard(): void {
    this.#set(this.#saved.value);
  }

  /** Resets everything to defaults; saved like any other change. */
  reset(): void {
    const { title, automatic } = this.#layout.value;
    this.#set({ ...EMPTY_LAYOUT, ...(title !== undefined && { title }), ...(automatic === false && { automatic }) });
  }

  #set(layout: Layout): void {
    this.#layout.value = layout;
    this.#problem.value = "";
    this.#keepDraft();
    this.drawing.value = {};
  }

  #draft(): { readonly layout: Layout; readonly version?: string } | undefined {
    const text = kept(DRAFT_KEY + this.#name.value);
    try {
      if (text === undefined) return undefined;
      const draft = JSON.parse(text) as { version?: unknown };
      return { layout: readLayout(draft), ...(typeof draft.version === "string" && { version: draft.version }) };
    } catch {
      // Written by another version: the page ignores it.
      return undefined;
    }
  }

  #keepDraft(): void {
    const draft = { ...this.#layout.value, version: this.#version };
    keep(DRAFT_KEY + this.#name.value, this.isDraft ? JSON.stringify(draft) : undefined);
  }
}

interface DashboardEntry {
  readonly name: string;
  readonly title?: string;
}

/** The service's dashboards, and the user's permissions. */
interface DashboardList {
  readonly layouts: readonly DashboardEntry[];
  readonly start?: string;
  /** The parts that the service has. */
  readonly parts?: readonly string[];
  /** Formats of exports that menus offer. */
  readonly formats?: readonly string[];
  readonly mayChange: boolean;
  readonly mayOwn: boolean;
  /** May add annotations to some device. */
  readonly mayAnnotate: boolean;
  /** May delete stored data. */
  readonly mayDelete: boolean;
}

/** @throws Error if the service does not answer */
function fetchDashboards(): Promise<DashboardList> {
  return get("layouts");
}

function dashboardTitle({ name, title }: DashboardEntry): string {
  return title ?? (name === EVERY_STRUCT ? say("Every struct") : name.replace(/^~/, ""));
}

function urlOf(name: string): string {
  return `layouts/${encodeURIComponent(name)}`;
}

/** @throws Error with the service's message */
async function read(name: string): Promise<{ layout: unknown; mayChange: boolean; version: string }> {
  const answer = await ask(urlOf(name));
  const { layout, mayChange } = (await answer.json()) as { layout: unknown; mayChange: boolean };
  return { layout, mayChange, version: versionOf(answer) };
}

function versionOf(answer: Response): string {
  return answer.headers.get("ETag") ?? "";
}

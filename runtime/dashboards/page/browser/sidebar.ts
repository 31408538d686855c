/** The list of all channels and measurements: what is receiving, what is silent, what was refused, and a way to each panel. */

import type { ChannelHealth } from "../../../api/health.ts";
import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import type { AdvisedError } from "./api.ts";
import { storedAt } from "./device-address.ts";
import { button, element, setText } from "./dom.ts";
import { formatAge, formatCount } from "./format.ts";
import { LimitWatch } from "./limit-watch.ts";
import { feedKey, type MeasurementFeed } from "./measurement-feed.ts";
import { panelState } from "./panel-text.ts";
import type { LimitCounts } from "./toolbar.ts";

export interface SidebarEvents {
  onSelect(key: string): void;
  /** Somebody asks why a channel's or device's messages are rejected. */
  onWhy(channel: string): void;
}

interface Entry {
  readonly root: HTMLLIElement;
  readonly age: HTMLElement;
  readonly why: HTMLButtonElement;
  readonly watch: LimitWatch;
}

interface Group {
  readonly root: HTMLElement;
  readonly list: HTMLElement;
  readonly counts: HTMLElement;
  readonly why: HTMLButtonElement;
}

/** Devices of which nothing is stored. */
const REFUSED_GROUP = "Refused";

export class Sidebar {
  readonly root = element("nav", { class: "sidebar", "aria-label": "Measurements" });
  readonly #events: SidebarEvents;
  readonly #groups = new Map<string, Group>();
  readonly #entries = new Map<string, Entry>();
  /** Addresses of devices, by where their data is stored. */
  readonly #addresses = new Map<string, string>();
  readonly #zone = element(
    "p",
    { class: "zone" },
    `Times are local (${Intl.DateTimeFormat().resolvedOptions().timeZone}).`,
  );

  constructor(events: SidebarEvents) {
    this.#events = events;
    this.root.append(this.#zone);
  }

  add(description: MeasurementDescription): void {
    const key = feedKey(description);
    const link = button(description.title, { title: `${description.title} (${description.measurement})` }, () =>
      this.#events.onSelect(key),
    );
    // Until now all that it sent was refused.
    this.remove(key);
    const entry = this.#newEntry(link, () => this.#addresses.get(key) ?? description.group);
    this.#entries.set(key, entry);
    this.#group(description.group, description.udpPort).list.append(entry.root);
  }

  remove(key: string): void {
    this.#entries.get(key)?.root.remove();
    this.#entries.delete(key);
  }

  /** Ages, dots and limits; called about once a second. */
  refresh(
    nowMs: number,
    feeds: ReadonlyMap<string, MeasurementFeed>,
    connection: "there" | "gone",
    isShown: (key: string) => boolean,
  ): void {
    for (const [key, feed] of feeds) {
      const entry = this.#entries.get(key);
      if (entry === undefined) continue;
      const { lastMs } = feed;
      entry.root.hidden = !isShown(key);
      entry.root.dataset["state"] = connection === "gone" ? "unknown" : panelState(lastMs, nowMs, feed.expectedMs());
      entry.root.dataset["limit"] = entry.watch.state(feed, nowMs);
      setText(entry.age, lastMs === undefined ? "–" : formatAge(nowMs - lastMs));
    }
    for (const { root, list } of this.#groups.values()) {
      root.hidden = [...list.children].every((entry) => (entry as HTMLElement).hidden);
    }
  }

  /** Measurements beyond their limits. */
  limits(): LimitCounts {
    const states = [...this.#entries.values()].map(({ root }) => root.dataset["limit"]);
    const count = (wanted: string) => states.filter((state) => state === wanted).length;
    return { alarm: count("alarm"), warn: count("warn") };
  }

  /** What came and what was refused since the start, and what was refused before it and is kept. */
  showChannels(channels: readonly ChannelHealth[], errors: readonly AdvisedError[]): void {
    const refused = new Map<string, number>();
    for (const { address } of errors) refused.set(address, (refused.get(address) ?? 0) + 1);
    for (const { name, rejected } of channels) {
      const sinceStart = Object.values(rejected).reduce((sum, count) => sum + count, 0);
      refused.set(name, Math.max(refused.get(name) ?? 0, sinceStart));
    }
    for (const { name, received, source } of channels) {
      const group = source === "udp" ? this.#groups.get(name) : undefined;
      if (group !== undefined) setText(group.counts, `${formatCount(received)} received`);
    }
    for (const [name, count] of refused) this.#showRefused(name, count);
  }

  #showRefused(name: string, count: number): void {
    const group = this.#groups.get(name);
    if (group !== undefined && !name.includes("/")) {
      showWhy(group.why, count);
      return;
    }
    const key = storedAt(name) ?? name;
    this.#addresses.set(key, name);
    let entry = this.#entries.get(key);
    if (entry === undefined && count > 0) {
      const link = button(name, { title: name }, () => this.#events.onWhy(name));
      entry = this.#newEntry(link, () => name);
      entry.root.dataset["state"] = "refused";
      this.#entries.set(key, entry);
      this.#group(REFUSED_GROUP, undefined).list.append(entry.root);
    }
    if (entry !== undefined) showWhy(entry.why, count);
  }

  #newEntry(link: HTMLButtonElement, address: () => string): Entry {
    const age = element("span", { class: "age" });
    const why = button("", { class: "why" }, () => this.#events.onWhy(address()));
    why.hidden = true;
    const root = element("li", {}, element("span", { class: "dot", "aria-hidden": "true" }), link, age, why);
    return { root, age, why, watch: new LimitWatch() };
  }

  #group(name: string, udpPort: number | undefined): Group {
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    const heading = element("h2", {}, name);
    if (udpPort !== undefined) heading.append(" ", element("small", {}, `udp ${udpPort}`));
    const counts = element("span", { class: "counts" });
    const why = button("", { class: "why" }, () => this.#events.onWhy(name));
    why.hidden = true;
    const list = element("ul");
    const root = element("section", {}, heading, element("p", { class: "channel" }, counts, why), list);
    const group = { root, list, counts, why };
    this.#groups.set(name, group);
    this.#zone.before(root);
    return group;
  }
}

function showWhy(why: HTMLButtonElement, count: number): void {
  setText(why, count === 0 ? "" : `${formatCount(count)} rejected – why?`);
  why.hidden = count === 0;
}

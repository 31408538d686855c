/** The list of all channels and measurements: what is receiving, what is silent, and a way to each panel. */

import type { ChannelHealth } from "../../../api/health.ts";
import { button, element, setText } from "./dom.ts";
import { formatAge, formatCount } from "./format.ts";
import { type Panel, panelKey } from "./panel.ts";

export interface SidebarEvents {
  onSelect(panel: Panel): void;
  /** Somebody asks why a channel's messages are rejected. */
  onWhy(channel: string): void;
}

interface Entry {
  readonly panel: Panel;
  readonly root: HTMLLIElement;
  readonly age: HTMLElement;
}

interface Group {
  readonly root: HTMLElement;
  readonly list: HTMLElement;
  readonly counts: HTMLElement;
  readonly why: HTMLButtonElement;
}

export class Sidebar {
  readonly root = element("nav", { class: "sidebar", "aria-label": "Measurements" });
  readonly #events: SidebarEvents;
  readonly #groups = new Map<string, Group>();
  readonly #entries = new Map<string, Entry>();
  readonly #zone = element(
    "p",
    { class: "zone" },
    `Times are local (${Intl.DateTimeFormat().resolvedOptions().timeZone}).`,
  );

  constructor(events: SidebarEvents) {
    this.#events = events;
    this.root.append(this.#zone);
  }

  add(panel: Panel): void {
    const { group: name, title } = panel.description;
    const age = element("span", { class: "age" });
    const link = button(title, { title: panel.description.measurement }, () => this.#events.onSelect(panel));
    const root = element("li", {}, element("span", { class: "dot", "aria-hidden": "true" }), link, age);
    this.#entries.set(panelKey(panel.description), { panel, root, age });
    this.#group(name, panel).list.append(root);
  }

  /** Ages and dots; called about once a second. */
  refresh(nowMs: number, isShown: (panel: Panel) => boolean): void {
    for (const { panel, root, age } of this.#entries.values()) {
      root.hidden = !isShown(panel);
      root.dataset["state"] = panel.root.dataset["state"] ?? "waiting";
      setText(age, panel.lastMs === undefined ? "–" : formatAge(nowMs - panel.lastMs));
    }
    for (const { root, list } of this.#groups.values()) {
      root.hidden = [...list.children].every((entry) => (entry as HTMLElement).hidden);
    }
  }

  showCounts(channels: readonly ChannelHealth[]): void {
    for (const channel of channels) {
      const group = this.#groups.get(channel.name);
      if (group === undefined) continue;
      const rejected = Object.values(channel.rejected).reduce((sum, count) => sum + count, 0);
      setText(group.counts, `${formatCount(channel.received)} received`);
      setText(group.why, rejected === 0 ? "" : `${formatCount(rejected)} rejected – why?`);
      group.why.hidden = rejected === 0;
    }
  }

  #group(name: string, panel: Panel): Group {
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    const { udpPort } = panel.description;
    const heading = element("h2", {}, name);
    if (udpPort !== undefined) heading.append(" ", element("small", {}, `udp ${udpPort}`));
    const counts = element("span", { class: "counts" });
    const why = button("", { class: "why" }, () => this.#events.onWhy(name));
    why.hidden = true;
    const list = element("ul");
    const group = {
      root: element("section", {}, heading, element("p", { class: "channel" }, counts, why), list),
      list,
      counts,
      why,
    };
    this.#groups.set(name, group);
    this.#zone.before(group.root);
    return group;
  }
}

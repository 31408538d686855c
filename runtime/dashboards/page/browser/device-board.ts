/**
 * The current state of every device, in the groups of the list: for the sidebar, the overview and the counts. No DOM.
 */

import type { ChannelHealth } from "../../../api/health.ts";
import type { ColumnDescription, MeasurementDescription } from "../../../model/measurement.ts";
import type { AdvisedError } from "./api.ts";
import { arraySizes, stemOf } from "./chart-shapes.ts";
import { storedAt } from "./device-address.ts";
import { type LimitState, LimitWatch } from "./limit-watch.ts";
import type { MeasurementFeed } from "./measurement-feed.ts";
import { type PanelState, panelState } from "./panel-text.ts";
import { say } from "./words.ts";

export interface Device {
  readonly key: string;
  readonly title: string;
  readonly group: string;
  /** Undefined: nothing of it was ever stored. */
  readonly feed?: MeasurementFeed;
  readonly state: PanelState | "refused";
  readonly limit: LimitState;
  /** The column beyond its limits, else the first measured one. */
  readonly column?: ColumnDescription | undefined;
  readonly ageMs?: number | undefined;
  /** Number of refused messages, and the address for details. */
  readonly refused: number;
  readonly address: string;
}

export interface DeviceGroup {
  readonly name: string;
  readonly udpPort?: number | undefined;
  readonly received?: number | undefined;
  readonly refused?: number;
  readonly devices: readonly Device[];
}

/** `fine` and `silent` describe reception; a value beyond its limits has precedence. */
export type DeviceClass = "fine" | "warn" | "alarm" | "silent" | "waiting" | "unknown";

export interface BoardFacts {
  readonly feeds: ReadonlyMap<string, MeasurementFeed>;
  readonly nowMs: number;
  readonly connection: "there" | "gone";
  readonly channels: readonly ChannelHealth[];
  readonly errors: readonly AdvisedError[];
  /** Keys of devices that are listed first. */
  readonly favourites: ReadonlySet<string>;
}

/** `node_2` before `node_10`. */
const ORDER = new Intl.Collator(undefined, { numeric: true });

export class DeviceBoard {
  groups: readonly DeviceGroup[] = [];
  counts: Readonly<Record<DeviceClass, number>> = countsOf([]);
  /** Without duplicates. */
  devices: readonly Device[] = [];
  readonly #watches = new Map<string, LimitWatch>();

  /** Call this about once a second. */
  refresh(facts: BoardFacts): void {
    const refused = refusedByKey(facts);
    const addresses = new Map(facts.channels.map(({ name }) => [storedAt(name), name]));
    const groups = new Map<string, Device[]>();
    const ports = new Map<string, number>();
    for (const [key, feed] of facts.feeds) {
      const { description } = feed;
      const device = this.#device(key, feed, facts, refused.get(key), namesOf(feed, addresses.get(key)));
      const list = groups.get(device.group) ?? [];
      list.push(device);
      groups.set(device.group, list);
      if (description.udpPort !== undefined) ports.set(description.group, description.udpPort);
      refused.delete(key);
    }
    for (const key of [...this.#watches.keys()]) if (!facts.feeds.has(key)) this.#watches.delete(key);
    const byChannel = new Map(facts.channels.map((channel) => [channel.name, channel]));
    const listed = [...groups].map(
      ([name, devices]): DeviceGroup => ({
        name,
        udpPort: ports.get(name),
        received: byChannel.get(name)?.source === "udp" ? byChannel.get(name)!.received : undefined,
        refused: refused.get(name)?.count ?? 0,
        // Structs keep the order of their header.
        devices: ports.has(name) ? devices : devices.sort((a, b) => ORDER.compare(a.title, b.title)),
      }),
    );
    const strangers = [...refused].flatMap(([key, { address, count }]) =>
      groups.has(key) || count === 0 ? [] : [stranger(key, address, count)],
    );
    const others = { name: say("Refused"), devices: strangers };
    const starred = listed.flatMap(({ devices }) => devices.filter(({ key }) => facts.favourites.has(key)));
    const first = { name: say("Favourites"), devices: starred };
    const all = [...listed, ...(strangers.length === 0 ? [] : [others])];
    // Favourites also stay in their folders.
    this.groups = [...(starred.length === 0 ? [] : [first]), ...all];
    this.devices = all.flatMap(({ devices }) => devices);
    this.counts = countsOf(this.devices);
  }

  #device(
    key: string,
    feed: MeasurementFeed,
    { nowMs, connection }: BoardFacts,
    refused: Refused | undefined,
    names: Pick<Device, "title" | "group">,
  ): Device {
    const { description, lastMs } = feed;
    const watch = this.#watches.get(key) ?? new LimitWatch();
    this.#watches.set(key, watch);
    const limit = watch.state(feed, nowMs);
    const beyond = description.columns.find(({ name }) => name === watch.column);
    return {
      key,
      ...names,
      feed,
      state: panelState(feed, nowMs, connection),
      limit,
      column: limit === "" || beyond === undefined ? mainColumn(description) : beyond,
      ageMs: lastMs === undefined ? undefined : nowMs - lastMs,
      refused: refused?.count ?? 0,
      address: refused?.address ?? description.group,
    };
  }
}

/** A device with a known address is in the folder of its gateway, under its own name; everything else in its group. */
function namesOf(feed: MeasurementFeed, address: string | undefined): Pick<Device, "title" | "group"> {
  const { group, kind } = feed.description;
  if (kind !== "device" || address === undefined) return { title: feed.title, group };
  const parts = address.split("/");
  return { title: feed.name ?? parts.at(-1)!, group: parts.slice(0, -1).join(" / ") };
}

export function classOf({ state, limit }: Pick<Device, "state" | "limit">): DeviceClass {
  if (limit !== "") return limit;
  if (state === "live") return "fine";
  if (state === "loading" || state === "unknown") return "unknown";
  return state === "stale" ? "silent" : "waiting";
}

/** The most informative column: the first measured one, preferably with limits. */
export function mainColumn(description: MeasurementDescription): ColumnDescription | undefined {
  const sizes = arraySizes(description);
  const values = description.columns.filter(
    ({ role, name, type }) => role === "value" && type !== "string" && !sizes.has(stemOf(name)),
  );
  return (
    values.find(({ limits }) => limits !== undefined) ??
    values[0] ??
    description.columns.find(({ role }) => role !== "frame")
  );
}

interface Refused {
  readonly address: string;
  readonly count: number;
}

/**
 * Refused messages since the start, and earlier ones that are kept; by the names where they would be stored, or by
 * channel.
 */
function refusedByKey({ channels, errors }: BoardFacts): Map<string, Refused> {
  const counts = new Map<string, number>();
  for (const { address } of errors) counts.set(address, (counts.get(address) ?? 0) + 1);
  for (const { name, rejected } of channels) {
    const sinceStart = Object.values(rejected).reduce((sum, count) => sum + count, 0);
    counts.set(name, Math.max(counts.get(name) ?? 0, sinceStart));
  }
  return new Map([...counts].map(([address, count]) => [storedAt(address) ?? address, { address, count }]));
}

function stranger(key: string, address: string, refused: number): Device {
  return { key, title: address, group: say("Refused"), state: "refused", limit: "", refused, address };
}

function countsOf(devices: readonly Device[]): Record<DeviceClass, number> {
  const counts = { fine: 0, warn: 0, alarm: 0, silent: 0, waiting: 0, unknown: 0 };
  for (const device of devices) counts[classOf(device)] += 1;
  return counts;
}

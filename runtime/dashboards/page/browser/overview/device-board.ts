/**
 * The current state of every device, in the groups of the list: for the sidebar, the overview and the counts. No DOM.
 */

import type { ChannelHealth } from "../../../../api/health.ts";
import type { AdvisedError } from "../../../../api/recent-errors.ts";
import { storedPlace } from "../../../../model/address.ts";
import type { ColumnDescription } from "../../../../model/measurement.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import type { PanelState } from "../panel/panel-text.ts";
import type { LimitState } from "../text/limit-watch.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import type { FleetDevice } from "./fleet-state.ts";

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
  /** Its newest value, as the service last said. */
  readonly value?: unknown;
  /** When that came, if it is not a number any more. */
  readonly sinceMs?: number | undefined;
  /** When it sent last, epoch ms. */
  readonly atMs?: number | undefined;
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
export type DeviceClass = "fine" | "warn" | "alarm" | "refused" | "silent" | "waiting" | "unknown";

export interface BoardFacts {
  readonly feeds: ReadonlyMap<string, MeasurementFeed>;
  readonly nowMs: number;
  readonly connection: "there" | "gone";
  /** Those with headers. */
  readonly channels: readonly ChannelHealth[];
  readonly errors: readonly AdvisedError[];
  /** Addresses with refused messages since the start; more than those of devices. */
  readonly refused: ReadonlyMap<string, number>;
  /** What the service says of each device, by key; empty before its first answer. */
  readonly fleet: ReadonlyMap<string, FleetDevice>;
  /** There are more devices than `feeds` has. */
  readonly isPartial: boolean;
  /** Keys of devices that are listed first. */
  readonly favourites: ReadonlySet<string>;
}

/** `node_2` before `node_10`. */
const ORDER = new Intl.Collator(undefined, { numeric: true });

export interface DeviceBoard {
  readonly groups: readonly DeviceGroup[];
  /** Numbers of all devices that the service knows, also where only the first ones are listed. */
  readonly counts: Readonly<Record<DeviceClass, number>>;
  /** Without duplicates. */
  readonly devices: readonly Device[];
}

export function boardOf(facts: BoardFacts): DeviceBoard {
  const refused = refusedByKey(facts);
  const shared = sharedAddresses(facts.fleet);
  const groups = new Map<string, Device[]>();
  const ports = new Map<string, number>();
  for (const [key, feed] of facts.feeds) {
    const { description } = feed;
    const device = deviceOf(key, feed, facts, { refused: refused.get(key), shared });
    const list = groups.get(device.group) ?? [];
    list.push(device);
    groups.set(device.group, list);
    if (description.udpPort !== undefined) ports.set(description.group, description.udpPort);
    refused.delete(key);
  }
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
  const devices = all.flatMap((group) => group.devices);
  return {
    // Favourites also stay in their folders.
    groups: [...(starred.length === 0 ? [] : [first]), ...all],
    devices,
    counts: countsOf([...devices, ...unlisted(facts, devices)]),
  };
}

/** In a large fleet, the service tells the states of devices that the page does not list. */
function unlisted(
  { fleet, connection, isPartial }: BoardFacts,
  devices: readonly Device[],
): Pick<Device, "state" | "limit">[] {
  if (!isPartial) return [];
  const listed = new Set(devices.map(({ key }) => key));
  return [...fleet].flatMap(([key, device]) =>
    listed.has(key) ? [] : [connection === "gone" ? UNKNOWN : shownState(device)],
  );
}

function deviceOf(
  key: string,
  feed: MeasurementFeed,
  facts: BoardFacts,
  { refused, shared }: { readonly refused: Refused | undefined; readonly shared: ReadonlySet<string> },
): Device {
  const device = facts.fleet.get(key);
  const isOwn =
    device?.address !== undefined && storedPlace(device.address) !== undefined && !shared.has(device.address);
  return {
    key,
    ...namesOf(feed, isOwn ? device.address : undefined),
    feed,
    ...(facts.connection === "gone" ? unanswered(feed, device) : reporting(feed, facts, key)),
    refused: refused?.count ?? 0,
    address: refused?.address ?? feed.description.group,
  };
}

type BoardState = Pick<Device, "state" | "limit" | "column" | "value" | "sinceMs" | "atMs" | "ageMs">;

const STATES = {
  fine: "live",
  warning: "live",
  alarm: "live",
  refused: "refused",
  silent: "stale",
  waiting: "waiting",
  unknown: "loading",
} as const;

const UNKNOWN = { state: "unknown", limit: "" } as const;

function shownState({ state }: Pick<FleetDevice, "state">): Pick<Device, "state" | "limit"> {
  return { state: STATES[state], limit: state === "warning" ? "warn" : state === "alarm" ? "alarm" : "" };
}

/** The service decides the state [D63]: before its first answer, nothing is known. */
function reporting({ description }: MeasurementFeed, { fleet, nowMs }: BoardFacts, key: string): BoardState {
  const device = fleet.get(key);
  const column = columnOf(description, device);
  if (device === undefined) return { state: "loading", limit: "", column };
  const { value, sinceMs, atMs } = device;
  return {
    ...shownState(device),
    column,
    value,
    sinceMs,
    atMs,
    ageMs: atMs === undefined ? undefined : nowMs - atMs,
  };
}

/** The last value stays; nothing is said about now. */
function unanswered({ description }: MeasurementFeed, device: FleetDevice | undefined): BoardState {
  return { ...UNKNOWN, column: columnOf(description, device), value: device?.value, sinceMs: device?.sinceMs };
}

/** The service decides this, too. */
function columnOf({ columns }: MeasurementFeed["description"], device: FleetDevice | undefined): Device["column"] {
  return columns.find(({ name }) => name === device?.column) ?? columns.find(({ role }) => role === "value");
}

/** A device with a known address is in the folder of its gateway, under its own name; everything else in its group. */
function namesOf(feed: MeasurementFeed, address: string | undefined): Pick<Device, "title" | "group"> {
  const { group, kind } = feed.description;
  if (kind !== "device" || address === undefined) return { title: feed.title, group };
  const parts = address.split("/");
  return { title: feed.name.value ?? parts.at(-1)!, group: parts.slice(0, -1).join(" / ") };
}

/** What sends rows of several measurements, as an agent does, says nothing about the name of each. */
function sharedAddresses(fleet: BoardFacts["fleet"]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { address } of fleet.values()) {
    if (address === undefined) continue;
    if (seen.has(address)) shared.add(address);
    seen.add(address);
  }
  return shared;
}

export function classOf({ state, limit }: Pick<Device, "state" | "limit">): DeviceClass {
  if (limit !== "") return limit;
  if (state === "live") return "fine";
  if (state === "loading" || state === "unknown") return "unknown";
  if (state === "refused") return "refused";
  return state === "stale" ? "silent" : "waiting";
}

interface Refused {
  readonly address: string;
  readonly count: number;
}

/**
 * Refused messages since the start, and earlier ones that are kept; by the names where they would be stored, or by
 * channel.
 */
function refusedByKey({ refused, errors }: BoardFacts): Map<string, Refused> {
  const counts = new Map<string, number>();
  for (const { address } of errors) counts.set(address, (counts.get(address) ?? 0) + 1);
  for (const [address, sinceStart] of refused) counts.set(address, Math.max(counts.get(address) ?? 0, sinceStart));
  return new Map([...counts].map(([address, count]) => [storedAt(address) ?? address, { address, count }]));
}

function stranger(key: string, address: string, refused: number): Device {
  return { key, title: address, group: say("Refused"), state: "refused", limit: "", refused, address };
}

function countsOf(devices: readonly Pick<Device, "state" | "limit">[]): Record<DeviceClass, number> {
  const counts = { fine: 0, warn: 0, alarm: 0, refused: 0, silent: 0, waiting: 0, unknown: 0 };
  for (const device of devices) counts[classOf(device)] += 1;
  return counts;
}

/** Where the data of devices is stored. No DOM. */
const MOST_KNOWN = 20_000;
/** What `storedAt` answered: it is asked for each address of a fleet, every second. */
const known = new Map<string, string | undefined>();

/** The key of a feed for a device's wide address [D25]; undefined if it is not a device's address. */
function storedAt(address: string): string | undefined {
  if (known.has(address)) return known.get(address);
  if (known.size >= MOST_KNOWN) known.clear();
  const key = keyOf(address);
  known.set(address, key);
  return key;
}

function keyOf(address: string): string | undefined {
  const place = storedPlace(address);
  return place && feedKey(place);
}

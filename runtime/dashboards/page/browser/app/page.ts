/** The page's state: what is drawn reads its part of it, and is drawn again when that changes. */

import { computed, signal } from "@preact/signals";
import { AlarmWatch } from "../alarms/alarm-watch.ts";
import { CommandPlaces } from "../commands/command-places.ts";
import { LayoutStore } from "../dashboards/layout-store.ts";
import { fetchStates } from "../data/api.ts";
import { connection, goneSinceMs } from "../data/connection.ts";
import { PageData } from "../data/page-data.ts";
import { boardOf } from "../overview/device-board.ts";
import { FleetState } from "../overview/fleet-state.ts";
import { RunList } from "../runs/run-list.ts";
import { FormulaCache } from "../series/formulas.ts";
import { Timeline } from "../series/timeline.ts";
import { Favourites } from "./favourites.ts";
import { PageAddress } from "./page-address.ts";
import { ServiceState } from "./service-state.ts";
import { currentTheme } from "./theme.ts";

/** Counts seconds. */
export const second = signal(0);
/** The user who is logged in; undefined without access control. */
export const user = signal<string | undefined>(undefined);
/** Parts of the address that could not be read, or what the user requested last and failed. */
export const problems = signal<readonly string[]>([]);
/** The pointer's time in any chart. */
export const pointer = signal<number | undefined>(undefined);
/** What panels are drawn on. Another one: the style may have changed. */
export const medium = signal<{ readonly kind: "screen" | "paper" }>({ kind: "screen" });
export const theme = computed(() => currentTheme(medium.value.kind));

export const timeline: Timeline = new Timeline(nowMs);
export const address = new PageAddress((query) => timeline.write(query));
export const layout = new LayoutStore(address);
export const favourites = new Favourites();
export const fleet = new FleetState(fetchStates);
export const service = new ServiceState(fleet);
export const data = new PageData(timeline, fleet, () => [...layout.measurements, ...favourites.measurements]);
export const formulas = new FormulaCache();
export const commandPlaces = new CommandPlaces(service);
export const runs = new RunList(() => data.annotations.sources);
export const board = computed(() =>
  boardOf({
    feeds: data.feeds,
    nowMs: nowMs(),
    connection: connection.value,
    fleet: fleet.devices,
    isPartial: data.isPartial,
    favourites: favourites.keys,
    // Before the list is known, every panel would look empty.
    channels: (data.isListed && service.health?.channels) || [],
    errors: data.isListed ? service.errors : [],
    refused: data.isListed ? fleet.refused : new Map(),
  }),
);
export const alarms = new AlarmWatch(() => (data.isListed ? board.value.counts : undefined));

export const mayAnnotate = computed(() => !address.isReadOnly && layout.list.mayAnnotate);
export const filterText = computed(() => address.get("filter") ?? "");

/** The server's time, epoch ms. What reads it is drawn each second. */
export function nowMs(): number {
  void second.value;
  return data.nowMs();
}

/** The same; while the service does not answer, when it last did: ages say no more than is known. */
export function knownMs(): number {
  const sinceMs = goneSinceMs.value;
  return sinceMs === undefined ? nowMs() : sinceMs + nowMs() - Date.now();
}

/** The time that all charts point at. */
export function pointerMs(): number | undefined {
  return pointer.value ?? timeline.moment;
}

/** Whether panels that wait are to be drawn with the next frame. */
export const hurried = signal(true);

export function hurry(): void {
  hurried.value = true;
}

/** Shows a sentence above the panels. */
export function report(sentence: string): void {
  problems.value = [sentence];
}

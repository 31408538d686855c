/**
 * Offsets of IANA time zones, from tables of our own: the system's differ between versions of Node, and so between the
 * nodes of a cluster [D60]. Pure except for a cache.
 */

import { inflateRawSync } from "node:zlib";
import { ZONE_TABLES } from "./zone-data.ts";

export { ZONE_VERSION } from "./zone-data.ts";

const MINUTE_MS = 60_000;
/** The tables end with 2037. Later years repeat the calendar and the rules of 28 years before. */
const END_MS = Date.UTC(2037, 0);
const CYCLE_MS = (28 * 365 + 7) * 86_400_000;

interface Named {
  readonly name: string;
  readonly packed?: string;
  readonly target?: string;
}

interface Zone {
  /** Begin of each period but the first, ms. */
  readonly begins: Float64Array;
  /** ms east of UTC in each period. */
  readonly offsets: Float64Array;
}

/** By lower-case name: the name as written, and its packed table or the zone that it is an alias of. */
let index: ReadonlyMap<string, Named> | undefined;
const zones = new Map<string, Zone>();

/**
 * The instant at which clocks in the zone show `localMs` (a date and time counted as if it were UTC), ms since 1970.
 * For a time that occurs twice, the first; undefined for one that is skipped when clocks go forward.
 */
export function localToUtcMs(localMs: number, zone: string): number | undefined {
  if (zone === "UTC") return localMs;
  // No zone is further than a day from UTC, and none changes twice within two days.
  const earlier = localMs - zoneOffsetMs(zone, localMs - 86_400_000);
  const later = localMs - zoneOffsetMs(zone, localMs + 86_400_000);
  const found = [earlier, later].filter((utcMs) => utcMs + zoneOffsetMs(zone, utcMs) === localMs);
  return found.length === 0 ? undefined : Math.min(...found);
}

/** Offset of the zone from UTC at an instant, ms. @throws RangeError if there is no such zone */
export function zoneOffsetMs(name: string, utcMs: number): number {
  const { begins, offsets } = zoneOf(name);
  const atMs = utcMs < END_MS ? utcMs : utcMs - CYCLE_MS * Math.ceil((utcMs - END_MS + 1) / CYCLE_MS);
  let [low, high] = [0, begins.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (begins[middle]! <= atMs) low = middle + 1;
    else high = middle;
  }
  return offsets[low]!;
}

/** Only named zones: an offset has no calendar. */
export function isTimeZone(name: string): boolean {
  return zoneName(name) !== undefined;
}

/** The zone's name as the IANA writes it; undefined if there is none. */
export function zoneName(text: string): string | undefined {
  return indexed().get(text.toLowerCase())?.name;
}

function indexed(): ReadonlyMap<string, Named> {
  if (index !== undefined) return index;
  const [zoneLines = "", aliases = ""] = inflateRawSync(Buffer.from(ZONE_TABLES.join(""), "base64"))
    .toString()
    .split("\n\n");
  index = new Map<string, Named>([
    ...zoneLines.split("\n").map((line) => {
      const [name = "", packed = ""] = line.split("|");
      return [name.toLowerCase(), { name, packed }] as [string, Named];
    }),
    ...aliases.split("\n").map((line) => {
      const [target = "", name = ""] = line.split("|");
      return [name.toLowerCase(), { name, target }] as [string, Named];
    }),
  ]);
  return index;
}

function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (zone === undefined) {
    zone = unpack(packedOf(name));
    zones.set(name, zone);
  }
  return zone;
}

function packedOf(name: string): string {
  const found = indexed().get(name.toLowerCase());
  if (found === undefined) throw new RangeError(`There is no time zone '${name}'`);
  return found.packed ?? packedOf(found.target!);
}

function unpack(packed: string): Zone {
  const [first = "0", ...changes] = packed.split(";");
  const begins: number[] = [];
  const offsets = [Number(first) * MINUTE_MS];
  let minute = 0;
  for (const change of changes) {
    const [after = "", offset = ""] = change.split(" ");
    minute += Number.parseInt(after, 36);
    begins.push(minute * MINUTE_MS);
    offsets.push(Math.round(Number(offset) * MINUTE_MS));
  }
  return { begins: Float64Array.from(begins), offsets: Float64Array.from(offsets) };
}

/** Offsets of IANA time zones, from the system's tables. Pure except for a bounded cache. */

/** Zones change their offset at full quarters of an hour; times before standard time are irrelevant here. */
const QUARTER_MS = 900_000;
const MAX_CACHED = 4096;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly offsets: Map<number, number>;
}

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
  const zone = zoneOf(name);
  const quarter = Math.floor(utcMs / QUARTER_MS);
  const cached = zone.offsets.get(quarter);
  if (cached !== undefined) return cached;
  const offset = readOffset(zone.format, quarter * QUARTER_MS);
  if (zone.offsets.size >= MAX_CACHED) zone.offsets.clear();
  zone.offsets.set(quarter, offset);
  return offset;
}

/** Only named zones: an offset has no calendar. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
    zone = { format, offsets: new Map() };
    zones.set(name, zone);
  }
  return zone;
}

// `GMT+01:00`, `GMT-00:44:30`, plain `GMT` for none.
function readOffset(format: Intl.DateTimeFormat, utcMs: number): number {
  const name = format.formatToParts(utcMs).find((part) => part.type === "timeZoneName")?.value ?? "";
  const match = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name);
  if (match === null) return 0;
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0);
  return (match[1] === "-" ? -1000 : 1000) * seconds;
}

/** The zone and the clock format of the page, in this one place. No DOM. */

export type Clock = "24" | "12";

let zone: string | undefined;
let clock: Clock = "24";
let wallClock: Intl.DateTimeFormat | undefined;
const offsets = new Map<number, number>();
/** No zone changes its offset within this step. */
const STEP_MS = 15 * 60_000;
const MOST_OFFSETS = 2000;
/** Clocks are set back by less. */
const LONGEST_CHANGE_MS = 3 * 3_600_000;

/** @param name IANA; undefined: the computer's zone. @throws RangeError if it is not a zone */
export function useZone(name: string | undefined, shown: Clock): void {
  offsets.clear();
  clock = shown;
  zone = name;
  wallClock =
    name === undefined
      ? undefined
      : new Intl.DateTimeFormat("en-GB", { timeZone: name, dateStyle: "short", timeStyle: "medium" });
}

/** Undefined: the computer's zone. */
export function currentZone(): string | undefined {
  return zone;
}

export function currentClock(): Clock {
  return clock;
}

/** Offset of local time from UTC, ms. */
export function offsetMs(ms: number): number {
  if (wallClock === undefined) return -new Date(ms).getTimezoneOffset() * 60_000;
  const step = Math.floor(ms / STEP_MS);
  let offset = offsets.get(step);
  if (offset === undefined) {
    const [day, month, year, hour, minute, second] = wallClock.format(ms).split(/\D+/).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    offset = Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
    if (offsets.size >= MOST_OFFSETS) offsets.clear();
    offsets.set(step, offset);
  }
  return offset;
}

/** Local time, to be read with `getUTC…`. */
export function wallTime(ms: number): Date {
  return new Date(ms + offsetMs(ms));
}

/** Epoch ms for a local time that is given as if it were UTC. */
export function fromWall(wallMs: number): number {
  return wallMs - offsetMs(wallMs - offsetMs(wallMs));
}

/** For libraries that read dates with `getHours` and the like. */
export function localDate(ms: number): Date {
  if (wallClock === undefined) return new Date(ms);
  const wall = wallTime(ms);
  return new Date(wall.getTime() + wall.getTimezoneOffset() * 60_000);
}

const pad = (value: number): string => String(value).padStart(2, "0");

/**
 * `14:02`, `14:02:27`, or `2:02:27 pm`, with optional decimals after the seconds; `02:30 UTC+1` where the clock is set back and shows
 * a time twice.
 */
export function clockText(ms: number, precision: "minutes" | "seconds", fraction = ""): string {
  const text = clockFace(wallTime(ms), precision, fraction);
  return isShownTwice(ms) ? `${text} ${offsetText(offsetMs(ms))}` : text;
}

function isShownTwice(ms: number): boolean {
  const own = offsetMs(ms);
  return [-LONGEST_CHANGE_MS, LONGEST_CHANGE_MS].some((distance) => {
    const other = offsetMs(ms + distance);
    return other !== own && offsetMs(ms + own - other) === other;
  });
}

/** `UTC+1`, `UTC−3:30`. */
function offsetText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const rest = minutes % 60 === 0 ? "" : `:${pad(minutes % 60)}`;
  return `UTC${ms < 0 ? "−" : "+"}${Math.floor(minutes / 60)}${rest}`;
}

function clockFace(wall: Date, precision: "minutes" | "seconds", fraction: string): string {
  const hours = wall.getUTCHours();
  const seconds = precision === "seconds" ? `:${pad(wall.getUTCSeconds())}` : "";
  const minutes = pad(wall.getUTCMinutes());
  if (clock === "24") return `${pad(hours)}:${minutes}${seconds}${fraction}`;
  return `${hours % 12 || 12}:${minutes}${seconds}${fraction} ${hours < 12 ? "am" : "pm"}`;
}

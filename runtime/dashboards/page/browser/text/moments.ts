/** Parses times and ranges as people write them: `2026-03-01T12:00`, `now-1h30m`, `yesterday`, `15m`. No DOM. */

import { dictionary } from "../../../../lib/dictionary.ts";
import { fromWall, wallTime } from "./zone.ts";

const UNITS_MS: Readonly<Record<string, number>> = dictionary({
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
});
export const MAX_RANGE_MS = 100 * 365 * 86_400_000;

/** `15m`, `90s`. */
export function formatRange(rangeMs: number): string {
  const unit = ["d", "h", "m"].find((name) => rangeMs % UNITS_MS[name]! === 0) ?? "s";
  return `${rangeMs / UNITS_MS[unit]!}${unit}`;
}

/** `90s`, `1h30m`; undefined for any other text, and beyond a hundred years. */
export function parseRange(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^(?:\d{1,9}(?:\.\d{1,6})?[smhdw])+$/.test(trimmed)) return undefined;
  let rangeMs = 0;
  for (const [, count, unit] of trimmed.matchAll(/([\d.]+)([smhdw])/g)) rangeMs += Number(count) * UNITS_MS[unit!]!;
  return rangeMs > 0 && rangeMs <= MAX_RANGE_MS ? rangeMs : undefined;
}

/**
 * ISO 8601, `now`, `now-2h30m`, `today`, `yesterday`; a time without a zone is local. For a day, `from` is its
 * beginning and `to` its end.
 * @returns epoch ms; undefined if it is not a time
 */
export function parseMoment(text: string, edge: "from" | "to", nowMs: number): number | undefined {
  const relative = /^now(?:([-+])(.+))?$/.exec(text);
  if (relative !== null) {
    const distanceMs = relative[2] === undefined ? 0 : parseRange(relative[2]);
    return distanceMs === undefined ? undefined : nowMs + (relative[1] === "-" ? -distanceMs : distanceMs);
  }
  const day = dayOf(text, nowMs);
  if (day !== undefined) return fromWall(Date.UTC(day.year, day.month, day.date + (edge === "to" ? 1 : 0)));
  const timeMs = /T.*(Z|[-+]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : parseLocal(text);
  return Number.isFinite(timeMs) ? timeMs : undefined;
}

function dayOf(text: string, nowMs: number): { year: number; month: number; date: number } | undefined {
  const written = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (written !== null) {
    const [year, month, date] = written.slice(1).map(Number) as [number, number, number];
    return { year, month: month - 1, date };
  }
  if (text !== "today" && text !== "yesterday") return undefined;
  const now = wallTime(nowMs);
  const back = text === "yesterday" ? 1 : 0;
  return { year: now.getUTCFullYear(), month: now.getUTCMonth(), date: now.getUTCDate() - back };
}

/** In the format of a datetime-local input. */
export function localText(ms: number): string {
  return wallTime(ms).toISOString().slice(0, 23);
}

/** Parses the value of a datetime-local input; NaN if it is not a time. */
export function parseLocal(text: string): number {
  const wallMs = Date.parse(`${text}Z`);
  return Number.isNaN(wallMs) ? wallMs : fromWall(wallMs);
}

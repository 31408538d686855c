import { dictionary } from "../lib/dictionary.ts";

/** `[store] keep`: how long rows are kept, and how long their statistics by the minute. */

/** `keep = 90d, 1m:2y`. */
export interface Keep {
  /** Older rows are deleted, ms. */
  readonly rowsMs: number;
  /** Statistics by the minute of deleted rows are kept this long, ms; absent: not at all. */
  readonly minutesMs?: number;
}

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = dictionary({
  h: DAY_MS / 24,
  d: DAY_MS,
  w: 7 * DAY_MS,
  y: 365 * DAY_MS,
});
/** Rows of the last hours may still arrive out of order and are never deleted. */
const LEAST_MS = DAY_MS;
const MOST_MS = 200 * 365 * DAY_MS;

/** @throws Error with one sentence */
export function parseKeep(text: string): Keep {
  const [rows = "", minutes, ...more] = text.split(",").map((part) => part.trim());
  if (more.length > 0) throw new Error(`'${text}' has more than two parts; write 90d, or 90d, 1m:2y`);
  const rowsMs = periodOf(rows);
  if (minutes === undefined) return { rowsMs };
  const [, every, period = ""] = /^([^:]*):(.*)$/.exec(minutes) ?? [];
  if (every === undefined) throw new Error(`'${minutes}' is not 1m:PERIOD; write 90d, 1m:2y`);
  if (!/^(1\s*m(in)?|60\s*s)$/.test(every.trim()))
    throw new Error(`figures are by the minute only, not by '${every}'; write 90d, 1m:2y`);
  const minutesMs = periodOf(period.trim());
  if (minutesMs > rowsMs) return { rowsMs, minutesMs };
  throw new Error(`the minutes' period '${period.trim()}' has to be longer than that of the rows, '${rows}'`);
}

function periodOf(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(h|d|w|y)$/.exec(text);
  const ms = Number(match?.[1]) * (UNITS[match?.[2] ?? ""] ?? Number.NaN);
  if (ms >= LEAST_MS && ms <= MOST_MS) return Math.round(ms);
  throw new Error(`'${text}' is not a period from 1d to 200y; write 24h, 90d, 12w or 2y`);
}

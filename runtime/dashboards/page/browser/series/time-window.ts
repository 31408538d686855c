/** The time span that all panels show. */

/** `live` ends now and follows the time; `fixed` was chosen by dragging or pausing. */
export type TimeWindow =
  | { readonly kind: "live"; readonly rangeMs: number }
  | { readonly kind: "fixed"; readonly fromMs: number; readonly toMs: number };

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const RANGES: readonly (readonly [label: string, rangeMs: number])[] = [
  ["1 min", MINUTE],
  ["5 min", 5 * MINUTE],
  ["15 min", 15 * MINUTE],
  ["1 h", HOUR],
  ["6 h", 6 * HOUR],
  ["24 h", DAY],
  ["7 d", 7 * DAY],
];

export const DEFAULT_RANGE_MS = 15 * MINUTE;

export function spanOf(window: TimeWindow, nowMs: number): Span {
  if (window.kind === "live") return { fromMs: nowMs - window.rangeMs, toMs: nowMs };
  return { fromMs: window.fromMs, toMs: window.toMs };
}

/** How often a live chart of this range must be drawn: about once per pixel of movement, at most 20 times a second. */
export function drawIntervalMs(rangeMs: number, widthPixels: number): number {
  return Math.min(500, Math.max(50, rangeMs / Math.max(1, widthPixels)));
}

/** What a panel says of itself in words. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import { formatAgo, formatRate } from "./format.ts";

/** A measurement that sent nothing for so long is shown as stale, ms. */
const STALE_MS = 30_000;

export type PanelState = "waiting" | "live" | "stale";

/** `lastMs` is the time of the newest row, undefined while there is none. */
export function panelState(lastMs: number | undefined, nowMs: number): PanelState {
  if (lastMs === undefined) return "waiting";
  return nowMs - lastMs < STALE_MS ? "live" : "stale";
}

export function ageText(lastMs: number | undefined, rate: number | undefined, nowMs: number): string {
  if (lastMs === undefined) return "no data yet";
  const age = formatAgo(nowMs - lastMs);
  return rate === undefined ? age : `${formatRate(rate)} · ${age}`;
}

/** Why a chart without lines has none. */
export function emptyText(description: MeasurementDescription, lastMs: number | undefined, nowMs: number): string {
  const { udpPort, struct } = description;
  if (lastMs !== undefined) return `No data in this time span. The latest came ${formatAgo(nowMs - lastMs)}.`;
  if (udpPort === undefined) return "No data yet.";
  return `Waiting for data on UDP port ${udpPort}${struct === undefined ? "" : `, struct ID ${struct.id}`}.`;
}

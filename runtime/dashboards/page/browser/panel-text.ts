/** What a panel says of itself in words. No DOM. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import { formatAgo, formatRate, formatTime } from "./format.ts";

/** Where the rhythm is not known: a measurement that sent nothing for so long is shown as stale, ms. */
const STALE_MS = 30_000;
/** Messages that may be missing, and time that a network may take. */
const MISSED_MESSAGES = 5;
const NETWORK_MS = 2000;

/** `unknown`: the service does not answer, so nobody can tell. */
export type PanelState = "waiting" | "live" | "stale" | "unknown";

/** `lastMs` is the time of the newest row, undefined while there is none; `expectedMs` the usual time between rows. */
export function panelState(lastMs: number | undefined, nowMs: number, expectedMs: number | undefined): PanelState {
  if (lastMs === undefined) return "waiting";
  const patience = expectedMs === undefined ? STALE_MS : MISSED_MESSAGES * expectedMs + NETWORK_MS;
  return nowMs - lastMs < patience ? "live" : "stale";
}

export function ageText(
  lastMs: number | undefined,
  rate: number | undefined,
  state: PanelState,
  nowMs: number,
): string {
  if (lastMs === undefined) return "no data yet";
  if (state === "stale")
    return `silent since ${formatTime(lastMs, nowMs).replace(/\.\d+$/, "")}, ${formatAgo(nowMs - lastMs)}`;
  const age = formatAgo(nowMs - lastMs);
  return rate === undefined ? age : `${formatRate(rate)} · ${age}`;
}

/** While rows are read whole, for what is computed from them; empty where there is nothing to wait for. */
export function loadingText({
  failure,
  progress,
}: {
  failure: Error | undefined;
  progress: number | undefined;
}): string {
  if (failure !== undefined) return `Rows cannot be read: ${failure.message}`;
  return progress === undefined ? "" : `Loading, ${Math.floor(progress * 100)} %`;
}

/** Why a chart without lines has none. */
export function emptyText(description: MeasurementDescription, lastMs: number | undefined, nowMs: number): string {
  const { udpPort, struct } = description;
  if (lastMs !== undefined) return `No data in this time span. The latest came ${formatAgo(nowMs - lastMs)}.`;
  if (udpPort === undefined) return "No data yet.";
  return `Waiting for data on UDP port ${udpPort}${struct === undefined ? "" : `, struct ID ${struct.id}`}.`;
}

/** What the service said instead of history; undefined where it said nothing at all. */
export function failureText(failure: Error | undefined): string | undefined {
  return failure === undefined || failure.name !== "AnswerError"
    ? undefined
    : `History cannot be read: ${failure.message}`;
}

/** What a panel says of itself in words. No DOM. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import { formatAge, formatAgo, formatMoment, formatRate } from "./format.ts";
import { say } from "./words.ts";

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
  if (lastMs === undefined) return say("no data yet");
  if (state === "stale") return say("silent since {0}, {1}", formatMoment(lastMs, nowMs), formatAge(nowMs - lastMs));
  // Ages are told only where they are late.
  return rate === undefined ? formatAgo(nowMs - lastMs) : formatRate(rate);
}

/** While rows are read whole, for what is computed from them; empty where there is nothing to wait for. */
export function loadingText({
  failure,
  progress,
}: {
  failure: Error | undefined;
  progress: number | undefined;
}): string {
  if (failure !== undefined) return say("Rows cannot be read: {0}", failure.message);
  return progress === undefined ? "" : say("Loading, {0} %", Math.floor(progress * 100));
}

/** Why a chart without lines has none. */
export function emptyText(description: MeasurementDescription, lastMs: number | undefined, nowMs: number): string {
  const { udpPort, struct } = description;
  if (lastMs !== undefined) return say("No value in this time span. Last: {0}.", formatMoment(lastMs, nowMs));
  if (udpPort === undefined) return say("No data yet.");
  return struct === undefined
    ? say("Waiting for data on UDP port {0}.", udpPort)
    : say("Waiting for data on UDP port {0}, struct ID {1}.", udpPort, struct.id);
}

/** What the service said instead of history; undefined where it said nothing at all. */
export function failureText(failure: Error | undefined): string | undefined {
  return failure === undefined || failure.name !== "AnswerError"
    ? undefined
    : say("History cannot be read: {0}", failure.message);
}

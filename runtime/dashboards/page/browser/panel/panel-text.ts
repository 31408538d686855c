/** A panel's texts. No DOM. */

import { patienceMs } from "../../../../model/device-state.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { formatAge, formatAgo, formatMoment, formatRate } from "../text/format.ts";
import { say } from "../text/words.ts";

/**
 * `waiting`: it never sent. `loading`: it is not known yet whether there are newer rows. `unknown`: the service does not
 * answer.
 */
export type PanelState = "waiting" | "live" | "stale" | "loading" | "unknown";

/** Without a row up to now. A device that sends has a clock that is ahead: its rows are shown when their time comes. */
const UNDATED: Readonly<Record<PanelState, string>> = {
  waiting: "no data yet",
  loading: "Loading…",
  unknown: "unknown",
  live: "no row up to now",
  stale: "no row up to now",
};
/** Clocks differ a little. */
const MOST_AHEAD_MS = 1000;

export function panelState(
  feed: Pick<MeasurementFeed, "lastMs" | "knownUntilMs" | "expectedMs">,
  nowMs: number,
  connection: "there" | "gone",
): PanelState {
  if (connection === "gone") return "unknown";
  const patience = patienceMs(feed.expectedMs());
  const { lastMs, knownUntilMs } = feed;
  if (lastMs !== undefined && nowMs - lastMs < patience) return "live";
  if (knownUntilMs === undefined) return "loading";
  if (lastMs === undefined) return "waiting";
  return knownUntilMs - lastMs < patience ? "loading" : "stale";
}

export function ageText(
  lastMs: number | undefined,
  rate: number | undefined,
  state: PanelState,
  nowMs: number,
): string {
  if (lastMs === undefined) return say(UNDATED[state]);
  if (lastMs > nowMs + MOST_AHEAD_MS) return say("its clock is {0} ahead", formatAge(lastMs - nowMs));
  if (state === "stale") return say("silent since {0}, {1}", formatMoment(lastMs, nowMs), formatAge(nowMs - lastMs));
  // Ages are shown only if they are unusual.
  return rate === undefined ? formatAgo(nowMs - lastMs) : formatRate(rate);
}

/** While whole rows are read for computed series; empty if nothing is loading. */
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

/** Why a chart has no lines. */
export function emptyText(
  { description, lastMs, knownUntilMs }: Pick<MeasurementFeed, "description" | "lastMs" | "knownUntilMs">,
  nowMs: number,
  state: PanelState,
): string {
  const { udpPort, struct, stored } = description;
  if (stored && lastMs === undefined && knownUntilMs === undefined) return say("Loading…");
  if (lastMs !== undefined) return say("No value in this time span. Last: {0}.", formatMoment(lastMs, nowMs));
  const hasSent = state === "live" || state === "stale";
  if (hasSent) return say("No row up to now: rows with times ahead are shown when their time comes.");
  if (udpPort === undefined) return say("No data yet.");
  return struct === undefined
    ? say("Waiting for data on UDP port {0}.", udpPort)
    : say("Waiting for data on UDP port {0}, struct ID {1}.", udpPort, struct.id);
}

/** The service's error instead of history; undefined if it did not answer at all. */
export function failureText(failure: Error | undefined): string | undefined {
  return failure === undefined || failure.name !== "AnswerError"
    ? undefined
    : say("History cannot be read: {0}. Trying again.", failure.message.replace(/\.$/, ""));
}

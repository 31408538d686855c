/** Runs: stretches of time with a name, stored as events with the field `run`. No DOM. */

import type { Annotation } from "../annotations/annotation.ts";
import type { TimeWindow } from "../series/time-window.ts";
import { feedKey } from "../text/measurement-name.ts";

export interface Run extends Pick<Annotation, "source" | "time" | "timeMs"> {
  readonly name: string;
  /** Undefined: it has not ended. */
  readonly endMs: number | undefined;
}

/** An open run is read until some time ahead, in steps: each of them is one request. */
const LEAST_AHEAD_MS = 60_000;

/** Identifies it in the page's address. */
export function runKey({ source, time }: Run): string {
  return `${feedKey(source)} ${time}`;
}

/** Those of the annotations that are runs, the newest first. */
export function runsAmong(annotations: readonly Annotation[]): Run[] {
  const runs = annotations.flatMap(({ run, source, time, timeMs, endMs }) =>
    run === "" ? [] : [{ name: run, source, time, timeMs, endMs }],
  );
  return runs.sort((a, b) => b.timeMs - a.timeMs);
}

export function windowOf({ timeMs, endMs }: Run, nowMs: number): Extract<TimeWindow, { kind: "fixed" }> {
  if (endMs !== undefined) return { kind: "fixed", fromMs: timeMs, toMs: endMs };
  const steps = Math.max(0, Math.ceil(Math.log2(Math.max(1, nowMs - timeMs) / LEAST_AHEAD_MS)));
  return { kind: "fixed", fromMs: timeMs, toMs: timeMs + LEAST_AHEAD_MS * 2 ** steps };
}

export function durationMs({ timeMs, endMs }: Run, nowMs: number): number {
  return Math.max(0, (endMs ?? nowMs) - timeMs);
}

/** `Run 4` after `Run 3`: the last number in the name of the newest run, and one more. */
export function nextName(runs: readonly Run[], first: string): string {
  const newest = runs[0]?.name ?? "";
  const counted = /^(.*?)(\d+)(\D*)$/.exec(newest);
  return counted === null ? first : `${counted[1]}${Number(counted[2]) + 1}${counted[3]}`;
}

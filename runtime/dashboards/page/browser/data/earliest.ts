/** Finds the beginning of stored data. */

import type { MeasurementName } from "../text/measurement-name.ts";
import { fetchSeries } from "./api.ts";

/** Older data is not expected. */
const BEGIN_MS = Date.UTC(2000);
const POINTS = 1000;

/**
 * Epoch ms of the oldest row of all measurements, to within a thousandth of their age; undefined if nothing is stored.
 */
export async function earliestMs(measurements: readonly MeasurementName[], nowMs: number): Promise<number | undefined> {
  const found = await Promise.all(measurements.map((measurement) => firstMs(measurement, nowMs)));
  const known = found.filter((ms) => ms !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

// Downsampled history over decades gives the bucket; a second query within it gives the time.
async function firstMs(measurement: MeasurementName, nowMs: number): Promise<number | undefined> {
  const span = { fromMs: BEGIN_MS, toMs: nowMs, points: POINTS };
  const bucketMs = (nowMs - BEGIN_MS) / POINTS;
  const coarse = (await fetchSeries(measurement, span)).times[0];
  if (coarse === undefined) return undefined;
  const fine = await fetchSeries(measurement, { ...span, fromMs: coarse - 2 * bucketMs });
  return fine.times[0] ?? coarse;
}

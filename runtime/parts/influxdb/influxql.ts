/**
 * Builds InfluxQL. All names are quoted here and nowhere else. [InfluxQL specification, Identifiers]
 */

import type { RowQuery } from "../../model/store.ts";

type Range = Pick<RowQuery, "measurement" | "fromNs" | "toNs">;

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"')}"`;
}

/**
 * From inclusive, to exclusive; both are always given, since grouped queries otherwise end at the server's `now()`.
 */
export function inRange({ measurement, fromNs = MIN_TIME, toNs = MAX_TIME }: Range): string {
  return `FROM ${quoteIdentifier(measurement)} WHERE time >= ${clampTime(fromNs)} AND time < ${clampTime(toNs)}`;
}

/** Refers to the field even if a tag has the same name. */
export function fieldReference(name: string): string {
  return `${quoteIdentifier(name)}::field`;
}

export function tagReference(name: string): string {
  return `${quoteIdentifier(name)}::tag`;
}

const MIN_TIME = -9_223_372_036_854_775_806n;
const MAX_TIME = 9_223_372_036_854_775_806n;

function clampTime(timeNs: bigint): bigint {
  if (timeNs < MIN_TIME) return MIN_TIME;
  return timeNs > MAX_TIME ? MAX_TIME : timeNs;
}

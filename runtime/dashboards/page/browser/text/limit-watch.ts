/** Whether a value is beyond its limits. Whether a device is, the service decides: it knows hold times. No DOM. */

import type { ColumnDescription } from "../../../../model/measurement.ts";
import { formatQuantity } from "./format.ts";
import { say } from "./words.ts";

export type LimitState = "" | "warn" | "alarm";

/** A value's state; empty without limits. */
export function limitState({ limits }: ColumnDescription, value: unknown): LimitState {
  if (limits === undefined || (typeof value !== "number" && typeof value !== "bigint")) return "";
  if (isBeyond(limits.alarm, value)) return "alarm";
  return isBeyond(limits.warn, value) ? "warn" : "";
}

export function isBeyond(
  limit: { readonly min?: number; readonly max?: number } = {},
  value: number | bigint,
): boolean {
  return value < (limit.min ?? Number.NEGATIVE_INFINITY) || value > (limit.max ?? Number.POSITIVE_INFINITY);
}

/** `above 65 °C`, `below 8 V`: the exceeded limit; empty if the value is within its limits. */
export function limitText(column: ColumnDescription, value: unknown): string {
  const { limits } = column;
  const state = limitState(column, value);
  if (state === "" || limits === undefined) return "";
  const { min, max } = limits[state] ?? {};
  const isAbove = max !== undefined && (value as number) > max;
  return say(isAbove ? "above {0}" : "below {0}", formatQuantity((isAbove ? max : min)!, column.unit));
}

/** What the bus says of a stored row [D17]. */

import type { ColumnValue } from "../codec/struct-codec.ts";
import { formatNs } from "../telemetry/clock.ts";
import type { Point } from "../telemetry/point.ts";

export type RecordedPoint = {
  readonly database: string;
  readonly measurement: string;
  /** ISO 8601, ns. */
  readonly time: string;
  /** The record as stored. */
  readonly values: Readonly<Record<string, ColumnValue>>;
};

export function busRecord(point: Omit<Point, "origin">): RecordedPoint {
  const values: Record<string, ColumnValue> = Object.create(null);
  for (let index = 0; index < point.columns.length; index++) {
    const value = point.values[index];
    const name = point.columns[index]?.name;
    if (name !== undefined && value !== undefined && name !== "_hex_") values[name] = value;
  }
  return { database: point.database, measurement: point.measurement, time: formatNs(point.timeNs), values };
}

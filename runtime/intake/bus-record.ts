/** The bus event of a stored row [D17]. */

import type { ColumnValue } from "../codec/struct-codec.ts";
import { formatNs } from "../model/clock.ts";
import type { Point, PointColumn } from "../model/point.ts";

/** The payload's bytes; events carry them under a different name. */
const HEX = "_hex_";

export type RecordedPoint = {
  readonly database: string;
  readonly measurement: string;
  /** ISO 8601, with nanoseconds. */
  readonly time: string;
  /** The record as stored. */
  readonly values: Readonly<Record<string, ColumnValue>>;
};

/** A template object for each array of columns, shared by points with the same columns. */
const TEMPLATES = new WeakMap<readonly PointColumn[], Record<string, ColumnValue>>();

/** [hot path] Clones of one object share a hidden class; an object built name by name would become a dictionary. */
export function busRecord(point: Omit<Point, "origin">): RecordedPoint {
  // Read once: some points make them for each call.
  const { columns, database, measurement, values: given } = point;
  const values = { ...templateOf(columns) };
  for (let index = 0; index < columns.length; index++) {
    const name = columns[index]!.name;
    if (name === HEX) continue;
    const value = given[index];
    if (value === undefined) delete values[name];
    else values[name] = value;
  }
  return { database, measurement, time: formatNs(point.timeNs), values };
}

function templateOf(columns: readonly PointColumn[]): Record<string, ColumnValue> {
  let template = TEMPLATES.get(columns);
  if (template === undefined) {
    const names = columns.map(({ name }) => name).filter((name) => name !== HEX);
    // JSON.parse makes every name an own member, even `__proto__`.
    template = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:0`).join(",")}}`) as Record<
      string,
      ColumnValue
    >;
    TEMPLATES.set(columns, template);
  }
  return template;
}

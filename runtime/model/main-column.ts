/** Which column stands for a measurement where there is room for one. */

import type { ColumnDescription, MeasurementDescription } from "./measurement.ts";

type Described = Pick<MeasurementDescription, "columns">;

/** The name of an element's array: `cells` of `cells.3`. */
export function stemOf(name: string): string {
  return /^(.+)\.\d+$/.exec(name)?.[1] ?? name;
}

/** Number of elements of each array, by its name. */
export function arraySizes({ columns }: Described): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { name, type } of columns) {
    if (type === "string" || !/\.\d+$/.test(name)) continue;
    sizes.set(stemOf(name), (sizes.get(stemOf(name)) ?? 0) + 1);
  }
  return sizes;
}

/** What firmware calls what it counts or says of itself, at the end of a column's name. */
const HOUSEKEEPING =
  /(?:^|[._])(?:ver(?:sion)?|up_?time|millis|ticks?|time|(?:time)?stamp|seq(?:uence|_?n\w+)?|count(?:er)?|cnt|id|flags|reserved|spare|pad\w*|crc\d*|checksum)(?:_boot)?(?:_(?:[num]?s|usec|msec|sec))?$/i;

function isMeasured({ name, states }: ColumnDescription): boolean {
  return states === undefined && !HOUSEKEEPING.test(name.replaceAll(/([a-z])([A-Z])/g, "$1_$2"));
}

/** The most informative column: the first one with limits, else the first measured one, preferably with a unit. */
export function mainColumn(description: Described): ColumnDescription | undefined {
  const sizes = arraySizes(description);
  const values = description.columns.filter(
    ({ role, name, type }) => role === "value" && type !== "string" && !sizes.has(stemOf(name)),
  );
  return (
    values.find(({ limits }) => limits !== undefined) ??
    values.find((column) => column.unit !== undefined && isMeasured(column)) ??
    values.find(isMeasured) ??
    values[0] ??
    description.columns.find(({ role }) => role !== "frame")
  );
}

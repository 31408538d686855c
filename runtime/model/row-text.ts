/** A row as a JSON object that decodes to the same row. */

import { formatNs } from "./clock.ts";
import type { Point } from "./point.ts";

export function rowText({ timeNs, columns, values }: Pick<Point, "timeNs" | "columns" | "values">): string {
  const row: Record<string, unknown> = Object.create(null);
  row["time"] = formatNs(timeNs);
  for (const [index, { name }] of columns.entries()) {
    const value = values[index];
    if (value !== undefined) row[name] = typeof value === "bigint" ? value.toString() : value;
  }
  return JSON.stringify(row);
}

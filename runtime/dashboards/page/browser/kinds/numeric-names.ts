/** Columns that a picture can show. No DOM. */

import { arraySizes } from "../../../../model/main-column.ts";
import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { MOST_ARRAY_LINES } from "../series/array-lines.ts";

/** Measured values first, then all other numeric columns. */
export function numericNames({ columns }: MeasurementDescription): string[] {
  const numbers = columns.filter(({ type }) => type !== "string");
  const isFirst = ({ role }: (typeof numbers)[number]) => role === "value";
  return [...numbers.filter(isFirst), ...numbers.filter((column) => !isFirst(column))].map(({ name }) => name);
}

/** Arrays that are too long for lines. */
export function longArrays(description: MeasurementDescription): string[] {
  return [...arraySizes(description)].filter(([, size]) => size > MOST_ARRAY_LINES).map(([stem]) => stem);
}

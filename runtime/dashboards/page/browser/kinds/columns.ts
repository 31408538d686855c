/** Which columns a kind can use. */

import type { MeasurementDescription } from "../../../../api/measurement-catalogue.ts";

/** Measured values first, then everything else that has numbers. */
export function numericNames({ columns }: MeasurementDescription): string[] {
  const numbers = columns.filter(({ type }) => type !== "string");
  const isFirst = ({ role }: (typeof numbers)[number]) => role === "value";
  return [...numbers.filter(isFirst), ...numbers.filter((column) => !isFirst(column))].map(({ name }) => name);
}

/** Which columns and which rows a picture is made of. No DOM. */

import type { MeasurementDescription } from "../../../../api/measurement-catalogue.ts";
import { indexAfter } from "../panel-series.ts";
import type { ViewContext } from "./kind.ts";

export interface Row {
  readonly timeMs: number;
  /** One for each of the columns. */
  readonly values: readonly number[];
}

/** Measured values first, then everything else that has numbers. */
export function numericNames({ columns }: MeasurementDescription): string[] {
  const numbers = columns.filter(({ type }) => type !== "string");
  const isFirst = ({ role }: (typeof numbers)[number]) => role === "value";
  return [...numbers.filter(isFirst), ...numbers.filter((column) => !isFirst(column))].map(({ name }) => name);
}

/** Rows in view in which all of the columns have a number, without what lies between: a gap begins a new stretch. */
export function stretchesInView({ series, timeline }: ViewContext, columns: readonly string[]): Row[][] {
  const [times, ...cells] = series.aligned(columns);
  const { fromMs, toMs } = timeline.span();
  const end = indexAfter(times, toMs);
  const stretches: Row[][] = [[]];
  for (let i = indexAfter(times, fromMs); i < end; i += 1) {
    const values = cells.map((column) => column[i]);
    if (values[0] === null) stretches.push([]);
    if (values.every((value) => typeof value === "number"))
      stretches.at(-1)!.push({ timeMs: times[i]!, values: values as number[] });
  }
  return stretches.filter((stretch) => stretch.length > 0);
}

/** What was at or before the pointer's time; undefined while it points at none. */
export function pointedRow<Timed extends { readonly timeMs: number }>(
  rows: readonly Timed[],
  { pointerMs }: ViewContext,
): Timed | undefined {
  const at = pointerMs();
  return at === undefined ? undefined : [...rows].reverse().find(({ timeMs }) => timeMs <= at);
}

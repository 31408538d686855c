/** Which columns and which rows a picture is made of. No DOM. */

import type { MeasurementDescription } from "../../../../api/measurement-catalogue.ts";
import { loadingText } from "../panel-text.ts";
import { type Row, SampledRows } from "../sampled-rows.ts";
import { WholeRows } from "../whole-rows.ts";
import type { ViewContext } from "./kind.ts";

/** Measured values first, then everything else that has numbers. */
export function numericNames({ columns }: MeasurementDescription): string[] {
  const numbers = columns.filter(({ type }) => type !== "string");
  const isFirst = ({ role }: (typeof numbers)[number]) => role === "value";
  return [...numbers.filter(isFirst), ...numbers.filter((column) => !isFirst(column))].map(({ name }) => name);
}

/** Rows in view for a picture that needs values of one moment beside each other. */
export class RowsInView {
  readonly #context: ViewContext;
  readonly #rows: WholeRows<SampledRows>;

  /** @param most rows that are drawn at most */
  constructor(context: ViewContext, most: number) {
    this.#context = context;
    this.#rows = new WholeRows(context.feed, () => new SampledRows(most));
  }

  /** Each stretch between gaps by itself; rows in which one of the columns has no number are left out. */
  stretches(columns: readonly string[]): Row[][] {
    this.#rows.keep(columns);
    const { fromMs, toMs } = this.#context.timeline.span();
    return this.#rows.sink?.stretches(fromMs, toMs) ?? [];
  }

  /** How many rows there are, of which `stretches` has some; undefined until they were read. */
  get count(): number | undefined {
    return this.#rows.sink?.count;
  }

  /** Why there is nothing to see yet; empty where there is. */
  get trouble(): string {
    return loadingText(this.#rows);
  }

  release(): void {
    this.#rows.release();
  }
}

/** What was at or before the pointer's time; undefined while it points at none. */
export function pointedRow<Timed extends { readonly timeMs: number }>(
  rows: readonly Timed[],
  { pointerMs }: ViewContext,
): Timed | undefined {
  const at = pointerMs();
  return at === undefined ? undefined : [...rows].reverse().find(({ timeMs }) => timeMs <= at);
}

/** Rows of a picture. No DOM. */

import type { Theme } from "../app/theme-colours.ts";
import { WholeRows } from "../data/whole-rows.ts";
import { loadingText } from "../panel/panel-text.ts";
import { type Row, SampledRows } from "../series/sampled-rows.ts";
import type { ViewContext } from "./kind.ts";
import type { Plot } from "./views/canvas.ts";
import type { Picture } from "./views/picture-view.tsx";

/** A picture that combines values of one moment, from the rows in view. */
export abstract class RowsPicture implements Picture {
  abstract readonly height: number;
  protected readonly context: ViewContext;
  readonly #rows: WholeRows<SampledRows>;

  /** @param most maximum number of drawn rows */
  constructor(context: ViewContext, most: number) {
    this.context = context;
    this.#rows = new WholeRows(context.feed, () => new SampledRows(most));
  }

  abstract paint(plot: Plot, theme: Theme): void;
  abstract tell(): string;
  abstract describe(): string;

  release(): void {
    this.#rows.release();
  }

  /** Rows between gaps; rows without a number in one of the columns are left out. */
  protected stretches(columns: readonly string[]): Row[][] {
    this.#rows.keep(columns);
    const { fromMs, toMs } = this.context.timeline.span();
    return this.#rows.sink?.stretches(fromMs, toMs) ?? [];
  }

  /** Total number of rows, some of which `stretches` contains; undefined before they were read. */
  protected get count(): number | undefined {
    return this.#rows.sink?.count;
  }

  /** Why nothing is visible yet; empty otherwise. */
  protected get trouble(): string {
    return loadingText(this.#rows);
  }
}

/** The row at or before the pointer's time; undefined without a pointer. */
export function pointedRow<Timed extends { readonly timeMs: number }>(
  rows: readonly Timed[],
  { pointerMs }: ViewContext,
): Timed | undefined {
  const at = pointerMs();
  return at === undefined ? undefined : [...rows].reverse().find(({ timeMs }) => timeMs <= at);
}

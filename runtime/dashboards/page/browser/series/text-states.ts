/** Texts over time, for strips: the times when a column's text changed. No DOM. */

import type { MeasurementFeed, TextRow } from "../data/measurement-feed.ts";
import type { Cell } from "../data/series-buffer.ts";
import type { PanelSeries } from "../panel/panel-series.ts";

export class TextStates {
  readonly #feed: MeasurementFeed;
  #columns: readonly string[] = [];

  constructor(feed: MeasurementFeed) {
    this.#feed = feed;
  }

  /** Columns that are drawn as strips; their texts are read from the store. */
  want(columns: readonly string[]): void {
    const { columns: known } = this.#feed.description;
    this.#columns = columns.filter((name) => known.find((column) => column.name === name)?.type === "string");
    this.#feed.wantTexts(this.#columns);
  }

  /** Times and values of the requested columns, both texts and numbers. */
  aligned(columns: readonly string[], series: PanelSeries): [readonly number[], ...(readonly (Cell | string)[])[]] {
    if (!columns.some((name) => this.#columns.includes(name))) return series.aligned(columns);
    const ends = this.#feed.buffer.gaps().map(([timeMs]) => ({ timeMs }));
    const rows = [...this.#feed.texts, ...ends].sort((a, b) => a.timeMs - b.timeMs);
    return [rows.map(({ timeMs }) => timeMs), ...columns.map((name) => this.#cells(name, rows, series))];
  }

  valueAt(column: string, timeMs: number): string | undefined {
    if (!this.#columns.includes(column)) return undefined;
    if (this.#feed.buffer.gaps().some(([from, to]) => from < timeMs && timeMs < to)) return undefined;
    const rows = this.#feed.texts;
    for (let i = rows.length - 1; i >= 0; i -= 1) {
      const { timeMs: ms, values } = rows[i]!;
      if (ms <= timeMs && typeof values[column] === "string") return values[column];
    }
    return undefined;
  }

  /** @param rows those without values are where gaps begin */
  #cells(name: string, rows: readonly (TextRow | { readonly timeMs: number })[], series: PanelSeries) {
    return rows.map((row): Cell | string => {
      if (!("values" in row)) return null;
      if (!this.#columns.includes(name)) return series.valueAt(name, row.timeMs);
      const value = row.values[name];
      return typeof value === "string" ? value : undefined;
    });
  }
}

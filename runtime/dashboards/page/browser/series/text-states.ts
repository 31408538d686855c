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
    const rows = this.#feed.texts;
    return [rows.map(({ timeMs }) => timeMs), ...columns.map((name) => this.#cells(name, rows, series))];
  }

  valueAt(column: string, timeMs: number): string | undefined {
    if (!this.#columns.includes(column)) return undefined;
    const rows = this.#feed.texts;
    for (let i = rows.length - 1; i >= 0; i -= 1) {
      const { timeMs: ms, values } = rows[i]!;
      if (ms <= timeMs && typeof values[column] === "string") return values[column];
    }
    return undefined;
  }

  #cells(name: string, rows: readonly TextRow[], series: PanelSeries): (Cell | string)[] {
    if (!this.#columns.includes(name)) return rows.map(({ timeMs }) => series.valueAt(name, timeMs));
    return rows.map(({ values }) => {
      const value = values[name];
      return typeof value === "string" ? value : undefined;
    });
  }
}

/** What a table's points share: pages of numbers, and the texts of cells. */

import { PagedRow, type PageShape, RowPage } from "../../model/paged-row.ts";
import type { Point, PointColumn } from "../../model/point.ts";
import { withoutNul } from "../../model/values.ts";
import { type CsvHeader, cellsOf } from "./csv-records.ts";
import { decodeText } from "./text.ts";

/** Rows of a page at most: one is as long as a piece of a file, of which the next one has its own. */
const MOST_ROWS = 1024;

/**
 * Rows of one table with a time of their own and numbers in all other cells, side by side: a row of a piece takes an object of four
 * fields instead of one with a list, a time and a look at its texts. [hot path]
 */
export class TablePages {
  readonly #shape: PageShape;
  readonly #time: number;
  #page: RowPage | undefined;

  /** @param payload with all rows, which becomes a text only where one is read @param time the time's cell; the others are the columns */
  constructor(
    place: Pick<Point, "database" | "measurement">,
    columns: readonly PointColumn[],
    header: CsvHeader,
    payload: Uint8Array,
    time: number,
  ) {
    const { database, measurement } = place;
    let text: string | undefined;
    const textsOf = ({ frameFrom, frameEnd }: RowPage, index: number) => {
      text ??= decodeText(payload, "bad-csv");
      return new CellTexts(header, text, frameFrom[index]!, frameEnd[index]!);
    };
    const plain = { timeSource: "payload", more: [], hasIntegers: false, schema: "" } as const;
    this.#shape = { database, measurement, columns, textsOf, ...plain };
    this.#time = time;
  }

  /**
   * @param cells numbers of all cells but the time's @param start of the row in the text, which goes to `end`
   * @param left about how many rows the text has from here on
   */
  add(cells: Float64Array, timeNs: bigint, start: number, end: number, left: number): PagedRow {
    let page = this.#page;
    if (page === undefined || page.count === page.capacity) page = this.#begin(Math.ceil(left));
    const index = page.count++;
    const { numbers } = page;
    let place = index * page.width;
    for (let at = 0; at < cells.length; at++) if (at !== this.#time) numbers[place++] = cells[at]!;
    page.timesNs[index] = timeNs;
    page.frameFrom[index] = start;
    page.frameEnd[index] = end;
    return new PagedRow(page, index, undefined);
  }

  #begin(rows: number): RowPage {
    this.#page = new RowPage(this.#shape, Math.min(rows, MOST_ROWS));
    return this.#page;
  }
}

/** The original text of cells in text columns, by column name: few are ever asked for. */
export class CellTexts {
  readonly #header: CsvHeader;
  readonly #text: string;
  readonly #start: number;
  readonly #end: number;
  #cells: readonly string[] | undefined;

  /** @param text with the row from `start` to `end` */
  constructor(header: CsvHeader, text: string, start: number, end: number) {
    this.#header = header;
    this.#text = text;
    this.#start = start;
    this.#end = end;
  }

  get(column: string): string | undefined {
    const { fields, delimiter } = this.#header;
    this.#cells ??= cellsOf(this.#text.slice(this.#start, this.#end), delimiter) ?? [];
    return withoutNul(this.#cells[fields.indexOf(column)] ?? "") || undefined;
  }
}

/** An interactive plot of a table, as one file that loads no others. */

import { BATCH_ROWS, type Batch, type BatchColumn, type Cell, cellOf, inTimeOrder } from "../model/batch.ts";
import { escapeHtml } from "./escape-html.ts";

/** @param template `plot.html`, built by `scripts/build/page.mjs` */
export async function* plotPage(template: string, table: Batch, title: string): AsyncGenerator<string> {
  for (const [index, text] of template.split(/%(TITLE|DATA)%/).entries()) {
    if (index % 2 === 0) yield text;
    else if (text === "TITLE") yield escapeHtml(title);
    else yield* plotTable(table);
  }
}

/** The text of a `PlotTable`: columns with numbers. Rows are in time order, however the table was sorted. */
async function* plotTable({ columns, rows }: Batch): AsyncGenerator<string> {
  const ordered = inTimeOrder({ columns, rows });
  const time = ordered.find(({ name }) => name === "time");
  yield "{";
  if (time !== undefined) {
    yield '"times":';
    yield* list(time, rows, (timeNs) => Number(BigInt((timeNs ?? 0n) as bigint)) / 1e9);
    yield ",";
  }
  yield '"series":[';
  let isFirst = true;
  for (const column of ordered) {
    if (column.name === "time" || !hasNumbers(column, rows)) continue;
    yield `${isFirst ? "" : ","}{"name":${JSON.stringify(column.name).replaceAll("<", "\\u003c")},"values":`;
    yield* list(column, rows, numberOf);
    yield "}";
    isFirst = false;
  }
  yield "]}";
}

async function* list(column: BatchColumn, rows: number, figure: (cell: Cell) => number | null): AsyncGenerator<string> {
  yield "[";
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const length = Math.min(BATCH_ROWS, rows - from);
    const figures = Array.from({ length }, (_, row) => figure(cellOf(column, from + row)));
    yield (from === 0 ? "" : ",") + JSON.stringify(figures).slice(1, -1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  yield "]";
}

function hasNumbers(column: BatchColumn, rows: number): boolean {
  for (let row = 0; row < rows; row++) if (numberOf(cellOf(column, row)) !== null) return true;
  return false;
}

function numberOf(value: Cell): number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  const isNumber = typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
  return isNumber ? Number(value) : null;
}

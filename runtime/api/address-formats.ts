/** The formats of an export by a device's address. */

import { timeFormatter } from "../export/text-columns.ts";
import { ENDINGS, type Ending, tooWide } from "../formats/formats.ts";
import { ParameterError } from "../http/parameters.ts";
import { type Batch, type BatchColumn, cellOf, type TableColumn } from "../model/batch.ts";
import type { AddressNames } from "../model/export-request.ts";
import { isView, type View } from "./address-query.ts";
import { inBatches, inPieces } from "./address-table.ts";
import { escapeHtml } from "./escape-html.ts";
import { fitting } from "./export-answer.ts";
import { plotPage } from "./plot-page.ts";

export interface Written {
  readonly contentType: string;
  readonly body: AsyncGenerator<string | Uint8Array>;
}

export interface WrittenFor {
  readonly names: AddressNames;
  readonly title: string;
  /** Template for the page of a plot. */
  readonly plotTemplate: () => string;
}

const HTML = "text/html; charset=utf-8";

const plot: Write = (table, { title, plotTemplate }) => {
  return { contentType: HTML, body: plotPage(plotTemplate(), table, title) };
};

export type Write = (table: Batch, what: WrittenFor) => Written;

/** As a page, or for a page. */
const VIEW_WRITERS: Readonly<Record<View, Write>> = {
  html: (table, { title }) => ({ contentType: HTML, body: tablePage(title, table) }),
  datatables: (table, { title }) => ({ contentType: HTML, body: tablePage(title, table, SORTABLE, SORTING) }),
  ...{ dygraphs: plot, bokeh: plot, vega: plot },
  "vega.json": (table, { title }) => ({ contentType: "application/json; charset=utf-8", body: vega(table, title) }),
};

/** How a suffix writes a table; undefined for an unknown one. */
export function writerOf(suffix: string): Write | undefined {
  if (isView(suffix)) return VIEW_WRITERS[suffix];
  const ending = ENDINGS.get(suffix);
  return ending && ((table, what) => encoded(ending, table, what));
}

const pageTime = timeFormatter("UTC", 6);
const chartTime = timeFormatter("UTC", 3);

function textOf(column: BatchColumn, row: number): string {
  const value = cellOf(column, row);
  if (value === null) return "";
  return column.name === "time" ? pageTime(BigInt(value as bigint)) : String(value);
}

/** A page that loads no other files. */
async function* tablePage(title: string, table: Batch, before = "", behind = ""): AsyncGenerator<string> {
  yield `<html>\n<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>\n<body>\n${before}`;
  const head = table.columns.map(({ name }) => `      <th>${escapeHtml(name)}</th>`).join("\n");
  yield `<table border="1" class="dataframe">\n  <thead>\n    <tr style="text-align: center;">\n${head}\n    </tr>\n  </thead>\n  <tbody>\n`;
  for await (const { rows, columns } of inPieces(table)) {
    let text = "";
    for (let row = 0; row < rows; row++) {
      const cells = columns.map((column) => `      <td>${escapeHtml(textOf(column, row))}</td>`);
      text += `    <tr>\n${cells.join("\n")}\n    </tr>\n`;
    }
    yield text;
  }
  yield `  </tbody>\n</table>${behind}\n</body>\n</html>`;
}

const SORTABLE =
  '<style>body{font:14px sans-serif}table{border-collapse:collapse}th{cursor:pointer}td,th{padding:2px 8px}</style><p><input type="search" placeholder="Search" aria-label="Search"></p>';
/** A click on a heading sorts the table; the text in the field filters it. */
const SORTING = `<script>
const body = document.querySelector("tbody"), rows = [...body.rows];
let sorted = -1, sign = 1;
document.querySelectorAll("th").forEach((head, place) => head.addEventListener("click", () => {
  sign = sorted === place ? -sign : 1;
  sorted = place;
  const key = (row) => row.cells[place].textContent;
  const order = (a, b) => (a !== "" && b !== "" && !isNaN(a) && !isNaN(b) ? a - b : a < b ? -1 : a > b ? 1 : 0);
  rows.sort((a, b) => sign * order(key(a), key(b)));
  body.append(...rows);
}));
document.querySelector("input").addEventListener("input", (event) => {
  const wanted = event.target.value.toLowerCase();
  for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
});
</script>`;

async function* vega(table: Batch, title: string): AsyncGenerator<string> {
  const $schema = "https://vega.github.io/schema/vega-lite/v5.json";
  yield `${JSON.stringify({ $schema, title, width: 800, mark: "line", encoding: ENCODING }).slice(0, -1)},"data":{"values":[`;
  let isFirst = true;
  for await (const { rows, columns } of inPieces(table)) {
    const time = columns.find(({ name }) => name === "time");
    const fields = columns.filter(({ type }) => type === "float" || type === "integer" || type === "unsigned");
    const values: string[] = [];
    for (let row = 0; time !== undefined && row < rows; row++) {
      const at = chartTime(BigInt(cellOf(time, row) as bigint));
      for (const field of fields) {
        const value = cellOf(field, row);
        if (value !== null) values.push(JSON.stringify({ time: at, field: field.name, value: Number(value) }));
      }
    }
    if (values.length === 0) continue;
    yield (isFirst ? "" : ",") + values.join(",");
    isFirst = false;
  }
  yield "]}}";
}

const ENCODING = {
  x: { field: "time", type: "temporal" },
  y: { field: "value", type: "quantitative" },
  color: { field: "field", type: "nominal" },
};

/** @throws ParameterError if a format has fewer columns */
export function checkWidth({ format }: Ending, columns: number): void {
  const problem = tooWide(format, columns);
  if (problem !== undefined) throw new ParameterError(`${problem}: name fewer with 'include'`);
}

/** Writes the whole table in a format of exports. @throws ParameterError if it does not fit */
function encoded(ending: Ending, table: Batch, { names }: WrittenFor): Written {
  const { format, contentType } = ending;
  checkWidth(ending, table.columns.length);
  const columns = table.columns.map(({ name, type }): TableColumn => ({ name, type }));
  const body = async function* () {
    const encode = await format.load();
    yield* encode({ columns, batches: inBatches(table) }, { timeZone: "UTC", ...format.byAddress, ...names });
  };
  return { contentType, body: fitting(body()) };
}

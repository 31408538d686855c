/** The formats of an export by a device's address. */

import { timeFormatter } from "../export/text-columns.ts";
import { ENDINGS, type Ending, tooWide } from "../formats/formats.ts";
import { ParameterError } from "../http/parameters.ts";
import { type Batch, type Cell, columnOf, type TableColumn } from "../model/batch.ts";
import type { FieldType } from "../model/point.ts";
import { isView, type View } from "./address-query.ts";
import type { WholeTable } from "./address-table.ts";
import { escapeHtml } from "./escape-html.ts";
import { fitting } from "./export-answer.ts";
import { plotPage } from "./plot-page.ts";

export interface Written {
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export interface WrittenFor {
  /** `<gateway>_<node>` */
  readonly sheet: string;
  /** `<network>_<gateway>_<node>` */
  readonly group: string;
  readonly title: string;
  readonly types: ReadonlyMap<string, FieldType>;
  /** Template for the page of a plot. */
  readonly plotTemplate: () => string;
}

const plot: Write = (table, { title, plotTemplate }) => {
  return { contentType: "text/html; charset=utf-8", body: plotPage(plotTemplate(), table, title) };
};

export type Write = (table: WholeTable, what: WrittenFor) => Written | Promise<Written>;

/** As a page, or for a page. */
const VIEW_WRITERS: Readonly<Record<View, Write>> = {
  html: (table, { title }) => ({ contentType: "text/html; charset=utf-8", body: page(title, htmlTable(table)) }),
  datatables: (table, { title }) => {
    return { contentType: "text/html; charset=utf-8", body: page(title, SORTABLE + htmlTable(table) + SORTING) };
  },
  ...{ dygraphs: plot, bokeh: plot, vega: plot },
  "vega.json": (table, { title, types }) => {
    return { contentType: "application/json; charset=utf-8", body: vega(table, title, types) };
  },
};

/** How a suffix writes a table; undefined for an unknown one. */
export function writerOf(suffix: string): Write | undefined {
  if (isView(suffix)) return VIEW_WRITERS[suffix];
  const ending = ENDINGS.get(suffix);
  return ending && ((table, what) => encoded(ending, table, what));
}

const pageTime = timeFormatter("UTC", 6);
const chartTime = timeFormatter("UTC", 3);

function textOf(names: readonly string[], place: number, value: Cell): string {
  if (value === null) return "";
  return names[place] === "time" ? pageTime(BigInt(value as bigint)) : String(value);
}

function htmlTable({ names, rows }: WholeTable): string {
  const head = names.map((name) => `      <th>${escapeHtml(name)}</th>`).join("\n");
  const body = rows.map((row) => {
    const cells = row.map((value, place) => `      <td>${escapeHtml(textOf(names, place, value))}</td>`);
    return `    <tr>\n${cells.join("\n")}\n    </tr>`;
  });
  return `<table border="1" class="dataframe">\n  <thead>\n    <tr style="text-align: center;">\n${head}\n    </tr>\n  </thead>\n  <tbody>\n${body.join("\n")}\n  </tbody>\n</table>`;
}

/** A page that loads no other files. */
function page(title: string, body: string): string {
  return `<html>\n<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>\n<body>\n${body}\n</body>\n</html>`;
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

function vega({ names, rows }: WholeTable, title: string, types: ReadonlyMap<string, FieldType>): string {
  const isNumber = (type: FieldType | undefined) => type === "float" || type === "integer";
  const fields = names.flatMap((field, place) => (isNumber(types.get(field)) ? [{ field, place }] : []));
  const at = names.indexOf("time");
  const values = rows.flatMap((row) =>
    fields.flatMap(({ field, place }) => {
      const value = row[place];
      return value === null || value === undefined || at < 0
        ? []
        : [{ time: chartTime(BigInt(row[at] as bigint)), field, value: Number(value) }];
    }),
  );
  return JSON.stringify({
    $schema: "https://vega.github.io/schema/vega-lite/v5.json",
    title,
    width: 800,
    data: { values },
    mark: "line",
    encoding: {
      x: { field: "time", type: "temporal" },
      y: { field: "value", type: "quantitative" },
      color: { field: "field", type: "nominal" },
    },
  });
}

function batchOf({ names, rows }: WholeTable, types: ReadonlyMap<string, FieldType>): Batch {
  const columns = names.map((name, place) =>
    columnOf(
      { name, type: name === "time" ? "time" : types.get(name)! },
      rows.map((row) => row[place]),
    ),
  );
  return { rows: rows.length, columns };
}

/** Writes the whole table in a format of exports. @throws ParameterError if it does not fit */
async function encoded(
  { format, contentType }: Ending,
  table: WholeTable,
  { sheet, group, types }: WrittenFor,
): Promise<Written> {
  const problem = tooWide(format, table.names.length);
  if (problem !== undefined) throw new ParameterError(`${problem}: name fewer with 'include'`);
  const encode = await format.load();
  const batch = batchOf(table, types);
  const columns = batch.columns.map(({ name, type }): TableColumn => ({ name, type }));
  const batches = (async function* () {
    yield batch;
  })();
  const options = { timeZone: "UTC", sheet, name: group, ...format.byAddress };
  const parts: Uint8Array[] = [];
  for await (const part of fitting(encode({ columns, batches }, options))) parts.push(part);
  return { contentType, body: Uint8Array.from(Buffer.concat(parts)) };
}

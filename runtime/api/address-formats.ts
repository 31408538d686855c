/** The formats of an export by a device's address. */

import type { EncodeOptions } from "../export/encode.ts";
import { TooLargeForHdf5 } from "../export/hdf5/too-large.ts";
import { FORMAT_ENCODERS } from "../formats/formats.ts";
import { ParameterError } from "../http/parameters.ts";
import { stringifyExact } from "../lib/exact-json.ts";
import { type Batch, type Cell, columnOf, type TableColumn } from "../model/batch.ts";
import { formatNs } from "../model/clock.ts";
import type { Format } from "../model/export-request.ts";
import type { FieldType } from "../model/point.ts";
import type { WholeTable } from "./address-table.ts";
import { escapeHtml } from "./escape-html.ts";
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

const hdf5: Write = async (table, { group, types }) => {
  const { pandasFile } = await import("../export/hdf5/pandas.ts");
  return { contentType: "application/x-hdf5", body: wholeFile(() => pandasFile(inOrder(table, types), group)) };
};

const netcdf: Write = async (table, { group, types }) => {
  const { netcdfFile } = await import("../export/hdf5/netcdf.ts");
  return { contentType: "application/x-netcdf", body: wholeFile(() => netcdfFile(inOrder(table, types), group)) };
};

const plot: Write = (table, { title, plotTemplate }) => {
  return { contentType: "text/html; charset=utf-8", body: plotPage(plotTemplate(), table, title) };
};

type Write = (table: WholeTable, what: WrittenFor) => Written | Promise<Written>;

export const WRITERS: Readonly<Record<string, Write>> = {
  csv: (table) => ({ contentType: "text/csv; charset=utf-8", body: separated(table, ",") }),
  txt: (table) => ({ contentType: "text/plain; charset=utf-8", body: separated(table, ",") }),
  tsv: (table) => ({ contentType: "text/tab-separated-values; charset=utf-8", body: separated(table, "\t") }),
  json: (table) => ({ contentType: "application/json; charset=utf-8", body: json(table) }),
  html: (table, { title }) => ({ contentType: "text/html; charset=utf-8", body: page(title, htmlTable(table)) }),
  xlsx: (table, { sheet, types }) => encoded("xlsx", batchOf(table, types), { sheet }),
  duckdb: (table, { group, types }) => encoded("duckdb", inOrder(table, types), { name: group }),
  ...{ hdf5, h5: hdf5, hdf: hdf5, nc: netcdf, cdf: netcdf },
  datatables: (table, { title }) => {
    return { contentType: "text/html; charset=utf-8", body: page(title, SORTABLE + htmlTable(table) + SORTING) };
  },
  ...{ dygraphs: plot, bokeh: plot, vega: plot },
  "vega.json": (table, { title, types }) => {
    return { contentType: "application/json; charset=utf-8", body: vega(table, title, types) };
  },
};

/** [RFC 4180 2.6] */
function separated({ names, rows }: WholeTable, separator: string): string {
  const cell = (text: string) =>
    /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = rows.map((row) => row.map((value, place) => cell(textOf(names, place, value, 6))).join(separator));
  return `${[names.map(cell).join(separator), ...lines].join("\n")}\n`;
}

function textOf(names: readonly string[], place: number, value: Cell, digits: number): string {
  if (value === null) return "";
  return names[place] === "time" ? timeText(value, digits) : String(value);
}

/** @param digits decimal places of the second; further digits are cut off */
function timeText(timeNs: Cell, digits: number): string {
  const text = formatNs(BigInt(timeNs as bigint));
  return `${text.slice(0, 20 + digits).replace(/\.?Z?$/, "")}Z`;
}

function json({ names, rows }: WholeTable): string {
  const objects = rows.map((row) => {
    const members = row.map((value, place) => {
      const shown = names[place] === "time" && value !== null ? timeText(value, 3) : value;
      return `${JSON.stringify(names[place])}:${stringifyExact(shown)}`;
    });
    return `{${members.join(",")}}`;
  });
  return `[${objects.join(",")}]`;
}

function htmlTable({ names, rows }: WholeTable): string {
  const head = names.map((name) => `      <th>${escapeHtml(name)}</th>`).join("\n");
  const body = rows.map((row) => {
    const cells = row.map((value, place) => `      <td>${escapeHtml(textOf(names, place, value, 6))}</td>`);
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
  const fields = names.filter((name) => types.get(name) === "float" || types.get(name) === "integer");
  const at = names.indexOf("time");
  const values = rows.flatMap((row) =>
    fields.flatMap((field) => {
      const value = row[names.indexOf(field)];
      return value === null || value === undefined || at < 0
        ? []
        : [{ time: timeText(row[at]!, 3), field, value: Number(value) }];
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

/** Sorted by time, as an index requires. */
function inOrder({ names, rows }: WholeTable, types: ReadonlyMap<string, FieldType>): Batch {
  const at = names.indexOf("time");
  const compare = (a: Cell | undefined, b: Cell | undefined) => Number(BigInt(a as bigint) - BigInt(b as bigint));
  return batchOf({ names, rows: at < 0 ? rows : rows.toSorted((a, b) => compare(a[at], b[at])) }, types);
}

/** @throws ParameterError if the table is too large for the format */
function wholeFile(write: () => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof TooLargeForHdf5)) throw error;
    throw new ParameterError(`${error.message}: name fewer columns with 'include', or take Parquet from /read/export`);
  }
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

/** Writes the whole table in a format of exports. */
async function encoded(format: Format, batch: Batch, options: Partial<EncodeOptions>): Promise<Written> {
  const { contentType, load } = FORMAT_ENCODERS[format];
  const encode = await load();
  const columns = batch.columns.map(({ name, type }): TableColumn => ({ name, type }));
  const batches = (async function* () {
    yield batch;
  })();
  const parts: Uint8Array[] = [];
  for await (const part of encode({ columns, batches }, { timeZone: "UTC", ...options })) parts.push(part);
  return { contentType, body: Uint8Array.from(Buffer.concat(parts)) };
}

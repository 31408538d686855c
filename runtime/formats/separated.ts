/** CSV [RFC 4180] and tab-separated values. Values are exact: not rounded, prefixed or cut. */

import type { Encode, EncodeOptions } from "../export/encode.ts";
import { floatText, inPieces, timeFormatter } from "../export/text-columns.ts";
import { csvCells } from "../lib/csv-cell.ts";
import { escapeControls } from "../lib/escape-controls.ts";
import type { BatchColumn, Table } from "../model/batch.ts";

interface Dialect {
  readonly separator: string;
  readonly lineEnd: string;
  readonly quote: (text: string) => string;
  readonly booleans: readonly [no: string, yes: string];
}

const BOOLEANS = ["false", "true"] as const;

// A text that begins with `=` is not changed: this is data, not a spreadsheet [D67].
const CSV: Dialect = {
  separator: ",",
  lineEnd: "\r\n",
  quote: quoting(csvCells(",")),
  booleans: BOOLEANS,
};
/** Quoted like CSV, as pandas, R and DuckDB read it. */
const TSV: Dialect = {
  separator: "\t",
  lineEnd: "\n",
  quote: quoting(csvCells("\\t")),
  booleans: BOOLEANS,
};

/** A frame's bytes, also of one of several measurements, or of an interval: `first(_hex_)`. */
const HEX = /(?:^|[.(])_hex_\)?$/;
/** As PostgreSQL writes bytes: no program takes such a text for a number. [PostgreSQL 15, 8.4.1] */
const HEX_MARK = "\\x";

/** An empty text is quoted: nothing between two separators is a missing value. */
function quoting(cell: (text: string) => string): Dialect["quote"] {
  return (text) => (text === "" ? '""' : cell(text));
}

export const encodeCsv: Encode = (table, options) =>
  inPieces(lines(table, { ...CSV, lineEnd: options.lineEnd ?? CSV.lineEnd }, options), failure);
export const encodeTsv: Encode = (table, options) => inPieces(lines(table, TSV, options), failure);

function failure(reason: string): string {
  return `# error: ${escapeControls(reason)}\n`;
}

async function* lines({ columns, batches }: Table, dialect: Dialect, options: EncodeOptions): AsyncGenerator<string> {
  const { separator, lineEnd, quote } = dialect;
  yield columns.map(({ name }) => quote(name)).join(separator) + lineEnd;
  const timeText = timeFormatter(options.timeZone, options.timeDigits);
  // R knows no other booleans.
  const plain: Dialect = options.for === "dataframes" ? { ...dialect, booleans: ["FALSE", "TRUE"] } : dialect;
  const marked: Dialect = { ...plain, quote: (text) => HEX_MARK + text };
  const dialectOf = ({ name }: BatchColumn) => (options.for === "dataframes" && HEX.test(name) ? marked : plain);
  for await (const batch of batches) {
    const texts = batch.columns.map((column) => textOf(column, dialectOf(column), timeText));
    let text = "";
    for (let row = 0; row < batch.rows; row++) {
      text += texts[0]!(row);
      for (let i = 1; i < texts.length; i++) text += separator + texts[i]!(row);
      text += lineEnd;
    }
    yield text;
  }
}

function textOf(column: BatchColumn, dialect: Dialect, timeText: (timeNs: bigint) => string): (row: number) => string {
  const { valid } = column;
  const given = givenText(column, dialect, timeText);
  return valid === undefined ? given : (row) => (valid[row] === 0 ? "" : given(row));
}

function givenText(column: BatchColumn, { quote, booleans }: Dialect, timeText: (timeNs: bigint) => string) {
  switch (column.type) {
    case "time":
      return (row: number) => timeText(column.values[row]!);
    case "boolean":
      return (row: number) => booleans[column.values[row] === 1 ? 1 : 0];
    case "string":
      return (row: number) => quote(column.values[row]!);
    case "float":
      return (row: number) => floatText(column.values[row]!);
    default:
      return (row: number) => String(column.values[row]);
  }
}

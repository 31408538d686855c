/** Rows of a measurement as text, written while they are read. Values are exact: nothing is rounded, prefixed or cut. */

import type { ColumnValue } from "../codec/struct-codec.ts";
import type { Row } from "../store/store.ts";
import { formatNs } from "../telemetry/clock.ts";
import { stringifyExact } from "../telemetry/exact-json.ts";

export type ExportFormat = "csv" | "json" | "ndjson";

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  json: "application/json",
  ndjson: "application/x-ndjson",
};

/** Pieces of text, each some rows long. */
export async function* exportRows(
  format: ExportFormat,
  columns: readonly string[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<string> {
  yield* inPieces(format === "csv" ? csv(columns, rows) : format === "json" ? jsonArray(rows) : jsonLines(rows));
}

async function* csv(columns: readonly string[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield csvLine(["time", ...columns]);
  for await (const row of rows) {
    yield csvLine([formatNs(row.timeNs), ...columns.map((name) => csvText(row.values[name]))]);
  }
}

async function* jsonArray(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const row of rows) {
    yield before + rowJson(row);
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

async function* jsonLines(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) yield `${rowJson(row)}\n`;
}

/** `time` is never a column's name [D11], so a row is one flat object. */
export function rowJson(row: Row): string {
  return stringifyExact({ time: formatNs(row.timeNs), ...row.values });
}

function csvText(value: ColumnValue | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

// RFC 4180; a text that begins with `=` stays as it was sent, for this is data and not a spreadsheet.
function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r\n`;
}

const PIECE_CHARACTERS = 64 * 1024;

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = "";
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

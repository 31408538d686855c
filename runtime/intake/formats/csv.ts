/** CSV bodies: a `## ` header line, then rows [D24]. */

import { isUtf8 } from "node:buffer";
import { RecentCache } from "../../lib/recent-cache.ts";
import { ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import { isTimed, qualifiedTime, tableRoles } from "../../model/time-fields.ts";
import { checkFieldName, hasDecimalComma, withoutNul } from "../../model/values.ts";
import type { Decoded, Rejection } from "../intake.ts";
import { CsvColumns } from "./csv-columns.ts";
import { type CsvProfile, profileIn } from "./csv-profile.ts";
import {
  type CsvHeader,
  cellsOf,
  delimiterOf,
  formatRecord,
  lastLineOf,
  lineAt,
  lineIn,
  Marks,
  type RecordSpan,
  recordAt,
} from "./csv-records.ts";
import { isTimeless, isWord, MOST_HEAD_ROWS, mayBeHead, NOT_DATA, refutes, unitsIn, wordRows } from "./head-rows.ts";
import { cellsIn, PlainRow, SplitRow } from "./plain-row.ts";
import type { DevicePoint, RowContext } from "./row.ts";
import { receiptTime } from "./row.ts";
import { decodeText } from "./text.ts";
import { unitOf } from "./unit-words.ts";

export const NO_HEADER = "Could not process data, please supply field names via CSV header before sending readings";

/** Whether a line is a header line; the byte order mark must be removed before. */
export function isHeaderLine(line: string): boolean {
  return line.startsWith("##");
}

/**
 * @throws ValueError (code `bad-csv`) for a header without names, with an empty or a repeated name; (`bad-value`) for a
 * name that cannot be stored
 */
export function parseHeaderLine(line: string): CsvHeader {
  let header = HEADERS.get(line);
  if (header === undefined) {
    header = readHeaderLine(line);
    if (line.length <= LONGEST_KEPT) HEADERS.set(line, header);
  }
  return header;
}

/** A file's pieces have the same header, and what is known of its columns' names is known by their list. */
const HEADERS = new RecentCache<CsvHeader>(256);
const LONGEST_KEPT = 4096;

function readHeaderLine(line: string): CsvHeader {
  const text = withoutNul(line).replace(/^##\s*/, "");
  const delimiter = delimiterOf(text);
  const written = cellsOf(text, delimiter)?.map(withoutNul);
  if (written === undefined) throw new ValueError("CSV header has a quote that is not closed", "bad-csv");
  // Loggers end all lines with a separator.
  const named = written.length > 1 && written.at(-1) === "" ? written.slice(0, -1) : written;
  const isIndexed = named.length > 1 && named[0] === "" && !named.includes(INDEX);
  const fields = isIndexed ? [INDEX, ...named.slice(1)] : named;
  if (fields.length > MAX_COLUMNS) throw new ValueError(`CSV header names more than ${MAX_COLUMNS} columns`, "bad-csv");
  if (fields.some((field) => field === "")) throw new ValueError("CSV header has a column without a name", "bad-csv");
  for (const field of fields) checkFieldName(field);
  checkTimeColumns(fields);
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice !== undefined) throw new ValueError(`CSV header names column '${twice}' twice`, "bad-csv");
  return { fields, delimiter };
}

// Rows with an unrecognised time column would be stored at their time of receipt.
function checkTimeColumns(fields: readonly string[]): void {
  const [only = ""] = fields;
  const words = only.trim().split(/[\s\uff0c\uff1b]+/);
  const isWide = /[\uff0c\uff1b]/.test(only);
  if (fields.length === 1 && words.length > 2 && /\S {2,}\S/.test(only))
    throw new ValueError(
      `CSV header has one column, '${only}': its names are separated by blanks; separate columns by a comma, semicolon, tab or bar`,
      "bad-csv",
    );
  if (fields.length === 1 && words.length > (isWide ? 1 : 2) && hasTime(words) && !hasTime(fields))
    throw new ValueError(
      `CSV header has one column, '${only}': separate columns by a comma, semicolon, tab or bar`,
      "bad-csv",
    );
  const doubtful = hasTime(fields) ? undefined : fields.find((field) => qualifiedTime(field));
  if (doubtful === undefined) return;
  throw new ValueError(
    `CSV column '${doubtful}' may be the rows' time: name it '${qualifiedTime(doubtful)}' if it is, otherwise without a word for time`,
    "bad-csv",
  );
}

function hasTime(names: readonly string[]): boolean {
  return isTimed(tableRoles(names));
}

export function formatHeaderLine(header: CsvHeader): string {
  return `## ${formatRecord(header.fields, header.delimiter)}`;
}

/** Name of a first column that has none. [pandas' to_csv, R's write.csv, PicoLog, InfluxDB 2] */
const INDEX = "index";

/** Maximum number of columns, as in other formats. */
const MAX_COLUMNS = 1000;

/** Decodes a message that begins with its header line; rejects unreadable rows one by one. */
export function decodeCsv(context: RowContext): Decoded {
  const body = bodyOf(context.message.payload);
  const first = lineAt(body.text, 0);
  const line = body.decode(body.text.slice(first.start, first.end));
  if (!isHeaderLine(line)) throw new ValueError(NO_HEADER, "no-header");
  return new CsvRows(context, parseHeaderLine(line), body, first.next).decode();
}

interface CsvBody {
  readonly text: string;
  /** The encoding of `text`: Latin-1 keeps raw bytes as characters. */
  readonly encoding: "utf8" | "latin1";
  /** @throws ValueError (code `bad-csv`) for a piece of `text` that is not UTF-8 */
  readonly decode: (piece: string) => string;
}

// Delimiters, quotes and line ends are ASCII: if one row is not UTF-8, the others can still be found byte by byte.
function bodyOf(payload: Uint8Array): CsvBody {
  if (isUtf8(payload)) return { text: decodeText(payload, "bad-csv"), encoding: "utf8", decode: withoutNul };
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString("latin1");
  return { text, encoding: "latin1", decode: (piece) => decodeText(Buffer.from(piece, "latin1"), "bad-csv") };
}

const DIGIT = /\d/;

/** Refused rows of a message with a dead letter each; of those behind them, rows that follow each other have one together. */
const MOST_LETTERS = 20;

interface RefusedRows {
  /** Of the first. */
  readonly error: ValueError;
  /** As sent. */
  readonly records: string[];
  /** Of the first; undefined if it has none. */
  readonly cells: readonly string[] | undefined;
  /** Of the first. */
  readonly row: number;
}

/** The realm's own order of dates has precedence over the table's. */
function profiled(context: RowContext, { dates }: CsvProfile): RowContext {
  if (dates === undefined || context.reading.dates !== undefined) return context;
  return { ...context, reading: { ...context.reading, dates } };
}

class CsvRows {
  readonly #points: DevicePoint[] = [];
  readonly #refused: RefusedRows[] = [];
  readonly #context: RowContext;
  readonly #header: CsvHeader;
  readonly #headerLine: Buffer;
  readonly #columns: CsvColumns;
  readonly #body: CsvBody;
  readonly #text: string;
  readonly #marks: Marks;
  readonly #plain: PlainRow;
  #position: number;
  /** Up to here rows are read as lines, ignoring quotes. */
  #linesUntil = 0;
  #row = 0;
  /** Rows of the first points, which may turn out to be none of data. */
  readonly #first: { readonly row: number; readonly record: string }[] = [];
  readonly #units = new Map<string, string>();
  /** Columns of numbers that had none so far: a word there is not data. */
  readonly #awaited: Set<number>;

  constructor(given: RowContext, header: CsvHeader, body: CsvBody, position: number) {
    const profile = profileIn(given.message.contentType);
    const context = profiled(given, profile);
    this.#context = context;
    this.#awaited = new Set(profile.numbers);
    this.#header = header;
    this.#headerLine = Buffer.from(`${formatHeaderLine(header)}\n`);
    const isComma =
      profile.decimal === "comma" ||
      (header.delimiter !== "," && (context.reading.tables === "comma" || hasDecimalComma(body.text)));
    this.#columns = new CsvColumns(context, header, isComma ? "comma" : context.reading.decimal, profile);
    this.#body = body;
    this.#text = body.text;
    this.#marks = new Marks(body.text);
    this.#plain = new PlainRow(header.fields.length, header.delimiter);
    this.#plain.begin(body.text, given.message.payload);
    this.#position = position;
  }

  decode(): Decoded {
    for (const record of this.#head()) this.#read(record);
    while (this.#position < this.#text.length) {
      if (this.#readPlain()) continue;
      const record = this.#next();
      if (record !== undefined) this.#read(record);
    }
    this.#rejectWords();
    const { database, measurement } = this.#context.address;
    const units = this.#units.size > 0 && { units: { database, measurement, byColumn: this.#units } };
    return { points: this.#points, rejections: this.#refused.map((rows) => this.#rejection(rows)), ...units };
  }

  /** The first rows, without those that hold units. */
  #head(): readonly string[] {
    const words: { readonly record: string; readonly cells: readonly string[] }[] = [];
    const isNumber = (cell: string) => this.#columns.isNumber(cell);
    const isTime = (index: number) => this.#columns.isTime(this.#header.fields[index]!);
    while (this.#position < this.#text.length) {
      const record = this.#next();
      if (record === undefined) continue;
      const cells = this.#cellsIfWhole(record);
      if (cells !== undefined && mayBeHead(cells, words.length, isTime, isNumber)) {
        words.push({ record, cells });
        continue;
      }
      if (cells === undefined || !words.some((row) => refutes(cells, row.cells, isNumber)))
        return [...words.map((row) => row.record), record];
      const others = words.filter((row) => !this.#takeUnits(row.cells));
      const named = others.filter((row) => isTimeless(row.cells, isTime, isNumber));
      for (const row of named) this.#rejectNames(row.record, row.cells, cells);
      return [...others.filter((row) => !named.includes(row)).map((row) => row.record), record];
    }
    return words.filter(({ cells }) => !this.#isLoneUnits(cells) || !this.#takeUnits(cells)).map((row) => row.record);
  }

  /** Whether a row that no other follows can only be one of units: it has none of the table's times, and only units. */
  #isLoneUnits(cells: readonly string[]): boolean {
    if (this.#position < this.#text.length) return false;
    const { fields } = this.#header;
    const times = cells.filter((_, index) => this.#columns.isTime(fields[index]!));
    if (times.length === 0 || times.some((cell) => DIGIT.test(cell))) return false;
    const others = cells.filter((cell, index) => !this.#columns.isTime(fields[index]!) && cell.trim() !== "");
    // A letter alone may be a value: a direction, a state.
    const isSure = others.some((cell) => !/^[A-Za-z]$/.test(cell.trim()));
    return isSure && others.every((cell) => unitOf(cell) !== undefined);
  }

  /** Whether a row of words holds units, or belongs to them. */
  #takeUnits(cells: readonly string[]): boolean {
    const units = unitsIn(cells, this.#header.fields, this.#units.size > 0);
    for (const [field, unit] of units ?? []) if (!this.#columns.isTime(field)) this.#units.set(field, unit);
    return units !== undefined;
  }

  /** Rejects a row without a time that has texts where the data begins with numbers. */
  #rejectNames(record: string, names: readonly string[], data: readonly string[]): void {
    const at = names.findIndex((cell, index) => cell.trim() !== "" && this.#columns.isNumber(data[index] ?? ""));
    this.#reject(NOT_DATA(this.#header.fields[Math.max(at, 0)]!), record, names, this.#row++);
  }

  /** Rejects rows that would make a column of numbers one of texts. */
  #rejectWords(): void {
    for (const [index, name] of [...wordRows(this.#points)].reverse()) {
      const { row, record } = this.#first[index]!;
      this.#points.splice(index, 1);
      this.#reject(NOT_DATA(name), record, this.#cellsIfWhole(record), row);
    }
  }

  #cellsIfWhole(record: string): readonly string[] | undefined {
    try {
      return this.#cells(this.#body.decode(record));
    } catch {
      return undefined;
    }
  }

  /** The next row; undefined if it is empty. */
  #next(): string | undefined {
    const { start, end } = this.#take();
    const record = this.#text.slice(start, end);
    return withoutNul(record).trim() === "" ? undefined : record;
  }

  /** Reads the row at the current position if it is plain. */
  #readPlain(): boolean {
    const isPlain = this.#body.encoding === "utf8" && this.#awaited.size === 0 && this.#position >= this.#linesUntil;
    const next = isPlain ? this.#plain.read(this.#position) : -1;
    if (next < 0) return false;
    const start = this.#position;
    const { end } = this.#plain;
    this.#position = next;
    try {
      const point = this.#columns.point(this.#plain, this.#row, this.#text, start, end);
      this.#add(point, this.#text, start, end);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      this.#reject(error, this.#text.slice(start, end), cellsIn(this.#plain), this.#row);
    }
    this.#row++;
    return true;
  }

  #read(record: string): void {
    let cells: readonly string[] | undefined;
    try {
      const text = this.#body.decode(record);
      cells = this.#cells(text);
      if (this.#awaited.size > 0) this.#refuseWords(cells);
      const point = this.#columns.point(new SplitRow(cells), this.#row, text, 0, text.length);
      this.#add(point, record, 0, record.length);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      this.#reject(error, record, cells, this.#row);
    }
    this.#row++;
  }

  /** @param text with the row from `start` to `end` */
  #add(point: DevicePoint, text: string, start: number, end: number): void {
    this.#points.push(point);
    if (this.#first.length < MOST_HEAD_ROWS) this.#first.push({ row: this.#row, record: text.slice(start, end) });
  }

  /** @throws ValueError */
  #refuseWords(cells: readonly string[]): void {
    for (const index of this.#awaited) {
      const cell = cells[index]!;
      if (this.#columns.isNumber(cell)) this.#awaited.delete(index);
      else if (isWord(cell)) throw NOT_DATA(this.#header.fields[index]!);
    }
  }

  // A stray quote must spoil only its own line, not the rows up to the next quote. The rows between the two quotes are
  // read as lines; only the last one, with the second quote, may begin a row of several lines.
  #take(): { start: number; end: number } {
    const line = lineIn(this.#marks, this.#position);
    const record = line.start < this.#linesUntil ? line : this.#record(line);
    const isRow = record.end === line.end || this.#fits(record);
    if (!isRow) this.#linesUntil = lastLineOf(this.#text, record);
    const taken = isRow ? record : line;
    this.#position = taken.next;
    return taken;
  }

  // Most rows have no quote and end with their line.
  #record(line: RecordSpan): RecordSpan {
    return this.#marks.quote(line.start) >= line.end ? line : recordAt(this.#marks, line.start, this.#header.delimiter);
  }

  #fits(record: RecordSpan): boolean {
    const cells = cellsOf(this.#text.slice(record.start, record.end), this.#header.delimiter);
    return cells?.length === this.#header.fields.length;
  }

  #cells(record: string): readonly string[] {
    const { fields, delimiter } = this.#header;
    const cells = cellsOf(record, delimiter);
    if (cells === undefined) {
      throw new ValueError("CSV row has a quote that is not closed or stands in a cell", "bad-csv");
    }
    while (cells.length > fields.length && cells.at(-1) === "") cells.pop();
    if (cells.length !== fields.length) {
      throw new ValueError(`CSV row has ${cells.length} cells where the header names ${fields.length}`, "bad-csv");
    }
    return cells;
  }

  #reject(error: ValueError, record: string, cells: readonly string[] | undefined, row: number): void {
    const last = this.#refused.length > MOST_LETTERS ? this.#refused.at(-1) : undefined;
    // Rows that follow each other have the same times of receipt when they are decoded again.
    if (last !== undefined && last.error.code === error.code && last.row + last.records.length === row)
      last.records.push(record);
    else this.#refused.push({ error, records: [record], cells, row });
  }

  #rejection({ error, records, cells, row }: RefusedRows): Rejection {
    const bytes = Buffer.from(records.join("\n"), this.#body.encoding);
    const payload = Buffer.concat([this.#headerLine, bytes, Buffer.from("\n")]);
    const receivedNs = receiptTime(this.#context, row).timeNs;
    const message: Message = { ...this.#context.message, receivedNs, payload };
    const { length: rows } = records;
    const shown = cells === undefined || rows > 1 ? bytes.toString() : this.#asJson(cells);
    if (rows === 1) return { error, message, row, shown };
    const reason = `${error.message}; ${rows - 1} rows after it are refused, too`;
    return { error: new ValueError(reason, error.code), message, row, rows, shown };
  }

  #asJson(cells: readonly string[]): string {
    return JSON.stringify(Object.fromEntries(cells.map((cell, index) => [this.#header.fields[index], cell])));
  }
}

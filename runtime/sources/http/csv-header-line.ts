/**
 * Tables whose header is a line without `##`, as loggers and spreadsheets write them: the sender says so with the
 * parameter `header` of `text/csv` [RFC 4180 3].
 */

import { cellsOf, delimiterOf } from "../../intake/formats/csv-records.ts";
import { ValueError } from "../../model/error-signal.ts";
import { isDateAndClock } from "../../model/time-fields.ts";
import type { BodyStream } from "./request-body.ts";

/** Lines that may stand before the header are not longer in all. */
const MOST_BYTES = 64 << 10;
/** Campbell's environment line, which is above the header. */
const ENVIRONMENT = /^"?TO[AB]\d"?,/;
/** Each series is a table of its own there, below lines that describe it. [InfluxDB 2] */
const ANNOTATION = /^#(?:group|datatype|default),/;
const ANNOTATED =
  "InfluxDB's annotated CSV is not read: query without annotations, with pivot(), or write line protocol to /api/v2/write";
/** DSView writes its comments behind a semicolon and a blank. */
const NO_HEADER = /^\s*(?:#(?!#).*)?$|^; [^;]*$|^"?sep=."?\s*$/i;

/** `present`, or the number of its line from 1; undefined: the header has its `##`. @throws ValueError */
export function headerLineOf(contentType: string | undefined): "present" | number | undefined {
  const [, given] = /;\s*header\s*=\s*"?([\w.-]*)"?/i.exec(contentType ?? "") ?? [];
  const text = given?.toLowerCase();
  if (text === undefined || text === "absent") return undefined;
  if (text === "present") return "present";
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new ValueError("The parameter 'header' of text/csv is 'present', 'absent' or the number of a line", "bad-csv");
}

/** The table with `##` before its header, and without the lines above. @throws ValueError if there is no such line */
export async function* withHeaderMark(body: BodyStream, at: "present" | number): BodyStream {
  let held: Buffer = Buffer.alloc(0);
  let isMarked = false;
  for await (const part of body) {
    if (isMarked) {
      yield part;
      continue;
    }
    held = Buffer.concat([held, part]);
    const start = headerStart(held, at);
    if (start === undefined && held.length > MOST_BYTES)
      throw new ValueError("CSV body has no header line in its first 64 KiB", "bad-csv");
    if (start === undefined) continue;
    isMarked = true;
    yield* marked(held, start);
  }
  if (isMarked || held.length === 0) return;
  // The last line may lack its end.
  const start = headerStart(Buffer.concat([held, Buffer.from("\n")]), at);
  if (start === undefined) throw new ValueError("CSV body has no header line", "bad-csv");
  yield* marked(held, start);
}

interface Header {
  /** Where its names begin, and where the line after it begins. */
  readonly from: number;
  readonly next: number;
  /** Where the rows begin. */
  readonly rows: number;
}

function* marked(table: Buffer, { from, next, rows }: Header): Generator<Buffer> {
  if (table.toString("latin1", from, from + 2) !== "##") yield Buffer.from("## ");
  yield table.subarray(from, next);
  yield table.subarray(rows);
}

interface Line {
  readonly text: string;
  readonly from: number;
  readonly next: number;
}

function* linesOf(bytes: Buffer): Generator<Line> {
  let from = bytes.toString("latin1", 0, 3) === "\u00ef\u00bb\u00bf" ? 3 : 0;
  for (let end = bytes.indexOf(0x0a, from); end >= 0; end = bytes.indexOf(0x0a, from)) {
    yield { text: bytes.toString("latin1", from, end).trimEnd(), from, next: end + 1 };
    from = end + 1;
  }
}

/** The header line, once it is there with its end. @throws ValueError if the first line holds data */
function headerStart(bytes: Buffer, at: "present" | number): Header | undefined {
  let comment: Line | undefined;
  let number = 0;
  for (const line of linesOf(bytes)) {
    number++;
    if (at === number) return { ...line, rows: line.next };
    if (at !== "present") continue;
    if (ANNOTATION.test(line.text)) throw new ValueError(ANNOTATED, "bad-csv");
    if (!NO_HEADER.test(line.text) && !ENVIRONMENT.test(line.text)) {
      checkTitle(line.text, bytes.subarray(line.next));
      return namesAbove(line, comment);
    }
    comment = commentIn(line) ?? comment;
  }
  return undefined;
}

/**
 * @throws ValueError if the line is a title of the table below, or the first of several [LabVIEW, Rotronic, METER, TunerStudio], or if
 * blanks separate the values [Touchstone, Racelogic VBOX]
 */
function checkTitle(line: string, below: Buffer): void {
  if (cellCount(line) !== 1) return;
  const lines = [line, ...Array.from(linesOf(below), ({ text }) => text)].filter((text) => text !== "");
  const wide = lines.findIndex((_, at) => at > 0 && isTableAt(lines, at));
  if (wide > 0) {
    const where = wide === 1 ? "the next one" : `line ${wide + 1} below the comments`;
    throw new ValueError(
      `The first line of the CSV body has one name, ${where} ${cellCount(lines[wide]!)} cells: say which line is the header, as in header=7`,
      "bad-csv",
    );
  }
  const blank = lines.find((text, at) => holdsNumbers(text) && (at === 0 || holdsNumbers(lines[at + 1] ?? text)));
  if (blank !== undefined)
    throw new ValueError(
      `Blanks separate the values of the CSV body ('${blank.slice(0, 60)}'): separate columns by a comma, semicolon, tab or bar`,
      "bad-csv",
    );
}

/** Several cells: directly below the first line, or in three lines one after the other. */
function isTableAt(lines: readonly string[], at: number): boolean {
  const cells = cellCount(lines[at]!);
  // A comma may be a decimal one.
  if (cells < (delimiterOf(lines[at]!) === "," ? 3 : 2)) return false;
  return at === 1 || [at + 1, at + 2].every((next) => next < lines.length && cellCount(lines[next]!) === cells);
}

/** Three or more numbers, and blanks between them. */
function holdsNumbers(line: string): boolean {
  const words = line.trim().split(/\s+/);
  return words.length > 2 && words.every((word) => NUMBER.test(word));
}

/** A comment holds the names of a line of data below. [NumPy's savetxt, sysstat's sadf] */
function namesAbove(line: Line, comment: Line | undefined): Header {
  if (!holdsData(line.text)) return { ...line, rows: line.next };
  if (comment !== undefined && cellCount(comment.text) === cellCount(line.text)) return { ...comment, rows: line.from };
  const cells = line.text.split(NO_CELL);
  const hasClock = cells.some((cell) => CLOCK.test(cell.trim()));
  if (cells.some(isDateAndClock) || (hasClock && (hasDate(cells) || cells.some((cell) => FRACTION.test(cell.trim())))))
    throw new ValueError(NO_NAMES, "bad-csv");
  return { ...line, rows: line.next };
}

function commentIn({ text, from, next }: Line): Line | undefined {
  const [, lead] = COMMENT.exec(text) ?? [];
  return lead === undefined ? undefined : { text: text.slice(lead.length), from: from + lead.length, next };
}

const NO_NAMES =
  "The first line of the CSV body that is not a comment holds data; its columns need a line with their names";
const COMMENT = /^(\s*#\s*)[^#\s]/;
const NO_CELL = /[",;\t|]/;

/** Whether a line cannot be one of names. */
function holdsData(line: string): boolean {
  const cells = line.split(NO_CELL).filter((cell) => cell.trim() !== "");
  if (cells.some(isDateAndClock)) return true;
  const numbers = cells.filter((cell) => NUMBER.test(cell.trim()));
  const hasTime = hasDate(cells) || cells.some((cell) => CLOCK.test(cell.trim()));
  return cells.length > 1 && (numbers.length === cells.length || (numbers.length > 0 && hasTime));
}

function hasDate(cells: readonly string[]): boolean {
  return cells.some((cell) => DATE.test(cell.trim()));
}

const DATE = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))$/;
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/;

/** No name: names of columns may be whole numbers and times of day. */
const FRACTION = /^[+-]?\d+\.\d+$/;

const NUMBER = /^[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/;

function cellCount(line: string): number {
  return cellsOf(line, delimiterOf(line))?.length ?? 0;
}

/**
 * Splits CSV text into records and cells [RFC 4180]. The HTTP source cuts streams into whole rows by the same rules as
 * the decoder, and a broken row must affect only itself; library parsers do not offer both.
 */

import { inQuotes } from "../../lib/csv-cell.ts";

export type Delimiter = "," | ";" | "\t" | "|";

/** Column names of a channel's rows. */
export interface CsvHeader {
  readonly fields: readonly string[];
  readonly delimiter: Delimiter;
}

/** The position of one row in the text. */
export interface RecordSpan {
  readonly start: number;
  /** After the last character, without the line end. */
  readonly end: number;
  /** Start of the next row. */
  readonly next: number;
  /** False if the text ends inside the row. */
  readonly complete: boolean;
}

/** The scanner's state within a row. */
type CellState = "cell start" | "cell" | "quoted" | "quote in quoted";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;
const QUOTE = 0x22;

/** Line ends and quotes of a text, each searched for once while reading goes on. */
export class Marks {
  readonly text: string;
  readonly #feeds: Occurrences;
  readonly #returns: Occurrences;
  readonly #quotes: Occurrences;

  constructor(text: string) {
    this.text = text;
    this.#feeds = new Occurrences(text, "\n");
    this.#returns = new Occurrences(text, "\r");
    this.#quotes = new Occurrences(text, '"');
  }

  /** The first line end at or after a position; the text's length if there is none. */
  lineEnd(from: number): number {
    return Math.min(this.#feeds.from(from), this.#returns.from(from));
  }

  /** The same for a quote. */
  quote(from: number): number {
    return this.#quotes.from(from);
  }
}

/** Finds a character, also if reading goes back a little. */
class Occurrences {
  readonly #text: string;
  readonly #character: string;
  /** From here to `#last` there is none. */
  #since = 0;
  #last = -1;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  from(place: number): number {
    if (place > this.#last) {
      const found = this.#text.indexOf(this.#character, place);
      this.#last = found < 0 ? this.#text.length : found;
      this.#since = place;
    } else if (place < this.#since) {
      const found = this.#text.slice(place, this.#since).indexOf(this.#character);
      if (found >= 0) this.#last = place + found;
      this.#since = place;
    }
    return this.#last;
  }
}

/**
 * Finds the ends of rows in text that may arrive in pieces. CR, LF and CRLF end lines; a quoted cell may contain them.
 */
export class RowScanner {
  readonly #delimiter: number;
  #place: CellState = "cell start";

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /**
   * The position after the line end of the row at `from`, or of the row begun earlier; -1 if the text ends inside the
   * row.
   */
  next(marks: Marks, from: number): number {
    const { text } = marks;
    let position = from;
    while (position < text.length) {
      if (this.#place === "quoted") {
        const quote = marks.quote(position);
        if (quote < text.length) this.#place = "quote in quoted";
        position = quote + 1;
        continue;
      }
      if (this.#place === "quote in quoted" && !isLineEnd(text.charCodeAt(position))) {
        this.#place = placeAfter(text.charCodeAt(position++), this.#place, this.#delimiter);
        continue;
      }
      const end = marks.lineEnd(position);
      const quote = marks.quote(position);
      if (end < quote) {
        this.#place = "cell start";
        return afterLineEnd(text, end);
      }
      this.#place = this.#placeAt(text, position, quote);
      position = quote + 1;
    }
    return -1;
  }

  /** The place behind the quote at `end`, or at the text's end, with neither quotes nor line ends since `start`. */
  #placeAt(text: string, start: number, end: number): CellState {
    let position = end;
    while (position > start && text.charCodeAt(position - 1) === BLANK) position--;
    const other = text.charCodeAt(position - 1) === this.#delimiter ? "cell start" : "cell";
    const place = position === start ? this.#place : other;
    return end === text.length ? place : placeAfter(QUOTE, place, this.#delimiter);
  }
}

/** @param code of a character that ends no line */
function placeAfter(code: number, place: CellState, delimiter: number): CellState {
  // A doubled quote is an escaped quote. [RFC 4180 2.7]
  if (code === QUOTE && (place === "cell start" || place === "quote in quoted")) return "quoted";
  if (code === delimiter) return "cell start";
  return code === BLANK && place === "cell start" ? place : "cell";
}

/** Finds the row that begins at `start`; a quoted cell may hold line ends. */
export function recordAt(marks: Marks, start: number, delimiter: Delimiter): RecordSpan {
  return spanTo(marks.text, start, new RowScanner(delimiter).next(marks, start));
}

/** The line that begins at `start`, ignoring quotes: reading continues after it if a row has an open quote. */
export function lineAt(text: string, start: number): RecordSpan {
  for (let position = start; position < text.length; position++) {
    if (isLineEnd(text.charCodeAt(position))) return spanTo(text, start, afterLineEnd(text, position));
  }
  return spanTo(text, start, -1);
}

/** The same, with marks. */
export function lineIn(marks: Marks, start: number): RecordSpan {
  const end = marks.lineEnd(start);
  return spanTo(marks.text, start, end === marks.text.length ? -1 : afterLineEnd(marks.text, end));
}

/** Start of the last line of a record. */
export function lastLineOf(text: string, { start, end }: RecordSpan): number {
  let position = end;
  while (position > start && !isLineEnd(text.charCodeAt(position - 1))) position--;
  return position;
}

/** Cells of one row, without surrounding blanks. Undefined if a quote is not closed, or is followed by text. */
export function cellsOf(record: string, delimiter: Delimiter): string[] | undefined {
  const cells: string[] = [];
  let position = 0;
  for (;;) {
    const cell = cellAt(record, position, delimiter);
    if (cell === undefined) return undefined;
    cells.push(cell.text);
    if (cell.end >= record.length) return cells;
    position = cell.end + 1;
  }
}

/**
 * The delimiter of a header or row: the one that occurs more often outside quotes. A bar counts only where there is no
 * other, since names contain it.
 */
export function delimiterOf(record: string): Delimiter {
  const counts = { ",": 0, ";": 0, "\t": 0, "|": 0 };
  // Delimiters inside an open quote, which count only if the quote is never closed.
  let held = { ...counts };
  let quoted = false;
  for (const char of record) {
    if (char === '"') {
      quoted = !quoted;
      held = { ",": 0, ";": 0, "\t": 0, "|": 0 };
    } else if (char in counts) (quoted ? held : counts)[char as Delimiter]++;
  }
  const of = (delimiter: Delimiter) => counts[delimiter] + held[delimiter];
  const [most] = ([",", ";", "\t"] as const).toSorted((a, b) => of(b) - of(a));
  return of(most!) === 0 && of("|") > 0 ? "|" : most!;
}

/** One row as text, with quotes where necessary. */
export function formatRecord(cells: readonly string[], delimiter: Delimiter): string {
  return cells.map((cell) => (/[",;|\t\r\n]|^\s|\s$/.test(cell) ? inQuotes(cell) : cell)).join(delimiter);
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

// A line feed after a carriage return belongs to it; one that arrives with the next piece of a stream makes an empty
// line.
export function afterLineEnd(text: string, position: number): number {
  const isPair = text.charCodeAt(position) === CARRIAGE_RETURN && text.charCodeAt(position + 1) === LINE_FEED;
  return position + (isPair ? 2 : 1);
}

function spanTo(text: string, start: number, next: number): RecordSpan {
  if (next < 0) return { start, end: text.length, next: text.length, complete: false };
  const feed = next - start > 1 && text[next - 1] === "\n" && text[next - 2] === "\r" ? 2 : 1;
  return { start, end: next - feed, next, complete: true };
}

function cellAt(record: string, start: number, delimiter: Delimiter): { text: string; end: number } | undefined {
  const first = skipBlanks(record, start);
  if (record[first] !== '"') {
    const found = record.indexOf(delimiter, start);
    const end = found < 0 ? record.length : found;
    return { text: record.slice(start, end).trim(), end };
  }
  const close = closingQuote(record, first + 1);
  if (close < 0) return undefined;
  const end = skipBlanks(record, close + 1);
  if (end < record.length && record[end] !== delimiter) return undefined;
  return { text: record.slice(first + 1, close).replaceAll('""', '"'), end };
}

function skipBlanks(text: string, start: number): number {
  let position = start;
  while (text[position] === " ") position++;
  return position;
}

// A doubled quote is an escaped quote. [RFC 4180 2.7]
function closingQuote(text: string, start: number): number {
  let position = text.indexOf('"', start);
  while (position >= 0 && text[position + 1] === '"') position = text.indexOf('"', position + 2);
  return position;
}

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

/**
 * Finds the ends of rows in text that may arrive in pieces; reads every character once. CR, LF and CRLF end lines; a
 * quoted cell may contain them.
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
  next(text: string, from: number): number {
    let place = this.#place;
    for (let position = from; position < text.length; position++) {
      if (place === "quoted") {
        position = text.indexOf('"', position);
        if (position < 0) break;
        place = "quote in quoted";
        continue;
      }
      const code = text.charCodeAt(position);
      if (isLineEnd(code)) {
        this.#place = "cell start";
        return afterLineEnd(text, position);
      }
      place = placeAfter(code, place, this.#delimiter);
    }
    this.#place = place;
    return -1;
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
export function recordAt(text: string, start: number, delimiter: Delimiter): RecordSpan {
  return spanTo(text, start, new RowScanner(delimiter).next(text, start));
}

/** The line that begins at `start`, ignoring quotes: reading continues after it if a row has an open quote. */
export function lineAt(text: string, start: number): RecordSpan {
  for (let position = start; position < text.length; position++) {
    if (isLineEnd(text.charCodeAt(position))) return spanTo(text, start, afterLineEnd(text, position));
  }
  return spanTo(text, start, -1);
}

/** Finds lines from the text's beginning to its end without scanning any part twice. */
export class Lines {
  readonly #text: string;
  readonly #feeds: Occurrences;
  readonly #returns: Occurrences;

  constructor(text: string) {
    this.#text = text;
    this.#feeds = new Occurrences(text, "\n");
    this.#returns = new Occurrences(text, "\r");
  }

  /** @param start not before the start of the previous call */
  at(start: number): RecordSpan {
    const position = Math.min(this.#feeds.from(start), this.#returns.from(start));
    return spanTo(this.#text, start, position === this.#text.length ? -1 : afterLineEnd(this.#text, position));
  }
}

/** Finds a character from the text's beginning to its end. */
export class Occurrences {
  readonly #text: string;
  readonly #character: string;
  #last = -1;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  /** The first occurrence at or after a position; the text's length if there is none. */
  from(place: number): number {
    if (this.#last < place) {
      const found = this.#text.indexOf(this.#character, place);
      this.#last = found < 0 ? this.#text.length : found;
    }
    return this.#last;
  }
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
function afterLineEnd(text: string, position: number): number {
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

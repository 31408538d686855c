/**
 * CSV text → records, cell by cell [RFC 4180]. The HTTP source cuts streams into whole rows with the same rules the
 * decoder reads them by, and a broken row costs only itself: that is why this is not a library's parser.
 */

export type Delimiter = "," | ";";

/** One row where it stands in the text. */
export interface RecordSpan {
  readonly start: number;
  /** After the last character, without the line end. */
  readonly end: number;
  /** Where the next row begins. */
  readonly next: number;
  /** False when the text ends before the row does. */
  readonly complete: boolean;
}

/** Where in a row the reading stands. */
type Place = "cell start" | "cell" | "quoted" | "quote in quoted";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;
const QUOTE = 0x22;

/**
 * Finds where rows end, in text that may come in pieces: every character is looked at once, wherever the pieces are cut.
 * CR, LF and CRLF end lines; a quoted cell may hold them.
 */
export class RowScanner {
  readonly #delimiter: number;
  #place: Place = "cell start";

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** The place behind the line end of the row that goes on or begins at `from`; -1 when the text ends before the row. */
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
      // A doubled quote stands for one. [RFC 4180 2.7]
      if (code === QUOTE && (place === "cell start" || place === "quote in quoted")) place = "quoted";
      else if (code === this.#delimiter) place = "cell start";
      else if (code !== BLANK || place !== "cell start") place = "cell";
    }
    this.#place = place;
    return -1;
  }
}

/** Finds the row that begins at `start`; a quoted cell may hold line ends. */
export function recordAt(text: string, start: number, delimiter: Delimiter): RecordSpan {
  return spanTo(text, start, new RowScanner(delimiter).next(text, start));
}

/** The end of the line that begins at `start`, quotes or not: where reading goes on after a row with an open quote. */
export function lineAt(text: string, start: number): RecordSpan {
  for (let position = start; position < text.length; position++) {
    if (isLineEnd(text.charCodeAt(position))) return spanTo(text, start, afterLineEnd(text, position));
  }
  return spanTo(text, start, -1);
}

/** Lines of a text, asked for from its beginning to its end: what lies before a line end that was found is not looked at again. */
export class Lines {
  readonly #text: string;
  readonly #feeds: Occurrences;
  readonly #returns: Occurrences;

  constructor(text: string) {
    this.#text = text;
    this.#feeds = new Occurrences(text, "\n");
    this.#returns = new Occurrences(text, "\r");
  }

  /** @param start not before that of the line asked for last */
  at(start: number): RecordSpan {
    const position = Math.min(this.#feeds.from(start), this.#returns.from(start));
    return spanTo(this.#text, start, position === this.#text.length ? -1 : afterLineEnd(this.#text, position));
  }
}

/** Where a character stands, asked for from the text's beginning to its end. */
export class Occurrences {
  readonly #text: string;
  readonly #character: string;
  #last = -1;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  /** The first at or behind a place; the text's length when there is none. */
  from(place: number): number {
    if (this.#last < place) {
      const found = this.#text.indexOf(this.#character, place);
      this.#last = found < 0 ? this.#text.length : found;
    }
    return this.#last;
  }
}

/** Where the last of a record's lines begins. */
export function lastLineOf(text: string, { start, end }: RecordSpan): number {
  let position = end;
  while (position > start && !isLineEnd(text.charCodeAt(position - 1))) position--;
  return position;
}

/** Cells of one row; blanks around a cell are not part of it. Undefined when a quote is not closed or followed by text. */
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

/** The delimiter that a header or row uses: the one that occurs more often outside of quotes. */
export function delimiterOf(record: string): Delimiter {
  let semicolons = 0;
  // Of a quote that is open: what it holds counts only if it is never closed.
  let held = 0;
  let quoted = false;
  for (const char of record) {
    if (char === '"') {
      quoted = !quoted;
      held = 0;
    } else if (char === ";" || char === ",") {
      const step = char === ";" ? 1 : -1;
      if (quoted) held += step;
      else semicolons += step;
    }
  }
  return semicolons + held > 0 ? ";" : ",";
}

/** One row as text; cells are quoted where they have to be. */
export function formatRecord(cells: readonly string[], delimiter: Delimiter): string {
  return cells
    .map((cell) => (/[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(delimiter);
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

// A line feed behind a carriage return belongs to it; one that comes only with the next piece of a stream makes an empty line.
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

// A doubled quote stands for one. [RFC 4180 2.7]
function closingQuote(text: string, start: number): number {
  let position = text.indexOf('"', start);
  while (position >= 0 && text[position + 1] === '"') position = text.indexOf('"', position + 2);
  return position;
}

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

/** Finds the row that begins at `start`; a quoted cell may hold line ends. */
export function recordAt(text: string, start: number, delimiter: Delimiter): RecordSpan {
  let position = start;
  let cellStart = true;
  while (position < text.length) {
    const char = text[position];
    if (char === "\n") return spanTo(text, start, position, 1);
    if (char === '"' && cellStart) {
      const close = closingQuote(text, position + 1);
      if (close < 0) return { start, end: text.length, next: text.length, complete: false };
      position = close;
    }
    cellStart = char === delimiter || (cellStart && char === " ");
    position++;
  }
  return { start, end: text.length, next: text.length, complete: false };
}

/** The end of the line that begins at `start`, quotes or not: where reading goes on after a row with an open quote. */
export function lineAt(text: string, start: number): RecordSpan {
  const end = text.indexOf("\n", start);
  return end < 0 ? { start, end: text.length, next: text.length, complete: false } : spanTo(text, start, end, 1);
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
  const unquoted = record.replace(/"(?:[^"]|"")*"/g, "");
  return unquoted.split(";").length > unquoted.split(",").length ? ";" : ",";
}

/** One row as text; cells are quoted where they have to be. */
export function formatRecord(cells: readonly string[], delimiter: Delimiter): string {
  return cells
    .map((cell) => (/[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(delimiter);
}

function spanTo(text: string, start: number, lineFeed: number, feedLength: number): RecordSpan {
  const end = lineFeed > start && text[lineFeed - 1] === "\r" ? lineFeed - 1 : lineFeed;
  return { start, end, next: lineFeed + feedLength, complete: true };
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

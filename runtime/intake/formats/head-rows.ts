/**
 * Rows of a table that are not data: its units below the header, and words where the following rows hold numbers [D55].
 * Pure.
 */

import { ValueError } from "../../model/error-signal.ts";
import type { PointColumn } from "../../model/point.ts";
import type { DevicePoint } from "./row.ts";
import { unitOf } from "./unit-words.ts";

/** Only the first rows of a message can be such rows. [Campbell's TOA5 has two below its header] */
export const MOST_HEAD_ROWS = 3;

/** What a TOA5 table writes below its units: how each value was formed. */
const FORMED = /^(?:Smp|Avg|Min|Max|Tot|Std|Med|Sample|WVc|WVC|TMn|TMx|Fld)$/;
const DIGIT = /\d/;

/** Whether a cell is a word: no number and no identifier. */
export function isWord(cell: string): boolean {
  const text = cell.trim();
  return text !== "" && (!DIGIT.test(text) || unitOf(text) !== undefined);
}

/** Whether a row consists of words, so that it may be one of units. */
export function areWords(cells: readonly string[]): boolean {
  const given = cells.filter((cell) => cell.trim() !== "");
  return given.length > 0 && given.every(isWord);
}

/** Rows below the header that name things have no time. [Panasonic KW Watcher has six] */
const MOST_TIMELESS_ROWS = 12;

/** Whether the row at this place below the header may be none of data: words, or names and no time. */
export function mayBeHead(
  cells: readonly string[],
  place: number,
  isTime: (index: number) => boolean,
  isNumber: (cell: string) => boolean,
): boolean {
  if (place < MOST_HEAD_ROWS && areWords(cells)) return true;
  return place < MOST_TIMELESS_ROWS && isTimeless(cells, isTime, isNumber);
}

/** Whether a row so far below the header is one of data, whatever it holds. */
export function isPastHead(place: number): boolean {
  return place >= Math.max(MOST_HEAD_ROWS, MOST_TIMELESS_ROWS);
}

/** Whether a row of a table with times has none, and no number. */
export function isTimeless(
  cells: readonly string[],
  isTime: (index: number) => boolean,
  isNumber: (cell: string) => boolean,
): boolean {
  const times = cells.filter((_, index) => isTime(index));
  return times.length > 0 && !times.some((cell) => DIGIT.test(cell)) && !cells.some(isNumber);
}

/** Whether a row has a number where the other has a word. */
export function refutes(
  cells: readonly string[],
  words: readonly string[],
  isNumber: (cell: string) => boolean,
): boolean {
  return cells.some((cell, index) => (words[index] ?? "").trim() !== "" && !isNumber(words[index]!) && isNumber(cell));
}

/**
 * The units that a row of words names, by column; empty for a row below the units that says how values were formed;
 * undefined if it is something else.
 */
export function unitsIn(
  cells: readonly string[],
  fields: readonly string[],
  isBelowUnits: boolean,
): ReadonlyMap<string, string> | undefined {
  const given = cells.filter((cell) => cell.trim() !== "");
  if (isBelowUnits && given.every((cell) => FORMED.test(cell.trim()))) return new Map();
  const units = new Map<string, string>();
  for (const [index, cell] of cells.entries()) {
    const unit = unitOf(cell);
    if (unit !== undefined) units.set(fields[index]!, unit);
  }
  return units.size === 0 ? undefined : units;
}

export const NOT_DATA = (name: string): ValueError =>
  new ValueError(`'${name}' is a word in this row and a number in the following ones`, "bad-value");

interface Counts {
  /** Rows with a word, before the first with a number. */
  lead: number;
  texts: number;
  numbers: number;
}

/**
 * Of the first rows of a message those that have a word where the following ones have numbers: it would decide the type
 * of a new column. By the row's index, the name of the column.
 */
export function wordRows(points: readonly DevicePoint[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const head = Math.min(MOST_HEAD_ROWS, points.length - 1);
  for (let index = 0; index < head; index++) {
    const { columns, values } = points[index]!;
    for (const [at, { name, type, isTag }] of columns.entries()) {
      if (type !== "string" || isTag || !isWord(String(values[at])) || found.has(index)) continue;
      const { lead, texts, numbers } = countsOf(points, name);
      if (index < lead && numbers > 0 && texts <= Math.max(numbers, MOST_HEAD_ROWS - 1)) found.set(index, name);
    }
  }
  return found;
}

function countsOf(points: readonly DevicePoint[], name: string): Counts {
  const counts = { lead: 0, texts: 0, numbers: 0 };
  let last: readonly PointColumn[] | undefined;
  let type: PointColumn["type"] | undefined;
  for (const { columns } of points) {
    // Most rows share their columns.
    if (columns !== last) type = columns.find((column) => column.name === name)?.type;
    last = columns;
    if (type === "string") {
      counts.texts++;
      if (counts.numbers === 0) counts.lead++;
    } else if (type !== undefined) counts.numbers++;
  }
  return counts;
}

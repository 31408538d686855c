/**
 * What a whole table says about its cells: which columns hold texts although some of their cells are digits, and the
 * other way round, whether its commas are decimal, and the order of its dates [D55]. A table is stored in pieces, each a
 * message; so the profile is a part of their content type: `text/csv; texts=0; dates=day-first`.
 */

import type { DateOrder } from "../../model/time.ts";
import { dateOrderOf } from "../../model/time.ts";
import { isLeading, isTimed, leadingColumns, tableRoles } from "../../model/time-fields.ts";
import { cellValue, hasDecimalComma, readLeaf, untypedText } from "../../model/values.ts";
import { type CsvHeader, cellsOf, lineAt } from "./csv-records.ts";
import { isPastHead, isWord, mayBeHead } from "./head-rows.ts";
import { type CellRow, PlainRow, SplitRow } from "./plain-row.ts";

export interface CsvProfile {
  /** Columns whose numbers are texts as their other cells are. */
  readonly texts: readonly number[];
  /** Columns of numbers, of which no earlier piece has one: words before the first are not data. */
  readonly numbers: readonly number[];
  /** Columns that may be the rows' time by their place, but have cells that are none. */
  readonly others: readonly number[];
  readonly decimal?: "comma";
  readonly dates?: DateOrder;
  /** Column with the milliseconds of the rows' times. */
  readonly subseconds?: number;
}

export const NO_PROFILE: CsvProfile = { texts: [], numbers: [], others: [] };

/** A cell for about every tenth number decides that a column holds texts; fewer are broken cells. */
const TEXTS_SHARE = 10;

/** Kinds of cells of a column. */
interface Counts {
  numbers: number;
  /** Texts with a digit, such as names. */
  names: number;
  words: number;
  /** Dashes alone: in a column of texts one of them, else an empty cell. */
  dashes?: number;
}

/** Whether a column with such cells holds texts although some are numbers. */
export function decidesText({ numbers, names, words, dashes = 0 }: Counts): boolean {
  if (numbers === 0) return dashes > 0 && names + words > 0;
  return (names > 0 && names * TEXTS_SHARE >= numbers) || words > numbers;
}

export class CsvProfiler {
  readonly #header: CsvHeader;
  readonly #plain: PlainRow;
  /** For each column. */
  readonly #times: readonly boolean[];
  /** They are values in rows that have another time. */
  readonly #maybeTimes: readonly boolean[];
  readonly #counts: readonly Counts[];
  #rows = 0;
  #isComma = false;
  #dayFirst = false;
  #monthFirst = false;
  readonly #subseconds: Subseconds | undefined;
  readonly #leading: readonly number[];
  readonly #others = new Set<number>();

  constructor(header: CsvHeader) {
    this.#header = header;
    this.#plain = new PlainRow(header.fields.length, header.delimiter);
    const roles = tableRoles(header.fields);
    const { instants, days, clocks, besides, others } = roles;
    const times = [...instants.map(({ index }) => index), ...days];
    this.#times = header.fields.map((_, index) => times.includes(index));
    this.#subseconds = subsecondsIn(header.fields, [...times, ...clocks, ...besides]);
    this.#leading = isTimed(roles) || others.length > 0 ? [] : leadingColumns(header.fields);
    this.#maybeTimes = header.fields.map((_, index) => others.some((other) => other.index === index));
    this.#counts = header.fields.map(() => ({ numbers: 0, names: 0, words: 0, dashes: 0 }));
  }

  /** Columns that had no value so far. */
  get empty(): readonly number[] {
    const isEmpty = ({ numbers, names, words }: Counts) => numbers + names + words === 0;
    return [...this.#counts.keys()].filter((index) => !this.#times[index] && isEmpty(this.#counts[index]!));
  }

  /** @param bytes whole rows; a quoted cell with line ends is skipped @param columns those to count */
  add(bytes: Buffer, columns: readonly number[] = [...this.#counts.keys()]): void {
    const { fields, delimiter } = this.#header;
    const text = bytes.toString();
    this.#plain.begin(text, bytes);
    for (let at = 0; at < text.length; ) {
      const plain = isPastHead(this.#rows) ? this.#plain.read(at) : -1;
      if (plain >= 0) {
        at = plain;
        this.#rows++;
        this.#noteRow(this.#plain, columns);
        continue;
      }
      const { start, end, next } = lineAt(text, at);
      at = next;
      const cells = cellsOf(text.slice(start, end), delimiter);
      if (cells === undefined || cells.length < fields.length) continue;
      // Units, or words where later rows have numbers.
      if (mayBeHead(cells, this.#rows++, (index) => this.#times[index] === true, isNumber)) continue;
      this.#noteRow(new SplitRow(cells), columns);
    }
  }

  #noteRow(cells: CellRow, columns: readonly number[]): void {
    this.#subseconds?.note(cells);
    for (const index of this.#leading)
      if (isOther(this.#header.fields[index]!, cells.at(index))) this.#others.add(index);
    for (const index of columns) {
      if (Number.isNaN(cells.decimal(index))) this.#note(index, cells.at(index)!);
      else if (!this.#times[index]) this.#counts[index]!.numbers++;
    }
  }

  #note(index: number, cell: string): void {
    if (this.#times[index] || this.#maybeTimes[index]) {
      const order = dateOrderOf(cell);
      this.#dayFirst ||= order === "day-first";
      this.#monthFirst ||= order === "month-first";
      if (this.#times[index]) return;
    }
    const counts = this.#counts[index]!;
    const given = cellValue(cell);
    if (given === null && untypedText(cell) !== null) counts.dashes = (counts.dashes ?? 0) + 1;
    const value = readLeaf(given, "measured", "comma");
    if (value === undefined) return;
    if (typeof value !== "string") counts.numbers++;
    else if (isWord(value)) counts.words++;
    else counts.names++;
    this.#isComma ||= typeof value === "number" && cell.includes(",") && hasDecimalComma(cell);
  }

  /** @param known columns of which an earlier piece has numbers */
  profile(known: ReadonlySet<number>): CsvProfile {
    const columns = [...this.#counts.entries()];
    const dates = this.#dayFirst === this.#monthFirst ? undefined : this.#dayFirst ? "day-first" : "month-first";
    return {
      texts: columns.filter(([, counts]) => decidesText(counts)).map(([index]) => index),
      numbers: columns
        .filter(
          ([index, counts]) => counts.numbers > 0 && counts.words > 0 && !decidesText(counts) && !known.has(index),
        )
        .map(([index]) => index),
      others: [...this.#others],
      ...(this.#isComma && { decimal: "comma" as const }),
      ...(dates && { dates }),
      ...(this.#subseconds?.isSure && { subseconds: this.#subseconds.index }),
    };
  }

  /** Columns with a number so far. */
  get numeric(): readonly number[] {
    return [...this.#counts.entries()].filter(([, { numbers }]) => numbers > 0).map(([index]) => index);
  }
}

/** [Graphtec, Solinst, Weintek] */
const MILLISECONDS = /^(?:ms|msec|msecs|milliseconds?|millisekunden|millis\.?)$/i;

/** A column of milliseconds behind the time. Only a table whose rows share a second shows that it is one. */
class Subseconds {
  readonly index: number;
  readonly #times: readonly number[];
  #last: readonly [time: string, ms: number] = ["", 0];
  #isWhole = true;
  #rises = false;

  constructor(index: number, times: readonly number[]) {
    this.index = index;
    this.#times = times;
  }

  note(cells: CellRow): void {
    const cell = cells.at(this.index)!.trim();
    if (!/^\d{1,3}$/.test(cell)) this.#isWhole = false;
    const time = this.#times.map((index) => cells.at(index)).join(" ");
    const [before, ms] = this.#last;
    if (time === before && Number(cell) > ms) this.#rises = true;
    this.#last = [time, Number(cell)];
  }

  get isSure(): boolean {
    return this.#isWhole && this.#rises;
  }
}

function subsecondsIn(fields: readonly string[], times: readonly number[]): Subseconds | undefined {
  const index = Math.max(...times, -1) + 1;
  return index > 0 && MILLISECONDS.test(fields[index] ?? "") ? new Subseconds(index, times) : undefined;
}

function isOther(field: string, cell = ""): boolean {
  return cell.trim() !== "" && !isLeading(field, cell);
}

function isNumber(cell: string): boolean {
  return typeof readLeaf(cellValue(cell), "measured", "comma") === "number";
}

export function csvType({ texts, numbers, others, decimal, dates, subseconds }: CsvProfile): string {
  const given = [
    ...(texts.length > 0 ? [`texts=${texts.join(",")}`] : []),
    ...(numbers.length > 0 ? [`numbers=${numbers.join(",")}`] : []),
    ...(others.length > 0 ? [`others=${others.join(",")}`] : []),
    ...(decimal === undefined ? [] : [`decimal=${decimal}`]),
    ...(dates === undefined ? [] : [`dates=${dates}`]),
    ...(subseconds === undefined ? [] : [`subseconds=${subseconds}`]),
  ];
  return ["text/csv", ...given].join("; ");
}

/** The inverse. */
export function profileIn(contentType: string): CsvProfile {
  if (!contentType.includes(";")) return NO_PROFILE;
  const given = new Map(
    contentType.split(";").map((part) => {
      const [name = "", value = ""] = part.trim().split("=");
      return [name, value] as const;
    }),
  );
  const indices = (name: string) =>
    (given.get(name) ?? "")
      .split(",")
      .filter((text) => text !== "")
      .map(Number);
  const dates = given.get("dates");
  return {
    texts: indices("texts"),
    numbers: indices("numbers"),
    others: indices("others"),
    ...(given.get("decimal") === "comma" && { decimal: "comma" as const }),
    ...((dates === "day-first" || dates === "month-first") && { dates }),
    ...(indices("subseconds").length === 1 && { subseconds: indices("subseconds")[0] }),
  };
}

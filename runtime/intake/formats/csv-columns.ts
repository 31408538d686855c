/**
 * Converts cells of CSV rows to points. Hot path: large files pass here row by row, so a row creates no object but its
 * point.
 */

import { ValueError } from "../../model/error-signal.ts";
import type { PointColumn } from "../../model/point.ts";
import {
  isDateAndClock,
  isPlausible,
  isTimed,
  leadingColumns,
  leadingTime,
  loneInstant,
  type RowTimeText,
  rowTime,
  soundsLikeTime,
  type TimeRoles,
  tableRoles,
} from "../../model/time-fields.ts";
import { cellValue, type FieldReading, readLeaf, timeText, untypedText, writtenText } from "../../model/values.ts";
import { CellTexts, TablePages } from "./csv-pages.ts";
import { type CsvProfile, NO_PROFILE } from "./csv-profile.ts";
import type { CsvHeader } from "./csv-records.ts";
import { type CellRow, cellsIn, SplitRow } from "./plain-row.ts";
import {
  canBeTime,
  type DevicePoint,
  isAboutNow,
  noteUnsetOther,
  nowOf,
  type RowContext,
  readTime,
  receiptTime,
  seriesIn,
} from "./row.ts";

/** What a cell was converted to. */
const [NONE, FLOAT, STRING] = [0, 1, 2];
/** A page takes more memory than a few rows by themselves. */
const LEAST_ROWS = 16;
const NO_FIELDS: readonly number[] = [];
const NO_COLUMNS: readonly PointColumn[] = [];

export class CsvColumns {
  readonly #context: RowContext;
  readonly #header: CsvHeader;
  readonly #fields: readonly string[];
  readonly #timeRoles: TimeRoles;
  /** Columns that may hold the time, if no column's name denotes one. */
  readonly #leading: readonly number[] | undefined;
  /** Columns whose names sound like a time, if no column is known to be one. */
  readonly #timely: readonly number[];
  /** Columns that stay text although they look like numbers, such as IDs. */
  readonly #texts: readonly boolean[];
  /** Columns of texts according to the whole table. */
  readonly #mixed: readonly boolean[];
  readonly #tags: readonly boolean[];
  #cells: CellRow = new SplitRow([]);
  readonly #textAt = (index: number): string | undefined => timeText("", this.#cells.at(index));
  readonly #canBeTime = (text: string): boolean => canBeTime(text, this.#context);
  /**
   * Results of the last row: the kind of each cell, and the resulting columns unless the row was refused. Most rows
   * match the previous one.
   */
  readonly #kinds: Uint8Array;
  #columns = NO_COLUMNS;
  /** Columns of earlier rows, by the kinds of their cells. */
  readonly #known = new Map<string, readonly PointColumn[]>();

  /** Columns that name the rows' series. */
  readonly #series: readonly number[];
  readonly #decimal: FieldReading["decimal"];

  readonly #subseconds: number | undefined;
  /** The column of a time that cannot be right, in the current row: its number is a value [D54]. */
  #counter: number | undefined;

  /** The only column of times, if a time in its usual form needs no more than its own text. */
  readonly #usual: { readonly index: number; readonly timeZone: string; readonly taken: readonly number[] } | undefined;
  /** Rows of numbers are in pages: no column of the table is of texts by its name, or tells series apart. */
  readonly #mayHavePages: boolean;
  /** Undefined before the first row that may be in one; `few`: the message has too few rows. */
  #pages: TablePages | "few" | undefined;

  constructor(
    context: RowContext,
    header: CsvHeader,
    decimal?: FieldReading["decimal"],
    { texts: mixed, subseconds, others }: Pick<CsvProfile, "texts" | "subseconds" | "others"> = NO_PROFILE,
  ) {
    this.#subseconds = subseconds;
    const { fields } = header;
    this.#context = context;
    this.#decimal = decimal;
    this.#header = header;
    this.#fields = fields;
    const { text, tags, times, series = [] } = context.reading;
    this.#series = [...fields.keys()].filter((index) => series.includes(fields[index]!));
    this.#timeRoles = tableRoles(fields, times.length === 0 ? undefined : times);
    const isTimeless = !isTimed(this.#timeRoles) && this.#timeRoles.others.length === 0;
    const isLed = isTimeless && fields.length > 1;
    this.#leading = isLed ? leadingColumns(fields).filter((index) => !others.includes(index)) : undefined;
    this.#timely = [...fields.keys()].filter((index) => soundsLikeTime(fields[index]!));
    this.#tags = fields.map((name) => tags?.has(name.toLowerCase()) === true);
    this.#mixed = fields.map((_, index) => mixed.includes(index));
    this.#texts = fields.map(
      (name, index) => this.#tags[index] || this.#mixed[index] || text?.has(name.toLowerCase()) === true,
    );
    this.#kinds = new Uint8Array(fields.length);
    this.#usual = this.#usualTime();
    this.#mayHavePages = this.#series.length === 0 && fields.length > 1 && !this.#texts.includes(true);
  }

  #usualTime(): { readonly index: number; readonly timeZone: string; readonly taken: readonly number[] } | undefined {
    const { message, reading } = this.#context;
    const instant = loneInstant(this.#timeRoles);
    // A time that was found to be a counter, one with milliseconds elsewhere, and one without bounds are read by their rules.
    const isOdd = message.measuredNs !== undefined || this.#subseconds !== undefined || reading.anyTime === true;
    if (instant === undefined || isOdd) return undefined;
    const { index, isUtc } = instant;
    return { index, timeZone: isUtc ? "UTC" : reading.timeZone, taken: [index] };
  }

  isNumber(cell: string): boolean {
    return typeof readLeaf(cellValue(cell), "measured", this.#decimal) === "number";
  }

  /** Whether a column may hold the rows' time. */
  isTime(field: string): boolean {
    const { instants, days, clocks } = this.#timeRoles;
    const index = this.#fields.indexOf(field);
    return instants.some((instant) => instant.index === index) || days.includes(index) || clocks.includes(index);
  }

  /**
   * @param text with the row from `start` to `end`
   * @throws ValueError if the row has no values, a value that cannot be stored, or an unreadable time
   */
  point(cells: CellRow, row: number, text: string, start: number, end: number): DevicePoint {
    this.#cells = cells;
    const usual = this.#usual;
    const timeNs = usual && cells.commonTime(usual.index, usual.timeZone);
    if (timeNs !== undefined && isPlausible(timeNs, nowOf(this.#context))) {
      this.#count(undefined);
      const { decimals } = cells;
      if (this.#mayHavePages && decimals !== undefined && areNumbers(decimals, usual!.index)) {
        const left = (text.length - start) / (end - start);
        this.#pages ??= left < LEAST_ROWS ? "few" : this.#makePages(usual!.index);
        if (this.#pages !== "few") return this.#pages.add(decimals, timeNs, start, end, left);
      }
      const texts = new CellTexts(this.#header, text, start, end);
      return this.#pointOf(cells, { timeNs, timeSource: "payload" }, usual!.taken, texts);
    }
    return this.#unusual(cells, row, new CellTexts(this.#header, text, start, end));
  }

  #makePages(time: number): TablePages {
    const kinds = new Uint8Array(this.#fields.length).fill(FLOAT);
    kinds[time] = NONE;
    const { address, message } = this.#context;
    return new TablePages(address, this.#columnsOf(kinds), this.#header, message.payload, time);
  }

  #unusual(cells: CellRow, row: number, texts: CellTexts): DevicePoint {
    const found =
      this.#leading === undefined
        ? rowTime(this.#timeRoles, this.#textAt, "of a table", this.#canBeTime)
        : leadingTime((index) => cells.at(index), this.#fields, this.#leading, this.#canBeTime);
    if (found !== undefined && this.#leading !== undefined)
      this.#context.tally.guessedTime = this.#fields[found.taken[0]!];
    const read = this.#time(found, row);
    this.#count(read.timeSource === "receipt" ? this.#counterIn(found) : undefined);
    const ms = read.timeSource === "payload" ? this.#milliseconds(cells, read.timeNs) : undefined;
    const time = ms === undefined ? read : { ...read, timeNs: read.timeNs + BigInt(ms) * 1_000_000n };
    if (found === undefined) this.#noteUnusedTime(cells);
    if (found === undefined && this.#timeRoles.others.length > 0)
      noteUnsetOther(this.#timeRoles, this.#fields, this.#textAt, this.#context);
    const taken = found === undefined || this.#counter !== undefined ? NO_FIELDS : found.taken;
    return this.#pointOf(cells, time, ms === undefined ? taken : [...taken, this.#subseconds!], texts);
  }

  #count(counter: number | undefined): void {
    if (counter === this.#counter) return;
    this.#counter = counter;
    this.#columns = NO_COLUMNS;
  }

  /** Seconds since a test began, a counter: the only column of the time, if it holds a number. */
  #counterIn(found: RowTimeText | undefined): number | undefined {
    const [index, more] = found?.taken ?? NO_FIELDS;
    return index !== undefined && more === undefined && this.isNumber(this.#cells.at(index) ?? "") ? index : undefined;
  }

  #pointOf(
    cells: CellRow,
    { timeNs, timeSource }: Pick<DevicePoint, "timeNs" | "timeSource">,
    taken: readonly number[],
    texts: CellTexts,
  ): DevicePoint {
    const { database } = this.#context.address;
    const measurement = this.#series.length === 0 ? this.#context.address.measurement : this.#seriesOf(cells);
    const values = this.#valuesOf(cells, taken);
    if (values.length === 0) throw new ValueError("CSV row has no values", "empty");
    if (this.#columns === NO_COLUMNS) this.#columns = this.#columnsOf(this.#kinds);
    return { database, measurement, timeNs, timeSource, columns: this.#columns, values, texts };
  }

  /** Also notes the kinds of the cells, and forgets the columns if a kind is new. @param taken cells of the time */
  #valuesOf(cells: CellRow, taken: readonly number[]): (number | string)[] {
    const values: (number | string)[] = [];
    for (let index = 0; index < cells.length; index++) {
      const kind = taken.includes(index) ? NONE : this.#addValue(values, cells, index);
      if (kind === this.#kinds[index]) continue;
      this.#kinds[index] = kind!;
      this.#columns = NO_COLUMNS;
    }
    return values;
  }

  /** @returns the kind of the cell */
  #addValue(values: (number | string)[], cells: CellRow, index: number): number | undefined {
    const decimal = this.#texts[index] === true ? Number.NaN : cells.decimal(index);
    // Most cells are plain numbers.
    if (!Number.isNaN(decimal)) {
      values.push(decimal);
      return FLOAT;
    }
    const value = this.#value(cells, index);
    if (value === undefined) this.#context.tally.missing++;
    else values.push(value);
    return value === undefined ? NONE : typeof value === "number" ? FLOAT : STRING;
  }

  /** Undefined if the time has a fraction of its own. */
  #milliseconds(cells: CellRow, timeNs: bigint): string | undefined {
    const cell = this.#subseconds === undefined ? undefined : cells.at(this.#subseconds)?.trim();
    return cell !== undefined && /^\d{1,3}$/.test(cell) && timeNs % 1_000_000_000n === 0n ? cell : undefined;
  }

  #seriesOf(cells: CellRow): string {
    const tags = this.#series.flatMap((index) => {
      const text = writtenText(cells.at(index) ?? "")?.trim();
      return text === undefined ? [] : [[this.#fields[index]!, text] as const];
    });
    return seriesIn(this.#context.address.measurement, tags);
  }

  #noteUnusedTime(row: CellRow): void {
    const cells = cellsIn(row);
    let unused = this.#timely.find((index) => canBeTime(cells[index] ?? "", this.#context));
    // Whatever its name: the rows of an archive are not stored at today's time without a word.
    if (unused === undefined) unused = cells.findIndex((cell) => isDateAndClock(cell));
    if (unused < 0) unused = cells.findIndex((cell) => cell.length > 9 && isAboutNow(Number(cell), this.#context));
    if (unused < 0) return;
    this.#context.tally.unusedTimes++;
    this.#context.tally.unusedTime = this.#fields[unused];
  }

  #time(found: RowTimeText | undefined, row: number): Pick<DevicePoint, "timeNs" | "timeSource"> {
    if (found === undefined) return receiptTime(this.#context, row);
    return readTime(found, this.#context) ?? receiptTime(this.#context, row);
  }

  /** The value of a cell that is not a plain number. */
  #value(cells: CellRow, index: number): number | string | undefined {
    const cell = cells.at(index) ?? "";
    const value =
      this.#texts[index] === true
        ? writtenText(untypedText(cell))
        : readLeaf(cellValue(cell), "measured", this.#decimal);
    return typeof value === "boolean" ? Number(value) : value;
  }

  #columnsOf(kinds: Uint8Array): readonly PointColumn[] {
    const key = `${kinds.join("")} ${this.#counter}`;
    let columns = this.#known.get(key);
    if (columns === undefined) {
      columns = this.#fields.flatMap((name, index): PointColumn[] => {
        const kind = kinds[index];
        if (kind === NONE) return [];
        const isMixed = this.#mixed[index] && !this.#tags[index];
        const marks = {
          ...(this.#tags[index] && { isTag: true as const }),
          ...(isMixed && { isMixed: true as const }),
        };
        // `time` is the row's own.
        const own = index === this.#counter && name.toLowerCase() === "time" ? `${name}.sent` : name;
        return [{ name: own, type: kind === FLOAT ? "float" : "string", ...marks }];
      });
      this.#known.set(key, columns);
    }
    return columns;
  }
}

/** Whether each cell is a number but the time's. */
function areNumbers(decimals: Float64Array, time: number): boolean {
  for (let at = 0; at < decimals.length; at++) if (Number.isNaN(decimals[at]!) && at !== time) return false;
  return true;
}

/** Cells of CSV rows → points. Hot path: large files pass here row by row, so a row builds nothing but its point. */

import { ValueError } from "../../telemetry/error-signal.ts";
import type { PointColumn } from "../../telemetry/point.ts";
import { parseTime } from "../../telemetry/time.ts";
import { type RowTimeText, rowTime, type TimeRoles, timeRoles } from "../../telemetry/time-fields.ts";
import { readLeaf, untypedText } from "../../telemetry/values.ts";
import { type DevicePoint, type RowContext, receiptTime } from "./row.ts";

/** What a cell became. */
const [NONE, FLOAT, STRING] = [0, 1, 2];
const NO_FIELDS: readonly number[] = [];
const NO_COLUMNS: readonly PointColumn[] = [];

export class CsvColumns {
  readonly #context: RowContext;
  readonly #fields: readonly string[];
  readonly #timeRoles: TimeRoles;
  /** Of the last row: what each cell became, and the columns that this makes unless the row was refused. Most rows are as the one before. */
  readonly #kinds: Uint8Array;
  #columns = NO_COLUMNS;
  /** Columns of the rows seen, by their kinds. */
  readonly #known = new Map<string, readonly PointColumn[]>();

  constructor(context: RowContext, fields: readonly string[]) {
    this.#context = context;
    this.#fields = fields;
    this.#timeRoles = timeRoles(fields);
    this.#kinds = new Uint8Array(fields.length);
  }

  /** @throws ValueError when the row has no values, one that cannot be stored, or a time that cannot be read */
  point(cells: readonly string[], row: number): DevicePoint {
    const { database, measurement } = this.#context.address;
    const found = rowTime(this.#timeRoles, (index) => cells[index] || undefined, "of a table");
    const time = this.#time(found, row);
    const taken = found?.taken ?? NO_FIELDS;
    const values: (number | string)[] = [];
    for (let index = 0; index < cells.length; index++) {
      const isTime = taken.includes(index);
      const value = isTime ? undefined : this.#value(cells, index);
      const kind = value === undefined ? NONE : typeof value === "number" ? FLOAT : STRING;
      if (value !== undefined) values.push(value);
      else if (!isTime) this.#context.tally.missing++;
      if (kind === this.#kinds[index]) continue;
      this.#kinds[index] = kind!;
      this.#columns = NO_COLUMNS;
    }
    if (values.length === 0) throw new ValueError("CSV row has no values", "empty");
    if (this.#columns === NO_COLUMNS) this.#columns = this.#columnsOf(this.#kinds.join(""));
    const columns = this.#columns;
    return { database, measurement, timeNs: time.timeNs, timeSource: time.timeSource, columns, values };
  }

  #time(found: RowTimeText | undefined, row: number): Pick<DevicePoint, "timeNs" | "timeSource"> {
    if (found === undefined) return receiptTime(this.#context, row);
    return { timeNs: parseTime(found.text, found.isUtc ? "UTC" : this.#context.timeZone), timeSource: "payload" };
  }

  #value(cells: readonly string[], index: number): number | string | undefined {
    const value = readLeaf(untypedText(cells[index] ?? ""), "measured");
    return typeof value === "boolean" ? Number(value) : value;
  }

  #columnsOf(kinds: string): readonly PointColumn[] {
    let columns = this.#known.get(kinds);
    if (columns === undefined) {
      columns = this.#fields.flatMap((name, index): PointColumn[] => {
        const kind = this.#kinds[index];
        return kind === NONE ? [] : [{ name, type: kind === FLOAT ? "float" : "string" }];
      });
      this.#known.set(kinds, columns);
    }
    return columns;
  }
}

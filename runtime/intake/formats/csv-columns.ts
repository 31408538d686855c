/** Cells of CSV rows → points. Hot path: large files pass here row by row, so a row builds nothing but its point. */

import { ValueError } from "../../telemetry/error-signal.ts";
import type { PointColumn } from "../../telemetry/point.ts";
import { parseTime } from "../../telemetry/time.ts";
import { type RowTimeText, rowTime, type TimeRoles, timeRoles } from "../../telemetry/time-fields.ts";
import { readLeaf, untypedText } from "../../telemetry/values.ts";
import { type DevicePoint, type RowContext, receiptTime } from "./row.ts";

export class CsvColumns {
  readonly #context: RowContext;
  readonly #fields: readonly string[];
  readonly #timeRoles: TimeRoles;
  /** Columns of the rows seen, by which cells they have and of what type. */
  readonly #shapes = new Map<string, readonly PointColumn[]>();

  constructor(context: RowContext, fields: readonly string[]) {
    this.#context = context;
    this.#fields = fields;
    this.#timeRoles = timeRoles(fields);
  }

  /** @throws ValueError when the row has no values, one that cannot be stored, or a time that cannot be read */
  point(cells: readonly string[], row: number): DevicePoint {
    const { database, measurement } = this.#context.address;
    const found = rowTime(this.#timeRoles, (index) => cells[index] || undefined, "of a table");
    const time = this.#time(found, row);
    const values: (number | string)[] = [];
    let shape = "";
    for (let index = 0; index < cells.length; index++) {
      const value = found?.taken.includes(index) ? undefined : this.#value(cells, index);
      shape += value === undefined ? "-" : typeof value === "number" ? "f" : "s";
      if (value !== undefined) values.push(value);
      else if (!found?.taken.includes(index)) this.#context.tally.missing++;
    }
    if (values.length === 0) throw new ValueError("CSV row has no values", "empty");
    const columns = this.#columns(shape);
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

  #columns(shape: string): readonly PointColumn[] {
    let columns = this.#shapes.get(shape);
    if (columns === undefined) {
      columns = this.#fields.flatMap((name, index): PointColumn[] => {
        if (shape[index] === "-") return [];
        return [{ name, type: shape[index] === "f" ? "float" : "string" }];
      });
      this.#shapes.set(shape, columns);
    }
    return columns;
  }
}

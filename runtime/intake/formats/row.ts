/** One row of named values → a point of a device. */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { Address } from "../../telemetry/address.ts";
import type { Message } from "../../telemetry/message.ts";
import type { Point, PointColumn } from "../../telemetry/point.ts";
import { parseTime } from "../../telemetry/time.ts";
import { rowTime, timeRoles } from "../../telemetry/time-fields.ts";
import {
  type FieldValue,
  type JsonObject,
  type JsonValue,
  type MissingValues,
  timeText,
} from "../../telemetry/values.ts";

export type DevicePoint = Omit<Point, "origin">;

/** What decoding a message needs to know besides the message. */
export interface RowContext {
  readonly message: Message;
  readonly address: Address;
  /** IANA name; for times without a zone [D23]. */
  readonly timeZone: string;
  /** Between rows without a time of their own. */
  readonly receiptStepNs: number;
  readonly shapes: Shapes;
  readonly tally: MissingValues;
}

export interface RowTime {
  readonly timeNs: bigint;
  readonly timeSource: Point["timeSource"];
}

/** The time a row gives for itself, and its other fields. */
export interface TimedRow {
  readonly time: RowTime | undefined;
  readonly fields: JsonObject;
}

/** Shapes remembered; beyond it memory begins anew. Of wide rows only the last one is. */
const MOST_SHAPES = 1000;
const MOST_REMEMBERED_FIELDS = 32;

/** One array of columns for all points of a shape. */
export class Shapes {
  readonly #known = new Map<string, readonly PointColumn[]>();
  #last: readonly PointColumn[] = [];

  of(fields: readonly FieldValue[]): readonly PointColumn[] {
    if (!fits(this.#last, fields)) this.#last = this.#find(fields);
    return this.#last;
  }

  #find(fields: readonly FieldValue[]): readonly PointColumn[] {
    if (fields.length > MOST_REMEMBERED_FIELDS) return columnsOf(fields);
    const key = fields.map((field) => `${typeof field.value}:${field.name}`).join("\n");
    let columns = this.#known.get(key);
    if (columns === undefined) {
      columns = columnsOf(fields);
      if (this.#known.size >= MOST_SHAPES) this.#known.clear();
      this.#known.set(key, columns);
    }
    return columns;
  }
}

function columnsOf(fields: readonly FieldValue[]): readonly PointColumn[] {
  return fields.map(({ name, value }) => ({ name, type: columnType(value) }));
}

/** [hot path] */
function fits(columns: readonly PointColumn[], fields: readonly FieldValue[]): boolean {
  if (columns.length !== fields.length) return false;
  for (let index = 0; index < fields.length; index++) {
    const column = columns[index]!;
    const field = fields[index]!;
    if (column.name !== field.name || column.type !== columnType(field.value)) return false;
  }
  return true;
}

/**
 * Takes the time out of a row [D23].
 * @throws ValueError (code `bad-time`)
 */
export function takeTime(row: JsonObject, timeZone: string): TimedRow {
  const names = Object.keys(row);
  const nameAt = (index: number): string => names[index] ?? "";
  const found = rowTime(timeRoles(names), (index) => timeText(nameAt(index), row[nameAt(index)]), "an object");
  if (found === undefined) return { time: undefined, fields: row };
  const timeNs = parseTime(found.text, found.isUtc ? "UTC" : timeZone);
  return { time: { timeNs, timeSource: "payload" }, fields: without(row, found.taken.map(nameAt)) };
}

/** Rows without a time of their own follow each other by a nanosecond from the time of receipt [D16], or by the slots of a cluster's clocks. */
export function receiptTime({ message, receiptStepNs }: RowContext, row: number): RowTime {
  return { timeNs: message.receivedNs + BigInt(row * receiptStepNs), timeSource: "receipt" };
}

export function pointOf(context: RowContext, time: RowTime, fields: readonly FieldValue[]): DevicePoint {
  const { database, measurement } = context.address;
  return {
    database,
    measurement,
    timeNs: time.timeNs,
    timeSource: time.timeSource,
    columns: context.shapes.of(fields),
    values: fields.map((field): ColumnValue => field.value),
  };
}

function columnType(value: FieldValue["value"]): PointColumn["type"] {
  if (typeof value === "number") return "float";
  return typeof value === "boolean" ? "boolean" : "string";
}

function without(row: JsonObject, names: readonly string[]): JsonObject {
  const rest = Object.entries(row).filter(([key]) => !names.includes(key));
  return Object.fromEntries<JsonValue>(rest);
}

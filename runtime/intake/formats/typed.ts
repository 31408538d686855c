/** Rows with types, as sources wrote them into the log. */

import { type JsonObject, type JsonValue, NumberText } from "../../lib/json-value.ts";
import { ValueError } from "../../model/error-signal.ts";
import { isPlausible } from "../../model/time-fields.ts";
import { parseTypedRows, type TypedRow, type TypedValue } from "../../model/typed-rows.ts";
import { checkFieldName, type FieldValue, MAX_FIELDS } from "../../model/values.ts";
import type { ColumnUnits, Decoded } from "../intake.ts";
import { type DevicePoint, pointOf, type RowContext, type RowTime, receiptTime, takeTime } from "./row.ts";

export function decodeTyped(context: RowContext): Decoded {
  const rows = parseTypedRows(context.message.payload);
  const units = new Map<string, string>();
  const points = rows.map((row, index): DevicePoint => {
    for (const [column, unit] of Object.entries(row.units ?? {})) units.set(column, unit);
    const { time, values } = timed(row, context);
    return pointOf(context, time ?? receiptTime(context, index), fieldsOf(values, context));
  });
  const filled = points.filter(({ values }) => values.length > 0);
  if (filled.length === 0) throw new ValueError("Message has no values", "empty");
  return { points: filled, rejections: [], ...(units.size > 0 && { units: unitsOf(context, units) }) };
}

function unitsOf({ address: { database, measurement } }: RowContext, byColumn: ColumnUnits["byColumn"]): ColumnUnits {
  return { database, measurement, byColumn };
}

/** A given time is the row's if it can be one [D54]; otherwise a value of a known name may be it, as in other rows. */
function timed(
  { timeNs, values }: TypedRow,
  context: RowContext,
): { readonly time: RowTime | undefined; readonly values: readonly TypedValue[] } {
  const { message, reading, tally } = context;
  if (timeNs !== undefined) {
    const isGood = message.measuredNs === undefined && (reading.anyTime || isPlausible(timeNs, message.receivedNs));
    if (isGood) return { time: { timeNs, timeSource: "payload" }, values };
    tally.unsetClocks++;
    tally.unsetClock = String(timeNs);
    return { time: undefined, values };
  }
  const { time, fields } = takeTime(objectOf(values), context);
  return { time, values: values.filter(({ name }) => Object.hasOwn(fields, name)) };
}

function objectOf(values: readonly TypedValue[]): JsonObject {
  const entries = values.map(({ name, value }): [string, JsonValue] => [
    name,
    typeof value === "bigint" ? new NumberText(String(value)) : (value ?? null),
  ]);
  return Object.fromEntries(entries);
}

function fieldsOf(values: readonly TypedValue[], { reading: { tags }, tally }: RowContext): FieldValue[] {
  const names = new Set<string>();
  return values.flatMap(({ name: written, type, value }): FieldValue[] => {
    // No column may be called time.
    const name = written === "time" ? "payload.time" : written;
    checkFieldName(name);
    if (names.has(name)) throw new ValueError(`Field '${name}' is given twice`, "bad-value");
    names.add(name);
    if (names.size > MAX_FIELDS) throw new ValueError(`More than ${MAX_FIELDS} fields in one row`, "bad-value");
    if (value === undefined) {
      tally.missing++;
      return [];
    }
    const isTag = tags?.has(name.toLowerCase()) === true;
    return [isTag ? { name, value: String(value), isTag } : { name, type, value }];
  });
}

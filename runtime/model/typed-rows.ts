/**
 * Rows whose values have types of their own, as payloads of the log: what a source read of a format with types. Nothing is guessed:
 * an integer of 64 bits keeps its digits, and a text that looks like a number stays text. One row for each line.
 */

import type { ColumnValue } from "../codec/struct-codec.ts";
import { ValueError } from "./error-signal.ts";
import type { FieldType } from "./point.ts";

/** In messages of the log only: no sender may use it. */
export const TYPED_ROWS = "application/vnd.structline.rows";

export interface TypedValue {
  readonly name: string;
  readonly type: FieldType;
  /** Undefined: the sender has none, such as NaN. */
  readonly value: ColumnValue | undefined;
}

export interface TypedRow {
  /** Nanoseconds since 1970; absent: one of the values may be the time, by its name. */
  readonly timeNs?: bigint;
  readonly values: readonly TypedValue[];
  /** Units of columns, by name. */
  readonly units?: Readonly<Record<string, string>>;
}

type Written = readonly [
  time: string | null,
  values: readonly (readonly [name: string, type: FieldType, value: string | number | boolean | null])[],
  units?: Readonly<Record<string, string>>,
];

export function typedRowsText(rows: readonly TypedRow[]): string {
  return rows.map(rowText).join("\n");
}

function rowText({ timeNs, values, units }: TypedRow): string {
  const time = timeNs === undefined ? null : String(timeNs);
  const list = values.map(
    ({ name, type, value }) => [name, type, typeof value === "bigint" ? String(value) : finite(value)] as const,
  );
  const written: Written = units === undefined ? [time, list] : [time, list, units];
  return JSON.stringify(written);
}

function finite(value: Exclude<ColumnValue, bigint> | undefined): string | number | boolean | null {
  if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) return null;
  // JSON.stringify would write 0.
  return Object.is(value, -0) ? "-0" : value;
}

/** @throws ValueError for a text that `typedRowsText` did not write */
export function parseTypedRows(payload: Uint8Array): TypedRow[] {
  try {
    return Buffer.from(payload.buffer, payload.byteOffset, payload.length)
      .toString("utf8")
      .split("\n")
      .map((line) => readRow(JSON.parse(line) as Written));
  } catch (cause) {
    throw new ValueError("Rows with types cannot be read", "bad-value", cause);
  }
}

function readRow([time, values, units]: Written): TypedRow {
  return {
    ...(time !== null && { timeNs: BigInt(time) }),
    values: values.map(([name, type, value]) => ({ name, type, value: readValue(type, value) })),
    ...(units !== undefined && { units }),
  };
}

function readValue(type: FieldType, value: string | number | boolean | null): ColumnValue | undefined {
  if (value === null) return undefined;
  if (type === "integer" || type === "unsigned") return BigInt(value);
  return type === "float" ? Number(value) : value;
}

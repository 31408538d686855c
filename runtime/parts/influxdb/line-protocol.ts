/**
 * InfluxDB's line protocol, prepared once for each shape of points. Field and measurement names may be any text; the
 * few that line protocol cannot express are refused, never changed.
 */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { FieldType, PointColumn } from "../../model/point.ts";

/** The capabilities of the server's version. */
export interface LineFormat {
  /** Versions before 2 have no unsigned integers: they are written as signed ones if they fit. */
  readonly unsigned: "native" | "as-integer";
}

const INT64_MAX = (1n << 63n) - 1n;
const INT64_MIN = -(1n << 63n);
const UINT64_MAX = (1n << 64n) - 1n;
// The server reserves the extreme values. [InfluxDB models.MinNanoTime, MaxNanoTime]
const TIME_MAX = INT64_MAX - 1n;
const TIME_MIN = INT64_MIN + 2n;

/** Why a name cannot be written; undefined if it can. */
export function nameProblem(kind: "field" | "measurement", name: string): string | undefined {
  if (name === "") return `missing ${kind} name`;
  if (/[\u0000-\u001f\u007f]/.test(name)) return `${kind} name ${JSON.stringify(name)} holds a control character`;
  // `\` escapes only `,`, `=`, blank and `"`, and cannot itself be escaped in a name.
  if (/\\(?:[,= "]|$)/.test(name))
    return `${kind} name ${JSON.stringify(name)} holds a backslash that would escape what follows`;
  if (kind === "measurement" && name.startsWith("#"))
    return `measurement name ${JSON.stringify(name)} begins like a comment`;
  return undefined;
}

export function escapeMeasurement(name: string): string {
  return name.replace(/[, ]/g, "\\$&");
}

export function escapeFieldKey(name: string): string {
  return name.replace(/[,= ]/g, "\\$&");
}

/** `,geohash=u33d`, to follow a measurement's name; undefined if line protocol cannot express the tag. */
export function formatTag(name: string, value: string): string | undefined {
  if (nameProblem("field", name) !== undefined || nameProblem("field", value) !== undefined) return undefined;
  return `,${escapeFieldKey(name)}=${escapeFieldKey(value)}`;
}

/** The columns of a shape of points, prepared for writing. */
export interface LineShape {
  /** `,az=`, `,gps.v.0=` in UTF-8; all names are expressible. */
  readonly keys: readonly Uint8Array[];
  /** Size of all keys, bytes. */
  readonly room: number;
  /** Problems of names that cannot be expressed, by column. */
  readonly problems: ReadonlyMap<number, string>;
}

const shapes = new WeakMap<readonly PointColumn[], LineShape>();

export function lineShape(columns: readonly PointColumn[]): LineShape {
  let shape = shapes.get(columns);
  if (shape === undefined) {
    shape = makeShape(columns);
    shapes.set(columns, shape);
  }
  return shape;
}

function makeShape(columns: readonly PointColumn[]): LineShape {
  const problems = new Map<number, string>();
  const keys = columns.map((column, index) => {
    const problem = nameProblem("field", column.name);
    if (problem !== undefined) problems.set(index, problem);
    return Buffer.from(`,${escapeFieldKey(column.name)}=`);
  });
  return { keys, problems, room: keys.reduce((bytes, key) => bytes + key.length, 0) };
}

/** Why the server cannot store the time; undefined if it can. */
export function timeProblem(timeNs: bigint): string | undefined {
  return timeNs < TIME_MIN || timeNs > TIME_MAX ? `time ${timeNs} outside range ${TIME_MIN} - ${TIME_MAX}` : undefined;
}

/** A field's value in line protocol; undefined if the type has no such value. */
export function formatValue(type: FieldType, value: ColumnValue, format: LineFormat): string | undefined {
  switch (type) {
    case "float":
      return formatFloat(value);
    case "integer":
      return formatInteger(value, INT64_MIN, INT64_MAX, "i");
    case "unsigned":
      return format.unsigned === "native"
        ? formatInteger(value, 0n, UINT64_MAX, "u")
        : formatInteger(value, 0n, INT64_MAX, "i");
    case "string":
      return typeof value === "string" ? quoteString(value) : undefined;
    case "boolean":
      return typeof value === "boolean" ? String(value) : undefined;
  }
}

function formatFloat(value: ColumnValue): string | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  // String(-0) is "0"; the database keeps the sign.
  return value === 0 && Object.is(value, -0) ? "-0" : String(value);
}

function formatInteger(value: ColumnValue, min: bigint, max: bigint, suffix: "i" | "u"): string | undefined {
  if (typeof value === "number")
    return Number.isSafeInteger(value) && (min < 0n || value >= 0) ? `${value}${suffix}` : undefined;
  return typeof value !== "bigint" || value < min || value > max ? undefined : `${value}${suffix}`;
}

const NEEDS_ESCAPE = /["\\]/;

function quoteString(value: string): string {
  return NEEDS_ESCAPE.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : `"${value}"`;
}

export function valueProblem(column: PointColumn, value: ColumnValue): string {
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  return `value ${shown.slice(0, 64)} of field ${JSON.stringify(column.name)} does not fit type ${column.type} of this database`;
}

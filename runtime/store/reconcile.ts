/**
 * Handles rows whose fields differ in type from the store's columns: such a field is refused, and the rest of the row
 * is stored [D42].
 */

import type { ColumnValue } from "../codec/struct-codec.ts";
import type { TelemetryError } from "../model/error-signal.ts";
import { type FieldType, type Point, type PointColumn, withColumns } from "../model/point.ts";
import type { RefusedPoint } from "../model/store.ts";
import { readLeaf } from "../model/values.ts";

export interface Known {
  /** Type of an existing column. */
  readonly typeOf: (column: string) => FieldType | undefined;
  /** The type of a column in this store. */
  readonly stored: (column: PointColumn) => FieldType;
  /** The error, in the database's words [D32]. */
  readonly conflict: (column: string, is: FieldType, exists: FieldType) => TelemetryError;
  /** Why the store cannot store a value, whatever its type. */
  readonly problem?: (column: PointColumn, value: ColumnValue) => TelemetryError | undefined;
}

export interface Reconciled {
  /**
   * The fields that match; numbers and texts are converted to the column's type if nothing is lost. Undefined if no
   * field matches.
   */
  readonly point: Point | undefined;
  /** The other fields, with the first one's conflict. */
  readonly refused: RefusedPoint | undefined;
}

/** Cached results: the same objects are returned again, since callers compare them by identity. */
const PARTS = new WeakMap<Point, Map<string, Point>>();

export function reconcile(point: Point, known: Known): Reconciled {
  const { typeOf, stored, conflict, problem } = known;
  const { columns, values, texts } = point;
  const kept: PointColumn[] = [];
  const fitting: Point["values"][number][] = [];
  const lost: number[] = [];
  let error: TelemetryError | undefined;
  let isAsItWas = true;
  for (const [index, column] of columns.entries()) {
    const value = values[index];
    if (value === undefined) continue;
    const put = fittingValue(column, value, known, texts);
    if (put === undefined) {
      lost.push(index);
      error ??= problem?.(column, value) ?? conflict(column.name, stored(column), typeOf(column.name)!);
      continue;
    }
    const isSame = Object.is(put, value);
    isAsItWas &&= isSame;
    kept.push(isSame ? column : { name: column.name, type: typeOf(column.name)! });
    fitting.push(put);
  }
  if (error === undefined && isAsItWas) return { point, refused: undefined };
  if (error === undefined) return { point: withColumns(point, kept, fitting), refused: undefined };
  if (kept.length === 0) return { point: undefined, refused: { point, error } };
  const part = partOf(point, lost);
  return {
    point: withColumns(point, kept, fitting),
    refused: { point: part, error, isPart: true, row: point },
  };
}

/** The value in the column's type; undefined if the store cannot store it. */
function fittingValue(column: PointColumn, value: ColumnValue, known: Known, texts: Point["texts"]) {
  if (known.problem?.(column, value) !== undefined) return undefined;
  const exists = known.typeOf(column.name);
  return exists === undefined || exists === known.stored(column) ? value : putAs(exists, column, value, texts);
}

/**
 * Converts a number that was sent as text for a text column, and a tag's number for a column that was numeric before.
 */
function putAs(exists: FieldType, column: PointColumn, value: ColumnValue, texts: Point["texts"]) {
  if (exists === "string") return texts?.get(column.name);
  // A client that writes 2i after 1.5 means the same number.
  if (exists === "float" && (column.type === "integer" || column.type === "unsigned")) return widened(value);
  if ((column.isTag !== true && column.isMixed !== true) || exists !== "float" || typeof value !== "string")
    return undefined;
  const number = readLeaf(value, "measured");
  return typeof number === "number" ? number : undefined;
}

/** Undefined if a double cannot hold every digit. */
function widened(value: ColumnValue): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Number of points of which nothing was stored. */
export function wholly(refused: readonly RefusedPoint[]): number {
  return refused.reduce((count, { isPart }) => (isPart === true ? count : count + 1), 0);
}

function partOf(point: Point, indices: readonly number[]): Point {
  let parts = PARTS.get(point);
  if (parts === undefined) {
    parts = new Map();
    PARTS.set(point, parts);
  }
  const key = indices.join();
  let part = parts.get(key);
  if (part === undefined) {
    const of = <Item>(all: readonly Item[]) => indices.map((index) => all[index]!);
    part = withColumns(point, of(point.columns), of(point.values));
    parts.set(key, part);
  }
  return part;
}

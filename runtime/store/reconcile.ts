/** A row whose fields have other types than the store's columns: such a field costs itself, not the row [D42]. */

import type { ColumnValue } from "../codec/struct-codec.ts";
import type { TelemetryError } from "../telemetry/error-signal.ts";
import type { FieldType, Point, PointColumn } from "../telemetry/point.ts";
import { readLeaf } from "../telemetry/values.ts";
import type { RefusedPoint } from "./store.ts";

export interface Known {
  /** Of a column that is there. */
  readonly typeOf: (column: string) => FieldType | undefined;
  /** The type a column has in this store. */
  readonly stored: (column: PointColumn) => FieldType;
  /** In the words of the database [D32]. */
  readonly conflict: (column: string, is: FieldType, exists: FieldType) => TelemetryError;
  /** Why the store cannot have a value, whatever its type. */
  readonly problem?: (column: PointColumn, value: ColumnValue) => TelemetryError | undefined;
}

export interface Reconciled {
  /** What fits, numbers and texts put as the column has them where nothing is lost; undefined where nothing does. */
  readonly point: Point | undefined;
  /** The other fields, with the first one's conflict. */
  readonly refused: RefusedPoint | undefined;
}

/** Points made of others: asked again, the same ones are given, since who reports them knows them by identity. */
const PARTS = new WeakMap<Point, Map<string, Point>>();

export function reconcile(point: Point, { typeOf, stored, conflict, problem }: Known): Reconciled {
  const { columns, values, texts } = point;
  const kept: PointColumn[] = [];
  const fitting: Point["values"][number][] = [];
  const lost: number[] = [];
  let error: TelemetryError | undefined;
  let isAsItWas = true;
  for (const [index, column] of columns.entries()) {
    const value = values[index];
    if (value === undefined) continue;
    const [is, exists] = [stored(column), typeOf(column.name)];
    const other = exists === undefined || exists === is ? undefined : putAs(exists, column, value, texts);
    const reason = problem?.(column, value);
    if (reason === undefined && (exists === undefined || exists === is || other !== undefined)) {
      isAsItWas &&= other === undefined;
      kept.push(other === undefined ? column : { name: column.name, type: exists! });
      fitting.push(other ?? value);
      continue;
    }
    lost.push(index);
    error ??= reason ?? conflict(column.name, is, exists!);
  }
  if (error === undefined && isAsItWas) return { point, refused: undefined };
  if (error === undefined) return { point: { ...point, columns: kept, values: fitting }, refused: undefined };
  if (kept.length === 0) return { point: undefined, refused: { point, error } };
  const part = partOf(point, lost);
  return {
    point: { ...point, columns: kept, values: fitting },
    refused: { point: part, error, isPart: true, row: point },
  };
}

/** A number that was sent as a text, where the column has texts; a tag's number, where the column had numbers before. */
function putAs(exists: FieldType, column: PointColumn, value: ColumnValue, texts: Point["texts"]) {
  if (exists === "string") return texts?.get(column.name);
  if (column.isTag !== true || exists !== "float" || typeof value !== "string") return undefined;
  const number = readLeaf(value, "measured");
  return typeof number === "number" ? number : undefined;
}

/** Points of which nothing was stored. */
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
    part = { ...point, columns: of(point.columns), values: of(point.values) };
    parts.set(key, part);
  }
  return part;
}

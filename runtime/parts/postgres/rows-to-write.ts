/** Converts points of a batch to rows of tables: reconciles types and merges points with the same time. */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { FieldType, Point, PointColumn } from "../../model/point.ts";
import { databaseOwner, type RefusedPoint } from "../../model/store.ts";
import { reconcile } from "../../store/reconcile.ts";
import { typeConflict, unstorable } from "./database-error.ts";
import { addField, type Field, type Registry, type Table } from "./registry.ts";
import { addKey } from "./series.ts";

export interface RowToWrite {
  readonly timeNs: bigint;
  readonly values: Map<Field, ColumnValue>;
  readonly points: Point[];
}

export interface TableToWrite {
  readonly table: Table;
  readonly rows: readonly RowToWrite[];
}

export interface SortedPoints {
  readonly tables: readonly TableToWrite[];
  readonly refused: RefusedPoint[];
}

const TIME_MAX = 2n ** 63n - 1n;
const TIME_MIN = -(2n ** 63n) + 1n;
const LIMITS = {
  integer: [-(2n ** 63n), 2n ** 63n - 1n],
  unsigned: [0n, 2n ** 64n - 1n],
} as const;

interface Fitting {
  /** What fits the columns of `given`. */
  readonly point: Point;
  readonly given: Point;
}

/** Adds new tables, fields and keys to `registry`, to be created in the same transaction. */
export function sortPoints(points: readonly Point[], registry: Registry, maxMeasurements: number): SortedPoints {
  const tables = new Map<Table, Fitting[]>();
  const refused: RefusedPoint[] = [];
  for (const point of points) {
    const reason = reasonAgainst(point, registry, maxMeasurements);
    if (reason !== undefined) {
      refused.push({ point, error: unstorable(point.measurement, reason) });
      continue;
    }
    const table = registry.get(point.database, point.measurement) ?? registry.add(point.database, point.measurement);
    const { point: fitting, refused: rest } = reconcile(point, {
      typeOf: (column) => table.fields.get(column)?.type,
      stored: ({ type }) => type,
      conflict: (column, is, exists) => typeConflict(point.measurement, column, is, exists),
      problem: (column, value) => {
        const problem = problemOf(column, value);
        return problem === undefined ? undefined : unstorable(point.measurement, problem);
      },
    });
    if (rest !== undefined) refused.push(rest);
    if (fitting === undefined) {
      if (table.isNew && table.fields.size === 0) registry.remove(table);
      continue;
    }
    addColumns(table, fitting, point);
    const known = tables.get(table);
    if (known === undefined) tables.set(table, [{ point: fitting, given: point }]);
    else known.push({ point: fitting, given: point });
  }
  return { tables: Array.from(tables, ([table, all]) => ({ table, rows: rowsOf(table, all) })), refused };
}

/** Before any row is made, since they need all of the table's keys. */
function addColumns(table: Table, { columns, values }: Point, given: Point): void {
  for (const [index, { name, type }] of columns.entries())
    if (values[index] !== undefined && !table.fields.has(name)) addField(table, name, type);
  for (const { name, isKey } of given.columns) if (isKey === true && table.fields.has(name)) addKey(table, name);
}

/** If two points have the same time and series, later values replace earlier ones. */
function rowsOf(table: Table, all: readonly Fitting[]): RowToWrite[] {
  const rows = new Map<bigint | string, RowToWrite>();
  for (const { point, given } of all) {
    const { timeNs, columns, values } = point;
    const key = table.keys.size === 0 ? timeNs : keyOf(table, point);
    let row = rows.get(key);
    if (row === undefined) {
      row = { timeNs, values: new Map(), points: [] };
      rows.set(key, row);
    }
    row.points.push(given);
    for (const [index, { name }] of columns.entries())
      if (values[index] !== undefined) row.values.set(table.fields.get(name)!, values[index]);
  }
  return [...rows.values()];
}

function keyOf({ keys }: Table, { timeNs, columns, values }: Point): string {
  const own = columns.flatMap(({ name }, index) =>
    keys.has(name) && values[index] !== undefined ? [JSON.stringify([name, String(values[index])])] : [],
  );
  return [timeNs, ...own.sort()].join();
}

function reasonAgainst(point: Point, registry: Registry, maxMeasurements: number): string | undefined {
  const { database, measurement, timeNs, values } = point;
  if (timeNs > TIME_MAX || timeNs < TIME_MIN) return `time ${timeNs} is outside of what the database can hold`;
  if (values.every((value) => value === undefined)) return "it has no values";
  if (`${database}${measurement}`.includes("\0")) return "its name holds a zero byte";
  if (registry.get(database, measurement) === undefined && !registry.room.has(databaseOwner(point), maxMeasurements))
    return `there are ${maxMeasurements} measurements already`;
  return undefined;
}

function problemOf({ name, type }: PointColumn, value: ColumnValue): string | undefined {
  if (name.includes("\0")) return `the name of field ${JSON.stringify(name)} holds a zero byte`;
  if (fits(type, value)) return undefined;
  const shown = typeof value === "string" ? JSON.stringify(value.slice(0, 64)) : String(value);
  return `value ${shown} of field ${JSON.stringify(name)} does not fit type ${type}`;
}

function fits(type: FieldType, value: ColumnValue): boolean {
  switch (type) {
    case "float":
      return typeof value === "number" && Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string" && !value.includes("\0");
    case "integer":
    case "unsigned": {
      const whole = typeof value === "bigint" ? value : Number.isSafeInteger(value) ? BigInt(value) : undefined;
      return whole !== undefined && whole >= LIMITS[type][0] && whole <= LIMITS[type][1];
    }
  }
}

/** Groups a batch of points by table, and finds points that the database cannot store, before anything is written. */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { TelemetryError } from "../../model/error-signal.ts";
import { PagedRow } from "../../model/paged-row.ts";
import type { FieldType, Point, PointColumn } from "../../model/point.ts";
import { databaseOwner, type MeasurementName, type RefusedPoint } from "../../model/store.ts";
import { type Known, reconcile } from "../reconcile.ts";
import type { Catalogue } from "./catalogue.ts";
import { typeConflict, unstorable } from "./database-error.ts";
import type { PlacedRow } from "./placed-row.ts";
import { MANY_AT_ONCE, type SharedTable } from "./shared-table.ts";
import type { Table } from "./table.ts";

export interface TableRows {
  readonly table: SharedTable;
  /** The rows of each measurement that has some, in the order of their points. */
  readonly measurements: Map<Table, PlacedRow[]>;
  /** Some times were given by senders: rows with the same time are merged. */
  mayRepeat: boolean;
}

export interface SortedBatch {
  readonly tables: readonly TableRows[];
  readonly refused: readonly RefusedPoint[];
}

/** The upper halves of the first and the last times, of which only some are outside the range. */
const LEAST_HIGH = -(2 ** 31);
const MOST_HIGH = 2 ** 31 - 1;

/** InfluxDB's range of times; TIMESTAMP_NS has the same, since its extremes are infinities. */
const EARLIEST_NS = -(2n ** 63n) + 2n;
export const LATEST_NS = 2n ** 63n - 2n;
/**
 * Maximum number of undeclared fields. Each field slows down all others; many more are a sender's mistake, or an
 * attack.
 */
const MAX_FIELDS = 1024;
const MAX_NAME_LENGTH = 4096;

/** @param maxMeasurements limit for new measurements; existing ones are always written */
export function sortBatch(points: readonly Point[], catalogue: Catalogue, maxMeasurements: number): SortedBatch {
  const tables = new Map<SharedTable, TableRows>();
  const refused: RefusedPoint[] = [];
  const shapes = new Shapes(points, catalogue, maxMeasurements);
  for (const given of points) {
    const shape = shapes.of(given);
    if (shape === undefined) {
      refused.push({
        point: given,
        error: unstorable(given.measurement, `more than ${maxMeasurements} measurements`),
      });
      continue;
    }
    const row = rowOf(given, shape, catalogue, refused);
    if (row === undefined) continue;
    shape.rows ??= rowsIn(tables, shape.table);
    shape.rows.push(row);
    if (given.timeSource !== "payload" || shape.mayRepeat === true) continue;
    shape.mayRepeat = true;
    tables.get(shape.table.rows)!.mayRepeat = true;
  }
  return { tables: [...tables.values()], refused };
}

/** All rows, measurement after measurement: those of a page are then handed on together. */
export function rowsOf({ measurements }: TableRows): readonly PlacedRow[] {
  const all = [...measurements.values()];
  return all.length === 1 ? all[0]! : all.flat();
}

export function measurementsOf({ tables }: SortedBatch): MeasurementName[] {
  return tables.flatMap(({ measurements }) => Array.from(measurements.keys(), ({ names }) => names));
}

export function rowsByTable({ tables }: SortedBatch): ReadonlyMap<SharedTable, number> {
  return new Map(
    tables.map(({ table, measurements }) => [
      table,
      [...measurements.values()].reduce((sum, { length }) => sum + length, 0),
    ]),
  );
}

/** What points with the same columns share. */
interface Shape {
  readonly like: Point;
  readonly table: Table;
  /** Undefined unless the table has all columns, with the same types. */
  readonly slots: Int32Array | undefined;
  /** Where their rows go. */
  rows?: PlacedRow[];
  /** One of them has a time that was given by its sender. */
  mayRepeat?: true;
}

class Shapes {
  readonly #points: readonly Point[];
  readonly #catalogue: Catalogue;
  readonly #maxMeasurements: number;
  readonly #known = new Map<object, Shape>();
  #last: Shape | undefined;

  constructor(points: readonly Point[], catalogue: Catalogue, maxMeasurements: number) {
    this.#points = points;
    this.#catalogue = catalogue;
    this.#maxMeasurements = maxMeasurements;
  }

  /** Points nearly always have the shape of one before them, mostly of the last. Undefined: one measurement too many. */
  of(point: Point): Shape | undefined {
    if (fits(this.#last, point)) return this.#last;
    const key = keyOf(point);
    const known = this.#known.get(key);
    this.#last = fits(known, point) ? known : this.#make(point);
    if (this.#last !== undefined) this.#known.set(key, this.#last);
    return this.#last;
  }

  #make(like: Point): Shape | undefined {
    const { database, measurement, columns } = like;
    const catalogue = this.#catalogue;
    if (catalogue.get(database, measurement) === undefined) {
      if (!catalogue.room.has(databaseOwner(like), this.#maxMeasurements)) return undefined;
      catalogue.isCrowded ||= areMany(this.#points);
    }
    const table = catalogue.getOrAdd(database, measurement);
    catalogue.noteKeys(table, columns);
    return { like, table, slots: table.slotsOf(columns) };
  }
}

/** Without slots, the table may have got columns since. */
function fits(shape: Shape | undefined, { columns, measurement, database }: Point): shape is Shape {
  if (shape?.slots === undefined) return false;
  const { like } = shape;
  return columns === like.columns && measurement === like.measurement && database === like.database;
}

function areMany(points: readonly Point[]): boolean {
  const names = new Set<string>();
  return points.some(({ database, measurement }) => names.add(`${database} ${measurement}`).size > MANY_AT_ONCE);
}

/** Undefined if nothing of the point can be stored. */
function rowOf(
  given: Point,
  { table, slots }: Shape,
  catalogue: Catalogue,
  refused: RefusedPoint[],
): PlacedRow | undefined {
  // Its numbers are finite, and it has one at least, or the frame's bytes.
  if (given instanceof PagedRow && slots !== undefined && table.keys.size === 0 && isInRange(given))
    return table.rows.placedPage(given, table, slots);
  const point = slots === undefined ? fittingOf(given, table, refused) : given;
  if (point === undefined) return undefined;
  const error = problemOf(point, slots !== undefined);
  if (error !== undefined) {
    refused.push({ point: given, error });
    return undefined;
  }
  const placed = slots ?? catalogue.slotsFor(table, point);
  const row = table.rows.placed(point.timeNs, table, placed, point.values);
  return table.keys.size === 0 ? row : { ...row, key: keyIn(point, table) };
}

function isInRange({ page, index }: PagedRow): boolean {
  const high = page.timeHalves[2 * index + 1]!;
  if (high !== LEAST_HIGH && high !== MOST_HIGH) return true;
  const timeNs = page.timesNs[index]!;
  return timeNs >= EARLIEST_NS && timeNs <= LATEST_NS;
}

/** The values of the key columns. */
function keyIn({ columns, values }: Point, { keys }: Table): string {
  return JSON.stringify(
    Array.from(keys, (key) => {
      const value = values[columns.findIndex(({ name }) => name === key)];
      return value === undefined ? null : String(value);
    }),
  );
}

/** The columns that the table can take; undefined: none. */
function fittingOf(given: Point, table: Table, refused: RefusedPoint[]): Point | undefined {
  const { point, refused: rest } = reconcile(given, knownOf(table, given));
  if (rest !== undefined) refused.push(rest);
  return point;
}

function knownOf(table: Table, given: Point): Known {
  const { measurement } = table.names;
  const tooMany = tooManyOf(given, table);
  return {
    problem: (column) => {
      const { length } = column.name;
      if (length > MAX_NAME_LENGTH) return unstorable(measurement, `a field name of ${length} characters`);
      return tooMany !== undefined && isExtra(column, table) ? tooMany : undefined;
    },
    typeOf: (name) => {
      const slot = table.slotOf(name);
      return slot === undefined ? undefined : table.fields[slot]!.type;
    },
    stored: ({ type }) => type,
    conflict: (name, is, exists) => typeConflict(measurement, name, is, exists),
  };
}

function rowsIn(tables: Map<SharedTable, TableRows>, measurement: Table): PlacedRow[] {
  const { rows: table } = measurement;
  const entry = tables.get(table) ?? { table, measurements: new Map<Table, PlacedRow[]>(), mayRepeat: false };
  tables.set(table, entry);
  const rows = entry.measurements.get(measurement) ?? [];
  entry.measurements.set(measurement, rows);
  return rows;
}

/** Points with different ones are of different shapes. */
function keyOf(point: Point): object {
  return point instanceof PagedRow ? point.page.shape : point.columns;
}

/** @param known the table has each of the point's columns, with the same type */
function problemOf(point: Point, known: boolean): TelemetryError | undefined {
  const { timeNs, columns, values } = point;
  if (timeNs < EARLIEST_NS || timeNs > LATEST_NS) {
    return unstorable(point.measurement, `time ${timeNs} outside range ${EARLIEST_NS} - ${LATEST_NS}`);
  }
  let count = 0;
  for (let i = 0; i < columns.length; i++) {
    const value = values[i];
    const column = columns[i]!;
    // Checked first, so that V8 does not box a number from an array of mixed values.
    if (known && typeof value === "number" && column.type === "float" && Number.isFinite(value)) {
      count++;
      continue;
    }
    if (value === undefined) continue;
    count++;
    const problem = problemOfField(column, value, point);
    if (problem !== undefined) return problem;
  }
  return count === 0 ? unstorable(point.measurement, "missing fields") : undefined;
}

function problemOfField({ name, type }: PointColumn, value: ColumnValue, point: Point): TelemetryError | undefined {
  if (isStorable(type, value)) return undefined;
  const shown = typeof value === "string" ? "a string" : String(value);
  return unstorable(point.measurement, `${shown} does not fit field "${name}" of type ${type}`);
}

function isStorable(type: FieldType, value: ColumnValue): boolean {
  switch (type) {
    case "float":
      return typeof value === "number" && Number.isFinite(value);
    case "integer":
      return isInteger(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value);
    case "unsigned":
      return isInteger(value) && BigInt.asUintN(64, BigInt(value)) === BigInt(value);
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
  }
}

function isInteger(value: ColumnValue): value is number | bigint {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

/** The error of the fields that the measurement does not have yet, if they would be too many. */
function tooManyOf({ columns, values, measurement }: Point, table: Table): TelemetryError | undefined {
  if (columns.length <= MAX_FIELDS - table.fieldsApart) return undefined;
  const extra = columns.filter((column, i) => values[i] !== undefined && isExtra(column, table));
  if (extra.length === 0 || extra.length + table.fieldsApart <= MAX_FIELDS) return undefined;
  return unstorable(measurement, `more than ${MAX_FIELDS} fields`);
}

function isExtra({ name, isDeclared }: PointColumn, table: Table): boolean {
  return isDeclared !== true && table.slotOf(name) === undefined;
}

/** Groups a batch of points by table, and finds points that the database cannot store, before anything is written. */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { TelemetryError } from "../../telemetry/error-signal.ts";
import type { FieldType, Point } from "../../telemetry/point.ts";
import { type Known, reconcile } from "../reconcile.ts";
import type { RefusedPoint } from "../store.ts";
import type { Catalogue } from "./catalogue.ts";
import { typeConflict, unstorable } from "./database-error.ts";
import type { PlacedRow } from "./placed-row.ts";
import type { Table } from "./table.ts";

export interface TableRows {
  readonly table: Table;
  readonly rows: PlacedRow[];
  /** Some times were given by senders: rows with the same time are merged. */
  mayRepeat: boolean;
}

export interface SortedBatch {
  readonly tables: readonly TableRows[];
  readonly refused: readonly RefusedPoint[];
}

/** InfluxDB's range of times; TIMESTAMP_NS has the same, since its extremes are infinities. */
const EARLIEST_NS = -(2n ** 63n) + 2n;
const LATEST_NS = 2n ** 63n - 2n;
/**
 * Maximum number of undeclared fields. Each field slows down all others; many more are a sender's mistake, or an
 * attack.
 */
const MAX_FIELDS = 1024;
const MAX_NAME_LENGTH = 4096;

/** @param maxMeasurements limit for new measurements; existing ones are always written */
export function sortBatch(points: readonly Point[], catalogue: Catalogue, maxMeasurements: number): SortedBatch {
  for (;;) {
    const { moves } = catalogue;
    const batch = sort(points, catalogue, maxMeasurements);
    // A measurement moved to another table during the loop, after some of its rows were assigned.
    if (catalogue.moves === moves) return batch;
  }
}

function sort(points: readonly Point[], catalogue: Catalogue, maxMeasurements: number): SortedBatch {
  const tables = new Map<Table, TableRows>();
  const refused: RefusedPoint[] = [];
  let like: Point | undefined;
  let table: Table | undefined;
  let slots: Int32Array | undefined;
  let entry: TableRows | undefined;
  for (const given of points) {
    let point = given;
    // Consecutive points nearly always have the same shape: reuse its properties.
    if (table === undefined || slots === undefined || like === undefined || !isAlike(point, like)) {
      const { database, measurement } = point;
      if (catalogue.size >= maxMeasurements && catalogue.get(database, measurement) === undefined) {
        refused.push({ point, error: unstorable(measurement, `more than ${maxMeasurements} measurements`) });
        continue;
      }
      table = catalogue.getOrAdd(database, measurement);
      slots = table.slotsOf(point.columns);
      like = point;
    }
    if (slots === undefined) {
      const fitting = fittingOf(point, table, refused);
      if (fitting === undefined) continue;
      point = fitting;
    }
    const error = problemOf(point, table, slots !== undefined);
    if (error !== undefined) {
      refused.push({ point: given, error });
      continue;
    }
    const row = { timeNs: point.timeNs, slots: slots ?? placeColumns(point, table, catalogue), values: point.values };
    const { elsewhere } = table;
    const owner = elsewhere?.rows ?? table;
    if (entry?.table !== owner) entry = entryOf(tables, owner);
    if (point.timeSource === "payload") entry.mayRepeat = true;
    entry.rows.push(elsewhere === undefined ? row : elsewhere.placed(row, table));
  }
  return { tables: [...tables.values()], refused };
}

/** The columns that the table can take; undefined: none. */
function fittingOf(given: Point, table: Table, refused: RefusedPoint[]): Point | undefined {
  const { point, refused: rest } = reconcile(given, knownOf(table));
  if (rest !== undefined) refused.push(rest);
  return point;
}

function knownOf(table: Table): Known {
  const { measurement } = table.names;
  return {
    typeOf: (name) => {
      const slot = table.slotOf(name);
      return slot === undefined ? undefined : table.fields[slot]!.type;
    },
    stored: ({ type }) => type,
    conflict: (name, is, exists) => typeConflict(measurement, name, is, exists),
  };
}

function isAlike(point: Point, other: Point): boolean {
  return (
    point.columns === other.columns && point.measurement === other.measurement && point.database === other.database
  );
}

function entryOf(tables: Map<Table, TableRows>, table: Table): TableRows {
  let entry = tables.get(table);
  if (entry === undefined) {
    entry = { table, rows: [], mayRepeat: false };
    tables.set(table, entry);
  }
  return entry;
}

/** Slots of the columns that have a value, including new fields; the first value of a field decides its type. */
function placeColumns(point: Point, table: Table, catalogue: Catalogue): Int32Array {
  const before = table.fields.length;
  const slots = Int32Array.from(point.columns, (column, i) => {
    if (point.values[i] === undefined) return -1;
    return table.slotOf(column.name) ?? catalogue.addField(table, column);
  });
  if (table.fields.length > before) catalogue.place(table, before, slots.filter((slot) => slot >= 0).length);
  return slots;
}

/** @param known the table has each of the point's columns, with the same type */
function problemOf(point: Point, table: Table, known: boolean): TelemetryError | undefined {
  const { timeNs, columns, values } = point;
  if (timeNs < EARLIEST_NS || timeNs > LATEST_NS) {
    return unstorable(point.measurement, `time ${timeNs} outside range ${EARLIEST_NS} - ${LATEST_NS}`);
  }
  let count = 0;
  for (let i = 0; i < columns.length; i++) {
    const value = values[i];
    const { name, type } = columns[i]!;
    // Checked first, so that V8 does not box a number from an array of mixed values.
    if (known && typeof value === "number" && type === "float" && Number.isFinite(value)) {
      count++;
      continue;
    }
    if (value === undefined) continue;
    count++;
    const problem = known ? undefined : problemOfName(name, point.measurement);
    if (problem !== undefined) return problem;
    if (!isStorable(type, value)) return problemOfValue(name, type, value, point);
  }
  if (count === 0) return unstorable(point.measurement, "missing fields");
  if (!known && count > MAX_FIELDS - table.fieldsApart) return problemOfCount(point, table);
  return undefined;
}

function problemOfName(name: string, measurement: string): TelemetryError | undefined {
  if (name.length <= MAX_NAME_LENGTH) return undefined;
  return unstorable(measurement, `a field name of ${name.length} characters`);
}

function problemOfValue(name: string, type: FieldType, value: ColumnValue, point: Point): TelemetryError {
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

function problemOfCount(point: Point, table: Table): TelemetryError | undefined {
  const added = point.columns.filter(
    ({ name, isDeclared }, i) => !isDeclared && point.values[i] !== undefined && table.slotOf(name) === undefined,
  );
  if (added.length === 0 || added.length + table.fieldsApart <= MAX_FIELDS) return undefined;
  return unstorable(point.measurement, `more than ${MAX_FIELDS} fields`);
}

/** Sorts a batch before it is sent: lines that fit what is known, and points that cannot be stored. Hot path. */

import { setImmediate } from "node:timers/promises";
import type { FieldType, Point, PointColumn } from "../../telemetry/point.ts";
import { type Known, reconcile } from "../reconcile.ts";
import type { RefusedPoint } from "../store.ts";
import { conflictText, type DatabaseTypes, type MeasurementTypes } from "./field-types.ts";
import { refusal, refusalText } from "./http-error.ts";
import { type LineFormat, nameProblem } from "./line-protocol.ts";
import { Lines } from "./lines.ts";

/** Types that a batch brings in; they become known when it is stored. */
export type NewTypes = Map<MeasurementTypes, Map<string, FieldType>>;

export interface Classified {
  readonly lines: Lines;
  readonly refused: RefusedPoint[];
  readonly newTypes: NewTypes;
  /** Some point was refused for what is believed of the types: they are worth asking for again. */
  readonly conflicts: boolean;
}

/** Bytes; longer ones cost a copy. */
const USUAL_LINE = 256;
const POINTS_AT_ONCE = 500;

export async function classify(
  points: readonly Point[],
  database: DatabaseTypes,
  format: LineFormat,
): Promise<Classified> {
  const lines = new Lines(format, points.length * USUAL_LINE);
  const refused: RefusedPoint[] = [];
  const newTypes: NewTypes = new Map();
  let conflicts = false;
  for (let index = 0; index < points.length; index++) {
    // What is on its way meanwhile goes out only then.
    if (index > 0 && index % POINTS_AT_ONCE === 0) await setImmediate();
    const given = points[index]!;
    const measurement = database.measurement(given.measurement);
    const known = knownOf(measurement, newTypes.get(measurement), format);
    const fitting = measurement.fits(given.columns) ? { point: given, refused: undefined } : reconcile(given, known);
    if (fitting.refused !== undefined) {
      conflicts = true;
      refused.push(fitting.refused);
    }
    const { point } = fitting;
    if (point === undefined) continue;
    const problem = measurementProblem(point) ?? lines.add(point, measurement.lineName);
    if (problem === undefined) noteTypes(point, measurement, newTypes, format);
    else refused.push({ point: given, error: refusal(refusalText(problem), "store-refused") });
  }
  return { lines, refused, newTypes, conflicts };
}

const checkedNames = new Set<string>();

function measurementProblem(point: Point): string | undefined {
  if (checkedNames.has(point.measurement)) return undefined;
  const problem = nameProblem("measurement", point.measurement);
  if (problem === undefined && checkedNames.size < 10_000) checkedNames.add(point.measurement);
  return problem;
}

/** The type a column has in this database. */
export function storedType(column: PointColumn, format: LineFormat): FieldType {
  return column.type === "unsigned" && format.unsigned === "as-integer" ? "integer" : column.type;
}

function knownOf(
  { name, types }: MeasurementTypes,
  added: ReadonlyMap<string, FieldType> | undefined,
  format: LineFormat,
): Known {
  return {
    typeOf: (column) => types.get(column) ?? added?.get(column),
    stored: (column) => storedType(column, format),
    conflict: (column, is, exists) => refusal(refusalText(conflictText(column, name, is, exists)), "type-conflict"),
  };
}

// Only a point that will be sent brings types in: the first in order wins.
function noteTypes(point: Point, measurement: MeasurementTypes, newTypes: NewTypes, format: LineFormat): void {
  if (measurement.fits(point.columns)) return;
  let complete = true;
  for (let index = 0; index < point.columns.length; index++) {
    const column = point.columns[index]!;
    if (measurement.types.has(column.name) && measurement.announced.has(column.name)) {
      // A shape fits for good only when each of its columns does, also those this point leaves out.
      complete &&= measurement.types.get(column.name) === storedType(column, format);
      continue;
    }
    complete = false;
    if (point.values[index] === undefined) continue;
    let added = newTypes.get(measurement);
    if (added === undefined) {
      added = new Map();
      newTypes.set(measurement, added);
    }
    added.set(column.name, storedType(column, format));
  }
  if (complete) measurement.markFitting(point.columns);
}

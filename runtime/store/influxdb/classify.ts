/** Sorts a batch before it is sent: lines that fit what is known, and points that cannot be stored. Hot path. */

import { setImmediate } from "node:timers/promises";
import type { FieldType, Point, PointColumn } from "../../telemetry/point.ts";
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
    const point = points[index]!;
    const measurement = database.measurement(point.measurement);
    const conflict = measurement.fits(point.columns) ? undefined : findConflict(point, measurement, newTypes, format);
    const problem = conflict ?? measurementProblem(point) ?? lines.add(point, measurement.lineName);
    if (problem === undefined) {
      noteTypes(point, measurement, newTypes, format);
      continue;
    }
    conflicts ||= conflict !== undefined;
    const code = conflict === undefined ? "store-refused" : "type-conflict";
    refused.push({ point, error: refusal(refusalText(problem), code) });
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

function findConflict(
  point: Point,
  measurement: MeasurementTypes,
  newTypes: NewTypes,
  format: LineFormat,
): string | undefined {
  const added = newTypes.get(measurement);
  for (let index = 0; index < point.columns.length; index++) {
    if (point.values[index] === undefined) continue;
    const column = point.columns[index]!;
    const type = storedType(column, format);
    const known = measurement.types.get(column.name) ?? added?.get(column.name);
    if (known !== undefined && known !== type) return conflictText(column.name, measurement.name, type, known);
  }
  return undefined;
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

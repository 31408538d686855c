/** Sorts a batch before it is sent: lines that fit what is known, and points that cannot be stored. Hot path. */

import type { FieldType, Point, PointColumn } from "../../telemetry/point.ts";
import type { RefusedPoint } from "../store.ts";
import { conflictText, type DatabaseTypes, type MeasurementTypes } from "./field-types.ts";
import { refusal, refusalText } from "./http-error.ts";
import { formatLine, type LineFormat, nameProblem } from "./line-protocol.ts";

/** A point and the line it becomes. */
export interface Entry {
  readonly point: Point;
  readonly line: string;
}

/** Types that a batch brings in; they become known when it is stored. */
export type NewTypes = Map<MeasurementTypes, Map<string, FieldType>>;

export interface Classified {
  readonly entries: Entry[];
  readonly refused: RefusedPoint[];
  readonly newTypes: NewTypes;
  /** Some point was refused for what is believed of the types: they are worth asking for again. */
  readonly conflicts: boolean;
}

export function classify(points: readonly Point[], database: DatabaseTypes, format: LineFormat): Classified {
  const entries: Entry[] = [];
  const refused: RefusedPoint[] = [];
  const newTypes: NewTypes = new Map();
  let conflicts = false;
  for (const point of points) {
    const measurement = database.measurement(point.measurement);
    const conflict = measurement.fits(point.columns) ? undefined : findConflict(point, measurement, newTypes, format);
    const line = conflict === undefined ? formatLine(point, measurement.lineName, format) : undefined;
    const problem = conflict ?? (line !== undefined && "problem" in line ? line.problem : measurementProblem(point));
    if (problem === undefined && line !== undefined && "text" in line) {
      noteTypes(point, measurement, newTypes, format);
      entries.push({ point, line: line.text });
      continue;
    }
    conflicts ||= conflict !== undefined;
    const code = conflict === undefined ? "store-refused" : "type-conflict";
    refused.push({ point, error: refusal(refusalText(problem ?? "missing fields"), code) });
  }
  return { entries, refused, newTypes, conflicts };
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

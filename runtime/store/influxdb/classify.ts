/** Sorts a batch before it is sent: lines that fit what is known, and points that cannot be stored. Hot path. */

import { setImmediate } from "node:timers/promises";
import type { FieldType, Point, PointColumn } from "../../telemetry/point.ts";
import { type Known, reconcile } from "../reconcile.ts";
import type { RefusedPoint } from "../store.ts";
import { conflictText, type DatabaseTypes, type MeasurementTypes } from "./field-types.ts";
import { refusal, refusalText } from "./http-error.ts";
import { formatTag, type LineFormat, nameProblem } from "./line-protocol.ts";
import { Lines } from "./lines.ts";

/** Types that a batch brings in; they become known when it is stored. */
export type NewTypes = Map<MeasurementTypes, Map<string, FieldType>>;

/** Those of them that are tags. */
export type NewTags = Map<MeasurementTypes, Set<string>>;

export interface Classified {
  readonly lines: Lines;
  readonly refused: RefusedPoint[];
  readonly newTypes: NewTypes;
  readonly newTags: NewTags;
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
  const newTags: NewTags = new Map();
  const batch = { newTypes, newTags };
  let conflicts = false;
  for (let index = 0; index < points.length; index++) {
    // What is on its way meanwhile goes out only then.
    if (index > 0 && index % POINTS_AT_ONCE === 0) await setImmediate();
    const given = points[index]!;
    const measurement = database.measurement(given.measurement);
    const fits = measurement.fits(given.columns);
    const { point, refused: part, tags } = fits ? { point: given } : fit(given, measurement, batch, format);
    if (part !== undefined) {
      conflicts = true;
      refused.push(part);
    }
    if (point === undefined) continue;
    const lineName = tags === undefined ? measurement.lineName : measurement.lineName + tagsOf(point, tags);
    const problem = measurementProblem(point) ?? lines.add(point, lineName, tags);
    if (problem !== undefined) {
      refused.push({ point: given, error: refusal(refusalText(problem), "store-refused") });
      continue;
    }
    noteTypes(point, measurement, newTypes, format);
    if (tags !== undefined) noteTags(point, tags, measurement, newTags);
  }
  return { lines, refused, newTypes, newTags, conflicts };
}

interface Fitted {
  readonly point: Point | undefined;
  readonly refused?: RefusedPoint | undefined;
  /** Which columns are tags; undefined where none is. */
  readonly tags?: readonly boolean[] | undefined;
}

function fit(given: Point, measurement: MeasurementTypes, batch: Brought, format: LineFormat): Fitted {
  const isTag = tagTest(measurement, batch);
  const fitted = reconcile(given, knownOf(measurement, batch.newTypes.get(measurement), format, isTag));
  return { ...fitted, tags: fitted.point && tagPlaces(fitted.point, isTag) };
}

type Brought = Pick<Classified, "newTypes" | "newTags">;
type TagTest = (column: PointColumn) => boolean;

/** What is meant as a tag is one, unless there is a field of its name: a second column would be there under `<name>_1`. */
function tagTest(measurement: MeasurementTypes, { newTypes, newTags }: Brought): TagTest {
  return ({ name, isTag }) => {
    if (isTag !== true) return false;
    if (measurement.tags.has(name) || newTags.get(measurement)?.has(name) === true) return true;
    return !measurement.types.has(name) && newTypes.get(measurement)?.has(name) !== true;
  };
}

function tagPlaces({ columns }: Point, isTag: TagTest): readonly boolean[] | undefined {
  const places = columns.map(isTag);
  return places.includes(true) ? places : undefined;
}

/** As they stand behind the measurement's name. */
function tagsOf({ columns, values }: Point, places: readonly boolean[]): string {
  const tags = columns.map(({ name }, index) => {
    const value = places[index] ? values[index] : undefined;
    return value === undefined ? "" : (formatTag(name, String(value)) ?? "");
  });
  return tags.sort().join("");
}

function noteTags({ columns }: Point, places: readonly boolean[], measurement: MeasurementTypes, newTags: NewTags) {
  const added = newTags.get(measurement) ?? new Set();
  newTags.set(measurement, added);
  for (const [index, { name }] of columns.entries()) if (places[index]) added.add(name);
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
  isTag: TagTest,
): Known {
  return {
    typeOf: (column) => types.get(column) ?? added?.get(column),
    stored: (column) => storedType(column, format),
    conflict: (column, is, exists) => refusal(refusalText(conflictText(column, name, is, exists)), "type-conflict"),
    problem: (column, value) => {
      if (!isTag(column) || formatTag(column.name, String(value)) !== undefined) return undefined;
      return refusal(
        refusalText(`tag ${JSON.stringify(column.name)} cannot hold ${JSON.stringify(String(value).slice(0, 64))}`),
        "store-refused",
      );
    },
  };
}

// Only a point that will be sent brings types in: the first in order wins.
function noteTypes(point: Point, measurement: MeasurementTypes, newTypes: NewTypes, format: LineFormat): void {
  if (measurement.fits(point.columns)) return;
  // What a tag may hold depends on the value.
  let complete = !point.columns.some(({ isTag }) => isTag === true);
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

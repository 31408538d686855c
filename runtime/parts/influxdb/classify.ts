/**
 * Checks a batch before it is sent: separates lines that match the known types from points that cannot be stored. Hot
 * path.
 */

import { setImmediate } from "node:timers/promises";
import type { FieldType, Point, PointColumn } from "../../model/point.ts";
import type { RefusedPoint } from "../../model/store.ts";
import { type Known, reconcile } from "../../store/reconcile.ts";
import { conflictText, type DatabaseTypes, type MeasurementTypes } from "./field-types.ts";
import { refusal, refusalText } from "./http-error.ts";
import { formatTag, type LineFormat } from "./line-protocol.ts";
import { Lines } from "./lines.ts";

/** New types in a batch; they become known after it is stored. */
export type NewTypes = Map<MeasurementTypes, Map<string, FieldType>>;

/** The tags among them. */
export type NewTags = Map<MeasurementTypes, Set<string>>;

export interface Classified {
  readonly lines: Lines;
  readonly refused: RefusedPoint[];
  readonly newTypes: NewTypes;
  readonly newTags: NewTags;
  /** A point was refused because of cached types: they should be loaded again. */
  readonly conflicts: boolean;
}

/** Usual size of a line, bytes; longer ones cost a copy. */
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
    // Lets pending output be sent.
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
    const lineName = measurement.lineName + tagsOf(point, tags);
    const problem = measurement.problem ?? lines.add(point, lineName, tags);
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
  /** Which columns are tags; undefined if none is. */
  readonly tags?: readonly boolean[] | undefined;
}

function fit(given: Point, measurement: MeasurementTypes, batch: Additions, format: LineFormat): Fitted {
  const isTag = tagTest(measurement, batch);
  const fitted = reconcile(given, knownOf(measurement, batch.newTypes.get(measurement), format, isTag));
  return { ...fitted, tags: fitted.point && tagPlaces(fitted.point, isTag) };
}

type Additions = Pick<Classified, "newTypes" | "newTags">;
type TagTest = (column: PointColumn) => boolean;

/**
 * A tag column is stored as a tag unless a field has the same name: InfluxDB would then return a second column
 * `<name>_1`.
 */
function tagTest(measurement: MeasurementTypes, { newTypes, newTags }: Additions): TagTest {
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

/** The tags as text after the measurement's name. */
function tagsOf({ columns, values }: Point, places: readonly boolean[] | undefined): string {
  if (places === undefined) return "";
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

/** The type that a column has in this database. */
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

// Only points that will be sent add types; the first one in order decides.
function noteTypes(point: Point, measurement: MeasurementTypes, newTypes: NewTypes, format: LineFormat): void {
  if (measurement.fits(point.columns)) return;
  // Whether a tag is valid depends on its value.
  let complete = !point.columns.some(({ isTag }) => isTag === true);
  for (let index = 0; index < point.columns.length; index++) {
    const column = point.columns[index]!;
    if (measurement.types.has(column.name) && measurement.isAnnounced(column.name)) {
      // The result can be cached only if each column matches, including those without a value in this point.
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

/**
 * Converts parameters of an export to a request for the store. Each error is one sentence that names the parameter and
 * a similar valid value.
 */

import { aggregateType } from "../export/resample.ts";
import type { ExportFormat } from "../formats/format.ts";
import { FORMAT_NAMES, FORMATS, formatNamed, tooWide } from "../formats/formats.ts";
import {
  ALL_TIMES,
  columnNames,
  durationNs,
  interval,
  oneOf,
  ParameterError,
  query as parameter,
  word,
} from "../http/parameters.ts";
import { didYouMean } from "../lib/nearest.ts";
import {
  AGGREGATES,
  type Aggregate,
  type ExportRequest,
  type ExportSource,
  type Fill,
  type Resampling,
} from "../model/export-request.ts";
import type { FieldType } from "../model/point.ts";
import { isTimeZone } from "../model/time-zone.ts";
import { COLUMN, PLACES, RANGE, WAIT, ZONE } from "./common-parameters.ts";

const FORMAT = oneOf("format", "Format", FORMAT_NAMES);
const READERS = [...new Set(FORMATS.flatMap(({ readers = {} }) => Object.keys(readers)))];
const FOR = oneOf(
  "for",
  READERS.map(
    (reader) => `Of ${shownNames(formatsFor(reader))}: \`${reader}\` ${formatsFor(reader)[0]!.readers![reader]}`,
  ).join(". "),
  ["any", ...READERS],
);
const COMBINE = oneOf(
  "combine",
  "Several measurements: joined on time (columns `a.temperature`), or one below the other",
  ["join", "stack"],
);
export const EXPORT = [
  ...PLACES,
  COLUMN,
  ...RANGE,
  FORMAT,
  FOR,
  parameter(
    "every",
    "One row for each stretch of this width (`ns` to `w`) that has rows; days begin at midnight of `tz`",
    "1h30m",
  ),
  parameter(
    "aggregate",
    `Of each stretch, \`mean\` unless given: ${AGGREGATES.join(", ")}. Several (repeated, or with commas) give \`min(a)\`, \`max(a)\`. Text has \`first\`, \`last\`, \`count\``,
    "min,max",
  ),
  parameter(
    "fill",
    "For missing values, and with `every` for empty stretches: `none`, `null`, `previous`, `linear` (at most 10,000 rows) or a number",
    "previous",
  ),
  ZONE,
  COMBINE,
  WAIT,
];
const FILLS = ["none", "null", "previous", "linear"] as const;
const MOST_MEASUREMENTS = 100;
/** Maximum number of rows added by filling; a larger number is a mistake. */
const MOST_STRETCHES = 20_000_000n;

export interface KnownMeasurement {
  readonly database: string;
  readonly measurement: string;
  readonly columns: ReadonlyMap<string, FieldType>;
}

/** The measurements named in a query: with `database=` once, or once for each `measurement=`. */
export function namedMeasurements(
  query: URLSearchParams,
): { readonly database: string; readonly measurement: string }[] {
  const databases = query.getAll("database");
  const measurements = query.getAll("measurement");
  for (const [key, values] of [
    ["database", databases],
    ["measurement", measurements],
  ] as const) {
    if (values.length === 0 || values.includes("")) throw new ParameterError(`Parameter '${key}' is missing`);
    if (values.some((value) => value.length > 4096)) throw new ParameterError(`Parameter '${key}' is too long`);
  }
  if (databases.length !== 1 && databases.length !== measurements.length) {
    throw new ParameterError("Parameter 'database' has to be given once, or once for each 'measurement'");
  }
  if (measurements.length > MOST_MEASUREMENTS) {
    throw new ParameterError(`At most ${MOST_MEASUREMENTS} measurements can be asked for at once`);
  }
  const places = measurements.map((measurement, i) => ({ database: databases[i] ?? databases[0]!, measurement }));
  const twice = places.find((a, i) => places.some((b, k) => k < i && same(a, b)));
  if (twice !== undefined) throw new ParameterError(`Parameter 'measurement' names '${twice.measurement}' twice`);
  return places;
}

type MeasurementName = Pick<KnownMeasurement, "database" | "measurement">;

function same(a: MeasurementName, b: MeasurementName): boolean {
  return a.database === b.database && a.measurement === b.measurement;
}

/** @throws ParameterError */
function readerOf(query: URLSearchParams, { readers = {} }: ExportFormat): string | undefined {
  const reader = word(query, FOR);
  if (reader === "any") return undefined;
  if (Object.hasOwn(readers, reader)) return reader;
  const names = formatsFor(reader).map(({ name }) => `format=${name}`);
  throw new ParameterError(`Parameter 'for=${reader}' is for ${names.join(" and ")}`);
}

/** The formats with another form for this reader. */
function formatsFor(reader: string): ExportFormat[] {
  return FORMATS.filter(({ readers = {} }) => Object.hasOwn(readers, reader));
}

function shownNames(formats: readonly ExportFormat[]): string {
  return formats.map(({ name }) => `\`${name}\``).join(" and ");
}

/** @throws ParameterError */
export function exportRequest(
  query: URLSearchParams,
  known: readonly KnownMeasurement[],
  nowNs: bigint,
): ExportRequest {
  const format = formatNamed(word(query, FORMAT));
  const reader = readerOf(query, format);
  const timeZone = timeZoneOf(query);
  const combine = word(query, COMBINE);
  const { fromNs, toNs } = interval(query, nowNs, ALL_TIMES, timeZone);
  const every = resampling(query);
  const sources = sourcesOf(known, columnNames(query), combine, every);
  const filled = {
    ...(query.has("from") && { fromNs }),
    ...(query.has("to") && { toNs: earlier(toNs, nowNs) }),
  };
  const fill = fillOf(query);
  if (every !== undefined && fill !== "none" && filled.fromNs !== undefined) {
    const endNs = filled.toNs ?? nowNs;
    if ((endNs - filled.fromNs) / every.widthNs > MOST_STRETCHES) {
      throw new ParameterError(
        `Parameter 'every' is too short for the range: it has more than ${MOST_STRETCHES} stretches`,
      );
    }
  }
  const request: ExportRequest = {
    sources,
    combine,
    fromNs,
    toNs,
    filled,
    fill,
    timeZone,
    format: format.name,
    ...(reader && { for: reader }),
    ...(every && { every }),
  };
  const columns = sources.reduce((sum, source) => sum + source.columns.length, 1) * (every?.aggregates.length ?? 1);
  const problem = tooWide(format, columns);
  if (problem !== undefined) throw new ParameterError(`${problem}: choose some with 'column'`);
  return request;
}

/** Filling adds no rows in the future. */
function earlier(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

export function timeZoneOf(query: URLSearchParams): string {
  const zone = query.get("tz") ?? "UTC";
  if (isTimeZone(zone)) return zone;
  throw new ParameterError(
    `Parameter 'tz' has to be a time zone like Europe/Berlin${didYouMean(zone, Intl.supportedValuesOf("timeZone"))}`,
  );
}

function resampling(query: URLSearchParams): Resampling | undefined {
  const text = query.get("every");
  const aggregates = query.getAll("aggregate").flatMap((words) => words.split(","));
  if (text === null) {
    if (aggregates.length > 0)
      throw new ParameterError("Parameter 'aggregate' needs 'every', the width of its intervals");
    return undefined;
  }
  const widthNs = durationNs(text);
  if (widthNs === undefined || widthNs <= 0n || widthNs > 2n ** 62n) {
    throw new ParameterError("Parameter 'every' has to be a duration like 10s, 1m30s, 1h or 1d");
  }
  for (const [index, name] of aggregates.entries()) {
    if (!AGGREGATES.some((one) => one === name)) {
      throw new ParameterError(
        `Parameter 'aggregate' has to be one of ${AGGREGATES.join(", ")}${didYouMean(name, AGGREGATES)}`,
      );
    }
    if (aggregates.indexOf(name) !== index) throw new ParameterError(`Parameter 'aggregate' has '${name}' twice`);
  }
  return { widthNs, aggregates: aggregates.length === 0 ? ["mean"] : (aggregates as Aggregate[]) };
}

function fillOf(query: URLSearchParams): Fill {
  const text = query.get("fill") ?? "none";
  const found = FILLS.find((one) => one === text);
  if (found !== undefined) return found;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new ParameterError(
    `Parameter 'fill' has to be a number or one of ${FILLS.join(", ")}${didYouMean(text, FILLS)}`,
  );
}

/** The columns to read of each measurement; measurements without any requested column are left out. */
export function sourcesOf(
  known: readonly KnownMeasurement[],
  wanted: readonly string[] | undefined,
  combine: ExportRequest["combine"],
  every?: Resampling,
): ExportSource[] {
  for (const name of wanted ?? []) checkColumn(name, known, every);
  const several = known.length > 1 && combine === "join";
  return known.flatMap((one) => {
    const names =
      wanted === undefined ? [...one.columns.keys()] : wanted.flatMap((name) => ownName(name, one, known) ?? []);
    if (wanted !== undefined && names.length === 0) return [];
    const columns = names.map((name) => ({
      name,
      type: one.columns.get(name)!,
      as: several ? `${labelOf(one, known)}.${name}` : name,
    }));
    return [
      { database: one.database, measurement: one.measurement, columns, rows: wanted === undefined ? "all" : "given" },
    ];
  });
}

/** With several measurements, a column's name alone means all that have it; a prefix selects one measurement. */
function ownName(name: string, one: KnownMeasurement, known: readonly KnownMeasurement[]): string | undefined {
  if (one.columns.has(name)) return name;
  const prefix = `${labelOf(one, known)}.`;
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
  return rest !== undefined && known.length > 1 && one.columns.has(rest) ? rest : undefined;
}

function labelOf(one: MeasurementName, known: readonly MeasurementName[]): string {
  const isAlone = known.filter(({ measurement }) => measurement === one.measurement).length === 1;
  return isAlone ? one.measurement : `${one.database}.${one.measurement}`;
}

function checkColumn(name: string, known: readonly KnownMeasurement[], every: Resampling | undefined): void {
  const owners = known.filter((one) => ownName(name, one, known) !== undefined);
  if (owners.length === 0) throw unknownColumn(name, known);
  const types = owners.map((one) => one.columns.get(ownName(name, one, known)!)!);
  for (const aggregate of every?.aggregates ?? []) {
    if (types.every((type) => aggregateType(aggregate, { name, type }) === undefined)) {
      throw new ParameterError(`Column '${name}' is text: its aggregate can be first, last or count, not ${aggregate}`);
    }
  }
}

const MOST_NAMED = 20;

export function unknownColumn(
  wrong: string,
  known: readonly { readonly measurement: string; readonly columns: ReadonlyMap<string, unknown> }[],
): ParameterError {
  const all = [...new Set(known.flatMap(({ columns }) => [...columns.keys()]))];
  const shown = all.slice(0, MOST_NAMED).join(", ");
  const names = all.length > MOST_NAMED ? `${shown} and ${all.length - MOST_NAMED} more` : shown;
  const near = didYouMean(wrong, all);
  const [only] = known;
  return new ParameterError(
    known.length === 1
      ? `Measurement '${only!.measurement}' has no column '${wrong}'${near}; it has ${names}`
      : `None of the measurements has a column '${wrong}'${near}; they have ${names}`,
  );
}

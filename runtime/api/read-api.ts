/** Routes for reading: the list of measurements, series for charts, rows, recent errors. */

import { createHash } from "node:crypto";
import type { Context, Hono } from "hono";
import { columnsOf } from "../codec/fields.ts";
import { STATE_COLOURS } from "../codec/state-colours.ts";
import type { StructCodec } from "../codec/struct-codec.ts";
import { exported } from "../formats/encode-export.ts";
import { formatNamed } from "../formats/formats.ts";
import { exactJson } from "../http/answers.ts";
import type { Callers } from "../http/caller.ts";
import { isSame, jsonText } from "../http/condensed.ts";
import {
  ALL_TIMES,
  columnNames,
  integer,
  interval,
  oneOf,
  ParameterError,
  query as parameter,
  requiredName,
  word,
} from "../http/parameters.ts";
import type { Grant } from "../http/permission.ts";
import { type Route, routed } from "../http/route.ts";
import {
  either,
  INTEGER,
  listOf,
  mapOf,
  NUMBER,
  orNull,
  record,
  TEXT,
  TIME,
  TRUTH,
  VALUE,
  words,
} from "../http/schema.ts";
import { stringifyExact } from "../lib/exact-json.ts";
import type { Log } from "../lib/log.ts";
import { didYouMean } from "../lib/nearest.ts";
import { ownTurn } from "../lib/turns.ts";
import { toMs } from "../model/clock.ts";
import type { ExportRequest } from "../model/export-request.ts";
import type { DeviceRules, LimitsSet, MeasurementPage, ServedChannel } from "../model/measurement.ts";
import { newestBefore } from "../model/newest.ts";
import { plainError } from "../model/plain-error.ts";
import type { FieldType } from "../model/point.ts";
import type { ExtentQuery, RowQuery } from "../model/store.ts";
import { rowsAsJson } from "../store/many-places.ts";
import { shownStatistics } from "../store/many-statistics.ts";
import { seriesJson } from "../store/series-json.ts";
import {
  AFTER,
  COLUMN,
  DATABASE,
  EXPORTED,
  limit,
  MEASUREMENT,
  PLACE,
  POINTS,
  RANGE,
  RECENT,
  recent,
  SEARCH,
  TABLE,
  TIMES,
  WAIT,
} from "./common-parameters.ts";
import { answerPart, begun, type ExportAnswer, fitting, heldExport, releasing } from "./export-answer.ts";
import { EXPORT, exportRequest, type KnownMeasurement, namedMeasurements, unknownColumn } from "./export-query.ts";
import { EXPORT_LIMITS, ExportSlots, tooManyExports } from "./export-slots.ts";
import { adviceFor } from "./health.ts";
import { MANY_SERIES, NEWEST_ROWS, type PlacesQuery, readManySeries, readNewestRows } from "./many-places-api.ts";
import { checkManyStatistics, MANY_STATISTICS, readManyStatistics } from "./many-statistics-api.ts";
import { type Listing, pageOf, typeOfColumn } from "./measurement-catalogue.ts";
import { nowNs } from "./now.ts";
import { READERS, type ReadableStore } from "./readable.ts";
import type { AdvisedError, RecentError, RecentErrors } from "./recent-errors.ts";
import { SpooledExports } from "./spooled-exports.ts";
import { structLayout } from "./struct-layout.ts";
import { textStream } from "./text-stream.ts";
import { refusedWhileBehind } from "./whole-export.ts";

export interface ReadApiOptions extends Callers {
  readonly store: ReadableStore;
  /** Read for each request, since a reload changes the channels. */
  readonly channels: () => readonly ServedChannel[];
  readonly recentErrors: Pick<RecentErrors, "list">;
  /** WAMP realm of the router at `/ws`, for the page. */
  readonly wampRealm: string;
  /** Display rules for fields of devices; absent: there are none. */
  readonly deviceRules?: DeviceRules;
  /** Limits set on the page. Absent: this process has none. */
  readonly limits?: () => LimitsSet | undefined;
  /** Resolves when everything received so far is stored, or to false if that takes longer than a view or this many ms. */
  readonly settled?: (timeoutMs?: number) => Promise<boolean>;
  readonly log?: Log;
}

const MAX_ROWS = 10_000;
/** Maximum number of names compared with an unknown one. */
const MOST_COMPARED = 1000;
/** Undeclared measurements have at most 1,024 columns. */
const ROWS_VALUES = 1024 * MAX_ROWS;
const SERIES_VALUES = 2_500_000;

interface WithExports extends ReadApiOptions {
  readonly exports: { readonly slots: ExportSlots; readonly files: SpooledExports };
}

const LISTED = limit(2000, 1000);
const COUNTED = oneOf("rows", "Whether to count the rows of the range as well", ["no", "yes"], "yes");
const ROWS = limit(MAX_ROWS, 100);
const ERRORS = limit(1000, 100);
const ONE_OF_HEADER = [
  { ...DATABASE, required: true, example: "lab_rig_telemetry" },
  { ...MEASUREMENT, required: true, example: "01_mount" },
];

/** Epoch ms with a fraction, or ns in digits. */
const MOMENT = either(NUMBER, TEXT);
const VALUE_RANGE = record({ "min?": NUMBER, "max?": NUMBER });
const LIMITS = record({ "warn?": VALUE_RANGE, "alarm?": VALUE_RANGE, "holdMs?": NUMBER, "hysteresis?": NUMBER });
const FIELD_TYPE = words("float", "integer", "unsigned", "string", "boolean");
const COLUMN_OF = record({
  name: TEXT,
  type: FIELD_TYPE,
  "storedType?": FIELD_TYPE,
  role: words("value", "flag", "state", "text", "frame"),
  "unit?": TEXT,
  "states?": mapOf(TEXT),
  "stateColours?": mapOf(words(...STATE_COLOURS)),
  "limits?": LIMITS,
  "limitsSet?": TRUTH,
  "optional?": TRUTH,
});
const DESCRIBED = record({
  database: TEXT,
  measurement: TEXT,
  kind: words("struct", "device", "events"),
  title: TEXT,
  group: TEXT,
  columns: listOf(COLUMN_OF),
  stored: TRUTH,
  "struct?": record({ name: TEXT, id: NUMBER }),
  "udpPort?": INTEGER,
  "everyMs?": NUMBER,
  "topic?": TEXT,
});
const MEASUREMENTS = record({
  now: NUMBER,
  measurements: listOf(DESCRIBED),
  realm: TEXT,
  "user?": TEXT,
  "next?": TEXT,
});
const COMPLETE = { "complete?": TRUTH };
const SERIES = { columns: listOf(TEXT), times: listOf(MOMENT), values: listOf(listOf(VALUE)) };
/** Names of columns are data; each row has its `time`. */
const ROW = { type: "object", properties: { time: TIME }, required: ["time"], additionalProperties: VALUE };
const ONE_OF_MANY = { database: TEXT, measurement: TEXT, "error?": TEXT };
const STATISTICS = mapOf(
  record({
    count: NUMBER,
    min: NUMBER,
    max: NUMBER,
    mean: orNull(NUMBER),
    deviation: orNull(NUMBER),
    first: NUMBER,
    last: NUMBER,
    lastTime: TIME,
  }),
);
const FIELD = record({
  path: TEXT,
  ctype: TEXT,
  column: TEXT,
  byteOffset: INTEGER,
  bytes: INTEGER,
  "bits?": record({ offset: INTEGER, width: INTEGER }),
  "unit?": TEXT,
  "expr?": TEXT,
  "note?": TEXT,
});
const ERROR = record({
  time: TIME,
  source: TEXT,
  address: TEXT,
  code: TEXT,
  signal: record({ message: TEXT, type: TEXT, description: TEXT }),
  sentence: TEXT,
  advice: TEXT,
});
const ROUTES: readonly Route<WithExports>[] = [
  {
    method: "get",
    path: "/read/measurements",
    summary: "Lists measurements and describes their columns, page by page; `next` is there if more follow",
    answer: MEASUREMENTS,
    parameters: [LISTED, AFTER, SEARCH],
    errors: [304, 404],
    may: READERS,
    condensed: true,
    handle: readMeasurements,
  },
  {
    method: "get",
    path: "/read/series",
    summary: "Columns over time, downsampled for a chart with their extremes",
    answer: record({ ...SERIES, from: MOMENT, to: MOMENT, ...COMPLETE }),
    parameters: [...PLACE, COLUMN, ...RECENT, POINTS, TIMES, WAIT],
    errors: [404],
    may: READERS,
    condensed: true,
    handle: readSeries,
  },
  {
    method: "get",
    path: "/read/series/all",
    summary:
      "The same of up to 100 measurements; `series` is null for one that does not exist, and `error` says why one cannot be read",
    answer: record({
      from: MOMENT,
      to: MOMENT,
      ...COMPLETE,
      measurements: listOf(record({ ...ONE_OF_MANY, "series?": orNull(record(SERIES)) })),
    }),
    parameters: MANY_SERIES,
    may: READERS,
    condensed: true,
    handle: readAllSeries,
  },
  {
    method: "get",
    path: "/read/statistics",
    summary:
      "Count, least, greatest, mean, deviation, first and last value of columns, with the time of the last one, over all rows of a range",
    answer: record({ from: NUMBER, to: NUMBER, ...COMPLETE, "rows?": NUMBER, columns: STATISTICS }),
    parameters: [...PLACE, COLUMN, ...RECENT, WAIT, COUNTED],
    errors: [404],
    may: READERS,
    condensed: true,
    handle: readStatistics,
  },
  {
    method: "get",
    path: "/read/statistics/all",
    summary: "The same of all or many measurements of a database that have a value in the range, in pages",
    answer: record({
      from: NUMBER,
      to: NUMBER,
      ...COMPLETE,
      "next?": TEXT,
      measurements: listOf(record({ measurement: TEXT, columns: STATISTICS })),
    }),
    parameters: MANY_STATISTICS,
    errors: [404],
    may: READERS,
    condensed: true,
    handle: readAllStatistics,
  },
  {
    method: "get",
    path: "/read/rows",
    summary: "The newest rows, exact",
    answer: record({ columns: listOf(TEXT), more: TRUTH, rows: listOf(ROW) }),
    parameters: [...PLACE, COLUMN, ...RANGE, ROWS],
    errors: [404],
    may: READERS,
    condensed: true,
    handle: readRows,
  },
  {
    method: "get",
    path: "/read/rows/all",
    summary:
      "The newest rows of up to 100 measurements, exact, up to now unless `to` is given; `rows` is null for one that does not exist, and `error` says why one cannot be read",
    answer: record({ ...COMPLETE, measurements: listOf(record({ ...ONE_OF_MANY, "rows?": orNull(listOf(ROW)) })) }),
    parameters: NEWEST_ROWS,
    may: READERS,
    condensed: true,
    handle: readAllRows,
  },
  {
    method: "get",
    path: "/read/struct",
    summary: "Fields of a struct with their offsets",
    answer: record({ name: TEXT, id: NUMBER, size: INTEGER, wireSize: INTEGER, fields: listOf(FIELD) }),
    parameters: ONE_OF_HEADER,
    errors: [404],
    may: READERS,
    handle: readStruct,
  },
  {
    method: "get",
    path: "/read/export",
    summary: "All rows of a range as a file, streamed",
    answer: TABLE,
    parameters: EXPORT,
    answers: EXPORTED,
    errors: [304, 404, 429, 503],
    may: READERS,
    handle: exportMeasurements,
  },
  {
    method: "get",
    path: "/read/errors",
    summary: "The newest errors, with what to do about them",
    answer: record({ errors: listOf(ERROR) }),
    parameters: [parameter("address", "Only of this channel or device", "rig"), ERRORS],
    may: READERS,
    condensed: true,
    handle: readErrors,
  },
];

export function readApi(parts: ReadApiOptions): Hono {
  const exports = { slots: new ExportSlots(EXPORT_LIMITS), files: new SpooledExports() };
  return routed(ROUTES, { ...parts, exports });
}

async function readMeasurements(context: Context, parts: ReadApiOptions, { caller }: Grant): Promise<Response> {
  const query = queryOf(context);
  const limit = integer(query, LISTED);
  const [after, search] = [query.get("after"), query.get("search")];
  await ownTurn();
  const wanted = { limit, ...(after !== null && { after }), ...(search !== null && { search }) };
  const { measurements, next } = await pageOrMistake(listingOf(parts), wanted);
  await ownTurn();
  const rest = { realm: parts.wampRealm, user: caller.sessionName, ...(next !== undefined && { next }) };
  const page = `{"measurements":[${measurements.join(",")}],${JSON.stringify(rest).slice(1)}`;
  const now = Number(nowNs() / 1_000_000n);
  // In a header, since the time changes even if the answer does not.
  context.header("Service-Time", String(now));
  const tag = `"${createHash("sha256").update(page).digest("base64url")}"`;
  context.header("ETag", tag);
  context.header("Cache-Control", "private, no-cache");
  if (isSame(context.req.header("If-None-Match"), tag)) return context.body(null, 304);
  return jsonText(context, `{"now":${now},${page.slice(1)}`);
}

export function listingOf({ channels, store, deviceRules, limits }: ReadApiOptions): Listing {
  return { channels: channels(), store, ruleOf: deviceRules, limits: limits?.() };
}

async function pageOrMistake(...wanted: Parameters<typeof pageOf>): Promise<MeasurementPage> {
  try {
    return await pageOf(...wanted);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ParameterError(`There is no measurement '${error.message.slice(0, 200)}' to go on behind ('after')`, 404);
  }
}

async function readSeries(context: Context, parts: ReadApiOptions): Promise<Response> {
  const query = queryOf(context);
  const now = nowNs();
  const { place, columns } = await requested(parts, query);
  const { database, measurement } = place;
  const range = recent(query, now);
  const wanted = integer(query, POINTS);
  // Coarser for requests of thousands of columns that are not named one by one.
  const points = place.columns ? wanted : Math.min(wanted, Math.max(2, Math.floor(SERIES_VALUES / columns.length)));
  const times = word(query, TIMES);
  const { complete } = await waited(parts, query);
  if ((await parts.store.fieldTypes(database, measurement)) === undefined) {
    return jsonText(context, seriesJson({ columns: [], timesNs: [], values: [] }, range, { times, complete }));
  }
  const series = await parts.store.series({ ...place, ...range, points });
  return jsonText(context, seriesJson(series, range, { times, complete }));
}

async function readStatistics(context: Context, parts: ReadApiOptions): Promise<Response> {
  const query = queryOf(context);
  const now = nowNs();
  const { place } = await requested(parts, query);
  const range = recent(query, now);
  const complete = await waited(parts, query);
  const columns = shownStatistics(await parts.store.statistics({ ...place, ...range }));
  const rows = word(query, COUNTED) === "yes" ? await rowsOf(parts, { ...place, ...range }) : {};
  return exactJson(context, { from: toMs(range.fromNs), to: toMs(range.toNs), ...complete, ...rows, columns });
}

async function readAllStatistics(context: Context, parts: ReadApiOptions): Promise<Response> {
  const query = queryOf(context);
  checkManyStatistics(query);
  const now = nowNs();
  const range = recent(query, now);
  const complete = await waited(parts, query);
  return readManyStatistics(parts.store, context, { query, range, complete });
}

/** For InfluxDB, the number of values in the column that has the most. */
async function rowsOf({ store }: ReadApiOptions, query: ExtentQuery): Promise<{ readonly rows: number }> {
  return { rows: (await store.extent(query))?.rows ?? 0 };
}

/** Whether everything received before the request is stored; empty unless the request waits for it. */
async function waited(parts: ReadApiOptions, query: URLSearchParams): Promise<{ readonly complete?: boolean }> {
  if (word(query, WAIT) === "no") return {};
  return { complete: (await parts.settled?.()) ?? true };
}

async function readStruct(context: Context, parts: ReadApiOptions): Promise<Response> {
  const { place } = await requested(parts, queryOf(context));
  const codec = declaredCodec(parts, place);
  if (codec === undefined) throw new ParameterError(`Measurement '${place.measurement}' comes from no header`, 404);
  return exactJson(context, structLayout(codec));
}

async function readRows(context: Context, parts: ReadApiOptions): Promise<Response> {
  const query = queryOf(context);
  const { place, columns } = await requested(parts, query);
  const limit = integer(query, ROWS);
  refuseTooMany(columns, limit);
  const range = interval(query, nowNs(), ALL_TIMES);
  // One row more than requested shows whether there are more.
  const rows = await rowsAsJson(parts.store.batches({ ...place, ...range, limit: limit + 1 }));
  const more = rows.length > limit;
  if (more) rows.shift();
  return jsonText(context, `{"columns":${JSON.stringify(columns)},"more":${more},"rows":[${rows.join(",")}]}`);
}

async function readAllRows(context: Context, parts: ReadApiOptions): Promise<Response> {
  const query = queryOf(context);
  const range = interval(query, nowNs(), { ...ALL_TIMES, toNs: newestBefore(nowNs()) });
  return readNewestRows(parts.store, context, await placesQuery(parts, query, range));
}

async function readAllSeries(context: Context, parts: ReadApiOptions): Promise<Response> {
  const query = queryOf(context);
  return readManySeries(parts.store, context, await placesQuery(parts, query, recent(query, nowNs())));
}

async function placesQuery(
  parts: ReadApiOptions,
  query: URLSearchParams,
  range: PlacesQuery["range"],
): Promise<PlacesQuery> {
  const isDeclared: PlacesQuery["isDeclared"] = (place) => declaredCodec(parts, place) !== undefined;
  return { query, range, isDeclared, complete: await waited(parts, query) };
}

/** The answer is built in memory, unlike an export. */
function refuseTooMany(columns: readonly string[], limit: number): void {
  const most = Math.floor(ROWS_VALUES / columns.length);
  if (limit <= most) return;
  throw new ParameterError(
    `${limit} rows of ${columns.length} columns are too many for one answer: request at most ${most} ('limit'), name some columns ('column'), or export them`,
  );
}

async function exportMeasurements(context: Context, parts: WithExports, grant: Grant): Promise<Response> {
  const { slots, files } = parts.exports;
  const query = queryOf(context);
  const places = namedMeasurements(query);
  // The first rows of a measurement may still be on their way.
  if (word(query, WAIT) === "stored") {
    const refusal = await refusedWhileBehind(context, parts.settled, "without 'wait=stored' for what is stored");
    if (refusal !== undefined) return refusal;
  }
  const known = await Promise.all(places.map((place) => knownMeasurement(parts, place)));
  const request = exportRequest(query, known, nowNs());
  const etag = await etagOf(parts.store, request);
  if (etag !== undefined) {
    context.header("ETag", etag);
    context.header("Cache-Control", "private, no-cache");
  }
  if (etag !== undefined && context.req.header("If-None-Match") === etag) return context.body(null, 304);
  const slot = slots.take(parts.client?.(context) ?? "");
  if (typeof slot === "string") return tooManyExports(context, slot, "exports", EXPORT_LIMITS);
  const { sources } = request;
  const format = formatNamed(request.format);
  const [only] = sources;
  const name = sources.length === 1 ? `${only!.database}.${only!.measurement}` : places[0]!.database;
  const answer: ExportAnswer = {
    make: () => fitting(exported(parts.store, request)),
    send: (bytes) => textStream(bytes, { grant, context, slot, log: parts.log }),
    headers: {
      "Content-Type": format.contentType,
      "Content-Disposition": `attachment; filename="${`${name}.${format.name}`.replace(/[^\w.-]/g, "_")}"`,
    },
    release: slot.release,
  };
  const hasParts = format.varies === undefined;
  if (etag !== undefined && hasParts) context.header("Accept-Ranges", "bytes");
  const held = etag === undefined || !hasParts ? undefined : await heldExport(context, etag, files, answer);
  if (held !== undefined) return answerPart(context, held, answer);
  if (context.req.method === "HEAD") {
    slot.release();
    return context.body(null, 200, answer.headers);
  }
  const bytes = releasing(answer.make(), slot.release);
  // What cannot be opened, planned or read has a status of its own; an error after the first rows is in the body.
  return context.body(answer.send(await begun(bytes)), 200, answer.headers);
}

/** The same request has the same answer while its measurements do not change; undefined if the store cannot tell. */
async function etagOf(store: ReadableStore, request: ExportRequest): Promise<string | undefined> {
  const versions = await Promise.all(
    request.sources.map(({ database, measurement }) => store.version(database, measurement)),
  );
  if (versions.includes(undefined)) return undefined;
  return `"${createHash("sha256").update(stringifyExact({ request, versions })).digest("base64url")}"`;
}

function readErrors(context: Context, parts: ReadApiOptions): Response {
  const query = queryOf(context);
  const address = query.get("address");
  const limit = integer(query, ERRORS);
  const errors = parts.recentErrors.list({ limit, ...(address !== null && { address }) });
  return exactJson(context, { errors: errors.map(advised) });
}

function advised(error: RecentError): AdvisedError {
  return { ...error, sentence: plainError(error.signal.message), advice: adviceFor(error.code) };
}

/** The measurement and the columns of a request: those named, or all. */
async function requested(
  parts: ReadApiOptions,
  query: URLSearchParams,
): Promise<{ place: Pick<RowQuery, "database" | "measurement" | "columns">; columns: readonly string[] }> {
  const place = { database: requiredName(query, "database"), measurement: requiredName(query, "measurement") };
  const known = await knownMeasurement(parts, place);
  const columns = columnNames(query);
  const wrong = columns?.find((column) => !known.columns.has(column));
  if (wrong !== undefined) throw unknownColumn(wrong, [known]);
  return { place: { ...place, ...(columns && { columns }) }, columns: columns ?? [...known.columns.keys()] };
}

/** @throws ParameterError if it does not exist */
export async function knownMeasurement(
  parts: ReadApiOptions,
  place: Pick<RowQuery, "database" | "measurement">,
): Promise<KnownMeasurement> {
  const { database, measurement } = place;
  const columns = await knownColumns(parts, database, measurement);
  if (columns !== undefined) return { ...place, columns };
  throw new ParameterError(
    `There is no measurement '${measurement}' in database '${database}'${await nearPlace(parts, place)}`,
    404,
  );
}

async function nearPlace(
  parts: ReadApiOptions,
  { database, measurement }: Pick<RowQuery, "database" | "measurement">,
): Promise<string> {
  const structs = parts
    .channels()
    .flatMap((channel) =>
      channel.structs.map((codec) => ({ database: channel.database, measurement: codec.measurement })),
    );
  // Searching a hundred thousand names would block other requests.
  const query = { limit: MOST_COMPARED, search: `${database}/` };
  const stored = await parts.store.listed(query);
  const inside = [...structs, ...(stored?.infos ?? [])].filter((one) => one.database === database);
  if (inside.length > 0)
    return didYouMean(
      measurement,
      inside.map((one) => one.measurement),
    );
  const others = await parts.store.listed({ limit: MOST_COMPARED });
  const all = [...structs, ...(others?.infos ?? [])];
  return didYouMean(database, new Set(all.map((one) => one.database)));
}

async function knownColumns(
  parts: ReadApiOptions,
  database: string,
  measurement: string,
): Promise<ReadonlyMap<string, FieldType> | undefined> {
  const stored = await parts.store.fieldTypes(database, measurement);
  if (stored !== undefined) return stored;
  const codec = declaredCodec(parts, { database, measurement });
  return (
    codec &&
    new Map([...columnsOf(codec).map((column) => [column.name, typeOfColumn(column)] as const), ["_hex_", "string"]])
  );
}

function declaredCodec(
  { channels }: Pick<ReadApiOptions, "channels">,
  { database, measurement }: Pick<RowQuery, "database" | "measurement">,
): StructCodec | undefined {
  const channel = channels().find((candidate) => candidate.database === database);
  return channel?.structs.find((candidate) => candidate.measurement === measurement);
}

function queryOf(context: Context): URLSearchParams {
  return new URL(context.req.url).searchParams;
}

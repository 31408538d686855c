/** The client for the service's read API. */

import type { HealthReport, HealthState } from "../../../../api/health.ts";
import type { AdvisedError } from "../../../../api/recent-errors.ts";
import type { StructLayoutAnswer } from "../../../../api/struct-layout.ts";
import type { AlarmPlace } from "../../../../model/alarms.ts";
import type { ClusterReport } from "../../../../model/cluster-report.ts";
import type { CommandEntry } from "../../../../model/command.ts";
import type { CommandedPlace } from "../../../../model/command-form.ts";
import type { StatesAnswer } from "../../../../model/device-state.ts";
import type { ColumnDescription, MeasurementDescription } from "../../../../model/measurement.ts";
import type { RejectDetails, RejectSummary } from "../../../../model/reject-details.ts";
import type { FleetRequest } from "../overview/fleet-state.ts";
import type { MeasurementName } from "../text/measurement-name.ts";
import { currentZone } from "../text/zone.ts";
import type { NewestRows } from "./latest-reader.ts";
import type { StoredRow } from "./latest-values.ts";
import type { LoadedStatistics, StatisticsRequest } from "./range-statistics.ts";
import { readRowStream } from "./row-stream.ts";
import type { LoadedSeries } from "./series-buffer.ts";
import type { ManySeries, SeriesRequest } from "./series-reader.ts";
import type { ReadWholeRows } from "./whole-rows.ts";

export interface Overview {
  /** Difference between the server's clock and the browser's, ms. */
  readonly clockOffsetMs: number;
  readonly realm: string;
  readonly measurements: readonly MeasurementDescription[];
  /** The user who is logged in. */
  readonly user?: string | undefined;
  /** The list is incomplete: the service searches the others. */
  readonly isPartial: boolean;
}

export type Health = HealthReport & { readonly state: HealthState };

interface OverviewPage extends Pick<Overview, "realm" | "measurements" | "user"> {
  /** The server's time, epoch ms. */
  readonly now: number;
  readonly next?: string;
}

/** The first page of the list. */
export type FirstPage = OverviewPage & Pick<Overview, "clockOffsetMs">;

/** With more devices, the page lists only the first ones and searches for others. */
const MOST_LISTED = 1000;

/**
 * The time is in a header, so that the browser can cache an unchanged answer.
 * @returns undefined if nobody is logged in
 */
export async function fetchFirstPage(): Promise<FirstPage | undefined> {
  const askedMs = Date.now();
  const response = await ask("read/measurements", {}, [200, 401]);
  if (response.status === 401) return undefined;
  const page = (await response.json()) as OverviewPage;
  const now = Number(response.headers.get("Service-Time") ?? page.now);
  // The transmission took part of the measured time.
  return { ...page, clockOffsetMs: now - (askedMs + Date.now()) / 2 };
}

/** The list up to its limit. */
export async function fetchOverview(known: FirstPage | undefined): Promise<Overview> {
  const first = known ?? (await fetchFirstPage());
  if (first === undefined) {
    location.reload();
    throw new AnswerError("401");
  }
  const { realm, user, clockOffsetMs } = first;
  const measurements = [...first.measurements];
  let after = first.next;
  while (after !== undefined && measurements.length < MOST_LISTED) {
    const page: OverviewPage = await get("read/measurements", { after });
    measurements.push(...page.measurements);
    after = page.next;
  }
  return { realm, user, clockOffsetMs, measurements, isPartial: after !== undefined };
}

/** All measurements whose database or name contains the text. */
export async function fetchMatching(search: string, limit: number): Promise<readonly MeasurementDescription[]> {
  const page = await get<OverviewPage>("read/measurements", { search, limit: String(limit) });
  return page.measurements.filter(({ kind }) => kind !== "events");
}

/** Undefined: it does not exist any more. */
export async function fetchNamed({
  database,
  measurement,
}: MeasurementName): Promise<MeasurementDescription | undefined> {
  const found = await fetchMatching(`${database}/${measurement}`.slice(0, LONGEST_SEARCH), 100);
  return found.find((one) => one.database === database && one.measurement === measurement);
}

/** The service's limit, characters. */
const LONGEST_SEARCH = 200;

interface OpenSpan {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** The parameters of a span of a measurement. */
function spanQuery({ database, measurement }: MeasurementName, span: OpenSpan): Record<string, string> {
  return { database, measurement, ...rangeQuery(span) };
}

/** Undefined ends are open. */
function rangeQuery({ fromMs, toMs }: OpenSpan): Record<string, string> {
  return {
    ...(fromMs !== undefined && { from: new Date(Math.max(fromMs, 0)).toISOString() }),
    ...(toMs !== undefined && { to: new Date(toMs).toISOString() }),
  };
}

export function fetchSeries(measurement: MeasurementName, request: SeriesRequest): Promise<LoadedSeries> {
  const points = String(request.points);
  const query = new URLSearchParams({ ...spanQuery(measurement, request), wait: "stored", points });
  return getDoubles("read/series", withColumns(query, request.columns));
}

/** The series of several measurements over the same span. */
export function fetchManySeries(
  measurements: readonly MeasurementName[],
  { points, columns, ...span }: SeriesRequest,
): Promise<ManySeries> {
  const query = namesQuery(measurements, { ...rangeQuery(span), wait: "stored", points: String(points) });
  return getDoubles("read/series/all", withColumns(query, columns));
}

function withColumns(query: URLSearchParams, columns: readonly string[] = []): URLSearchParams {
  for (const column of columns) query.append("column", column);
  return query;
}

export function fetchStatistics(measurement: MeasurementName, request: StatisticsRequest): Promise<LoadedStatistics> {
  return get("read/statistics", spanQuery(measurement, request));
}

/** Statistics of measurements of one database. */
export function fetchManyStatistics(
  measurements: readonly MeasurementName[],
  columns: readonly string[],
  request: StatisticsRequest,
): Promise<{ readonly measurements: readonly (LoadedStatistics & Pick<MeasurementName, "measurement">)[] }> {
  return get("read/statistics/all", withColumns(namesQuery(measurements, rangeQuery(request)), columns));
}

/** All rows of a span with a value in any of the columns, including rows received before the request. */
export async function fetchWholeRows(
  measurement: MeasurementName,
  ...[columns, request, onRow]: Parameters<ReadWholeRows>
): Promise<void> {
  const query = new URLSearchParams({ ...spanQuery(measurement, request), wait: "stored", format: "csv" });
  const response = await fetch(`read/export?${withColumns(query, columns)}`, { signal: request.signal });
  if (response.status === 401) location.reload();
  if (response.status !== 200) throw new AnswerError(`${response.status} ${await response.text()}`);
  await readRowStream(textsOf(response.body!), onRow);
}

async function* textsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

/** Newest last. */
export async function fetchRows(
  measurement: MeasurementName,
  options: { readonly limit: number; readonly fromMs?: number; readonly toMs?: number },
): Promise<readonly StoredRow[]> {
  const query = { ...spanQuery(measurement, options), limit: String(options.limit) };
  const { rows } = await get<{ rows: readonly StoredRow[] }>("read/rows", query);
  return rows;
}

/** Newest last. @param span undefined: all, with the rows received before the request */
export function fetchNewest(
  measurements: readonly MeasurementName[],
  limit: number,
  span?: OpenSpan,
): Promise<NewestRows> {
  const range = span === undefined ? { wait: "stored" } : rangeQuery(span);
  return get("read/rows/all", namesQuery(measurements, { ...range, limit: String(limit) }));
}

function namesQuery(measurements: readonly MeasurementName[], others: Record<string, string>): URLSearchParams {
  const databases = new Set(measurements.map(({ database }) => database));
  const query = new URLSearchParams(others);
  for (const { measurement } of measurements) query.append("measurement", measurement);
  for (const { database } of databases.size === 1 ? measurements.slice(0, 1) : measurements)
    query.append("database", database);
  return query;
}

/** @throws AnswerError, or the error of `fetch` without an answer in time */
export async function fetchStates({ since, signal }: FleetRequest): Promise<StatesAnswer> {
  const response = await fetch(`read/state${since === undefined ? "" : `?since=${since}`}`, { signal });
  if (response.status === 401) location.reload();
  if (!response.ok) throw new AnswerError(`${response.status} ${await response.text()}`);
  return parsed(await response.text()) as StatesAnswer;
}

export function fetchStruct({ database, measurement }: MeasurementName): Promise<StructLayoutAnswer> {
  return get("read/struct", { database, measurement });
}

/** Newest first. @param address only of this channel or device */
export async function fetchErrors(address?: string): Promise<readonly AdvisedError[]> {
  const query = { limit: "200", ...(address !== undefined && { address }) };
  return (await get<{ errors: readonly AdvisedError[] }>("read/errors", query)).errors;
}

/** Newest first. @throws AnswerError also if the user may not see them */
export async function fetchRejects(code: string): Promise<readonly RejectSummary[]> {
  return (await get<{ rejects: readonly RejectSummary[] }>("rejects", { code, limit: "1000" })).rejects;
}

export function fetchReject(id: number): Promise<RejectDetails> {
  return get(`rejects/${id}`, {});
}

/**
 * A page of the report; `next` is the `after` of the one that follows.
 * @param list `limit`: devices on the page; channels with headers are all on the first one; `search`: of these names
 */
export async function fetchHealth(
  after?: number,
  list: { readonly limit?: number; readonly search?: string } = {},
): Promise<Health> {
  const query = Object.fromEntries(
    Object.entries({ after, ...list }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const health = await get<Health | Pick<Health, "state">>("health", query, { statuses: [200, 503] });
  if (!("parts" in health)) throw new Error("no user is logged in");
  return health;
}

/** The report of all nodes. @throws AnswerError also if the user may not see it */
export function fetchCluster(): Promise<ClusterReport> {
  return get("health", { scope: "cluster" });
}

/** Whether the user may set limits of a database's fields. */
export async function fetchMayLimit(database: string): Promise<boolean> {
  return (await get<{ mayChange: boolean }>("alarms/limits", { database })).mayChange;
}

/** @param limits null: those of the header apply again. @throws AnswerError with the service's message */
export async function sendLimits(place: AlarmPlace, limits: ColumnDescription["limits"] | null): Promise<void> {
  await send("PUT", "alarms/limits", { ...place, limits });
}

export type CommandAnswer = CommandedPlace & { readonly history: readonly CommandEntry[] };

/** Addresses of channels and devices to which the user may send commands. */
export async function fetchCommandPlaces(): Promise<readonly string[]> {
  return (await get<{ places: readonly string[] }>("commands/places", {})).places;
}

/** The commands of a place, its boards, and what was sent. */
export function fetchCommanded(place: string): Promise<CommandAnswer> {
  return get(commandPath(place), {});
}

/**
 * @param order JSON @param key repetitions with the same key are sent once. @throws AnswerError with the service's
 * message
 */
export async function sendCommand(place: string, order: string, key: string): Promise<void> {
  await send("POST", commandPath(place), order, { "Idempotency-Key": key });
}

/** Withdraws a command that was not sent yet. @throws AnswerError with the service's message */
export async function withdrawCommand(id: number): Promise<void> {
  await send("DELETE", `commands/${id}`);
}

function commandPath(place: string): string {
  return `${devicePath(place)}/command`;
}

/** The path of a device, a network or a channel. */
export function devicePath(address: string): string {
  return `api/${address.split("/").map(encodeURIComponent).join("/")}`;
}

/** @param body text is sent as it is, anything else as JSON. @throws AnswerError with the service's message */
export async function send(
  method: "POST" | "PUT" | "DELETE",
  path: string,
  body?: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const answer = await fetch(path, {
    method,
    headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
    body: typeof body === "object" ? JSON.stringify(body) : (body ?? null),
  });
  if (answer.status === 401) location.reload();
  if (!answer.ok) throw new AnswerError(await answer.text(), { cause: answer.status });
  return answer;
}

/** @param columns all of them, if there are none */
export function exportUrl(
  measurements: readonly MeasurementName[],
  span: OpenSpan,
  { format, columns }: { readonly format: string; readonly columns?: readonly string[] },
): string {
  return `read/export?${withColumns(namesQuery(measurements, { ...rangeQuery(span), format }), columns)}`;
}

/** A panel of charts as a picture, with its settings, and the viewer's zone and colours. */
export function plotUrl(
  format: "png" | "svg",
  measurement: MeasurementName,
  { title, settings, ...span }: OpenSpan & { readonly title: string; readonly settings: object },
): string {
  const query = {
    ...spanQuery(measurement, span),
    tz: currentZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    title,
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    settings: JSON.stringify(settings),
    ...(format === "png" && { scale: "2" }),
  };
  return `read/plot.${format}?${new URLSearchParams(query)}`;
}

/** An answer of the service that is an error; if it does not answer, `fetch` throws a TypeError. */
export class AnswerError extends Error {
  override readonly name = "AnswerError";
}

export async function get<Answer>(
  path: string,
  query?: Record<string, string> | URLSearchParams,
  options: { readonly statuses?: readonly number[] } = {},
): Promise<Answer> {
  const response = await ask(path, query, options.statuses);
  return parsed(await response.text()) as Answer;
}

export async function ask(
  path: string,
  query?: Record<string, string> | URLSearchParams,
  statuses: readonly number[] = [200],
): Promise<Response> {
  const url = query === undefined ? path : `${path}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (response.status === 401 && !statuses.includes(401)) location.reload();
  if (!statuses.includes(response.status)) throw new AnswerError(`${response.status} ${await response.text()}`);
  return response;
}

/** For charts and figures, which are drawn and computed as doubles. */
async function getDoubles<Answer>(path: string, query: Record<string, string> | URLSearchParams): Promise<Answer> {
  return (await (await ask(path, query)).json()) as Answer;
}

/** Integers that a number cannot hold keep their digits. Few answers have any, and a reviver is several times slower. */
function parsed(text: string): unknown {
  return JSON.parse(text, /\d{16}/.test(text) ? exactInteger : undefined);
}

/** Needs a browser that provides the digits. */
function exactInteger(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
}

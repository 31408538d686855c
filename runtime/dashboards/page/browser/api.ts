/** The service's read API as the page uses it. */

import type { ClusterReport } from "../../../api/cluster-report.ts";
import type { HealthReport, HealthState } from "../../../api/health.ts";
import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import type { RecentError } from "../../../api/recent-errors.ts";
import type { RejectDetails, RejectSummary } from "../../../api/reject-details.ts";
import type { StructLayoutAnswer } from "../../../api/struct-layout.ts";
import type { MeasurementName, SeriesRequest, StoredRow } from "./measurement-feed.ts";
import type { LoadedSeries } from "./series-buffer.ts";

export interface Overview {
  /** The server's clock, epoch ms. */
  readonly now: number;
  readonly realm: string;
  readonly measurements: readonly MeasurementDescription[];
}

export type AdvisedError = RecentError & { readonly advice: string };
export type Health = HealthReport & { readonly state: HealthState };

export function fetchOverview(): Promise<Overview> {
  return get("/read/measurements", {});
}

export function fetchSeries(
  { database, measurement }: MeasurementName,
  { fromMs, toMs, points }: SeriesRequest,
): Promise<LoadedSeries> {
  return get("/read/series", {
    database,
    measurement,
    from: new Date(Math.max(fromMs, 0)).toISOString(),
    ...(toMs !== undefined && { to: new Date(toMs).toISOString() }),
    wait: "stored",
    points: String(points),
  });
}

/** Newest last. */
export async function fetchRows(
  { database, measurement }: MeasurementName,
  options: { readonly limit: number; readonly fromMs?: number; readonly toMs?: number },
): Promise<readonly StoredRow[]> {
  const { limit, fromMs, toMs } = options;
  const query = {
    database,
    measurement,
    limit: String(limit),
    ...(fromMs !== undefined && { from: new Date(Math.max(fromMs, 0)).toISOString() }),
    ...(toMs !== undefined && { to: new Date(toMs).toISOString() }),
  };
  const { rows } = await get<{ rows: readonly StoredRow[] }>("/read/rows", query, { reviver: exactInteger });
  return rows;
}

export function fetchStruct({ database, measurement }: MeasurementName): Promise<StructLayoutAnswer> {
  return get("/read/struct", { database, measurement });
}

export async function fetchErrors(): Promise<readonly AdvisedError[]> {
  return (await get<{ errors: readonly AdvisedError[] }>("/read/errors", { limit: "200" })).errors;
}

/** Newest first. @throws AnswerError also for those who may not see them */
export async function fetchRejects(code: string): Promise<readonly RejectSummary[]> {
  return (await get<{ rejects: readonly RejectSummary[] }>("/rejects", { code, limit: "1000" })).rejects;
}

export function fetchReject(id: number): Promise<RejectDetails> {
  return get(`/rejects/${id}`, {});
}

export async function fetchHealth(): Promise<Health> {
  const health = await get<Health | Pick<Health, "state">>("/health", {}, { statuses: [200, 503] });
  if (!("parts" in health)) throw new Error("nobody is logged in");
  return health;
}

/** Of all nodes. @throws AnswerError also for those who may not see them */
export function fetchCluster(): Promise<ClusterReport> {
  return get("/health", { scope: "cluster" });
}

export function exportUrl({ database, measurement }: MeasurementName, fromMs: number, toMs: number): string {
  const from = new Date(Math.max(fromMs, 0)).toISOString();
  return `/read/export?${new URLSearchParams({ database, measurement, from, to: new Date(toMs).toISOString(), format: "csv" })}`;
}

/** A panel of charts as a picture, with its settings and in the zone and colours of whoever looks at it. */
export function plotUrl(
  format: "png" | "svg",
  { database, measurement }: MeasurementName,
  { fromMs, toMs, title, settings }: { fromMs: number; toMs: number; title: string; settings: object },
): string {
  const query = {
    database,
    measurement,
    from: new Date(Math.max(fromMs, 0)).toISOString(),
    to: new Date(toMs).toISOString(),
    tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
    title,
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    settings: JSON.stringify(settings),
    ...(format === "png" && { scale: "2" }),
  };
  return `/read/plot.${format}?${new URLSearchParams(query)}`;
}

/** What the service answered with; where it does not answer at all, `fetch` throws a TypeError. */
export class AnswerError extends Error {
  override readonly name = "AnswerError";
}

async function get<Answer>(
  path: string,
  query: Record<string, string>,
  options: { readonly statuses?: readonly number[]; readonly reviver?: typeof exactInteger } = {},
): Promise<Answer> {
  const response = await fetch(`${path}?${new URLSearchParams(query)}`, { signal: AbortSignal.timeout(30_000) });
  const text = await response.text();
  // The session has ended: the page begins with its log-in again.
  if (response.status === 401) location.reload();
  if (!(options.statuses ?? [200]).includes(response.status)) throw new AnswerError(`${response.status} ${text}`);
  return JSON.parse(text, options.reviver) as Answer;
}

/** Keeps integers that a number cannot hold, where the browser shows their digits. */
function exactInteger(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
}

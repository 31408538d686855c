/**
 * Routes about the service's state: `/health` for people and probes, `/metrics` for Prometheus. Every process has them.
 */

import { type Context, Hono } from "hono";
import type { DirectAnswer, DirectHandler } from "../http/direct.ts";
import { senderOf } from "../http/sender-of.ts";
import { ownTurn } from "../telemetry/turns.ts";
import { answerParameterError, neverCached } from "./answers.ts";
import type { ClusterReport } from "./cluster-report.ts";
import { adviceFor, type HealthReport, healthState, type ListAsked } from "./health.ts";
import { METRICS_TYPE } from "./metrics.ts";
import { integer, word } from "./parameters.ts";
import { EVERYBODY, type Viewer } from "./viewer.ts";

export interface HealthApiParts {
  readonly health: (list?: ListAsked) => HealthReport;
  /** The report of all nodes; undefined outside a cluster. */
  readonly cluster?: () => Promise<ClusterReport> | undefined;
  readonly metrics?: { metrics(): Promise<string> };
  /** What the sender of `request` may see; absent: no access control. */
  readonly viewer?: (request: object) => Viewer;
}

type Probe = (typeof PROBES)[number];

const PROBES = ["report", "live", "ready"] as const;
/** Frequent requests of probes. */
const DIRECT: ReadonlyMap<string, Probe | "metrics"> = new Map([
  ["/health", "report"],
  ["/health?probe=live", "live"],
  ["/health?probe=ready", "ready"],
  ["/metrics", "metrics"],
] as const);
/** Maximum number of devices on one page. */
const MAX_LISTED = 2000;
const COMMON = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/** The same answers without hono: a service that is only monitored need not load it. */
export function directHealth(parts: HealthApiParts): DirectHandler {
  return (request) => {
    const asked = request.method === "GET" ? DIRECT.get(request.url ?? "") : undefined;
    if (asked === "metrics") return parts.metrics && metricsAnswer(parts.metrics);
    return asked && healthAnswer(parts, asked, request);
  };
}

export function healthApi(parts: HealthApiParts): Hono {
  const api = new Hono();
  for (const path of ["/health", "/metrics"]) api.use(path, neverCached);
  api.get("/health", (context) => readHealth(parts, context));
  api.get("/metrics", (context) => readMetrics(parts, context));
  api.onError(answerParameterError);
  return api;
}

async function readHealth(parts: HealthApiParts, context: Context): Promise<Response> {
  const query = new URL(context.req.url).searchParams;
  const probe = word(query, "probe", PROBES);
  if (probe !== "live" && word(query, "scope", ["node", "cluster"]) === "cluster") return readCluster(parts, context);
  return respond(context, await healthAnswer(parts, probe, senderOf(context), listOf(query)));
}

function listOf(query: URLSearchParams): ListAsked {
  const after = integer(query, "after", { min: 0, max: Number.MAX_SAFE_INTEGER });
  const limit = integer(query, "limit", { min: 1, max: MAX_LISTED });
  const search = query.get("search");
  return {
    ...(after !== undefined && { after }),
    ...(limit !== undefined && { limit }),
    ...(search !== null && { search }),
  };
}

async function healthAnswer(
  parts: HealthApiParts,
  probe: Probe,
  request: object,
  list?: ListAsked,
): Promise<DirectAnswer> {
  // Any answer shows that the process is alive.
  if (probe === "live") return text(200, "live");
  if (probe === "report") await ownTurn();
  const report = parts.health(probe === "ready" ? { limit: 0 } : list);
  const state = healthState(report);
  const status = report.ready && state !== "down" ? 200 : 503;
  if (probe === "ready") return text(status, status === 200 ? "ready" : "not ready");
  const viewer = parts.viewer?.(request) ?? EVERYBODY;
  if (!viewer.isKnown) return json(status, { state, ready: report.ready });
  const visible = report.channels.filter(({ name }) => viewer.mayReadChannel(name));
  const channels = visible.map((channel) =>
    channel.lastError === undefined
      ? channel
      : { ...channel, lastError: { ...channel.lastError, advice: adviceFor(channel.lastError.code) } },
  );
  // Warnings may name devices of any realm.
  const warnings = viewer.mayReadAll ? report.warnings : [];
  return json(status, { state, ...report, channels, warnings });
}

function text(status: number, body: string): DirectAnswer {
  return { status, headers: { ...COMMON, "Content-Type": "text/plain; charset=UTF-8" }, body };
}

function json(status: number, body: object): DirectAnswer {
  return { status, headers: { ...COMMON, "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function respond(context: Context, { status, headers, body }: DirectAnswer): Response {
  return context.body(body ?? "", status as 200, headers);
}

async function readCluster({ cluster, viewer }: HealthApiParts, context: Context): Promise<Response> {
  if (!(viewer?.(senderOf(context)) ?? EVERYBODY).mayReadAll)
    return context.text("The nodes are visible only to users who may read everything", 403);
  const report = cluster?.();
  if (report === undefined) return context.text("This is one process; a cluster has [cluster] url", 404);
  try {
    return context.json(await report);
  } catch (error) {
    return context.text(`The cluster's servers do not answer: ${(error as Error).message}`, 503);
  }
}

async function readMetrics({ metrics }: HealthApiParts, context: Context): Promise<Response> {
  return metrics === undefined ? context.notFound() : respond(context, await metricsAnswer(metrics));
}

async function metricsAnswer(metrics: NonNullable<HealthApiParts["metrics"]>): Promise<DirectAnswer> {
  await ownTurn();
  return { status: 200, headers: { ...COMMON, "Content-Type": METRICS_TYPE }, body: await metrics.metrics() };
}

/** Routes that tell how the service is: `/health` for people and probes, `/metrics` for Prometheus. Every process has them. */

import { type Context, Hono } from "hono";
import { answerParameterError, neverCached } from "./answers.ts";
import type { ClusterReport } from "./cluster-report.ts";
import { adviceFor, type HealthReport, healthState } from "./health.ts";
import { METRICS_TYPE } from "./metrics.ts";
import { word } from "./parameters.ts";
import { EVERYBODY, type Viewer } from "./viewer.ts";

export interface HealthApiParts {
  readonly health: () => HealthReport;
  /** Of all nodes; gives nothing where there is one process. */
  readonly cluster?: () => Promise<ClusterReport> | undefined;
  readonly metrics?: { metrics(): Promise<string> };
  /** What whoever sent `request` may see; absent: everybody may see all. */
  readonly viewer?: (request: Request) => Viewer;
}

export function healthApi(parts: HealthApiParts): Hono {
  const api = new Hono();
  for (const path of ["/health", "/metrics"]) api.use(path, neverCached);
  api.get("/health", (context) => readHealth(parts, context));
  api.get("/metrics", (context) => readMetrics(parts, context));
  api.onError(answerParameterError);
  return api;
}

function readHealth(parts: HealthApiParts, context: Context): Response | Promise<Response> {
  const probe = word(new URL(context.req.url).searchParams, "probe", ["report", "live", "ready"]);
  // Whoever answers is alive.
  if (probe === "live") return context.text("live");
  if (word(new URL(context.req.url).searchParams, "scope", ["node", "cluster"]) === "cluster") {
    return readCluster(parts, context);
  }
  const report = parts.health();
  const state = healthState(report);
  const status = report.ready && state !== "down" ? 200 : 503;
  if (probe === "ready") return context.text(status === 200 ? "ready" : "not ready", status);
  const viewer = parts.viewer?.(context.req.raw) ?? EVERYBODY;
  if (!viewer.isKnown) return context.json({ state, ready: report.ready }, status);
  const visible = report.channels.filter(({ name }) => viewer.mayReadChannel(name));
  const channels = visible.map((channel) =>
    channel.lastError === undefined
      ? channel
      : { ...channel, lastError: { ...channel.lastError, advice: adviceFor(channel.lastError.code) } },
  );
  // Warnings name devices of any realm.
  const warnings = viewer.mayReadAll ? report.warnings : [];
  return context.json({ state, ...report, channels, warnings }, status);
}

async function readCluster({ cluster, viewer }: HealthApiParts, context: Context): Promise<Response> {
  if (!(viewer?.(context.req.raw) ?? EVERYBODY).mayReadAll)
    return context.text("Nodes are shown to those who may read everything", 403);
  const report = cluster?.();
  if (report === undefined) return context.text("This is one process; a cluster has [cluster] url", 404);
  try {
    return context.json(await report);
  } catch (error) {
    return context.text(`The cluster's servers do not answer: ${(error as Error).message}`, 503);
  }
}

async function readMetrics(parts: HealthApiParts, context: Context): Promise<Response> {
  if (parts.metrics === undefined) return context.notFound();
  const text = await parts.metrics.metrics();
  return context.body(text, 200, { "Content-Type": METRICS_TYPE });
}

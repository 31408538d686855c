/**
 * Routes about the service's state: `/health` for people and probes, `/metrics` for Prometheus. Every process has them.
 */

import type { Context, Hono } from "hono";
import { type Caller, type Callers, EVERYBODY } from "../http/caller.ts";
import { withText } from "../http/condensed.ts";
import type { DirectAnswer, DirectHandler } from "../http/direct.ts";
import { count, integer, oneOf, word } from "../http/parameters.ts";
import { type Grant, OPEN, USERS } from "../http/permission.ts";
import { type Route, routed } from "../http/route.ts";
import { ANYTHING, either, INTEGER, listOf, mapOf, NUMBER, record, TEXT, TIME, TRUTH, words } from "../http/schema.ts";
import { ownTurn } from "../lib/turns.ts";
import type { ClusterReport } from "../model/cluster-report.ts";
import { ChangeNumbers, SINCE } from "./change-numbers.ts";
import { JSON_TYPE, limit, SEARCH } from "./common-parameters.ts";
import { adviceFor, type ChannelListQuery, DEFAULT_LISTED, type HealthReport, healthState } from "./health.ts";
import { METRICS_TYPE } from "./metrics.ts";

export interface HealthApiOptions extends Callers {
  readonly health: (list?: ChannelListQuery) => HealthReport;
  /** The report of all nodes; undefined outside a cluster. */
  readonly cluster?: () => Promise<ClusterReport> | undefined;
  readonly metrics?: { metrics(): Promise<string> };
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
const COMMON = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/** The same answers without hono: a service that is only monitored need not load it. */
export function directHealth(parts: HealthApiOptions): DirectHandler {
  return (request) => {
    const direct = request.method === "GET" ? DIRECT.get(request.url ?? "") : undefined;
    const caller = parts.caller?.(request) ?? EVERYBODY;
    if (direct === "metrics") return parts.metrics && caller.isKnown ? metricsAnswer(parts.metrics) : undefined;
    return direct && healthAnswer(parts, direct, caller);
  };
}

const PROBE = oneOf("probe", "For probes: only whether it lives, or is ready", PROBES, "ready");
const NODES_HIDDEN = "The nodes are visible only to users who may read everything";
const SCOPE = oneOf("scope", "`node`: this process; `cluster`: all nodes of one", ["node", "cluster"]);
const AFTER = count("after", "`next` of the page before", 1000, { minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Who may not read every channel gets all of theirs: rights may have grown meanwhile. */
const CHANGES = new ChangeNumbers();
/** Devices on one page. */
const LISTED = limit(2000, DEFAULT_LISTED);
const STATE = words("ok", "degraded", "down");
const PART = record({
  state: STATE,
  detail: TEXT,
  "lastError?": record({ message: TEXT, time: TIME }),
  "lastSuccess?": TIME,
  "counts?": mapOf(NUMBER),
  "bounds?": ANYTHING,
});
const CHANNEL = record({
  source: TEXT,
  name: TEXT,
  received: INTEGER,
  decoded: INTEGER,
  rejected: mapOf(INTEGER),
  "lengthByteDiffers?": INTEGER,
  "missing?": INTEGER,
  "unusedTimes?": INTEGER,
  "unusedTime?": TEXT,
  "unsetClocks?": INTEGER,
  "unsetClock?": TEXT,
  "structs?": INTEGER,
  "replaced?": INTEGER,
  "senders?": ANYTHING,
  "lastSeen?": TIME,
  "lastError?": record({ message: TEXT, code: TEXT, time: TIME, "advice?": TEXT }),
  "udpPort?": INTEGER,
  "advice?": TEXT,
});
/** Without credentials only `state`, `ready` and what InfluxDB's clients look for. */
const REPORT = record({
  state: STATE,
  ready: TRUTH,
  name: TEXT,
  status: words("pass", "fail"),
  message: STATE,
  "version?": TEXT,
  "commit?": TEXT,
  "zones?": TEXT,
  "codecs?": TEXT,
  "startedAt?": TIME,
  "parts?": mapOf(PART),
  "channels?": listOf(CHANNEL),
  "change?": TEXT,
  "next?": INTEGER,
  "warnings?": listOf(TEXT),
});
const NODE = record({
  node: TEXT,
  "number?": INTEGER,
  role: TEXT,
  version: TEXT,
  host: TEXT,
  url: TEXT,
  state: words("ok", "degraded", "down", "away"),
  waiting: INTEGER,
  deadLetters: INTEGER,
  silentSeconds: NUMBER,
});
const CLUSTER = record({
  name: TEXT,
  nodes: listOf(NODE),
  log: record({
    frames: INTEGER,
    bytes: INTEGER,
    replicas: INTEGER,
    partitions: INTEGER,
    lag: listOf(record({ partition: INTEGER, frames: INTEGER, oldestSeconds: NUMBER })),
    refused: INTEGER,
    deadLetters: INTEGER,
  }),
});
const ROUTES: readonly Route<HealthApiOptions>[] = [
  {
    method: "get",
    path: "/health",
    summary: "The state of the service and of each part",
    answer: either(REPORT, CLUSTER),
    sameAt: [503],
    parameters: [PROBE, SCOPE, SINCE, LISTED, AFTER, SEARCH],
    answers: [JSON_TYPE, "text/plain"],
    errors: [404, 503],
    may: {
      who: `${OPEN.who}; users see the parts, and channels that they may read; those who may read everything see texts, warnings, and the nodes of a cluster`,
      kind: "open",
      errors: [403],
      objection: (context, _parts, caller) => {
        const query = new URL(context.req.url).searchParams;
        const isOfNodes = word(query, PROBE) !== "live" && word(query, SCOPE) === "cluster";
        return isOfNodes && !caller.mayAll("read") ? context.text(NODES_HIDDEN, 403) : undefined;
      },
    },
    condensed: true,
    handle: readHealth,
  },
  {
    method: "get",
    path: "/ready",
    summary: "Answers clients of InfluxDB 2 that ask whether a server is ready",
    answer: record({ status: words("ready", "not ready"), started: TIME, up: TEXT }),
    sameAt: [503],
    answers: [JSON_TYPE],
    errors: [503],
    may: USERS,
    handle: readReady,
  },
  {
    method: "get",
    path: "/metrics",
    summary: "Metrics for Prometheus",
    answers: ["text/plain"],
    errors: [404],
    may: USERS,
    handle: readMetrics,
  },
];

export function healthApi(parts: HealthApiOptions): Hono {
  return routed(ROUTES, parts);
}

async function readHealth(context: Context, parts: HealthApiOptions, { caller }: Grant): Promise<Response> {
  const query = new URL(context.req.url).searchParams;
  const probe = word(query, PROBE);
  if (probe !== "live" && word(query, SCOPE) === "cluster") return readCluster(parts, context);
  return respond(context, await healthAnswer(parts, probe, caller, pageQuery(query, caller)));
}

function pageQuery(query: URLSearchParams, caller: Caller): ChannelListQuery {
  const after = integer(query, AFTER);
  const since = caller.mayAll("read") ? CHANGES.read(query.get("since"), "") : undefined;
  const search = query.get("search");
  return {
    limit: integer(query, LISTED),
    ...(after !== undefined && { after }),
    ...(since !== undefined && { since }),
    ...(search !== null && { search }),
  };
}

async function healthAnswer(
  parts: HealthApiOptions,
  probe: Probe,
  caller: Caller,
  list?: ChannelListQuery,
): Promise<DirectAnswer> {
  // Any answer shows that the process is alive.
  if (probe === "live") return text(200, "live");
  if (probe === "report") await ownTurn();
  const report = parts.health(probe === "ready" ? { limit: 0 } : list);
  const state = healthState(report);
  const status = report.ready && state !== "down" ? 200 : 503;
  if (probe === "ready") return text(status, status === 200 ? "ready" : "not ready");
  const forClients = { name: "structline", status: status === 200 ? "pass" : "fail", message: state };
  if (!caller.isKnown) return json(status, { state, ready: report.ready, ...forClients });
  const visible = report.channels.filter(({ name }) => caller.mayReadChannel(name));
  const channels = visible.map((channel) =>
    channel.lastError === undefined
      ? channel
      : { ...channel, lastError: { ...channel.lastError, advice: adviceFor(channel.lastError.code) } },
  );
  // Warnings and texts of parts may name channels and devices of any realm.
  const own = caller.mayAll("read")
    ? { change: CHANGES.written(report.change, "") }
    : { change: undefined, parts: withoutTexts(report.parts), warnings: [] };
  return json(status, { state, ...report, ...forClients, channels, ...own });
}

/** [seen with InfluxDB 2.7: `ready()` of its clients] */
function readReady(context: Context, parts: HealthApiOptions): Response {
  const report = parts.health({ limit: 0 });
  const isReady = report.ready && healthState(report) !== "down";
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(report.startedAt)) / 1000));
  const body = { status: isReady ? "ready" : "not ready", started: report.startedAt, up: `${seconds}s` };
  return respond(context, json(isReady ? 200 : 503, body));
}

function withoutTexts(parts: HealthReport["parts"]): HealthReport["parts"] {
  const detail = "visible to users who may read everything";
  return Object.fromEntries(
    Object.entries(parts).map(([name, { lastError: _, ...part }]) => [name, { ...part, detail }]),
  );
}

function text(status: number, body: string): DirectAnswer {
  return { status, headers: { ...COMMON, "Content-Type": "text/plain; charset=UTF-8" }, body };
}

function json(status: number, body: object): DirectAnswer {
  return { status, headers: { ...COMMON, "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function respond(context: Context, { status, headers, body }: DirectAnswer): Response {
  return withText(context.body(body ?? "", status as 200, headers), body ?? "");
}

async function readCluster({ cluster }: HealthApiOptions, context: Context): Promise<Response> {
  const report = cluster?.();
  if (report === undefined) return context.text("This is one process; a cluster has [cluster] url", 404);
  try {
    return context.json(await report);
  } catch (error) {
    return context.text(`The cluster's servers do not answer: ${(error as Error).message}`, 503);
  }
}

async function readMetrics(context: Context, { metrics }: HealthApiOptions): Promise<Response> {
  return metrics === undefined ? context.notFound() : respond(context, await metricsAnswer(metrics));
}

async function metricsAnswer(metrics: NonNullable<HealthApiOptions["metrics"]>): Promise<DirectAnswer> {
  await ownTurn();
  return { status: 200, headers: { ...COMMON, "Content-Type": METRICS_TYPE }, body: await metrics.metrics() };
}

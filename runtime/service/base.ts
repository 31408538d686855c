/**
 * The parts that every process of the service has, whatever its roles: channels, access control, the bus, the HTTP
 * server.
 */

import { type Context, Hono } from "hono";
import { HealthReporter } from "../api/health-reporter.ts";
import { RecentErrors } from "../api/recent-errors.ts";
import type { ReloadOutcome } from "../api/reload-api.ts";
import type { AccessControl } from "../auth/access-control.ts";
import { ACCESS_COUNTERS } from "../auth/counters.ts";
import { configuredRealms, RealmMap } from "../auth/realm-map.ts";
import { combineBuses } from "../bus/combined-bus.ts";
import { BUS_COUNTERS } from "../bus/counters.ts";
import { EmbeddedRouter } from "../bus/embedded-router.ts";
import { Viewers } from "../bus/viewers.ts";
import { loadCodecs } from "../channels/load-codecs.ts";
import { COMMIT } from "../config/program.ts";
import { type Callers, callerOf, incomingOf } from "../http/caller.ts";
import { isLoopback } from "../http/client-address.ts";
import type { DirectHandler } from "../http/direct.ts";
import { basePathGuard, type Guard, hostGuard, inOrder, originGuard } from "../http/guard.ts";
import { HttpEndpoint } from "../http/http-endpoint.ts";
import { listenHttp, type UpgradeHandler } from "../http/http-listener.ts";
import { answerOptions } from "../http/route.ts";
import { Activity } from "../intake/activity.ts";
import { LearnedUnits } from "../intake/learned-units.ts";
import { ClockJumps, jumpSentence } from "../journal/clock-jumps.ts";
import { Events } from "../lib/events.ts";
import type { Log } from "../lib/log.ts";
import { type TellBound, tellIn } from "../model/bounds.ts";
import type { Bus } from "../model/bus.ts";
import { Clock } from "../model/clock.ts";
import { Descriptors } from "../model/descriptors.ts";
import type { Provided } from "../model/provided.ts";
import type { ServiceEvents } from "../model/service-events.ts";
import type { OpenPart } from "../parts/part-kind.ts";
import { PARTS } from "../parts/parts.ts";
import type { Settings } from "../settings/settings.ts";
import { HTTP_SERVER_OPTIONS } from "../sources/http/http-source.ts";
import { isDatabaseAway } from "../store/database-away.ts";
import { InForce } from "./in-force.ts";
import type { Parts } from "./running-parts.ts";

export interface BaseOptions {
  readonly log: Log;
  readonly version: string;
  /** Called, with one sentence why, when the process can no longer work and must be stopped. */
  readonly onFailed: (reason: string) => void;
}

/** The configuration, in its two ages. */
export interface Configured {
  /** The settings at the start, for what a reload does not change. */
  readonly started: Settings;
  readonly inForce: InForce;
}

/** Who may do what. */
export interface Access {
  /** Absent: everybody may do everything. */
  readonly access: AccessControl | undefined;
  /** For routes. */
  readonly callers: Callers;
  /** The realm of a database, whose budgets it uses. */
  readonly realmOf: (database: string) => string;
}

/** The one HTTP server. */
export interface Front {
  /** Routes, behind the guards. */
  readonly app: Hono;
  readonly endpoint: HttpEndpoint;
}

/** Where live values go. */
export interface Buses {
  readonly bus: Bus;
  readonly viewers: Viewers;
}

/** What the process notes of itself, for health, metrics and the page. */
export interface Notes {
  readonly health: HealthReporter;
  readonly activity: Activity;
  readonly recentErrors: RecentErrors;
  /** Changes of the system clock. */
  readonly jumps: ClockJumps;
}

/** How parts work together without knowing each other. */
export interface Joints {
  readonly events: Events<ServiceEvents>;
  readonly provided: Provided;
  /** In the order of the list. */
  readonly openedParts: readonly { readonly name: string; readonly open: OpenPart }[];
  /** Units that tables named. */
  readonly units: LearnedUnits;
}

export interface Base extends BaseOptions, Configured, Access, Front, Buses, Notes, Joints {
  readonly clock: Clock;
  readonly parts: Parts;
  /** Reads the configuration again; absent until the service has started. */
  readonly reloading: { now?: () => Promise<ReloadOutcome> };
}

/** @throws Error with one sentence for the operator; by then `parts` has everything that must be closed */
export async function openBase(started: Settings, options: BaseOptions, parts: Parts): Promise<Base> {
  const { log, version } = options;
  const inForce = new InForce({ settings: started, codecs: await loadCodecs(started) });
  const jumps = new ClockJumps();
  const events = new Events<ServiceEvents>();
  const clock = openClock(started, { jumps, events, log, parts });
  const activity = new Activity((message) => inForce.now.of(message).addressOf(message));
  const descriptors = new Descriptors(log);
  const provided: Provided = {};
  const access = await accessOf({ started, inForce, provided, log, clock });
  const openedParts = PARTS.flatMap(({ name, open }) => {
    const opened = open?.(() => inForce.settings.parts[name]);
    return opened === undefined ? [] : [{ name, open: opened }];
  });
  const buses = await busesOf(started, access, openedParts, tellIn(log));
  parts.add(
    { name: "descriptors", status: () => descriptors.status(), close: () => descriptors.stop() },
    ...(access === undefined
      ? []
      : [{ name: ACCESS_COUNTERS.part, status: () => access.status(), close: () => access.close() }]),
    { name: BUS_COUNTERS.part, status: () => buses.bus.status(), close: () => buses.bus.close() },
  );
  const app = emptyApp(log);
  if (access !== undefined) app.route("/", access.gate.routes());
  const health = new HealthReporter({
    version,
    commit: COMMIT,
    inForce,
    clock,
    jumps,
    activity,
    parts,
  });
  const onUpgrade: UpgradeHandler = (...upgrade) => buses.viewers.handleUpgrade(...upgrade);
  const endpoint = endpointOf(started, app, access, onUpgrade, log);
  const realmOf = realmFinder(inForce);
  return {
    ...options,
    started,
    inForce,
    clock,
    parts,
    access,
    callers: callersOf(access),
    realmOf,
    app,
    endpoint,
    ...buses,
    health,
    activity,
    recentErrors: new RecentErrors(),
    jumps,
    events,
    provided,
    openedParts,
    units: new LearnedUnits(realmOf),
    reloading: {},
  };
}

/** How often the system clock is checked while no message arrives, ms. */
const LOOK_AT_CLOCK_MS = 250;

function openClock(
  { cluster }: Settings,
  { jumps, events, log, parts }: Pick<Base, "jumps" | "events" | "log" | "parts">,
): Clock {
  const clock = new Clock({ nodes: cluster?.nodes ?? 1 });
  clock.onJump((jump) => {
    log.warn({ event: "clock.jumped" }, jumpSentence(jump));
    void jumps.add(jump); // The part reports its own errors.
    events.emit("jumped", jump.byNs);
  });
  const timer = setInterval(() => clock.look(), LOOK_AT_CLOCK_MS).unref();
  const close = () => {
    clearInterval(timer);
    return jumps.settled();
  };
  parts.add({ name: "clock", close });
  return clock;
}

async function accessOf(
  base: Pick<Base, "started" | "inForce" | "provided" | "log" | "clock">,
): Promise<AccessControl | undefined> {
  const { started, inForce, provided, log, clock } = base;
  const { usersFile } = started.auth;
  if (usersFile === undefined) return undefined;
  const { openAccessControl } = await import("../auth/access-control.ts");
  const { RightBefore } = await import("../auth/right-before.ts");
  const problem = (sentence: string) => log.warn({ event: "auth.right-before" }, sentence);
  return openAccessControl({
    usersFile,
    settings: () => inForce.settings,
    addressing: inForce.now.addressing,
    published: () => provided.publishedChannels?.() ?? [],
    peer: (context) => incomingOf(context)?.socket.remoteAddress ?? "",
    log,
    wallMs: () => Number(clock.nowNs() / 1_000_000n),
    rightBefore: await RightBefore.open(`${started.journal.directory}/credentials.json`, problem),
  });
}

function realmFinder(inForce: InForce): (database: string) => string {
  let of: Settings | undefined;
  let realms = new RealmMap([]);
  return (database) => {
    const { settings } = inForce;
    if (settings !== of) realms = new RealmMap(configuredRealms(settings));
    of = settings;
    return realms.ownerOf(database);
  };
}

function callersOf(access: AccessControl | undefined): Callers {
  const callers = access === undefined ? {} : { caller: access.caller };
  const client = (context: Context) =>
    callerOf(context, callers).credential?.user ?? incomingOf(context)?.socket.remoteAddress ?? "";
  return { ...callers, client };
}

/** The guards in their order. */
function guardsOf({ auth, http }: Settings, access: AccessControl | undefined): Guard {
  // Without users, on loopback only, accept only known names: another name could be a DNS rebinding attack.
  const isPrivate = auth.usersFile === undefined && isLoopback(http.listen.host);
  return inOrder([
    basePathGuard(http.basePath),
    hostGuard(isPrivate ? (http.hosts ?? []) : undefined),
    originGuard(http.corsOrigins),
    ...(access === undefined ? [] : [access.gate.guard]),
  ]);
}

/** The page receives live values from the router at /ws, even with an external one. */
async function busesOf(
  { wamp }: Settings,
  access: AccessControl | undefined,
  openedParts: Joints["openedParts"],
  tell: TellBound,
): Promise<Buses> {
  const router = new EmbeddedRouter({ realm: wamp.realm, tell, ...(access && { authentication: access.wamp }) });
  const viewers = new Viewers(router);
  const others: Bus[] = [];
  for (const { open } of openedParts) {
    const bus = await open.bus?.(wamp.realm);
    if (bus !== undefined) others.push(bus);
  }
  return { viewers, bus: combineBuses([viewers, ...others]) };
}

const FAILED = "Internal error; the log has details";
const NOT_STORED = "Not stored: the disk is full or cannot be written; the log has details";
const UNREADABLE = "The disk cannot be read or written; the log has details";
const AWAY = "The database does not answer; /health says more";
// In the words of Node, DuckDB and the system: no defects of ours, and the request may be repeated.
const UNREADABLE_DISK = /\bEIO\b|Input\/output error/;
const OF_THE_DISK = /\bE(NOSPC|DQUOT|ROFS)\b|No space left on device|Disk quota exceeded|Read-only file system/;

function emptyApp(log: Log): Hono {
  const app = new Hono();
  app.notFound((context) => answerOptions(app, context));
  app.onError((error, context) => {
    if (OF_THE_DISK.test(error.message)) {
      log.warn({ event: "http.not-stored", path: context.req.path }, `${context.req.method}: ${error.message}`);
      return context.text(NOT_STORED, 503);
    }
    if (UNREADABLE_DISK.test(error.message)) {
      log.error({ event: "http.failed", path: context.req.path }, `${context.req.method}: ${error.message}`);
      return context.text(UNREADABLE, 503);
    }
    // The store itself logs that its database is away; each request would repeat it.
    if (isDatabaseAway(error)) return context.text(AWAY, 503);
    log.error({ event: "http.failed", path: context.req.path }, `${context.req.method}: ${error.message}`);
    return context.text(FAILED, 500);
  });
  return app;
}

function endpointOf(
  settings: Settings,
  app: Hono,
  access: AccessControl | undefined,
  onUpgrade: UpgradeHandler,
  log: Log,
): HttpEndpoint {
  const guard = guardsOf(settings, access);
  const given = {
    onUpgrade,
    limits: HTTP_SERVER_OPTIONS,
    log,
    guard,
    admission: access?.gate,
  };
  return new HttpEndpoint((direct) => listenHttp(settings.http, app, { ...given, direct: safe(direct, log) }));
}

function safe(direct: DirectHandler, log: Log): DirectHandler {
  return (request) =>
    direct(request)?.catch((error: Error) => {
      log.error({ event: "http.failed", path: request.url }, `${request.method}: ${error.message}`);
      return { status: 500, headers: { "Content-Type": "text/plain; charset=utf-8" }, body: FAILED };
    });
}

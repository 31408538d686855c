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
import { exposures } from "../auth/exposure.ts";
import { configuredRealms, RealmMap } from "../auth/realm-map.ts";
import { combineBuses } from "../bus/combined-bus.ts";
import { BUS_COUNTERS } from "../bus/counters.ts";
import { EmbeddedRouter } from "../bus/embedded-router.ts";
import { openExternalBus } from "../bus/external-bus.ts";
import { Viewers } from "../bus/viewers.ts";
import { codecsHash, loadCodecs } from "../channels/load-codecs.ts";
import type { ClusterSettings } from "../cluster/keys.ts";
import type { LiveBus } from "../cluster/live.ts";
import { clusterNames } from "../cluster/names.ts";
import { COMMIT } from "../config/program.ts";
import { type Callers, callerOf, incomingOf } from "../http/caller.ts";
import { isLoopback } from "../http/client-address.ts";
import type { DirectHandler } from "../http/direct.ts";
import { basePathGuard, type Guard, hostGuard, inOrder, originGuard } from "../http/guard.ts";
import { HttpEndpoint } from "../http/http-endpoint.ts";
import { listenHttp, type UpgradeHandler } from "../http/http-listener.ts";
import { answerOptions } from "../http/route.ts";
import { Activity } from "../intake/activity.ts";
import type { Addressing } from "../intake/addressing.ts";
import { epochOf } from "../intake/decoding-epoch.ts";
import { LearnedUnits } from "../intake/learned-units.ts";
import { ClockJumps, jumpSentence } from "../journal/clock-jumps.ts";
import { Events } from "../lib/events.ts";
import type { Log } from "../lib/log.ts";
import { Clock } from "../model/clock.ts";
import { Descriptors } from "../model/descriptors.ts";
import { NameCollisions } from "../model/name-collisions.ts";
import type { Provided } from "../model/provided.ts";
import type { ServiceEvents } from "../model/service-events.ts";
import { PARTS } from "../parts/parts.ts";
import type { Settings } from "../settings/settings.ts";
import { HTTP_SERVER_OPTIONS } from "../sources/http/http-source.ts";
import type { Configuration } from "../sources/source.ts";
import { UdpChannels } from "../sources/udp/udp-channels.ts";
import { isDatabaseAway } from "../store/database-away.ts";
import { kindsOf } from "./message-kinds.ts";
import type { Parts } from "./running-parts.ts";

export interface BaseOptions {
  readonly log: Log;
  readonly version: string;
  /** Called, with one sentence why, when the process can no longer work and must be stopped. */
  readonly onFailed: (reason: string) => void;
}

interface Current {
  /** The keys that a reload applies, as last read; all other keys as of the start. */
  configuration: Configuration<Settings>;
  codecsHash: string | undefined;
  /** A sentence for each changed key that takes effect at the next start. */
  restarts: readonly string[];
}

export type Base = Readonly<Awaited<ReturnType<typeof openBase>>>;

/** @throws Error with one sentence for the operator; by then `parts` has everything that must be closed */
export async function openBase(settings: Settings, options: BaseOptions, parts: Parts) {
  const { log, version } = options;
  const codecs = await loadCodecs(settings);
  const current: Current = {
    configuration: { settings, codecs },
    codecsHash: codecsHash(settings),
    restarts: [],
  };
  const jumps = new ClockJumps();
  const clock = openClock(settings, jumps, options.log, parts);
  const { channels, collisions, decoding, activity } = decodingOf(settings, codecs);
  const descriptors = new Descriptors(log);
  const provided: Provided = {};
  const realmOf = realmFinder(() => current.configuration.settings);
  const { addressing } = decoding.now;
  const access = await accessOf({ settings, current, provided, log, clock, addressing });
  for (const exposure of exposures(settings)) log.warn({ event: "auth.exposed" }, exposure);
  const { viewers, live, bus } = await busesOf(settings, access);
  parts.add(
    { name: "descriptors", status: () => descriptors.status(), close: () => descriptors.stop() },
    ...(access === undefined
      ? []
      : [{ name: ACCESS_COUNTERS.part, status: () => access.status(), close: () => access.close() }]),
    { name: BUS_COUNTERS.part, status: () => bus.status(), close: () => bus.close() },
  );
  const app = emptyApp(log);
  if (access !== undefined) app.route("/", access.gate.routes());
  const health = new HealthReporter({
    version,
    commit: COMMIT,
    codecs: () => current.codecsHash,
    clock,
    jumps,
    restarts: () => current.restarts,
    collisions,
    activity,
    channels,
    parts,
  });
  const onUpgrade: UpgradeHandler = (...upgrade) => viewers.handleUpgrade(...upgrade);
  const endpoint = endpointOf(settings, app, access, onUpgrade, log);
  return {
    ...options,
    /** Settings at the start. */
    settings,
    current,
    parts,
    clock,
    jumps,
    collisions,
    channels,
    /** The epoch that decodes new messages. Only `reload.ts` replaces it. */
    decoding,
    activity,
    /** Units that tables named. */
    units: new LearnedUnits(),
    recentErrors: new RecentErrors(),
    access,
    /** The realm of a database, whose budgets it uses. */
    realmOf,
    /** For routes. */
    callers: callersOf(access),
    events: new Events<ServiceEvents>(),
    provided,
    /** In the order of the list. */
    openedParts: PARTS.flatMap(({ name, open }) => {
      const opened = open?.(() => current.configuration.settings.parts[name]);
      return opened === undefined ? [] : [{ name, open: opened }];
    }),
    viewers,
    bus,
    /** Live events of other nodes. */
    live,
    /** Routes of the one HTTP server, behind the guards. */
    app,
    endpoint,
    health,
    /** Reads the configuration again; absent until the service has started. */
    reloading: {} as { now?: () => Promise<ReloadOutcome> },
  };
}

/** How often the system clock is checked while no message arrives, ms. */
const LOOK_AT_CLOCK_MS = 250;

function openClock({ cluster }: Settings, jumps: ClockJumps, log: Log, parts: Parts): Clock {
  const clock = new Clock({ nodes: cluster?.nodes ?? 1 });
  clock.onJump((jump) => {
    log.warn({ event: "clock.jumped" }, jumpSentence(jump));
    void jumps.add(jump); // The part reports its own errors.
  });
  const timer = setInterval(() => clock.look(), LOOK_AT_CLOCK_MS).unref();
  const close = () => {
    clearInterval(timer);
    return jumps.settled();
  };
  parts.add({ name: "clock", close });
  return clock;
}

async function liveBus({ name }: ClusterSettings): Promise<LiveBus> {
  const { LiveBus } = await import("../cluster/live.ts");
  return new LiveBus(clusterNames(name));
}

interface AccessParts {
  readonly settings: Settings;
  readonly current: Current;
  readonly provided: Provided;
  readonly log: Log;
  readonly clock: Clock;
  readonly addressing: Addressing;
}

async function accessOf(parts: AccessParts): Promise<AccessControl | undefined> {
  const { settings, current, provided, log, clock, addressing } = parts;
  const { usersFile } = settings.auth;
  if (usersFile === undefined) return undefined;
  const { openAccessControl } = await import("../auth/access-control.ts");
  const { RightBefore } = await import("../auth/right-before.ts");
  const problem = (sentence: string) => log.warn({ event: "auth.right-before" }, sentence);
  return openAccessControl({
    usersFile,
    settings: () => current.configuration.settings,
    addressing,
    published: () => provided.publishedChannels?.() ?? [],
    peer: (context) => incomingOf(context)?.socket.remoteAddress ?? "",
    log,
    wallMs: () => Number(clock.nowNs() / 1_000_000n),
    rightBefore: await RightBefore.open(`${settings.journal.directory}/credentials.json`, problem),
  });
}

function realmFinder(current: () => Settings): (database: string) => string {
  let of: Settings | undefined;
  let realms = new RealmMap([]);
  return (database) => {
    const settings = current();
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

function decodingOf(settings: Settings, codecs: Configuration["codecs"]) {
  const collisions = new NameCollisions();
  const channels = new UdpChannels(collisions);
  const epoch = epochOf(settings, codecs);
  channels.declare(settings.channels, epoch);
  const decoding = { now: kindsOf(epoch, collisions) };
  const activity = new Activity((message) => decoding.now.of(message).addressOf(message));
  return { channels, collisions, decoding, activity };
}

/** The page receives live values from the router at /ws, even with an external one. */
async function busesOf({ cluster, wamp }: Settings, access: AccessControl | undefined) {
  const router = new EmbeddedRouter({ realm: wamp.realm, ...(access && { authentication: access.wamp }) });
  const viewers = new Viewers(router);
  const live = cluster && (await liveBus(cluster));
  const external = wamp.url === undefined ? [] : [openExternalBus({ url: wamp.url, realm: wamp.realm })];
  return { viewers, live, bus: combineBuses([viewers, ...(live ? [live] : []), ...external]) };
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

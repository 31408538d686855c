/** What every process of the service has, whichever of its halves it is: channels, who may do what, the bus, the HTTP server. */

import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import type { ClusterReport } from "../api/cluster-report.ts";
import { directHealth, healthApi } from "../api/health-api.ts";
import { HealthReporter } from "../api/health-reporter.ts";
import { type Metrics, openMetrics } from "../api/metrics.ts";
import { openApi } from "../api/openapi.ts";
import { RecentErrors } from "../api/recent-errors.ts";
import type { AccessControl } from "../auth/access-control.ts";
import { type Doors, guardDirect, guardRoutes, guardUpgrades, type UpgradeHandler } from "../auth/doors.ts";
import { exposures } from "../auth/exposure.ts";
import { isLoopback } from "../auth/request-credentials.ts";
import { RequestGuard } from "../auth/request-guard.ts";
import type { Bus } from "../bus/bus.ts";
import { combineBuses } from "../bus/combined-bus.ts";
import { EmbeddedRouter } from "../bus/embedded-router.ts";
import { openExternalBus } from "../bus/external-bus.ts";
import type { LiveBus } from "../cluster/live.ts";
import { clusterNames } from "../cluster/names.ts";
import { codecsHash, loadCodecs } from "../config/load-codecs.ts";
import { COMMIT } from "../config/program.ts";
import type { ClusterSettings, Settings } from "../config/settings.ts";
import type { TlsEvents } from "../config/tls-files.ts";
import type { DirectHandler } from "../http/direct.ts";
import { HttpDoor } from "../http/http-door.ts";
import { listenHttp } from "../http/http-listener.ts";
import { Activity } from "../intake/activity.ts";
import type { MessageKinds } from "../intake/message-kind.ts";
import { HTTP_SERVER_OPTIONS } from "../sources/http/http-source.ts";
import { messageKinds } from "../sources/registry.ts";
import type { Configuration } from "../sources/source.ts";
import { UdpChannels } from "../sources/udp/udp-channels.ts";
import { Clock } from "../telemetry/clock.ts";
import { Descriptors } from "../telemetry/descriptors.ts";
import type { Log } from "../telemetry/log.ts";
import { NameCollisions } from "../telemetry/name-collisions.ts";
import type { Parts } from "./parts.ts";

export interface Base {
  /** As of the start. */
  readonly settings: Settings;
  readonly current: {
    /** As last read. */
    configuration: Configuration;
    codecsHash: string | undefined;
    /** How long the oldest message has waited for the store, s. Set by whoever has the log. */
    oldestWaitingSeconds: () => number;
    /** Why no message can be taken in a cluster. */
    objection: () => string | undefined;
    /** Of all nodes; absent where there is one process. */
    clusterReport?: () => Promise<ClusterReport>;
  };
  readonly log: Log;
  readonly version: string;
  /** It cannot do its work any more, and is to be stopped: one sentence why. */
  readonly onFailed: (reason: string) => void;
  readonly parts: Parts;
  readonly clock: Clock;
  readonly collisions: NameCollisions;
  readonly channels: UdpChannels;
  readonly kinds: MessageKinds;
  readonly activity: Activity;
  readonly recentErrors: RecentErrors;
  readonly access: AccessControl | undefined;
  readonly router: EmbeddedRouter;
  readonly bus: Bus;
  /** The bus of other nodes. */
  readonly live: LiveBus | undefined;
  /** Routes of the one HTTP server, guarded. */
  readonly app: Hono;
  readonly door: HttpDoor;
  readonly health: HealthReporter;
  readonly metrics: Metrics;
}

export type BaseOptions = Pick<Base, "log" | "version" | "onFailed">;

/** @throws Error with one sentence for the operator; `parts` has what is to be closed by then */
export async function openBase(settings: Settings, options: BaseOptions, parts: Parts): Promise<Base> {
  const { log, version } = options;
  const codecs = await loadCodecs(settings);
  const current: Base["current"] = {
    configuration: { settings, codecs },
    codecsHash: codecsHash(settings),
    oldestWaitingSeconds: () => 0,
    objection: () => undefined,
  };
  const clock = new Clock();
  const collisions = new NameCollisions();
  const channels = new UdpChannels(collisions);
  channels.declare(settings.channels, codecs);
  const kinds = messageKinds({
    realms: settings.realms,
    channels,
    collisions,
    receiptStepNs: settings.cluster?.nodes ?? 1,
  });
  const activity = new Activity((message) => kinds.of(message).addressOf(message));
  const descriptors = new Descriptors(log);
  const access = await accessOf(settings, () => current.configuration.settings.channels, log);
  for (const exposure of exposures(settings)) log.warn({ event: "auth.exposed" }, exposure);
  const router = new EmbeddedRouter({
    realm: settings.wamp.realm,
    allowedOrigins: settings.http.corsOrigins,
    ...(access && { authentication: access.wamp }),
  });
  const live = settings.cluster && (await liveBus(settings.cluster));
  const bus = busOf([router, ...(live === undefined ? [] : [live])], settings);
  parts.add(
    { name: "descriptors", status: () => descriptors.status(), close: () => descriptors.stop() },
    ...(access === undefined ? [] : [{ name: "access", status: () => access.status(), close: () => access.close() }]),
    { name: "bus", status: () => bus.status(), close: () => bus.close() },
  );
  const doors = { guard: guardOf(settings), access };
  const app = guardedApp(doors, log);
  const health = new HealthReporter({
    version,
    commit: COMMIT,
    codecs: () => current.codecsHash,
    clock,
    collisions,
    activity,
    channels,
    parts,
  });
  const metrics = openMetrics({
    version,
    sources: kinds.sources,
    health,
    activity,
    oldestWaitingSeconds: () => current.oldestWaitingSeconds(),
    ...(settings.cluster && { cluster: async () => current.clusterReport?.() }),
  });
  const telling = {
    health: () => health.report(),
    cluster: () => current.clusterReport?.(),
    metrics,
    ...(access && { viewer: access.viewer }),
  };
  app.route("/", healthApi(telling));
  openApi(app, version);
  const door = doorOf(settings, app, doors, router.handleUpgrade.bind(router), log);
  door.answerFirst(directHealth(telling));
  return {
    ...options,
    settings,
    current,
    parts,
    clock,
    collisions,
    channels,
    kinds,
    activity,
    recentErrors: new RecentErrors(),
    access,
    router,
    bus,
    live,
    app,
    door,
    health,
    metrics,
  };
}

async function liveBus({ name }: ClusterSettings): Promise<LiveBus> {
  const { LiveBus } = await import("../cluster/live.ts");
  return new LiveBus(clusterNames(name));
}

async function accessOf(
  settings: Settings,
  channels: () => Settings["channels"],
  log: Log,
): Promise<AccessControl | undefined> {
  const { usersFile } = settings.auth;
  if (usersFile === undefined) return undefined;
  const { openAccessControl } = await import("../auth/access-control.ts");
  return openAccessControl({
    usersFile,
    realms: settings.realms,
    channelTopics: () => channels().map(({ wampTopic }) => wampTopic),
    channelTopic: (wanted) => channels().find(({ name }) => name === wanted)?.wampTopic,
    peer: (context) => getConnInfo(context).remote.address ?? "",
    transport: settings.http.tls === undefined ? "plain" : "secure",
    log,
    inCluster: settings.cluster !== undefined,
  });
}

// A name of somebody else can only be trusted not to be used where users say who they are, or where the network is open anyway.
function guardOf({ auth, http }: Settings): RequestGuard {
  const isPrivate = auth.usersFile === undefined && isLoopback(http.listen.host);
  return new RequestGuard({ origins: http.corsOrigins, hosts: isPrivate ? (http.hosts ?? []) : undefined });
}

/** @param own the page's own live values come by the router at /ws, whatever else there is */
function busOf(own: readonly [Bus, ...Bus[]], { wamp }: Settings): Bus {
  const external = wamp.url === undefined ? [] : [openExternalBus({ url: wamp.url, realm: wamp.realm })];
  const buses = [...own, ...external];
  return buses.length === 1 ? own[0] : combineBuses(buses);
}

const FAILED = "Internal error; the log has details";

function guardedApp(doors: Doors, log: Log): Hono {
  const app = new Hono();
  app.onError((error, context) => {
    log.error({ event: "http.failed", path: context.req.path }, `${context.req.method}: ${error.message}`);
    return context.text(FAILED, 500);
  });
  guardRoutes(app, doors);
  return app;
}

function doorOf({ http }: Settings, app: Hono, doors: Doors, upgrade: UpgradeHandler, log: Log): HttpDoor {
  const tlsEvents: TlsEvents = {
    onReload: () => log.info({ event: "tls.reloaded", listener: "http" }, "the certificate was read again"),
    onFailure: ({ message }) => log.warn({ event: "tls.reload-failed", listener: "http" }, message),
  };
  const upgrades = guardUpgrades(doors, upgrade);
  return new HttpDoor((direct) =>
    listenHttp(http, app, upgrades, HTTP_SERVER_OPTIONS, tlsEvents, guardDirect(doors, safe(direct, log))),
  );
}

function safe(direct: DirectHandler, log: Log): DirectHandler {
  return (request) =>
    direct(request)?.catch((error: Error) => {
      log.error({ event: "http.failed", path: request.url }, `${request.method}: ${error.message}`);
      return { status: 500, headers: { "Content-Type": "text/plain; charset=utf-8" }, body: FAILED };
    });
}

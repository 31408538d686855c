/** The composition root: makes every part, connects them, starts them in order, and stops them in the opposite one. */

import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { HealthReporter } from "../api/health-reporter.ts";
import { type Metrics, openMetrics } from "../api/metrics.ts";
import { RecentErrors } from "../api/recent-errors.ts";
import { type AccessControl, openAccessControl } from "../auth/access-control.ts";
import { type Doors, guardRoutes, guardUpgrades } from "../auth/doors.ts";
import { exposures } from "../auth/exposure.ts";
import { isLoopback } from "../auth/request-credentials.ts";
import { RequestGuard } from "../auth/request-guard.ts";
import type { Bus } from "../bus/bus.ts";
import { combineBuses } from "../bus/combined-bus.ts";
import { EmbeddedRouter } from "../bus/embedded-router.ts";
import { openExternalBus } from "../bus/external-bus.ts";
import { loadCodecs } from "../config/load-codecs.ts";
import { loadSettings } from "../config/load-settings.ts";
import type { Settings } from "../config/settings.ts";
import { HttpDoor } from "../http/http-door.ts";
import { listenHttp } from "../http/http-listener.ts";
import { Activity } from "../intake/activity.ts";
import { CsvHeaders } from "../intake/csv-headers.ts";
import { openDeadLetters } from "../journal/dead-letter-log.ts";
import { openJournal } from "../journal/file-journal.ts";
import { FileLog } from "../journal/file-log.ts";
import { LimitAlarms } from "../signals/limit-alarms.ts";
import { MqttSignals } from "../signals/mqtt-signals.ts";
import { HTTP_SERVER_OPTIONS } from "../sources/http/http-source.ts";
import { messageKinds, SOURCES } from "../sources/registry.ts";
import type { Configuration, Source, SourceContext } from "../sources/source.ts";
import { UdpChannels } from "../sources/udp/udp-channels.ts";
import type { AskedStore } from "../store/store.ts";
import { StoreThread } from "../store-thread/store-thread.ts";
import { Clock, formatNs } from "../telemetry/clock.ts";
import { Descriptors } from "../telemetry/descriptors.ts";
import type { Log } from "../telemetry/log.ts";
import { NameCollisions } from "../telemetry/name-collisions.ts";
import { composeIntake } from "./compose-intake.ts";
import { Lifecycle } from "./lifecycle.ts";
import { composeRoutes } from "./routes.ts";
import { startLines } from "./start-lines.ts";

export interface Service {
  /** What to print once everything runs: a line for each listener, the page, the topics. */
  readonly lines: readonly string[];
  /** Address of the page. */
  readonly url: string;
  /** Stops taking messages, brings what came to the store, closes everything. */
  stop(): Promise<void>;
  /** Reads the configuration again and applies what changed of the UDP channels; never throws. */
  reload(source: { file?: string }): Promise<void>;
}

export interface ServiceOptions {
  readonly log: Log;
  readonly version: string;
  /** It cannot do its work any more, and is to be stopped: one sentence why. */
  readonly onFailed: (reason: string) => void;
}

/** How long a stop waits for the store; what it does not take is in the journal. */
const DRAIN_TIMEOUT_MS = 10_000;
const SIGNAL_FLUSH_MS = 1000;
/** Dead letters whose reasons are told again after a restart. */
const RECALLED_ERRORS = 1000;

/** @throws Error with one sentence for the operator; whatever was started by then is stopped again */
export async function startService(settings: Settings, options: ServiceOptions): Promise<Service> {
  const lifecycle = new Lifecycle(options.log);
  try {
    return await compose(settings, options, lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function compose(settings: Settings, options: ServiceOptions, lifecycle: Lifecycle): Promise<Service> {
  const { log, version, onFailed } = options;
  const codecs = await loadCodecs(settings);
  const clock = new Clock();
  const collisions = new NameCollisions();
  const channels = new UdpChannels(collisions);
  const kinds = messageKinds({ realms: settings.realms, channels, collisions });
  const activity = new Activity((message) => kinds.of(message).addressOf(message));
  const recentErrors = new RecentErrors();
  const finding = (event: string) => (sentence: string) => log.warn({ event }, sentence);

  // Durable parts first: nothing is taken before it can be kept.
  const journal = await openJournal({
    ...settings.journal,
    onFinding: finding("journal.finding"),
  });
  lifecycle.onStop("journal", () => journal.close());
  const descriptors = new Descriptors(log);
  lifecycle.onStop("descriptors", () => descriptors.stop());
  const messages = new FileLog(journal, { onFinding: finding("journal.finding") });
  const deadLetters = await openDeadLetters(`${settings.journal.directory}/dead-letters`, {
    onFinding: finding("dead-letters.finding"),
  });
  lifecycle.onStop("dead letters", () => deadLetters.close());
  for (const { message, code, error } of deadLetters.list({ limit: RECALLED_ERRORS })) {
    const time = formatNs(message.receivedNs);
    const { source } = message;
    recentErrors.note({ time, source, address: kinds.of(message).addressOf(message), code, signal: error });
  }

  let channelSettings = settings.channels;
  const access = accessOf(settings, () => channelSettings, log);
  if (access !== undefined) lifecycle.onStop("access", async () => access.close());
  for (const exposure of exposures(settings)) log.warn({ event: "auth.exposed" }, exposure);

  const router = new EmbeddedRouter({
    realm: settings.wamp.realm,
    allowedOrigins: settings.http.corsOrigins,
    ...(access && { authentication: access.wamp }),
  });
  const bus = busOf(router, settings);
  lifecycle.onStop("bus", () => bus.close());

  const signals = new MqttSignals();
  const alarms = new LimitAlarms({
    channels: () => channels.served(),
    publish: (topic, signal) => signals.publishAlarm(topic, signal),
  });
  let metrics: Metrics | undefined;
  const { intake, rejections, refusals } = composeIntake({
    log,
    messages,
    kinds,
    deadLetters,
    bus,
    activity,
    recentErrors,
    clock,
    signals,
    onPoint: (point) => alarms.see(point),
  });
  const storing = new StoreThread({
    settings,
    messages,
    log,
    ...refusals,
    onWritten: (seconds) => metrics?.storeWrite(seconds),
    onFailed,
  });
  lifecycle.onStop("store", () => storing.stop());
  const { store } = storing;
  const csvHeaders = new CsvHeaders(store, clock);

  channels.declare(settings.channels, codecs);
  await messages.lookBack();
  await storing.start();

  const door = new HttpDoor();
  const doors = { guard: guardOf(settings), access };
  const app = guardedApp(doors, log);
  const sources = await makeSources({
    configuration: { settings, codecs },
    intake,
    clock,
    log,
    channels,
    csvHeaders,
    onFailed,
    routes: app,
    listener: door,
    ...(access && { access }),
  });
  for (const { signals: transport } of sources.values()) if (transport !== undefined) signals.useTransport(transport);
  lifecycle.onStop("sources", async () => {
    await drain(storing, log);
    rejections.stop();
    await signals.flush(SIGNAL_FLUSH_MS);
    for (const source of sources.values()) await source.close?.();
  });

  const grafana = await makeGrafana(settings, store, channels, log);
  if (grafana !== undefined) lifecycle.onStop("grafana", () => grafana.stop());

  const health = new HealthReporter({
    version,
    clock,
    collisions,
    activity,
    channels,
    parts: {
      journal,
      deadLetters,
      store,
      writer: storing.writer,
      bus,
      signals,
      ...Object.fromEntries(sources),
      ...(grafana && { grafana }),
      ...(access && { access }),
      descriptors,
    },
  });
  metrics = openMetrics({
    version,
    sources: kinds.sources,
    health,
    activity,
    oldestWaitingSeconds: () => messages.oldestWaitingSeconds,
  });
  composeRoutes(app, {
    settings,
    log,
    access,
    kinds,
    intake,
    csvHeaders,
    store,
    channels,
    health,
    recentErrors,
    metrics,
    deadLetters,
    messages,
  });
  const http = await listenHttp(
    settings.http,
    app,
    guardUpgrades(doors, (request, socket, head) => router.handleUpgrade(request, socket, head)),
    HTTP_SERVER_OPTIONS,
    {
      onReload: () => log.info({ event: "tls.reloaded", listener: "http" }, "the certificate was read again"),
      onFailure: ({ message }) => log.warn({ event: "tls.reload-failed", listener: "http" }, message),
    },
  );
  door.url = http.url;
  lifecycle.onStop("http", () => {
    door.url = undefined;
    return http.close();
  });
  lifecycle.onStop("csv headers", () => csvHeaders.stop());

  for (const [name, source] of sources) {
    await source.start();
    lifecycle.onStop(name, () => source.stop());
  }
  grafana?.start();
  health.ready = true;

  // One at a time: two at once would each see half of what the other does.
  let reloading: Promise<void> = Promise.resolve();
  const reload = async (source: { file?: string }): Promise<void> => {
    try {
      // All that can be wrong is found before anything is changed.
      const changed = loadSettings(source);
      const configuration: Configuration = { settings: changed, codecs: await loadCodecs(changed) };
      const decoding = await storing.prepare(changed);
      channelSettings = changed.channels;
      access?.reload();
      http.reloadTls();
      for (const each of sources.values()) each.reloadTls?.();
      // What is appended from here on is decoded with the new codecs, on both sides of the log.
      decoding.use();
      channels.declare(changed.channels, configuration.codecs);
      const problems = await eachSource(sources, (each) => each.reload?.(configuration));
      if (problems.length > 0) throw new Error(`${problems.join("; ")} (all else was)`);
      log.info({ event: "service.reloaded" }, `reloaded: ${changed.channels.length} channels`);
    } catch (error) {
      log.error({ event: "service.reload-failed" }, `not reloaded: ${(error as Error).message}`);
    }
  };

  return {
    url: `${http.url}/`,
    lines: startLines(settings, { version, http, sources, warnings: collisions.warnings() }),
    stop: () => {
      health.ready = false;
      return lifecycle.stop();
    },
    reload: (source) => {
      reloading = reloading.then(() => reload(source));
      return reloading;
    },
  };
}

function accessOf(settings: Settings, channels: () => Settings["channels"], log: Log): AccessControl | undefined {
  const { usersFile } = settings.auth;
  if (usersFile === undefined) return undefined;
  return openAccessControl({
    usersFile,
    realms: settings.realms,
    channelTopics: () => channels().map(({ wampTopic }) => wampTopic),
    channelTopic: (wanted) => channels().find(({ name }) => name === wanted)?.wampTopic,
    peer: (context) => getConnInfo(context).remote.address ?? "",
    transport: settings.http.tls === undefined ? "plain" : "secure",
    log,
  });
}

// A name of somebody else can only be trusted not to be used where users say who they are, or where the network is open anyway.
function guardOf({ auth, http }: Settings): RequestGuard {
  const isPrivate = auth.usersFile === undefined && isLoopback(http.listen.host);
  return new RequestGuard({ origins: http.corsOrigins, hosts: isPrivate ? (http.hosts ?? []) : undefined });
}

function busOf(router: EmbeddedRouter, { wamp }: Settings): Bus {
  if (wamp.url === undefined) return router;
  // The page's own live values still come by the router at /ws.
  return combineBuses([router, openExternalBus({ url: wamp.url, realm: wamp.realm })]);
}

async function makeGrafana(settings: Settings, store: AskedStore, channels: UdpChannels, log: Log) {
  if (settings.grafana === undefined) return undefined;
  if (settings.store.kind !== "influxdb") {
    throw new Error("[grafana] needs InfluxDB: set [store] url = influxdb://host:8086, or use the built-in page");
  }
  const { GrafanaProvisioner } = await import("../dashboards/grafana/provisioner.ts");
  const line = (level: "info" | "warn") => (message: string) => log[level]({ event: "grafana" }, message);
  const provisioner = new GrafanaProvisioner({
    settings: settings.grafana,
    store: settings.store,
    facts: store,
    channels: () => channels.served(),
    log: { info: line("info"), warn: line("warn") },
  });
  store.onNewColumns((columns) => provisioner.note(columns));
  return provisioner;
}

/** By name, in the order of starting. */
async function makeSources(context: SourceContext): Promise<ReadonlyMap<string, Source>> {
  const made = new Map<string, Source>();
  // One after the other: of two routes that fit, the one that is there first counts.
  for (const type of SOURCES) made.set(type.name, await type.make(context));
  return made;
}

/** Sentences of those that could not do it. */
async function eachSource(
  sources: ReadonlyMap<string, Source>,
  change: (source: Source) => Promise<void> | undefined,
): Promise<string[]> {
  const problems: string[] = [];
  for (const source of sources.values()) {
    await change(source)?.catch((error: Error) => problems.push(error.message));
  }
  return problems;
}

function guardedApp(doors: Doors, log: Log): Hono {
  const app = new Hono();
  app.onError((error, context) => {
    log.error({ event: "http.failed", path: context.req.path }, `${context.req.method}: ${error.message}`);
    return context.text("Internal error; the log has details", 500);
  });
  guardRoutes(app, doors);
  return app;
}

async function drain(storing: StoreThread, log: Log): Promise<void> {
  const { waiting = 0 } = storing.writer.status().counts ?? {};
  if (waiting > 0) log.info({ event: "writer.drain", waiting }, `${waiting} messages are brought to the store`);
  if (await storing.drain(DRAIN_TIMEOUT_MS)) return;
  log.warn({ event: "writer.left" }, "the store did not take all messages; the journal has them for the next start");
}

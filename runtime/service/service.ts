/** Composes a process from its roles: ingest, store, views, or all of them. */

import { setTimeout } from "node:timers/promises";
import type { ReloadOutcome } from "../api/reload-api.ts";
import { exposures } from "../auth/exposure.ts";
import { servedSettings } from "../channels/load-codecs.ts";
import type { Role } from "../config/cluster-roles.ts";
import { CsvHeaders } from "../intake/csv-headers.ts";
import type { IntakeCore } from "../intake/intake-core.ts";
import type { Running } from "../model/running.ts";
import { PARTS } from "../parts/parts.ts";
import type { Member } from "../parts/sharing.ts";
import type { LoadOptions } from "../settings/load-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { withLine } from "../settings/written-keys.ts";
import type { Source } from "../sources/source.ts";
import { isEmbedded } from "../store/store-settings.ts";
import { endEarlyStoreThread, expectStores } from "../store-thread/open-store-thread.ts";
import { type Base, type BaseOptions, openBase } from "./base.ts";
import { composeIntake } from "./compose-intake.ts";
import { openExchangeParts } from "./exchange-parts.ts";
import { type Ingest, makeIngest, retryOf } from "./ingest.ts";
import { joinOthers } from "./join.ts";
import { clusterRemoval, loggedRemoval } from "./logged-removal.ts";
import { openOwnLog } from "./own-log.ts";
import { reloader } from "./reload.ts";
import { Parts } from "./running-parts.ts";
import { startLines } from "./start-lines.ts";
import { addStatusRoutes } from "./status-routes.ts";
import { makeStoring, openStoreToRead } from "./storing.ts";
import { openStoringParts } from "./storing-parts.ts";
import { makeViews } from "./views.ts";

export interface Service {
  /** Lines to print after the start: each listener, the page, the topics. */
  readonly lines: readonly string[];
  /** Address of the page. */
  readonly url: string;
  /** Resolves when the first attempt to subscribe at each external broker is over, or takes too long. */
  readonly ready: Promise<unknown>;
  /** Stops taking messages, brings the received ones to the store, closes everything. */
  stop(): Promise<void>;
  /** Reads the configuration again and applies what changed of the UDP channels; never throws. */
  reload(from?: LoadOptions): Promise<ReloadOutcome>;
}

export interface ServiceOptions extends BaseOptions {
  /** The roles; by default, the settings'. */
  readonly roles?: readonly Role[];
  /** Where a reload finds the configuration; by default, in the settings' file. */
  readonly from?: LoadOptions;
}

/** Longer, a start does not wait for what others do. */
const FIRST_ATTEMPT_MS = 5000;

const ALL: readonly Role[] = ["ingest", "store", "view"];

function rolesOf({ cluster }: Settings): readonly Role[] {
  return cluster === undefined || cluster.role === "all" ? ALL : [cluster.role];
}

/** @throws Error with one sentence for the operator, after everything started was stopped again */
export async function startService(settings: Settings, options: ServiceOptions): Promise<Service> {
  const parts = new Parts(options.log);
  try {
    return await compose(settings, options, parts);
  } catch (error) {
    await Promise.all([parts.stop(), endEarlyStoreThread()]);
    if (error instanceof Error) error.message = withLine(settings, error.message);
    throw error;
  }
}

/** DeadLetters and devices of the cluster, on a node without sources. */
async function serveWithoutSources(base: Base, node: Member, intake: IntakeCore | undefined): Promise<void> {
  const retry = intake && retryOf(base, intake, new CsvHeaders(node.facts, base.clock));
  const rejected = { deadLetters: node.deadLetters, retry: retry ?? node.passRetry };
  base.parts.add(...(await openExchangeParts(base, { node, ...rejected, sources: () => [] })));
}

/** @throws Error */
function checkRoles({ cluster, store }: Settings, roles: readonly Role[]): void {
  if (cluster === undefined || !roles.includes("view") || roles.includes("store") || !isEmbedded(store)) return;
  throw new Error(
    "[cluster] role = view needs a store that several processes can read: a DuckDB file belongs to one process",
  );
}

/** What keeps and answers, as far as the roles need it. */
async function openStorage(base: Base, roles: readonly Role[]) {
  const { cluster } = base.started;
  const ownLog = roles.includes("ingest") || roles.includes("store") ? await openOwnLog(base) : undefined;
  const node = cluster && (await joinOthers(base, ownLog, roles));
  const metrics = addStatusRoutes(base, ownLog, node);
  const forwarding = await node?.forward?.();
  const storing = ownLog && roles.includes("store") ? makeStoring(base, ownLog, metrics, node) : undefined;
  const intake = ownLog && composeIntake(base, ownLog, node, forwarding?.log);
  const reading = storing ?? (roles.includes("view") ? await openStoreToRead(base) : undefined);
  const readable = reading && (node?.follow(reading.store) ?? reading.store);
  return { ownLog, node, forwarding, storing, intake, reading, readable, facts: node?.facts ?? reading?.store };
}

type Storage = Awaited<ReturnType<typeof openStorage>>;

async function openIngest(
  base: Base,
  roles: readonly Role[],
  { ownLog, node, storing, intake, facts }: Storage,
): Promise<Ingest | undefined> {
  if (ownLog && intake && roles.includes("ingest")) {
    const stored = storing && { store: storing.store, settled: (ms: number) => storing.thread.settled(ms) };
    return makeIngest(base, { ownLog, intake, facts, node, stored });
  }
  if (node) await serveWithoutSources(base, node, intake);
  return undefined;
}

// In starting order: nothing is received before it can be kept, or queried before it can be answered. UDP is the last
// source.
async function compose(given: Settings, options: ServiceOptions, parts: Parts): Promise<Service> {
  for (const { name, prepare } of PARTS) await prepare?.(given.parts[name], given);
  const settings = servedSettings(given, options.log);
  const { roles = rolesOf(settings) } = options;
  checkRoles(settings, roles);
  if (roles.includes("store")) expectStores(settings);
  else void endEarlyStoreThread();
  const base = await openBase(settings, options, parts);
  const storage = await openStorage(base, roles);
  const { ownLog, node, forwarding, storing, reading } = storage;
  const ingest = await openIngest(base, roles, storage);
  const removal =
    node && reading
      ? clusterRemoval(node, ownLog, reading.store)
      : ownLog && storing && loggedRemoval(base, ownLog, storing.thread);
  const store = roles.includes("view") ? storage.readable : undefined;
  const views =
    store && (await makeViews(base, { store, messages: storing?.thread, facts: node?.facts, remove: removal }));
  const { facts } = storage;
  const followers = ownLog && storing && facts && (await openStoringParts(base, ownLog, storing, facts));
  const { endpoint, health, version, inForce } = base;
  const http: Running = {
    name: "http listener",
    start: () => endpoint.start(),
    stop: () => endpoint.stop(),
    deadlineMs: 6000,
  };
  for (const list of [node?.parts, forwarding?.parts, reading?.parts, views?.parts, followers, [http], ingest?.parts])
    parts.add(...(list ?? []));
  await parts.start();
  const sources = ingest?.sources ?? new Map<string, Source>();
  health.ready = true;
  // Not before: a start that fails says only why.
  for (const exposure of exposures(settings)) base.log.warn({ event: "auth.exposed" }, exposure);
  const reloaded = { base, sources, ownLog, thread: storing?.thread };
  const reload = reloader(reloaded, options.from ?? { file: settings.file });
  base.reloading.now = () => reload();
  return {
    url: `${endpoint.url}/`,
    // What others send before they know of a subscription is lost.
    ready: Promise.race([
      Promise.all([...sources.values()].map((source) => source.tried?.())),
      setTimeout(FIRST_ATTEMPT_MS, undefined, { ref: false }),
    ]),
    lines: startLines(settings, {
      version,
      http: endpoint.listener,
      sources,
      bus: base.bus.shown,
      warnings: inForce.collisions.warnings(),
    }),
    stop: () => {
      health.ready = false;
      return parts.stop();
    },
    reload,
  };
}

/** Views: the read API, management over HTTP, the page, Grafana. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addressExport } from "../api/address-export.ts";
import { deviceRules, ofRealms, withLearned } from "../api/device-rules.ts";
import { type ReadApiOptions, readApi } from "../api/read-api.ts";
import { type RemovalApiOptions, removalApi } from "../api/removal-api.ts";
import { valuesApi } from "../api/values-api.ts";
import { takesOf } from "../config/name-patterns.ts";
import { layoutsApi } from "../dashboards/page/layouts-api.ts";
import { servePage } from "../dashboards/page/serve-page.ts";
import { EVERYBODY } from "../http/caller.ts";
import type { LogReader } from "../model/message-log.ts";
import type { Running } from "../model/running.ts";
import type { Facts, StoreAccess } from "../model/store.ts";
import type { View } from "../parts/part-kind.ts";
import { PARTS } from "../parts/parts.ts";
import { STORE_KINDS } from "../settings/store-kinds.ts";
import { type InfluxqlAccess, kindOf } from "../store/kind.ts";
import type { StoreSettings } from "../store/store-settings.ts";
import type { Base } from "./base.ts";

/** How long a replay waits until the rows of earlier messages are stored. */
const SETTLE_TIMEOUT_MS = 5000;
/** How long a chart's history waits for rows on their way to the store. */
const HISTORY_TIMEOUT_MS = 1500;

/** The log, if the process has it: messages received before a query are stored before its answer. */
type Settling = Pick<LogReader, "settled">;

const ELSEWHERE: Settling = { settled: async () => true };

type Remove = RemovalApiOptions["remove"];

export interface ViewsOptions {
  readonly store: StoreAccess;
  /** Absent: other processes receive the messages. */
  readonly messages?: Settling | undefined;
  /** Absent: those of the store. */
  readonly facts?: Facts | undefined;
  /** Absent: only what is stored is deleted, after what this process knows of is stored. */
  readonly remove?: Remove | undefined;
}

/** Must be called last: the page answers every path that no other route matches. */
export async function makeViews(base: Base, options: ViewsOptions): Promise<{ readonly parts: readonly Running[] }> {
  const { store, messages = ELSEWHERE, facts = store, remove = removeStored(options) } = options;
  const { app, started, inForce, log, callers, recentErrors } = base;
  base.units.use(facts);
  const rules = ofRealms(
    () => inForce.settings.realms,
    (realms) => deviceRules(realms, () => inForce.served()),
  );
  const reading: ReadApiOptions = {
    store,
    channels: () => inForce.served(),
    recentErrors,
    wampRealm: started.wamp.realm,
    deviceRules: withLearned(rules, base.units),
    limits: () => base.provided.limits?.(),
    settled: (timeoutMs = HISTORY_TIMEOUT_MS) => messages.settled(timeoutMs).catch(() => false),
    log,
    ...callers,
  };
  const removal = removalApi({ remove, log, ...callers });
  const layouts = layoutsApi({ store: facts, parts: PARTS.map(({ name }) => name), ...callers });
  for (const routes of [
    readApi(reading),
    addressExport({
      ...reading,
      pictures: () => base.provided.pictures,
      realms: () => inForce.now.epoch.realms,
      plotTemplate: () => readFileSync(join(pageDirectory(), "plot.html"), "utf8"),
    }),
    valuesApi({ store, ...callers }),
    removal,
    layouts,
  ])
    app.route("/", routes);
  store.onNewColumns((columns) => base.events.emit("columns", columns));
  const view = viewOf(base, { store, facts, reading, settled: () => messages.settled(SETTLE_TIMEOUT_MS) });
  const opened: Running[] = [{ name: "units", start: () => base.units.load() }];
  for (const { open } of base.openedParts) {
    const running = await open.view?.(view);
    if (running !== undefined) opened.push(running);
  }
  app.route("/", servePage(pageDirectory(), { ...started.http, onVisit: () => base.events.emit("visited") }));
  return { parts: opened };
}

function removeStored({ store, messages = ELSEWHERE }: ViewsOptions): Remove {
  return async (database, measurement) => {
    await messages.settled(SETTLE_TIMEOUT_MS).catch(() => false);
    return store.remove(database, measurement);
  };
}

function viewOf(base: Base, given: Pick<View, "store" | "facts" | "reading" | "settled">): View {
  const { app, started, inForce, log, access, callers, jumps, viewers, events, provided, endpoint } = base;
  const { basePath = "" } = started.http;
  const elsewhere = (started.stores ?? []).map(({ databases, store }) => ({ takes: takesOf(databases), store }));
  return {
    ...given,
    log,
    events,
    provided,
    routes: app,
    callers,
    viewer: (request) => {
      const caller = access === undefined ? EVERYBODY : access.caller(request);
      return caller.isKnown ? caller : undefined;
    },
    needsCredentials: access !== undefined,
    viewers,
    channels: () => inForce.served(),
    channel: (name) => inForce.now.epoch.channels.decoder(name)?.channel,
    channelSettings: () => inForce.settings.channels,
    jumps,
    influxql: {
      main: influxqlOf(started.store),
      of: (database) => {
        const found = elsewhere.find(({ takes }) => takes(database));
        return found && influxqlOf(found.store);
      },
    },
    basePath,
    url: () => {
      const address = endpoint.url ?? "http://127.0.0.1";
      return address + basePath;
    },
  };
}

function influxqlOf(store: StoreSettings): InfluxqlAccess | undefined {
  return kindOf(store, STORE_KINDS).influxql?.(store);
}

/** `dist/page`, beside the bundle or relative to the sources. */
function pageDirectory(): string {
  const beside = fileURLToPath(new URL("./page", import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL("../../dist/page", import.meta.url));
}

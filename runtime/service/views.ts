/** Views: the read API, management over HTTP, the page, Grafana. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addressExport } from "../api/address-export.ts";
import { alarmsApi } from "../api/alarms-api.ts";
import { influxqlApi } from "../api/influxql-api.ts";
import { listMeasurements } from "../api/measurement-catalogue.ts";
import { listingOf, type ReadApiParts, readApi } from "../api/read-api.ts";
import { readable } from "../api/readable.ts";
import { removalApi } from "../api/removal-api.ts";
import { timesApi } from "../api/times-api.ts";
import { valuesApi } from "../api/values-api.ts";
import { takesOf } from "../config/name-patterns.ts";
import { serveDocs } from "../dashboards/docs/serve-docs.ts";
import type { DataSourceAccess } from "../dashboards/grafana/data-source.ts";
import { datasourcesFile } from "../dashboards/grafana/datasources-file.ts";
import { layoutsApi } from "../dashboards/page/layouts-api.ts";
import { plotApi } from "../dashboards/page/plot-api.ts";
import { servePage } from "../dashboards/page/serve-page.ts";
import type { Caller } from "../http/caller.ts";
import type { LogReader } from "../journal/log.ts";
import { replayApi } from "../replay/replay-api.ts";
import type { AlarmBook } from "../signals/alarm-book.ts";
import { sqlApi } from "../sql/sql-api.ts";
import type { AskedStore, Facts } from "../store/store.ts";
import type { Base } from "./base.ts";
import { deviceRules, ofRealms } from "./device-rules.ts";
import { showLive } from "./live-measurements.ts";
import type { Part } from "./parts.ts";

/** How long a replay waits until the rows of earlier messages are stored. */
const SETTLE_TIMEOUT_MS = 5000;
/** How long a chart's history waits for rows on their way to the store. */
const HISTORY_TIMEOUT_MS = 1500;

/** The log, if the process has it: messages received before a query are stored before its answer. */
type Settling = Pick<LogReader, "settled">;

const ELSEWHERE: Settling = { settled: async () => true };

/** Must be called last: the page answers every path that no other route matches. */
export async function makeViews(
  base: Base,
  store: AskedStore,
  messages: Settling = ELSEWHERE,
  facts: Facts = store,
  alarms?: AlarmBook,
): Promise<{ readonly parts: readonly Part[] }> {
  const { app, settings, log, access, callers, channels, decoding, recentErrors } = base;
  const rules = ofRealms(() => base.current.configuration.settings.realms, deviceRules);
  const reading: ReadApiParts = {
    store,
    channels: () => channels.served(),
    recentErrors,
    wampRealm: settings.wamp.realm,
    deviceRules: (database, column) => rules()(database, column),
    limits: () => {
      const limits = alarms?.limits;
      return limits?.hasAny === true ? (...place) => limits.of(...place) : undefined;
    },
    settled: () => messages.settled(HISTORY_TIMEOUT_MS).catch(() => false),
    log,
    ...callers,
  };
  showLive(base, store, { ruleOf: reading.deviceRules });
  const plots = plotApi(reading);
  const replay = replayApi({
    store,
    channel: (name) => decoding.now.epoch.channels.decoder(name)?.channel,
    settled: () => messages.settled(SETTLE_TIMEOUT_MS),
    log,
    ...callers,
  });
  const settled = () => messages.settled(SETTLE_TIMEOUT_MS);
  const times = timesApi({ jumps: base.jumps, store, settled, log, ...callers });
  const removal = removalApi({ store, log, ...callers, onRemoved: () => base.foxglove.changed() });
  const layouts = layoutsApi({
    store: facts,
    ...callers,
    toGrafana: (...asked) => grafanaOf(reading, ...asked),
  });
  for (const routes of [
    alarmsApi({ book: () => alarms, ...callers }),
    readApi(reading),
    plots,
    addressExport({
      ...reading,
      plots,
      realms: () => decoding.now.epoch.realms,
      plotTemplate: () => readFileSync(join(pageDirectory(), "plot.html"), "utf8"),
    }),
    sqlApi({ store, log, ...callers }),
    influxqlApi({ store, ...callers }),
    valuesApi({ store, ...callers }),
    replay,
    times,
    removal,
    layouts,
    datasourcesFile({
      basePath: settings.http.basePath ?? "",
      access: access === undefined ? "everybody" : "token",
      store,
      ...callers,
    }),
    servePage(pageDirectory(), settings.http),
    serveDocs(docsDirectories()),
  ])
    app.route("/", routes);
  return { parts: await grafanaParts(base, store, facts) };
}

/** Loaded on first use. */
async function grafanaOf(all: ReadApiParts, caller: Caller, name: string, layout: unknown): Promise<object> {
  const [{ grafanaDashboard }, { readLayout }] = await Promise.all([
    import("../dashboards/page/grafana-export.ts"),
    import("../dashboards/page/browser/panel-settings.ts"),
  ]);
  const listed = await listMeasurements(listingOf(readable(all, caller).parts));
  return grafanaDashboard(
    name,
    readLayout(layout),
    listed.map((one) => one.describe()),
  );
}

async function grafanaParts(base: Base, store: AskedStore, facts: Facts): Promise<Part[]> {
  const { settings, channels, log } = base;
  if (settings.grafana === undefined) return [];
  const elsewhere = (settings.stores ?? []).map(({ databases, store: at }) => ({
    takes: takesOf(databases),
    store: at,
  }));
  const { GrafanaProvisioner } = await import("../dashboards/grafana/provisioner.ts");
  const line = (level: "info" | "warn") => (message: string) => log[level]({ event: "grafana" }, message);
  const grafana = new GrafanaProvisioner({
    settings: settings.grafana,
    store: settings.store.kind === "influxdb" ? settings.store : throughUs(base),
    storeOf: (database) => elsewhere.find(({ takes }) => takes(database))?.store,
    facts: {
      measurements: () => store.measurements(),
      remember: (key, value) => facts.remember(key, value),
      remembered: () => facts.remembered(),
    },
    channels: () => channels.served(),
    log: { info: line("info"), warn: line("warn") },
  });
  store.onNewColumns((columns) => grafana.note(columns));
  const status = () => grafana.status();
  return [{ name: "grafana", status, start: () => grafana.start(), stop: () => grafana.stop() }];
}

/** Grafana reads with InfluxQL from `/query`; `[grafana] datasource_url` holds the credentials. */
function throughUs({ settings, endpoint }: Base): DataSourceAccess {
  return {
    get url() {
      const address = (endpoint.url ?? "http://127.0.0.1").replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/, "//127.0.0.1");
      return address + (settings.http.basePath ?? "");
    },
    username: undefined,
    password: undefined,
    token: undefined,
  };
}

/** Documentation folders: in a clone and the npm package; beside the program without Node; in the Debian package. */
function docsDirectories(): string[] {
  return ["../docs", "../../docs", "../../../share/doc/structline"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
}

/** `dist/page`, beside the bundle or relative to the sources. */
function pageDirectory(): string {
  const beside = fileURLToPath(new URL("./page", import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL("../../dist/page", import.meta.url));
}

/** Routes for Grafana, and its provisioning where `[grafana] url` names one. */

import { listMeasurements } from "../../api/measurement-catalogue.ts";
import { listingOf } from "../../api/read-api.ts";
import { readable } from "../../api/readable.ts";
import type { Running } from "../../model/running.ts";
import type { View } from "../part-kind.ts";
import { GRAFANA_COUNTERS } from "./counters.ts";
import type { DataSourceAccess } from "./data-source.ts";
import { datasourcesFile } from "./datasources-file.ts";
import type { GrafanaSettings } from "./keys.ts";
import { layoutExport } from "./layout-export.ts";

export async function openGrafana(view: View, settings: GrafanaSettings | undefined): Promise<Running | undefined> {
  const { routes, store, basePath, needsCredentials, callers, facts, reading } = view;
  routes.route("/", datasourcesFile({ store, basePath, access: needsCredentials ? "token" : "everybody", ...callers }));
  routes.route(
    "/",
    layoutExport({
      facts,
      measurements: async (caller) =>
        (await listMeasurements(listingOf(readable(reading, caller).parts))).map((one) => one.describe()),
      ...callers,
    }),
  );
  return settings && (await provisioning(view, settings));
}

async function provisioning(view: View, settings: GrafanaSettings): Promise<Running> {
  const { store, facts, influxql, channels, events } = view;
  const { GrafanaProvisioner } = await import("./provisioner.ts");
  const line = (level: "info" | "warn") => (message: string) => view.log[level]({ event: "grafana" }, message);
  const grafana = new GrafanaProvisioner({
    settings,
    store: influxql.main ?? throughUs(view),
    storeOf: influxql.of,
    facts: {
      measurements: () => store.measurements(),
      remember: (key, value) => facts.remember(key, value),
      remembered: () => facts.remembered(),
    },
    channels,
    log: { info: line("info"), warn: line("warn") },
  });
  events.on("columns", (columns) => grafana.note(columns));
  return {
    name: GRAFANA_COUNTERS.part,
    status: () => grafana.status(),
    start: () => grafana.start(),
    stop: () => grafana.stop(),
  };
}

/** Grafana reads with InfluxQL from `/query`; `[grafana] datasource_url` holds the credentials. */
function throughUs(view: View): DataSourceAccess {
  return {
    // Known after the start.
    get url() {
      return view.url();
    },
    username: undefined,
    password: undefined,
    token: undefined,
  };
}

/** Grafana's data source for one database: its plan, and an update that preserves a user's changes. */

import { trimmedEnd } from "../../lib/trimmed-end.ts";
import type { DataSourceRef } from "./dashboard.ts";
import { type DataSource, type GrafanaClient, GrafanaError } from "./grafana-client.ts";
import { uidOf } from "./uid.ts";

/** The body of `POST /datasources`. Secrets are only in `secureJsonData`. */
export interface DataSourcePlan {
  readonly uid: string;
  readonly name: string;
  readonly type: "influxdb";
  readonly access: "proxy";
  readonly url: string;
  readonly user?: string;
  readonly jsonData: Readonly<Record<string, string>>;
  readonly secureJsonData: Readonly<Record<string, string>>;
}

/** The address and credentials with which Grafana reads the database. */
export interface DataSourceAccess {
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly token: string | undefined;
}

/**
 * The store's own access, overridden by `[grafana] datasource_url`: `http://reader:password@host:8086`,
 * `http://host:8086?token=…`. Everybody who may see a dashboard can send any query with these credentials, so they
 * should be those of a reader.
 */
export function dataSourceAccess(store: DataSourceAccess, datasourceUrl: string | undefined): DataSourceAccess {
  const own = { url: store.url, username: store.username, password: store.password, token: store.token };
  if (datasourceUrl === undefined) return own;
  const url = new URL(datasourceUrl);
  const reader = {
    username: decodedOr(url.username),
    password: decodedOr(url.password),
    token: url.searchParams.get("token") ?? undefined,
  };
  const address = `${url.protocol}//${url.host}${trimmedEnd(url.pathname, "/")}`;
  const named = reader.username !== undefined || reader.token !== undefined;
  return { ...own, ...(named ? reader : {}), url: address };
}

function decodedOr(text: string): string | undefined {
  return text === "" ? undefined : decodeURIComponent(text);
}

export function desiredDataSource(database: string, access: DataSourceAccess): DataSourcePlan {
  const { url } = access;
  const plan = { uid: uidOf("source", database), name: database, type: "influxdb", access: "proxy", url } as const;
  const jsonData = { version: "InfluxQL", dbName: database, httpMode: "POST" };
  if (access.token !== undefined) {
    return {
      ...plan,
      jsonData: { ...jsonData, httpHeaderName1: "Authorization" },
      secureJsonData: { httpHeaderValue1: `Token ${access.token}` },
    };
  }
  if (access.username === undefined) return { ...plan, jsonData, secureJsonData: {} };
  return { ...plan, user: access.username, jsonData, secureJsonData: { password: access.password ?? "" } };
}

export interface DataSourceOutcome {
  readonly ref: DataSourceRef;
  /** `made`: it did not exist before. */
  readonly how: "made" | "found" | "updated";
  /** The problem reported by Grafana. */
  readonly problem: string | undefined;
}

/** @param lastSent the result of {@link sentFacts} at the last write of the data source; undefined if there was none */
export async function ensureDataSource(
  client: GrafanaClient,
  plan: DataSourcePlan,
  lastSent: string | undefined,
): Promise<DataSourceOutcome> {
  const own = await client.dataSource(plan.uid);
  if (own !== undefined) return refresh(client, own, plan, lastSent);
  const made = await add(client, plan);
  return { ref: { type: "influxdb", uid: made.uid }, how: made.how, problem: await client.dataSourceProblem(made.uid) };
}

/** The configuration without its secrets: if it changes, the data source is written again. */
export function sentFacts(plan: DataSourcePlan): string {
  return JSON.stringify([plan.url, plan.user ?? "", plan.jsonData]);
}

async function refresh(
  client: GrafanaClient,
  own: DataSource,
  plan: DataSourcePlan,
  lastSent: string | undefined,
): Promise<DataSourceOutcome> {
  const ref = { type: "influxdb", uid: own.uid } as const;
  // Secrets cannot be read back: a change shows only when the data source fails.
  const problem = await client.dataSourceProblem(own.uid);
  const changed = lastSent !== undefined && lastSent !== sentFacts(plan);
  const mayHelp = problem !== undefined && Object.keys(plan.secureJsonData).length > 0;
  if (own["readOnly"] === true || !(changed || mayHelp)) return { ref, how: "found", problem };
  await client.updateDataSource(
    own.uid,
    changed ? withFacts(own, plan) : { ...updatable(own), secureJsonData: plan.secureJsonData },
  );
  return { ref, how: "updated", problem: await client.dataSourceProblem(own.uid) };
}

function withFacts(own: DataSource, plan: DataSourcePlan): object {
  const jsonData = { ...(own["jsonData"] as object | undefined), ...plan.jsonData };
  return {
    ...updatable(own),
    url: plan.url,
    ...(plan.user === undefined ? {} : { user: plan.user }),
    jsonData,
    secureJsonData: plan.secureJsonData,
  };
}

// Properties that an update may contain. [UpdateDataSourceCommand]
const UPDATABLE = [
  "access",
  "basicAuth",
  "basicAuthUser",
  "database",
  "isDefault",
  "jsonData",
  "name",
  "type",
  "uid",
  "url",
  "user",
  "version",
  "withCredentials",
];

function updatable(own: DataSource): object {
  return Object.fromEntries(UPDATABLE.filter((name) => own[name] !== undefined).map((name) => [name, own[name]]));
}

/** An existing data source of that name, made by a user for the same database, is used as well. */
async function add(client: GrafanaClient, plan: DataSourcePlan): Promise<{ uid: string; how: "made" | "found" }> {
  try {
    await client.addDataSource(plan);
    return { uid: plan.uid, how: "made" };
  } catch (error) {
    if (!(error instanceof GrafanaError) || error.status !== 409) throw error;
  }
  const named = await client.dataSourceByName(plan.name);
  if (named !== undefined && readsDatabase(named, plan)) return { uid: named.uid, how: "found" };
  if (named !== undefined) await client.addDataSource({ ...plan, name: `${plan.name} (structline)` });
  return { uid: plan.uid, how: "made" };
}

function readsDatabase(source: DataSource, plan: DataSourcePlan): boolean {
  const jsonData = source["jsonData"] as { dbName?: unknown; version?: unknown } | undefined;
  const database = jsonData?.dbName ?? source["database"];
  return (
    source.type === "influxdb" &&
    database === plan.jsonData["dbName"] &&
    (jsonData?.version ?? "InfluxQL") === "InfluxQL"
  );
}

/** The differences between versions of InfluxDB: creating a database, writing, and deleting. */

import type { InfluxClient } from "./client.ts";
import { statusOf } from "./http-error.ts";
import type { InfluxSettings } from "./influx-settings.ts";
import { quoteIdentifier } from "./influxql.ts";
import type { LineFormat } from "./line-protocol.ts";
import { execute, QueryError } from "./query.ts";

export interface Dialect {
  readonly format: LineFormat;
  writePath(database: string): string;
  /**
   * Writes, and first creates the database if it is missing. @throws QueryError or HttpError if the server refuses
   */
  creating(database: string, write: (path: string) => Promise<unknown>): Promise<void>;
  /**
   * Removes all rows. @throws QueryError or HttpError if the server refuses; `unsupported`: the server cannot delete
   */
  removeMeasurement(database: string, measurement: string): Promise<"removed" | "unsupported">;
}

/** What a version has of its own. */
interface Version extends Pick<Dialect, "format" | "writePath" | "removeMeasurement"> {
  /** Succeeds if the database exists. */
  createDatabase(database: string): Promise<void>;
}

export function dialectOf(version: "1" | "2" | "3", client: InfluxClient, { org }: InfluxSettings): Dialect {
  const own = VERSIONS[version](client, org);
  return {
    ...own,
    async creating(database, write) {
      const path = own.writePath(database);
      try {
        await write(path);
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
        await own.createDatabase(database);
        await write(path);
      }
    },
  };
}

const VERSIONS: Readonly<Record<"1" | "2" | "3", (client: InfluxClient, org: string | undefined) => Version>> = {
  1: (client) => ({
    format: { unsigned: "as-integer" },
    writePath: (database) => `/write?${new URLSearchParams({ db: database, precision: "ns" })}`,
    createDatabase: (database) => execute(client, `CREATE DATABASE ${quoteIdentifier(database)}`),
    async removeMeasurement(database, measurement) {
      await execute(client, `DROP MEASUREMENT ${quoteIdentifier(measurement)}`, database);
      return "removed";
    },
  }),
  2: (client, org) => ({
    format: { unsigned: "native" },
    writePath: (database) => bucketPath(database, org),
    createDatabase: (database) => createBucket(client, database, org),
    removeMeasurement: (database, measurement) => deletePoints2(client, { database, measurement, org }),
  }),
  3: (client, org) => ({
    format: { unsigned: "native" },
    writePath: (database) => bucketPath(database, org),
    createDatabase: (database) => createDatabase3(client, database, org),
    removeMeasurement: (database, measurement) => deleteTable3(client, database, measurement),
  }),
};

function bucketPath(database: string, org: string | undefined): string {
  const parameters = new URLSearchParams({ bucket: database, precision: "ns" });
  if (org !== undefined) parameters.set("org", org);
  return `/api/v2/write?${parameters}`;
}

async function createBucket(client: InfluxClient, name: string, org: string | undefined): Promise<void> {
  const orgID = await organisationId(client, org);
  await tolerateConflict(post(client, "/api/v2/buckets", { orgID, name, retentionRules: [] }));
  await mapBucket(client, name, orgID);
}

async function organisationId(client: InfluxClient, org: string | undefined): Promise<string> {
  const wanted = org === undefined ? {} : { org };
  const { orgs } = await get<{ orgs?: Identified[] }>(client, "/api/v2/orgs", wanted).catch(orNothing);
  // A token for buckets may not be allowed to list organisations. Each bucket names its organisation, and every
  // organisation has some.
  const { buckets } = orgs?.length ? {} : await get<Buckets>(client, "/api/v2/buckets", wanted).catch(orNothing);
  const id = orgs?.[0]?.id ?? buckets?.[0]?.orgID;
  if (id !== undefined) return id;
  const which = org === undefined ? "for this token" : `${JSON.stringify(org)} that this token may use`;
  throw new QueryError(`the server has no organisation ${which}`);
}

interface Buckets {
  readonly buckets?: readonly (Identified & { readonly orgID?: string })[];
}

/** Treats a refused or missing resource as an empty answer. */
function orNothing(error: unknown): Record<string, never> {
  if ([401, 403, 404].includes(statusOf(error) ?? 0)) return {};
  throw error;
}

// InfluxQL reads a bucket through a mapping of the same name, which newer servers create automatically.
async function mapBucket(client: InfluxClient, name: string, orgID: string): Promise<void> {
  const existing = await get<{ content?: unknown[] }>(client, "/api/v2/dbrps", { orgID, db: name }).catch(orNothing);
  if ((existing.content ?? []).length > 0) return;
  const { buckets = [] } = await get<Buckets>(client, "/api/v2/buckets", { orgID, name });
  const bucketID = buckets[0]?.id;
  if (bucketID === undefined)
    throw new QueryError(`the server does not show the bucket ${JSON.stringify(name)} it has just made`);
  const body = { orgID, bucketID, database: name, retention_policy: "autogen", default: true };
  // Without permission for this, the bucket can still be written.
  await tolerateConflict(post(client, "/api/v2/dbrps", body)).catch(orNothing);
}

// InfluxDB 3 Core and Enterprise have their own API; version 3 in the cloud has buckets.
async function createDatabase3(client: InfluxClient, name: string, org: string | undefined): Promise<void> {
  try {
    await tolerateConflict(post(client, "/api/v3/configure/database", { db: name }));
  } catch (error) {
    if (statusOf(error) !== 404 && statusOf(error) !== 405) throw error;
    await createBucket(client, name, org);
  }
}

// The measurement's name stays in the shards' index until they are compacted. [InfluxDB OSS 2.7 API, /api/v2/delete]
async function deletePoints2(
  client: InfluxClient,
  {
    database,
    measurement,
    org,
  }: { readonly database: string; readonly measurement: string; readonly org: string | undefined },
): Promise<"removed"> {
  const parameters = new URLSearchParams({ bucket: database, ...(org !== undefined && { org }) });
  const name = measurement.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  const all = { start: "1677-09-21T00:12:43.145224194Z", stop: "2262-04-11T23:47:16.854775806Z" };
  await post(client, `/api/v2/delete?${parameters}`, { ...all, predicate: `_measurement="${name}"` });
  return "removed";
}

// Version 3 in the cloud lacks this. [InfluxDB 3 Core API, /api/v3/configure/table]
async function deleteTable3(client: InfluxClient, db: string, table: string): Promise<"removed" | "unsupported"> {
  try {
    await client.send({ method: "DELETE", path: `/api/v3/configure/table?${new URLSearchParams({ db, table })}` });
    return "removed";
  } catch (error) {
    if ([404, 405, 501].includes(statusOf(error) ?? 0)) return "unsupported";
    throw error;
  }
}

interface Identified {
  readonly id?: string;
}

async function get<T>(client: InfluxClient, path: string, parameters: Readonly<Record<string, string>>): Promise<T> {
  const headers = { accept: "application/json" };
  return JSON.parse(await client.send({ method: "GET", path: `${path}?${new URLSearchParams(parameters)}`, headers }));
}

function post(client: InfluxClient, path: string, body: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  return client.send({ method: "POST", path, body: JSON.stringify(body), headers });
}

// Created by another client at the same time: the result is the same. [409 Conflict; 2.x answers 422 for an existing
// name]
async function tolerateConflict(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (statusOf(error) === 409 || (statusOf(error) === 422 && /already exists/.test(String(error)))) return;
    throw error;
  }
}

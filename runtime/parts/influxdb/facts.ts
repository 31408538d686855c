/**
 * Small facts that survive restarts, stored in the database: one point for each, at a fixed time, so that a new value
 * replaces the old one.
 */

import type { InfluxClient } from "./client.ts";
import type { Dialect } from "./dialect.ts";
import { inRange } from "./influxql.ts";
import { formatValue } from "./line-protocol.ts";
import { noneOfMissing } from "./load-field-types.ts";
import { query } from "./query.ts";

/** structline's own database. 2.x reserves names that begin with `_`. */
export const OWN_DATABASE = "structline";

export type FactKind = "_facts" | "_databases";

/** structline's own measurements, which are not telemetry. */
export function isOwnMeasurement(name: string): boolean {
  return name === "_facts" || name === "_databases";
}

export async function setFact(
  client: InfluxClient,
  dialect: Dialect,
  kind: FactKind,
  [key, value]: readonly [string, string],
): Promise<void> {
  // Keys are free text, but tag values must not contain line ends or end with a backslash.
  const tag = `k${Buffer.from(key, "utf8").toString("base64url")}`;
  const body = `${kind},key=${tag} value=${formatValue("string", value, dialect.format)} 0`;
  await dialect.creating(OWN_DATABASE, (path) => client.send({ method: "POST", path, body }));
}

export async function factsOf(client: InfluxClient, kind: FactKind): Promise<Map<string, string>> {
  const statement = `SELECT "key"::tag, "value"::field ${inRange({ measurement: kind, fromNs: 0n, toNs: 1n })}`;
  const found = await query(client, OWN_DATABASE, statement).catch(noneOfMissing);
  const facts = new Map<string, string>();
  for (const [, key, value] of found.flatMap(({ values }) => values))
    if (typeof key === "string" && typeof value === "string") facts.set(readKey(key), value);
  return facts;
}

function readKey(tag: string): string {
  return Buffer.from(tag.slice(1), "base64url").toString("utf8");
}

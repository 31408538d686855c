/**
 * Small facts that survive restarts, stored in the database: one point for each, at a fixed time, so that a new value
 * replaces the old one.
 */

import type { InfluxClient } from "./client.ts";
import type { Dialect } from "./dialect.ts";
import { statusOf } from "./http-error.ts";
import { quoteIdentifier } from "./influxql.ts";
import { formatValue } from "./line-protocol.ts";
import { isMissingDatabase } from "./load-field-types.ts";
import { query } from "./query.ts";

/** structline's own database. 2.x reserves names that begin with `_`. */
export const OWN_DATABASE = "structline";

export type FactKind = "_facts" | "_databases";

/** structline's own measurements, which are not telemetry. */
export function isOwnMeasurement(name: string): boolean {
  return name === "_facts" || name === "_databases";
}

export class Facts {
  readonly #client: InfluxClient;
  readonly #dialect: Dialect;
  readonly #kind: FactKind;

  constructor(client: InfluxClient, dialect: Dialect, kind: FactKind) {
    this.#client = client;
    this.#dialect = dialect;
    this.#kind = kind;
  }

  async set(key: string, value: string): Promise<void> {
    // Keys are free text, but tag values must not contain line ends or end with a backslash.
    const tag = `k${Buffer.from(key, "utf8").toString("base64url")}`;
    const body = `${this.#kind},key=${tag} value=${formatValue("string", value, this.#dialect.format)} 0`;
    const request = { method: "POST", path: this.#dialect.writePath(OWN_DATABASE), body } as const;
    try {
      await this.#client.send(request);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      await this.#dialect.createDatabase(OWN_DATABASE);
      await this.#client.send(request);
    }
  }

  async all(): Promise<Map<string, string>> {
    const facts = new Map<string, string>();
    for (const series of await this.#read()) {
      for (const [, key, value] of series.values) {
        if (typeof key === "string" && typeof value === "string") facts.set(readKey(key), value);
      }
    }
    return facts;
  }

  async #read(): Promise<Awaited<ReturnType<typeof query>>> {
    const statement = `SELECT "key"::tag, "value"::field FROM ${quoteIdentifier(this.#kind)} WHERE time >= 0 AND time < 1`;
    try {
      return await query(this.#client, OWN_DATABASE, statement);
    } catch (error) {
      if (isMissingDatabase(error)) return [];
      throw error;
    }
  }
}

function readKey(tag: string): string {
  return Buffer.from(tag.slice(1), "base64url").toString("utf8");
}

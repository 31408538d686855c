/** Detects the version of InfluxDB. */

import type { InfluxClient } from "./client.ts";
import { statusOf } from "./http-error.ts";

/** Other servers that accept InfluxDB's writes, recognised by a header; and what they do with the rows. */
const OTHERS = [
  {
    isIt: (headers: Headers) => /^questdb/i.test(String(headers["server"] ?? "")),
    sentence:
      "The server is QuestDB, which would mix the networks of one measurement in one table, and has no InfluxQL for reading; use DuckDB, PostgreSQL or InfluxDB",
  },
  {
    isIt: (headers: Headers) =>
      headers["x-server-hostname"] !== undefined && headers["x-influxdb-version"] === undefined,
    sentence:
      "The server is VictoriaMetrics, which converts texts to 0, cuts times to milliseconds, and has no InfluxQL for reading; use DuckDB, PostgreSQL or InfluxDB",
  },
] as const;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** @throws Error if the server only supports InfluxDB's writes, whichever version is configured */
export async function refuseOthers(client: InfluxClient): Promise<void> {
  try {
    await versionFromPing(client);
  } catch (error) {
    // Some servers and proxies do not support ping.
    if (statusOf(error) === undefined) throw error;
  }
}

/** Asks the server for its version. */
export async function detectVersion(
  client: InfluxClient,
): Promise<{ readonly major: "1" | "2" | "3"; readonly full: string }> {
  const full = (await versionFromPing(client)) ?? (await versionFromHealth(client));
  const major = /^v?([123])\./.exec(full ?? "")?.[1];
  if (full === undefined || major === undefined) {
    throw new Error(`no InfluxDB 1.x, 2.x or 3.x answers there (it calls itself ${JSON.stringify(full ?? "")})`);
  }
  return { major: major as "1" | "2" | "3", full };
}

async function versionFromPing(client: InfluxClient): Promise<string | undefined> {
  let other: (typeof OTHERS)[number] | undefined;
  const version = await client.retrying(async () => {
    let header: string | undefined;
    try {
      const body = await client.influx.transport.request("/ping", "", { method: "GET" }, (headers) => {
        header = headers["x-influxdb-version"]?.toString();
        other = OTHERS.find(({ isIt }) => isIt(headers));
      });
      return header ?? versionField(body);
    } catch (error) {
      // 3.x requires a token for this, too, but reports its version anyway.
      if (header === undefined && statusOf(error) !== 404) throw error;
      return header;
    }
  });
  if (other !== undefined) throw new Error((other as (typeof OTHERS)[number]).sentence);
  return version;
}

async function versionFromHealth(client: InfluxClient): Promise<string | undefined> {
  try {
    return versionField(JSON.parse(await client.send({ method: "GET", path: "/health" })));
  } catch (error) {
    if (statusOf(error) === 404 || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function versionField(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("version" in body)) return undefined;
  return typeof body.version === "string" ? body.version : undefined;
}

/** Which InfluxDB answers. */

import type { InfluxClient } from "./client.ts";
import { statusOf } from "./http-error.ts";

/** Asks the server which version it is. */
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
  return client.retrying(async () => {
    let header: string | undefined;
    try {
      const body = await client.influx.transport.request("/ping", "", { method: "GET" }, (headers) => {
        header = headers["x-influxdb-version"]?.toString();
      });
      return header ?? versionField(body);
    } catch (error) {
      // 3.x asks for a token here too, and says its version all the same.
      if (header === undefined && statusOf(error) !== 404) throw error;
      return header;
    }
  });
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

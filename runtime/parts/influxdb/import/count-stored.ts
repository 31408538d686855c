/** Counts the service's rows of a measurement after all received messages are stored. */

import { setTimeout as sleep } from "node:timers/promises";
import { listedMeasurements, type ServiceClient } from "../../../cli/service-client.ts";
import { formatNs } from "../../../model/clock.ts";
import { WRITER_COUNTERS } from "../../../store/counters.ts";
import type { RowForm } from "./row-lines.ts";

export interface StoredQuery extends Pick<RowForm, "tags"> {
  readonly database: string;
  readonly measurement: string;
  readonly fromNs: bigint;
  readonly toNs: bigint;
}

const POLL_MS = 200;

interface Health {
  readonly parts: Readonly<Record<string, { readonly counts?: Readonly<Record<string, number>> }>>;
}

export async function storedRows(client: ServiceClient, query: StoredQuery): Promise<number> {
  await settled(client);
  let rows = 0;
  for (const measurement of await namesOf(client, query)) rows += await count(client, { ...query, measurement });
  return rows;
}

/** In a cluster another process writes to the store, so this does not wait. */
async function settled(client: ServiceClient): Promise<void> {
  for (;;) {
    const { parts } = await client.get<Health>("/health");
    if (!(WRITER_COUNTERS.read(parts[WRITER_COUNTERS.part], "waiting") > 0)) return;
    await sleep(POLL_MS);
  }
}

/** The measurement, or the measurements of its series. [LineMessages] */
async function namesOf(client: ServiceClient, { database, measurement, tags }: StoredQuery): Promise<string[]> {
  const name = measurement.replace(/[\p{Cc},=%/+#]/gu, encodeURIComponent);
  const names: string[] = [];
  for await (const one of listedMeasurements(client)) {
    const isIt = one.measurement === name || (tags === "series" && one.measurement.startsWith(`${name},`));
    if (one.stored && one.database === database && isIt) names.push(one.measurement);
  }
  return names;
}

async function count(client: ServiceClient, { database, measurement, fromNs, toNs }: StoredQuery): Promise<number> {
  const range = { from: formatNs(fromNs), to: formatNs(toNs) };
  const query = new URLSearchParams({ database, measurement, ...range, rows: "yes" });
  return (await client.get<{ rows: number }>(`/read/statistics?${query}`)).rows;
}

/** A DuckDB store that keeps rows for ten days and their minutes for thirty, with rows around the boundary. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { encodeExport } from "../../runtime/formats/encode-export.ts";
import { AGGREGATES } from "../../runtime/model/export-request.ts";
import {
  type DuckdbStoreOpened,
  type DuckdbStoreOptions,
  openDuckdbStore,
} from "../../runtime/store/duckdb/duckdb-store.ts";
import { makePoint, type PointOptions } from "./store-contract.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

export const MINUTE = 60_000_000_000n;
export const HOUR = 60n * MINUTE;
export const DAY = 24n * HOUR;
export const DAY_MS = 86_400_000;
/** A whole hour. */
export const NOW = ((BigInt(Date.now()) * 1_000_000n) / HOUR) * HOUR;
export const KEEP = { rowsMs: 10 * DAY_MS, minutesMs: 30 * DAY_MS };
export const EDGE = NOW - 10n * DAY;
export const PLACE = { database: "lab_net", measurement: "gw_node_sensors" };
export const ALL = { ...PLACE, fromNs: NOW - 100n * DAY, toNs: NOW + DAY };

export async function inStore(
  body: (store: DuckdbStoreOpened, again: () => Promise<DuckdbStoreOpened>) => Promise<void>,
  options: Partial<DuckdbStoreOptions> = {},
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const make = () => openDuckdbStore({ path: join(folder, "t.duckdb"), keep: KEEP, keepGraceMs: 0, ...options });
    let store = make();
    await store.open();
    await body(store, async () => {
      await store.close();
      store = make();
      await store.open();
      return store;
    });
    await store.close();
  });
}

/** A row every ten seconds around the boundary, with statistics from a plain program. */
export function readings(fromNs: bigint, count: number, options: PointOptions = {}) {
  return Array.from({ length: count }, (_, i) =>
    makePoint(
      fromNs + BigInt(i) * (MINUTE / 6n),
      { value: Math.sin(i) * 50, counter: BigInt(i), isOn: i % 3 === 0, note: `#${i}` },
      options,
    ),
  );
}

export async function rowsOf(store: DuckdbStoreOpened, place = PLACE): Promise<number> {
  let rows = 0;
  for await (const _ of store.rows(place)) rows++;
  return rows;
}

/** Further answers with aggregates of the rows. */
export type Answers = (store: DuckdbStoreOpened) => Promise<readonly unknown[]>;

/** Every aggregate of every hour as an export. */
async function aggregated(store: DuckdbStoreOpened, more: Answers): Promise<unknown[]> {
  const types = { value: "float", counter: "integer", isOn: "boolean" } as const;
  const columns = Object.entries(types).map(([name, type]) => ({ name, type, as: name }));
  const bytes = encodeExport(store, {
    sources: [{ ...PLACE, columns, rows: "all" }],
    combine: "join",
    fromNs: ALL.fromNs,
    toNs: ALL.toNs,
    every: { widthNs: HOUR, aggregates: AGGREGATES },
    fill: "none",
    timeZone: "UTC",
    format: "ndjson",
  });
  let exported = "";
  for await (const piece of bytes) exported += new TextDecoder().decode(piece);
  const lines = exported
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  return [...lines, ...(await more(store))];
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(12)) : value;
}

/** @param what for the titles @param more beside the export, so many */
export function testAggregates(what: string, more: Answers = async () => [], count = 0): void {
  for (const [form, options] of [
    ["own table", {}],
    ["shared table", { ownTables: 0 }],
    ["lists", { columnsApart: 0 }],
  ] as const) {
    test(`aggregates of ${what} are the same before and after rows become summaries: ${form}`, () =>
      inStore(async (store) => {
        const declared = form === "lists" ? { isDeclared: true as const } : {};
        // Both hours at the boundary, and a row that came late into a minute without a summary.
        await store.write(readings(EDGE - 50n * MINUTE, 600, declared), 1);
        await store.write(readings(EDGE - 3n * HOUR, 1, declared), 2);
        const before = await aggregated(store, more);
        assert.equal(before.length, 3 + count);
        await store.retain(NOW);
        assert.equal(await rowsOf(store), 300);
        const after = await aggregated(store, more);
        assert.deepEqual(JSON.parse(JSON.stringify(after, rounded)), JSON.parse(JSON.stringify(before, rounded)));
        await store.write(readings(EDGE - 2n * HOUR, 6, { ...declared, timeSource: "payload" }), 3);
        const [, late] = await aggregated(store, more);
        assert.equal((late as Record<string, unknown>)["count(value)"], 6);
      }, options));
  }
}

/** Rows with wrong receipt times from a wrong clock, wherever a measurement has its rows. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { type DuckdbStoreOptions, openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const HOUR = 3_600_000_000_000n;
/** 2036-11-14T22:00:00Z: the clock was ten years ahead. */
const WRONG = 585_742n * HOUR;
const BY = -87_648n * HOUR;
const PLACE = { database: "lab_net", measurement: "one" };
const QUERY = { ...PLACE, fromNs: WRONG, toNs: WRONG + 3n * HOUR, era: 3, nodes: 1 };

const WAYS: Readonly<Record<string, Partial<DuckdbStoreOptions>>> = {
  "a table": {},
  "a shared table": { ownTables: 0 },
  "sparse columns": { columnsLacked: 2, ownTables: 0 },
  "Parquet files": { parquet: "parquet" },
};

for (const [way, options] of Object.entries(WAYS)) {
  test(`rows of the era in the range are moved, others stay: ${way}`, () =>
    inTemporaryFolder(async (folder) => {
      const parquet = options.parquet === undefined ? {} : { parquet: join(folder, options.parquet) };
      const store = openDuckdbStore({ path: join(folder, "head.duckdb"), ...options, ...parquet });
      await store.open();
      const wide = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`wide ${i}`, i]));
      const rows: [bigint, string][] = [
        [WRONG + 13n, "moved 1"],
        [WRONG + HOUR + 23n, "moved 2"],
        [WRONG + 1000n, "the sender's time"],
        [WRONG + 14n, "another era"],
        [WRONG + 3n * HOUR + 3n, "behind the range"],
      ];
      const points = rows.map(([timeNs, name], i) =>
        makePoint(timeNs, { name, ...(i === 0 ? wide : { [`n${i}`]: i }) }, PLACE),
      );
      const others = points.map((point) => ({ ...point, measurement: "other" }));
      await store.write([...points, ...others], 1);
      await store.archiveHours(WRONG + 10n * HOUR);
      assert.equal(await store.countReceived(QUERY), 2);
      assert.equal(await store.countReceived({ ...QUERY, measurement: "none" }), 0);
      const before = await store.version(PLACE.database, PLACE.measurement);
      assert.equal(await store.moveReceived(QUERY, BY), 2);
      assert.equal(await store.countReceived(QUERY), 0);
      assert.notEqual(await store.version(PLACE.database, PLACE.measurement), before);
      // A row with a time before the moved ones is stored at its place.
      await store.write([{ ...points[0]!, timeNs: WRONG + BY + 13n, timeSource: "payload" }], 2);
      const stored = async (measurement: string) => {
        const found: [bigint, unknown][] = [];
        for await (const { timeNs, values } of store.rows({ ...PLACE, measurement }))
          found.push([timeNs, values["name"]]);
        return found;
      };
      const expected = rows.map(([timeNs, name]) => [name.startsWith("moved") ? timeNs + BY : timeNs, name]);
      const byTime = (a: unknown[], b: unknown[]) => Number((a[0] as bigint) - (b[0] as bigint));
      assert.deepEqual(await stored("one"), expected.sort(byTime));
      assert.deepEqual(await stored("other"), [...rows].sort(byTime));
      await store.close();
    }));
}

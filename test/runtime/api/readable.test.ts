/** The store as a caller may read it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type ReadableStore, readable } from "../../../runtime/api/readable.ts";
import { NotPermitted } from "../../../runtime/http/permission.ts";
import { readerOf } from "../../support/callers.ts";
import { MemoryStore } from "../../support/memory-store.ts";

function storeOf(...databases: readonly string[]): ReadableStore {
  const store = new MemoryStore();
  for (const database of databases)
    for (const measurement of ["a", "b"])
      store.add(database, measurement, { f: "float" }, [{ timeNs: 1n, values: { f: 1 } }]);
  return store;
}

test("a page is full although others' measurements are in between, and `after` names no hidden one", async () => {
  const store = storeOf("lab", "other", "other2", "rig");
  const { parts } = readable(
    { store },
    readerOf((database) => !database.startsWith("other")),
  );
  const page = async (after?: string) => {
    const found = await parts.store.listed!({ limit: 3, ...(after !== undefined && { after }) });
    return found?.infos.map(({ database, measurement }) => `${database}/${measurement}`);
  };
  assert.deepEqual(await page(), ["lab/a", "lab/b", "rig/a"]);
  assert.deepEqual(await page("rig/a"), ["rig/b"]);
  assert.equal(await page("other/a"), undefined);
  assert.deepEqual(
    (await parts.store.measurements()).map(({ database }) => database),
    ["lab", "lab", "rig", "rig"],
  );
});

test("nothing of a hidden database can be read, whatever a handler asks", async () => {
  const { store } = readable(
    { store: storeOf("other") },
    readerOf(() => false),
  ).parts;
  const place = { database: "other", measurement: "a", fromNs: 0n, toNs: 9n };
  assert.equal(await store.fieldTypes("other", "a"), undefined);
  assert.equal(await store.version("other", "a"), undefined);
  assert.equal(await store.statisticsPage!({ page: { ...place, limit: 1 }, columns: ["f"], ...place }), undefined);
  assert.deepEqual(await store.newestRows!({ places: [place], limit: 1 }), [undefined]);
  await assert.rejects(async () => store.series({ ...place, points: 2 }), NotPermitted);
  await assert.rejects(async () => store.statistics(place), NotPermitted);
  await assert.rejects(async () => store.extent(place), NotPermitted);
  assert.throws(() => store.rows(place), NotPermitted);
  assert.throws(() => store.batches(place), NotPermitted);
});

test("an answer is allowed while its own databases may be read, also if its rows come from a cache", async () => {
  const may = new Set(["lab", "rig"]);
  const { parts, isAllowed } = readable(
    { store: storeOf("lab", "rig") },
    readerOf((database) => may.has(database)),
  );
  await parts.store.fieldTypes("lab", "a");
  may.delete("rig");
  assert.equal(isAllowed(), true);
  may.delete("lab");
  assert.equal(isAllowed(), false);
});

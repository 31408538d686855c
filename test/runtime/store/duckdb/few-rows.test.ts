/** Few rows are read at once: what is made of them is what the database makes of many. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { TableStore } from "../../../../runtime/export/open-table.ts";
import { encodeExport } from "../../../../runtime/formats/encode-export.ts";
import type { ExportRequest } from "../../../../runtime/model/export-request.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { RoutedStore } from "../../../../runtime/store/routed-store.ts";
import { rounds } from "../../../support/long.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const BASE_NS = 1_700_000_000_000_000_000n;
const DATABASE = "lab_net";
const value = fc.oneof(
  fc.constant(undefined),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1, 2, -0),
);
const row = fc.record({ afterNs: fc.bigInt(1n, 5_000_000_000n), a: value, b: value });

async function csv(store: TableStore, request: ExportRequest): Promise<string> {
  let text = "";
  for await (const piece of encodeExport(store, request)) text += Buffer.from(piece).toString();
  return text;
}

test("a measurement that shares a table is downsampled and exported as one that has its table alone", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 60 }),
      fc.integer({ min: 2, max: 40 }),
      fc.subarray(["a", "b"], { minLength: 1 }),
      fc.record({ fromNs: fc.bigInt(0n, 10_000_000_000n), toNs: fc.bigInt(0n, 200_000_000_000n) }),
      (rows, points, columns, range) =>
        inTemporaryFolder(async (folder) => {
          const store = openDuckdbStore({ path: join(folder, "rows.duckdb"), ownTables: 1 });
          await store.open();
          try {
            let timeNs = BASE_NS;
            const given = rows.flatMap(({ afterNs, a, b }) => {
              timeNs += afterNs;
              const values = { ...(a !== undefined && { a }), ...(b !== undefined && { b }), s: "x" };
              const pointOf = (measurement: string) => ({
                ...makePoint(timeNs, values),
                database: DATABASE,
                measurement,
              });
              return [pointOf("alone"), pointOf("shared"), pointOf("third")];
            });
            await store.write(given, 1);
            const { fromNs, toNs } = { fromNs: BASE_NS + range.fromNs, toNs: BASE_NS + range.toNs };
            const series = (measurement: string) =>
              store.series({ database: DATABASE, measurement, columns, points, fromNs, toNs });
            assert.deepEqual(await series("shared"), await series("alone"));
            const columnsOf = columns.map((name) => ({ name, as: name, type: "float" as const }));
            for (const widthNs of [undefined, 3_000_000_000n]) {
              const request = {
                ...{ combine: "join", fill: "none", timeZone: "UTC", format: "csv", fromNs, toNs },
                sources: [{ database: DATABASE, measurement: "shared", columns: columnsOf, rows: "given" }],
                ...(widthNs !== undefined && { every: { widthNs, aggregates: ["mean", "count"] } }),
              } as unknown as ExportRequest;
              const byPages: TableStore = {
                batches: (query) => store.batches(query),
                extent: (query) => store.extent(query),
                stretch: (query) => store.stretch(query),
              };
              assert.equal(await csv(store, request), await csv(byPages, request));
            }
          } finally {
            await store.close();
          }
        }),
    ),
    { numRuns: rounds(40, 200) },
  ));

test("more rows than the limit are not read at once; a range without rows has none", () =>
  inTemporaryFolder(async (folder) => {
    const store = openDuckdbStore({ path: join(folder, "rows.duckdb") });
    await store.open();
    const place = { database: DATABASE, measurement: "rows" };
    await store.write(
      Array.from({ length: 3000 }, (_, i) => ({ ...makePoint(BASE_NS + BigInt(i), { i, s: `${i}` }), ...place })),
      1,
    );
    assert.equal(await store.few({ ...place, limit: 2999 }), undefined);
    const all = await store.few({ ...place, limit: 3000 });
    assert.deepEqual(all, await store.stretch(place));
    const oneOfSeveral = new RoutedStore([{ name: "store", store }]);
    assert.deepEqual(await oneOfSeveral.few({ ...place, limit: 3000 }), all);
    assert.deepEqual(await store.few({ ...place, toNs: BASE_NS, limit: 10 }), { batches: [], minutes: [] });
    await store.close();
  }));

test("fields and measurements may have the names that queries use for themselves", () =>
  inTemporaryFolder(async (folder) => {
    const store = openDuckdbStore({ path: join(folder, "rows.duckdb"), ownTables: 1 });
    await store.open();
    const used =
      "n t v v0 v1 s f c i rows found counted entries selected extents series first last least greatest mean count name field times structline_time unnamed_subquery newest";
    const columns = used.split(" ");
    const values = Object.fromEntries(columns.map((name, index) => [name, index + 0.5]));
    const measurements = ["alone", ...columns];
    const points = measurements.map((measurement) => ({
      ...makePoint(BASE_NS, values),
      database: DATABASE,
      measurement,
    }));
    await store.write(points, 1);
    const range = { fromNs: BASE_NS, toNs: BASE_NS + 1n };
    const expected = Object.values(values);
    for (const measurement of measurements) {
      const place = { database: DATABASE, measurement };
      assert.deepEqual(await store.few({ ...place, limit: 9 }), await store.stretch(place), measurement);
      const { values: drawn } = await store.series({ ...place, ...range, columns, points: 9 });
      assert.deepEqual(drawn.flat(), expected, measurement);
      const statistics = await store.statistics({ ...place, ...range, columns });
      assert.deepEqual(
        columns.map((name) => statistics.get(name)?.max),
        expected,
        measurement,
      );
    }
    await store.close();
  }));

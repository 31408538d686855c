/** Parquet exports that the database writes itself: the same file as the one that is made of pages of rows, and only where rows lie in order. */

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { encodeExport } from "../../../runtime/formats/encode-export.ts";
import type { ExportRequest } from "../../../runtime/model/export-request.ts";
import type { FieldType, Point } from "../../../runtime/model/point.ts";
import { openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const T0 = 1_769_860_800_123_456_789n;
const TYPES: Readonly<Record<string, FieldType>> = {
  f: "float",
  i: "integer",
  u: "unsigned",
  b: "boolean",
  s: "string",
  'strange name, with "quotes"': "float",
};
const COLUMNS = Object.entries(TYPES).map(([name, type]) => ({ name, type }));
const ROWS = 5000;

type Store = ReturnType<typeof openDuckdbStore>;

const ORIGIN = {
  id: "",
  message: { source: "udp", address: "", sender: "", contentType: "", receivedNs: 0n, payload: Buffer.alloc(0) },
} as unknown as Point["origin"];

/** Every third row lacks its texts, every fourth its floats. */
function point(n: number, measurement = "m"): Point {
  const all = [n % 4 === 0 ? null : n / 7, BigInt(n) - 2n ** 62n, 2n ** 64n - 1n - BigInt(n), n % 2 === 0];
  const values = [...all, n % 3 === 0 ? null : `ä;${n}\n"`, n === 5 ? 1e300 : -n];
  const given = COLUMNS.filter((_, at) => values[at] !== null);
  return {
    ...{ database: "d", measurement, timeNs: T0 + BigInt(n) * 1_000_003n, timeSource: "receipt", origin: ORIGIN },
    columns: given,
    values: values.filter((value) => value !== null),
  } as Point;
}

function request(
  more: Partial<ExportRequest> & { readonly rows?: "all" | "given"; readonly names?: readonly string[] },
) {
  const { rows = "all", names = Object.keys(TYPES), ...others } = more;
  const columns = names.map((name) => ({ name, type: TYPES[name]!, as: name }));
  return {
    sources: [{ database: "d", measurement: "m", columns, rows }],
    ...{
      combine: "join",
      fromNs: -(2n ** 63n) + 1n,
      toNs: 2n ** 63n - 1n,
      fill: "none",
      timeZone: "UTC",
      format: "parquet",
    },
    ...others,
  } as ExportRequest;
}

/** The file of the request; with whether the database wrote it. */
async function written(store: Store, asked: ExportRequest): Promise<{ file: ArrayBuffer; byStore: boolean }> {
  let byStore = false;
  const watched = {
    batches: store.batches.bind(store),
    extent: store.extent.bind(store),
    stretch: store.stretch.bind(store),
    async *parquet(query: Parameters<NonNullable<Store["parquet"]>>[0]) {
      byStore = yield* store.parquet!(query);
      return byStore;
    },
  };
  return { file: await bytes(encodeExport(watched, asked)), byStore };
}

async function inPages(store: Store, asked: ExportRequest): Promise<ArrayBuffer> {
  const [batches, extent, stretch] = [store.batches.bind(store), store.extent.bind(store), store.stretch.bind(store)];
  return bytes(encodeExport({ batches, extent, stretch }, asked));
}

async function bytes(pieces: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Uint8Array.from(Buffer.concat(all)).buffer;
}

function schemaOf(file: ArrayBuffer): readonly unknown[] {
  return parquetMetadata(file).schema.slice(1);
}

async function opened(folder: string): Promise<Store> {
  const store = openDuckdbStore({ path: join(folder, "t.duckdb") });
  await store.open();
  return store;
}

test("the database's own file has the schema and the rows of the one that is made of pages", async () => {
  await inTemporaryFolder(async (folder) => {
    const store = await opened(folder);
    const others = Array.from({ length: ROWS }, (_, n) => [point(n), point(ROWS - n, "other")]).flat();
    await store.write(others, 1);
    for (const asked of [
      request({}),
      request({ for: "spark" }),
      request({ rows: "given", names: ["s", "f"] }),
      request({ names: ['strange name, with "quotes"', "u"], fromNs: T0 + 1_000_003n, toNs: T0 + 4_000_000_000n }),
      request({ fromNs: T0 + 10n ** 15n }),
    ]) {
      const { file, byStore } = await written(store, asked);
      const paged = await inPages(store, asked);
      assert.equal(byStore, true);
      assert.deepEqual(schemaOf(file), schemaOf(paged));
      assert.deepEqual(await parquetReadObjects({ file }), await parquetReadObjects({ file: paged }));
    }
    assert.equal((await parquetReadObjects({ file: (await written(store, request({}))).file })).length, ROWS);
    assert.deepEqual(readdirSync(join(folder, "t.duckdb.exports")), []);
    await store.close();
  });
});

test("rows that came late are sorted, in pages; a corrected row stays where it is", async () => {
  await inTemporaryFolder(async (folder) => {
    const store = await opened(folder);
    await store.write([point(0), point(2), point(3)], 1);
    await store.rewrite([{ ...point(2), columns: [{ name: "f", type: "float" }], values: [9] } as Point]);
    const corrected = await written(store, request({ names: ["f"] }));
    const values = (await parquetReadObjects({ file: corrected.file })).map(({ f }) => f);
    assert.deepEqual(values, [null, 9, 3 / 7]);
    await store.write([point(1)], 2);
    const { file, byStore } = await written(store, request({}));
    const times = (await parquetReadObjects({ file })).map(({ time }) => Number(time));
    assert.deepEqual([byStore, times.length, [...times].sort()], [false, 4, times]);
    await store.close();
  });
});

test("other requests, and a column of another type than when it was asked for, are made of pages", async () => {
  await inTemporaryFolder(async (folder) => {
    const store = await opened(folder);
    await store.write([point(1), point(2)], 1);
    const [source] = request({}).sources;
    const retyped = { ...source!, columns: [{ name: "f", type: "string", as: "f" }] } as const;
    for (const asked of [
      request({ fill: "previous" }),
      request({ every: { widthNs: 1_000_000_000n, aggregates: ["mean"] } }),
      request({ sources: [source!, { ...source!, columns: [{ name: "f", type: "float", as: "g" }] }] }),
      request({ sources: [retyped] }),
      request({ sources: [{ ...source!, measurement: "none" }] }),
    ]) {
      const { file, byStore } = await written(store, asked);
      assert.equal(byStore, false);
      assert.equal(schemaOf(file).length > 0, true);
    }
    await store.close();
  });
});

test("a reader that leaves ends the copy; files that a process left behind are deleted when the store is opened", async () => {
  await inTemporaryFolder(async (folder) => {
    const store = await opened(folder);
    await store.write(
      Array.from({ length: ROWS }, (_, n) => point(n)),
      1,
    );
    const pieces = encodeExport(store, request({}));
    await pieces.next();
    assert.equal(readdirSync(join(folder, "t.duckdb.exports")).length, 1);
    await pieces.return(undefined);
    assert.deepEqual(readdirSync(join(folder, "t.duckdb.exports")), []);
    // The store still answers and writes.
    await store.write([point(ROWS)], 2);
    assert.equal((await parquetReadObjects({ file: (await written(store, request({}))).file })).length, ROWS + 1);
    await store.close();
    assert.equal(existsSync(join(folder, "t.duckdb.exports")), true);
    const again = await opened(folder);
    assert.equal(existsSync(join(folder, "t.duckdb.exports")), false);
    await again.close();
  });
});

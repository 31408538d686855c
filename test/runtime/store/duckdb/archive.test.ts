import assert from "node:assert/strict";
import * as fs from "node:fs/promises";
import { join, relative } from "node:path";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { type DuckdbStoreOpened, openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const SECOND = 1_000_000_000n;
const HOUR = 3600n * SECOND;
/** 2023-11-14T22:00:00Z. */
const T0 = 472_222n * HOUR;
const PLACE = { database: "lab_net", measurement: "gw_node_sensors" };
const FOLDER = "database=lab_net/measurement=gw_node_sensors";

async function inArchive(body: (store: DuckdbStoreOpened, directory: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const directory = join(folder, "it's history");
    const store = openDuckdbStore({ path: join(directory, "head.duckdb"), parquet: directory });
    await store.open();
    await body(store, directory);
    await store.close();
  });
}

async function filesIn(directory: string): Promise<string[]> {
  const all = await fs.readdir(directory, { recursive: true, withFileTypes: true });
  const files = all.filter((one) => one.isFile() && !one.name.startsWith("head."));
  return files.map((one) => relative(directory, join(one.parentPath, one.name))).sort();
}

/** Reads as another program would: plain DuckDB. */
async function outside(sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const rows = await (await connection.run(sql)).getRows();
  connection.disconnectSync();
  instance.closeSync();
  return rows;
}

async function valuesIn(store: DuckdbStoreOpened, query: { readonly limit?: number; readonly fromNs?: bigint } = {}) {
  const values: unknown[] = [];
  for await (const row of store.rows({ ...PLACE, ...query })) values.push(row.values["n"]);
  return values;
}

/** A row every ten minutes. */
const point = (n: number, more: object = {}) => makePoint(T0 + BigInt(n) * 600n * SECOND, { n, ...more });
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

test("a completed hour is one file that any program reads; the current one is in the database", () =>
  inArchive(async (store, directory) => {
    await store.write(
      numbers(0, 16).map((n) => point(n, { "Label °": `#${n}`, wide: BigInt(n) << 40n })),
      1,
    );
    await store.archiveHours(T0 + 2n * HOUR + 301n * SECOND);
    assert.deepEqual(await filesIn(directory), [
      `${FOLDER}/2023-11-14T22-1.parquet`,
      `${FOLDER}/2023-11-14T23-1.parquet`,
      `${FOLDER}/manifest.json`,
    ]);
    const glob = join(directory, "**/*.parquet").replaceAll("'", "''");
    const sql = `SELECT epoch_ns(time), n, "Label °", wide, database, measurement FROM '${glob}' ORDER BY time`;
    assert.deepEqual(
      await outside(sql),
      numbers(0, 12).map((n) => [
        T0 + BigInt(n) * 600n * SECOND,
        n,
        `#${n}`,
        BigInt(n) << 40n,
        "lab_net",
        "gw_node_sensors",
      ]),
    );
    assert.deepEqual(await valuesIn(store), numbers(0, 16));
    assert.deepEqual(await valuesIn(store, { limit: 6 }), numbers(10, 16));
    assert.deepEqual(await valuesIn(store, { fromNs: T0 + HOUR }), numbers(6, 16));
    const extent = await store.extent({ ...PLACE, columns: ["n"] });
    assert.deepEqual(extent, { rows: 16, firstNs: T0, lastNs: T0 + 9000n * SECOND });
  }));

test("late rows make one new file of their hour; the manifest names it, and the old one is deleted the next time", () =>
  inArchive(async (store, directory) => {
    const end = T0 + 10n * HOUR;
    await store.write(
      numbers(0, 6).map((n) => point(n)),
      1,
    );
    await store.archiveHours(end);
    await store.write([makePoint(T0 + 1n, { n: 100 }), makePoint(T0 + 2n, { n: 101, later: "x" })], 2);
    assert.deepEqual(await valuesIn(store), [0, 100, 101, 1, 2, 3, 4, 5]);
    await store.archiveHours(end);
    const manifest = JSON.parse(await fs.readFile(join(directory, FOLDER, "manifest.json"), "utf8"));
    assert.deepEqual(
      manifest.files.map(({ file, rows, hour }: { file: string; rows: number; hour: string }) => [file, rows, hour]),
      [["2023-11-14T22-2.parquet", 8, "2023-11-14T22:00:00.000Z"]],
    );
    assert.deepEqual(
      manifest.columns.map(({ name, column, type }: Record<string, string>) => [name ?? column, type]),
      [
        ["time", "time"],
        ["n", "float"],
        ["later", "string"],
      ],
    );
    await store.archiveHours(end);
    assert.deepEqual(await filesIn(directory), [`${FOLDER}/2023-11-14T22-2.parquet`, `${FOLDER}/manifest.json`]);
    assert.deepEqual(await valuesIn(store), [0, 100, 101, 1, 2, 3, 4, 5]);
  }));

test("a removed measurement leaves no file, and can be created anew with other types", () =>
  inArchive(async (store, directory) => {
    const end = T0 + 10n * HOUR;
    await store.write([point(1)], 1);
    await store.archiveHours(end);
    assert.equal(await store.remove(PLACE.database, PLACE.measurement), "removed");
    await store.archiveHours(end);
    await store.archiveHours(end);
    assert.deepEqual(await filesIn(directory), []);
    await store.write([makePoint(T0, { n: "text" })], 2);
    await store.archiveHours(end);
    assert.deepEqual(await valuesIn(store), ["text"]);
  }));

test("files without their database are not ignored", () =>
  inArchive(async (store, directory) => {
    await store.write([point(1)], 1);
    await store.archiveHours(T0 + 10n * HOUR);
    const elsewhere = openDuckdbStore({ path: join(directory, "other.duckdb"), parquet: directory });
    await assert.rejects(elsewhere.open(), /has Parquet files .* but head.duckdb, which lists them, is missing/);
  }));

/**
 * Databases of earlier versions. `test/support/data-tables` is one that the version before wrote, with all forms that it
 * had: tables of measurements, tables beside views with maps and lists, shared tables, statistics of deleted rows; and
 * what that version read from it.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Store } from "../../../../runtime/model/store.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { programArguments } from "../../../support/programs.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const EVER = { fromNs: 0n, toNs: 2n ** 62n };
const saved = (name: string) =>
  gunzipSync(readFileSync(new URL(`../../../support/data-tables/${name}`, import.meta.url)));
const CONTENTS: Readonly<Record<string, unknown>> = JSON.parse(saved("contents.json.gz").toString());

/** In the form of `contents.json`. */
async function contents(store: Store): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { database, measurement, columns } of await store.measurements()) {
    const rows: unknown[] = [];
    for await (const { timeNs, values } of store.rows({ database, measurement })) rows.push([timeNs, values]);
    // Those of hundreds of columns take seconds.
    const names = [...columns.keys()];
    const some = [...new Set([...names.slice(0, 3), ...names.slice(-3)])];
    const statistics = await store.statistics({ database, measurement, columns: some, ...EVER });
    found[`${database}/${measurement}`] = { columns: [...columns], rows, statistics: [...statistics] };
  }
  return JSON.parse(JSON.stringify(found, (_, value) => (typeof value === "bigint" ? `${value}n` : value)));
}

async function inOldDatabase(body: (path: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "telemetry.duckdb");
    writeFileSync(path, saved("telemetry.duckdb.gz"));
    await body(path);
  });
}

async function plainly(path: string, statements: readonly string[]): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  let rows: unknown[][] = [];
  try {
    for (const statement of statements) rows = await (await connection.run(statement)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
  return rows;
}

const BASE_TABLES = "SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE'";

test("rows, names, types and statistics of the version before are there, in tables of one form", () =>
  inOldDatabase(async (path) => {
    const told: string[] = [];
    const store = openDuckdbStore({ path, onFinding: (sentence) => told.push(sentence) });
    await store.open();
    assert.deepEqual(await contents(store), CONTENTS);
    assert.match(
      told.join("\n"),
      /the rows of 6 measurements move .*\n(?:the rows of \d of 6 .*\n)*the rows of all 6 measurements have moved/,
    );
    // Fields and rows go on where they were.
    await store.write([makePoint(1n, { t: 7, fresh: true }, { measurement: "plain", timeSource: "payload" })], 90);
    await store.write([makePoint(1n, { s1: 8, w299: 9 }, { measurement: "grown", timeSource: "payload" })], 91);
    await store.close();
    const onFinding = (sentence: string) => assert.fail(`moved again: ${sentence}`);
    const again = openDuckdbStore({ path, onFinding });
    await again.open();
    await again.close();
    const others = await plainly(path, [`${BASE_TABLES} AND NOT starts_with(table_name, 'shelf_') ORDER BY ALL`]);
    assert.deepEqual(
      others.map((names) => names.join(".")),
      ["columns", "committed", "facts", "fields", "measurements", "minute_fields", "minute_figures"].map(
        (name) => `structline.${name}`,
      ),
    );
    assert.deepEqual(await plainly(path, ["SELECT t, rh, fresh FROM lab_net.plain ORDER BY time LIMIT 1"]), [
      [7, null, true],
    ]);
    assert.deepEqual(await plainly(path, ["SELECT s1, w299, s2 FROM lab_net.grown ORDER BY time LIMIT 1"]), [
      [8, 9, null],
    ]);
  }));

test("the rows of the version before become hourly files", () =>
  inOldDatabase(async (path) => {
    const store = openDuckdbStore({ path, parquet: join(path, "..", "history") });
    await store.open();
    assert.deepEqual(await contents(store), CONTENTS);
    await store.archiveHours();
    assert.deepEqual(await contents(store), CONTENTS);
    // Into an hour that is a file.
    const late = makePoint(
      1_770_007_200_000_000_000n,
      { s1: 8, w299: 9 },
      { measurement: "grown", timeSource: "payload" },
    );
    await store.write([late], 90);
    await store.close();
    assert.deepEqual(await plainly(path, ["SELECT s1, w299, s0, first FROM lab_net.grown"]), [[8, 9, 0, null]]);
  }));

test("an earlier version is told that the database is newer, before it changes anything", async () => {
  await inOldDatabase(async (path) => {
    const store = openDuckdbStore({ path });
    await store.open();
    await store.close();
    // Its first query. [read-catalogue.ts of version 0.1]
    const query = "SELECT DISTINCT table_name FROM structline.fields WHERE schema_name = 'structline'";
    await assert.rejects(plainly(path, [query]), /written by a newer version of structline; install that version/);
  });
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "new.duckdb");
    const store = openDuckdbStore({ path });
    await store.open();
    await store.close();
    await assert.rejects(plainly(path, ["SELECT DISTINCT table_name FROM structline.fields"]), /newer version/);
  });
});

/** Names the columns of the shared table by fields, as the first versions did. */
const NAMED_BY_FIELDS = [
  `CREATE TABLE structline.named AS SELECT time, series, float_1 AS "a:float", ${[1, 2, 3, 4, 5]
    .map((d) => `CASE WHEN series = ${d + 1} THEN integer_1 END AS "own${d}:integer"`)
    .join(", ")}, string_1 AS "s:string" FROM structline.shelf_1`,
  "DROP TABLE structline.shelf_1",
  "ALTER TABLE structline.named RENAME TO shelf_1",
  "DELETE FROM structline.fields WHERE schema_name = 'structline'",
  `INSERT INTO structline.fields SELECT 'structline', 'shelf_1', column_name, 'float', column_name, NULL
   FROM (DESCRIBE structline.shelf_1) WHERE column_name <> 'time'`,
  "UPDATE structline.minute_fields SET shared_column = column_name || ':' || CASE column_name WHEN 'a' THEN 'float' ELSE 'integer' END WHERE starts_with(table_name, 'd') AND table_name <> 'd0'",
];

test("measurements of a shared table with columns named by fields move as well", () =>
  inOldDatabase(async (path) => {
    await plainly(path, NAMED_BY_FIELDS);
    const store = openDuckdbStore({ path });
    await store.open();
    assert.deepEqual(await contents(store), CONTENTS);
    await store.close();
    const left = await plainly(path, [`${BASE_TABLES} AND starts_with(table_name, 'old_')`]);
    assert.deepEqual(left, []);
  }));

test("whenever the process is killed, the move goes on at the next start, and every value is there once", () =>
  inOldDatabase(async (path) => {
    await plainly(path, NAMED_BY_FIELDS);
    let kills = 0;
    for (let statements = 1; ; statements += 5) {
      const args = [...programArguments("move-target"), path, String(statements)];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
      const [code, signal] = (await once(child, "close")) as [number | null, string | null];
      if (code === 0) break;
      assert.equal(signal, "SIGKILL");
      kills++;
    }
    assert.ok(kills > 5, `killed ${kills} times`);
    const store = openDuckdbStore({ path });
    await store.open();
    assert.deepEqual(await contents(store), CONTENTS);
    await store.close();
  }));

/** The documentation's lines for readers: over several Parquet files whose columns differ, and for CSV whose texts look like numbers. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { exported } from "../../runtime/formats/encode-export.ts";
import type { FieldType } from "../../runtime/model/point.ts";
import type { Row } from "../../runtime/model/store.ts";
import { DATA_PROGRAM } from "../../scripts/test/peers.mjs";
import { MemoryStore } from "../support/memory-store.ts";
import { needsPeers } from "../support/peers.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const T0 = 1_769_860_800_000_000_000n;

type Columns = Record<string, FieldType>;

/** The first file of `02_cap_r` has one column, the second another one, too; a third measurement has others. */
const FILES: readonly { path: string; columns: Columns; values: Row["values"] }[] = [
  { path: "measurement=02_cap_r/day=2026-01-30/data.parquet", columns: { voltage: "float" }, values: { voltage: 1.5 } },
  {
    path: "measurement=02_cap_r/day=2026-01-31/data.parquet",
    columns: { voltage: "float", cells: "integer" },
    values: { voltage: 2.5, cells: 3n },
  },
  { path: "measurement=01_imu/day=2026-01-30/data.parquet", columns: { yaw: "float" }, values: { yaw: 9 } },
];

/** @param nested whether files of a measurement are in folders of days */
async function written(under: string, nested: boolean): Promise<string> {
  const folder = temporaryFolder();
  for (const [index, { path, columns, values }] of FILES.entries()) {
    const store = new MemoryStore();
    store.add("d", "m", columns, [{ timeNs: T0 + BigInt(index), values }]);
    const named = Object.entries(columns).map(([name, type]) => ({ name, type, as: name }));
    const pieces: Uint8Array[] = [];
    const source = { database: "d", measurement: "m", columns: named, rows: "all" } as const;
    const range = { fromNs: T0 - 1n, toNs: T0 + 10n };
    const request = { sources: [source], combine: "join", ...range, fill: "none", timeZone: "UTC" } as const;
    for await (const piece of exported(store, { ...request, format: "parquet" })) pieces.push(piece);
    const file = join(
      folder,
      under,
      "database=lab_rig",
      nested ? path : path.replace("/data.", ".").replace("day=", ""),
    );
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.concat(pieces));
  }
  return folder;
}

function blockOf(page: string, language: string, word: string): string {
  const blocks = readFileSync(`docs/${page}`, "utf8").matchAll(/```(\w+)\n([\s\S]*?)```/g);
  const found = [...blocks].find(([, tongue, text]) => tongue === language && text?.includes(word));
  assert.ok(found?.[2], `${page} has a block in ${language} with ${word}`);
  return found[2];
}

test("DuckDB reads a measurement's files by the query of docs/stores.md, with all columns", async () => {
  const folder = await written("data/history", false);
  const query = blockOf("stores.md", "sql", "read_parquet").replace("data/history", `${folder}/data/history`);
  const connection = await (await DuckDBInstance.create()).connect();
  const reader = await connection.runAndReadAll(query);
  assert.deepEqual(reader.columnNames(), ["time", "voltage", "cells", "database", "measurement"]);
  assert.deepEqual(
    reader.getRows().map((row) => row.slice(1, 3)),
    [
      [1.5, null],
      [2.5, 3n],
    ],
  );
  connection.disconnectSync();
});

test("DuckDB, polars and pandas read an archive by the lines of docs/analysis.md", {
  skip: needsPeers("data"),
}, async () => {
  const folder = await written("archive", true);
  const program = blockOf("analysis.md", "python", "union_by_name");
  const printed = execFileSync(DATA_PROGRAM, ["-c", program], { cwd: folder, encoding: "utf8" });
  const lines = printed.trimEnd().split("\n");
  assert.equal(lines.length, 3, printed);
  for (const line of lines) assert.match(line, /time.*voltage.*cells/);
});

test("pandas and polars keep a payload of digits by the lines of docs/analysis.md", {
  skip: needsPeers("data"),
}, () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "rows.csv"), "time,_hex_\r\n2026-01-31T12:00:00.000000000Z,01020e05\r\n");
  const program = blockOf("analysis.md", "python", "schema_overrides");
  const printed = execFileSync(DATA_PROGRAM, ["-c", program], { cwd: folder, encoding: "utf8" });
  assert.deepEqual(printed.trimEnd().split("\n"), ["['01020e05']", "['01020e05']"]);
});

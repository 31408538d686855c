/** `<channel>.sql` in DuckDB, `<channel>_arrow.py` in pyarrow, and Open MCT's dictionary: all must have the stored columns. */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { columnsOf } from "../../../runtime/codec/fields.ts";
import { DATA_FOLDER, DATA_PROGRAM, isInstalled } from "../../../scripts/test/peers.mjs";
import { fileText } from "../../support/compiled-channels.ts";
import { run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { emitText } from "./messages.ts";

const HEADER = `enum mode { IDLE, RUN };
// What's "reported".
struct struct_a {
  uint8_t length; uint8_t ID;
  uint16_t volts;     // of the pack @rule: name=volt's; expr=volts / 100; unit=V; warn=9..13
  uint64_t big; int64_t small;
  bool on;
  char label[4];
  float v[3];
  enum mode mode;
} a = { 51, 7 };`;

const TYPES = { float: "DOUBLE", string: "VARCHAR", boolean: "BOOLEAN", integer: "BIGINT" };

test("DuckDB creates the tables with the stored columns", async () => {
  const { files, codecs } = await emitText(HEADER, ["sql"]);
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    await connection.run(fileText(files, /\.sql$/));
    const rows = await connection.runAndReadAll(
      "SELECT column_name, data_type, comment FROM duckdb_columns() WHERE table_name = '07_a' ORDER BY column_index",
    );
    const found = rows.getRows().map(([name, type]) => [name, type]);
    const columns = columnsOf(codecs[0] ?? assert.fail()).map(({ name, kind, unsigned }) => [
      name,
      unsigned ? "UBIGINT" : TYPES[kind],
    ]);
    assert.deepEqual(found, [["time", "TIMESTAMP_NS"], ...columns, ["_hex_", "VARCHAR"]]);
    const said = new Map(rows.getRows().map(([name, , comment]) => [name, comment]));
    assert.equal(said.get("volt's"), "of the pack. uint16_t volts by volts / 100, in V");
    const about = await connection.runAndReadAll("SELECT table_name, comment FROM duckdb_tables()");
    assert.deepEqual(about.getRows(), [["07_a", `struct_a, headers/text.h:3. What's "reported".`]]);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
});

const ARROW = `
import sys
sys.path.insert(0, sys.argv[1])
import text_arrow
schema = text_arrow.SCHEMAS["07_a"]
print([(field.name, str(field.type)) for field in schema], schema.field("volt's").metadata[b"unit"])
`;

test("pyarrow has the same columns", {
  skip: !isInstalled(DATA_FOLDER) && "needs pyarrow (STRUCTLINE_PEERS=data npm run peers)",
}, async () => {
  const { files, codecs } = await emitText(HEADER, ["sql"]);
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "text_arrow.py"), fileText(files, /_arrow\.py$/));
    const types = { float: "double", string: "string", boolean: "bool", integer: "int64" };
    const columns = columnsOf(codecs[0] ?? assert.fail()).map(({ name, kind, unsigned }) => {
      const quote = name.includes("'") ? '"' : "'";
      return `(${quote}${name}${quote}, '${unsigned ? "uint64" : types[kind]}')`;
    });
    const expected = ["('time', 'timestamp[ns]')", ...columns, "('_hex_', 'string')"];
    assert.equal(run(DATA_PROGRAM, ["-c", ARROW, folder]), `[${expected.join(", ")}] b'V'\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("Open MCT's dictionary has a point for each stored field, in the tutorial's format", async () => {
  const { files, codecs } = await emitText(HEADER, ["open-mct"]);
  const { name, key, measurements } = JSON.parse(fileText(files, /\.openmct\.json$/)) as {
    name: string;
    key: string;
    measurements: { key: string; values: Record<string, unknown>[] }[];
  };
  assert.deepEqual([name, key], ["text", "text"]);
  const columns = columnsOf(codecs[0] ?? assert.fail()).map((column) => `07_a.${column.name}`);
  assert.deepEqual(
    measurements.map((each) => each.key),
    columns,
  );
  const shownAs = (column: string) => measurements.find((each) => each.key === `07_a.${column}`)?.values[0];
  assert.deepEqual(shownAs("volt's"), {
    key: "value",
    name: "Value",
    unit: "V",
    units: "V",
    format: "float",
    min: 9,
    max: 13,
    hints: { range: 1 },
  });
  assert.deepEqual(shownAs("mode")?.["enumerations"], [
    { string: "IDLE", value: 0 },
    { string: "RUN", value: 1 },
  ]);
  for (const { values } of measurements) {
    assert.deepEqual(values[1], {
      key: "utc",
      source: "timestamp",
      name: "Timestamp",
      format: "utc",
      hints: { domain: 1 },
    });
  }
});

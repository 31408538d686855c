/** Rows that are committed while a query begins. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBPreparedStatement } from "@duckdb/node-api";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const PLACE = { database: "lab_net", measurement: "node" };
/** Each is wider, longer or lower than all before it. */
const VALUES = [
  { text: "sent", count: 1n, level: 1 },
  { text: "acknowledged", count: 300n, level: 2 },
  { text: "a text that is longer than sixteen bytes", count: 5_000_000_000n, level: 3 },
  { text: "", count: -5_000_000_000n, level: -1e300 },
];

test("rows that are committed between a query's plan and its run are read whole, or not at all", () =>
  inTemporaryFolder(async (folder) => {
    const store = openDuckdbStore({ path: join(folder, "t.duckdb") });
    await store.open();
    let written = 0;
    const write = async () => {
      const values = VALUES[written];
      if (values === undefined) return;
      written++;
      await store.write([makePoint(BigInt(written), values, { ...PLACE, types: { count: "integer" } })], written);
    };
    await write();
    const { stream } = DuckDBPreparedStatement.prototype;
    DuckDBPreparedStatement.prototype.stream = async function () {
      await write();
      return stream.call(this);
    };
    try {
      while (written < VALUES.length) {
        const before = written;
        const rows: unknown[] = [];
        for await (const { values } of store.rows(PLACE)) rows.push(values);
        assert.equal(written, before + 1, "a row was committed while the query began");
        assert.deepEqual(rows, VALUES.slice(0, rows.length));
        assert.ok(rows.length >= before, `${rows.length} rows of ${before}`);
        // Only rows with a value in a named column: a condition that the plan of earlier rows does not need.
        const counts: unknown[] = [];
        for await (const { values } of store.rows({ ...PLACE, columns: ["count"] })) counts.push(values["count"]);
        const all = VALUES.map(({ count }) => count);
        assert.deepEqual(counts, all.slice(0, counts.length));
      }
    } finally {
      DuckDBPreparedStatement.prototype.stream = stream;
      await store.close();
    }
  }));

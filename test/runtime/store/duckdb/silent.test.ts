/** Measurements that nobody has used since the database was opened: only their numbers are in memory. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import type { Store } from "../../../../runtime/model/store.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { rounds } from "../../../support/long.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const DATABASE = "lab_net";
/** Names that meet as identifiers: DuckDB ignores case, and takes neither an empty one nor a NUL. */
const NAMES = [
  "node",
  "Node",
  "NODE",
  "node_2",
  "node_3",
  "",
  "_",
  "__2",
  "a\0b",
  "a_b",
  "straße",
  "STRASSE",
  "x%0041",
];

async function contents(store: Store): Promise<unknown[]> {
  const infos = [...(await store.measurements())].sort((a, b) => (a.measurement < b.measurement ? -1 : 1));
  const all: unknown[] = [];
  for (const { database, measurement, columns } of infos) {
    const rows: unknown[] = [];
    for await (const { timeNs, values } of store.rows({ database, measurement })) rows.push([timeNs, values]);
    all.push([measurement, [...columns], rows]);
  }
  return all;
}

test("a new name that differs from a silent one only in case has an identifier of its own", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "t.duckdb");
    for (const [i, measurement] of ["own", "node", "NODE", "Node"].entries()) {
      const store = openDuckdbStore({ path, ownTables: 1 });
      await store.open();
      await store.write([makePoint(BigInt(i), { t: i }, { measurement })], i + 1);
      await store.close();
    }
    const instance = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
    const connection = await instance.connect();
    const views = await connection.runAndReadAll(
      `SELECT (SELECT t FROM ${DATABASE}.node)::INTEGER, (SELECT t FROM ${DATABASE}.NODE_2)::INTEGER, (SELECT t FROM ${DATABASE}.Node_3)::INTEGER`,
    );
    assert.deepEqual(views.getRows(), [[1, 2, 3]]);
    connection.closeSync();
    instance.closeSync();
  }));

test("a database that is opened anew behaves as one that stayed open, whatever is written, read and removed", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          {
            weight: 6,
            arbitrary: fc.tuple(
              fc.constant("write" as const),
              fc.constantFrom(...NAMES),
              fc.integer({ min: 0, max: 3 }),
            ),
          },
          { weight: 1, arbitrary: fc.tuple(fc.constant("remove" as const), fc.constantFrom(...NAMES), fc.constant(0)) },
        ),
        { minLength: 1, maxLength: 9 },
      ),
      async (steps) =>
        inTemporaryFolder(async (folder) => {
          const path = join(folder, "t.duckdb");
          const stayed = openDuckdbStore({ path: join(folder, "stayed.duckdb"), ownTables: 1 });
          await stayed.open();
          for (const [i, [what, measurement, form]] of steps.entries()) {
            const fields = [{ t: i }, { t: i, text: "x" }, { [`f${i}`]: i }, { t: i, isOn: true }][form]!;
            const again = openDuckdbStore({ path, ownTables: 1 });
            await again.open();
            for (const store of [stayed, again]) {
              if (what === "write") await store.write([makePoint(BigInt(i), fields, { measurement })], i + 1);
              else await store.remove(DATABASE, measurement);
            }
            await again.close();
          }
          const last = openDuckdbStore({ path, ownTables: 1 });
          await last.open();
          assert.deepEqual(await contents(last), await contents(stayed));
          await last.close();
          await stayed.close();
          const instance = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
          const connection = await instance.connect();
          const [[names, different] = []] = (
            await connection.runAndReadAll(
              "SELECT count(*), count(DISTINCT lower(table_name)) FROM structline.measurements",
            )
          ).getRows();
          connection.closeSync();
          instance.closeSync();
          assert.equal(names, different, "two measurements have one identifier");
        }),
    ),
    { numRuns: rounds(3, 60) },
  ));

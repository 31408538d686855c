/** A bucket on an independent server that checks signatures and hashes; DuckDB alone reads its content. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { BucketDepot } from "../../../runtime/parts/s3/bucket-depot.ts";
import { S3 } from "../../../runtime/parts/s3/s3.ts";
import { type DuckdbStoreOpened, openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import { makePoint } from "../../support/store-contract.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { lacksRealS3, type RealS3, startRealS3 } from "./real-s3.ts";
import { ENVIRONMENT } from "./s3-server.ts";

const HOUR = 3_600_000_000_000n;
const T0 = 472_222n * HOUR;
const PLACE = { database: "lab net", measurement: "gw+node/sensors é" };
/** Size of one file, so reads come from the server. */
const CACHE_BYTES = 20 * 2 ** 20;

function storeIn(directory: string, { settings }: RealS3, adopt = false): DuckdbStoreOpened {
  const depot = new BucketDepot({ s3: new S3(settings, ENVIRONMENT), directory, cacheBytes: CACHE_BYTES });
  return openDuckdbStore({ path: join(directory, "head.duckdb"), parquet: directory, depot, adopt });
}

async function valuesOf(store: DuckdbStoreOpened, hour: bigint): Promise<unknown[]> {
  const values: unknown[] = [];
  const range = { fromNs: T0 + hour * HOUR, toNs: T0 + (hour + 1n) * HOUR - 1n };
  for await (const row of store.rows({ ...PLACE, ...range })) values.push(row.values["n"]);
  return values;
}

async function readAlone(folder: string): Promise<unknown[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const sql = `SELECT n, length(text) FROM '${folder}/**/*.parquet' ORDER BY time`;
  const rows = await (await connection.run(sql)).getRows();
  connection.disconnectSync();
  instance.closeSync();
  return rows;
}

test(
  "hours are uploaded to a real server, large ones in parts, and downloaded; a new head adopts them",
  {
    skip: lacksRealS3(),
  },
  () =>
    inTemporaryFolder(async (directory) => {
      const server = await startRealS3();
      const store = storeIn(join(directory, "one"), server);
      await store.open();
      const text = randomBytes(17 * 2 ** 20).toString("base64");
      const points = [0n, 1n, 2n].map((hour) => makePoint(T0 + hour * HOUR, { n: Number(hour) }, PLACE));
      await store.write([...points, makePoint(T0 + 3n * HOUR, { n: 3, text }, PLACE)], 1);
      await store.archiveHours(T0 + 10n * HOUR);
      await store.write([makePoint(T0 + 1n, { n: 7 }, PLACE)], 2);
      for (let round = 0; round < 2; round++) await store.archiveHours(T0 + 10n * HOUR);
      const rows = [0, 7, 1, 2, 3].map((n) => [n, n === 3 ? BigInt(text.length) : null]);
      assert.deepEqual(await readAlone(server.folder), rows);
      assert.deepEqual(await valuesOf(store, 3n), [3]);
      assert.deepEqual(await valuesOf(store, 0n), [0, 7]);
      await store.close();

      const adopting = storeIn(join(directory, "two"), server, true);
      await adopting.open();
      for (const [hour, values] of [
        [0n, [0, 7]],
        [2n, [2]],
        [3n, [3]],
      ] as const) {
        assert.deepEqual(await valuesOf(adopting, hour), values);
      }
      assert.equal(await adopting.remove(PLACE.database, PLACE.measurement), "removed");
      for (let round = 0; round < 2; round++) await adopting.archiveHours(T0 + 10n * HOUR);
      const left = (await fs.readdir(server.folder, { recursive: true, withFileTypes: true })).filter((one) =>
        one.isFile(),
      );
      assert.deepEqual(
        left.map(({ name }) => name),
        ["structline.json"],
      );
      await adopting.close();
      await server.halt();
    }),
);

test("a real server's refusals are distinguished", { skip: lacksRealS3() }, async () => {
  const server = await startRealS3();
  const { settings } = server;
  const refused = (more: object, environment = {}) =>
    new S3({ ...settings, ...more }, { ...ENVIRONMENT, ...environment }).readText("structline.json");
  await assert.rejects(refused({}, { AWS_SECRET_ACCESS_KEY: "wrong" }), /secret key is wrong/);
  await assert.rejects(refused({}, { AWS_ACCESS_KEY_ID: "other" }), /the server refuses \(XAdminUserNotFound/);
  await assert.rejects(refused({ bucket: "other" }), /no such bucket/);
  await assert.rejects(refused({ region: "us-west-2" }), /region is wrong/);
  assert.equal(await refused({}), undefined);
  await server.halt();
});

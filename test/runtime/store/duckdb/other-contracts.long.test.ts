/** The store's contract for measurements in shared tables, for sparse columns, for rows of two databases, and for rows in a bucket. */

import * as fs from "node:fs/promises";
import { basename, join } from "node:path";
import { after } from "node:test";
import { takesOf } from "../../../../runtime/config/name-patterns.ts";
import type { Cursor } from "../../../../runtime/model/message-log.ts";
import type { Point } from "../../../../runtime/model/point.ts";
import type { BeforeCommit, Store, WriteOutcome } from "../../../../runtime/model/store.ts";
import { BucketDepot } from "../../../../runtime/store/bucket/bucket-depot.ts";
import { S3 } from "../../../../runtime/store/bucket/s3.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { RoutedStore } from "../../../../runtime/store/routed-store.ts";
import { startRealS3 } from "../../../support/real-s3.ts";
import { ENVIRONMENT, startS3 } from "../../../support/s3-server.ts";
import { storeContract } from "../../../support/store-contract.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

/** Cache for files of a bucket; holds some of the contract's. */
const CACHE_BYTES = 2 ** 20;

for (const [name, limits] of [
  ["DuckDB, measurements that share tables", { ownTables: 0 }],
  ["DuckDB, fields that are cells", { columnsLacked: 0 }],
] as const) {
  storeContract(
    name,
    async () => {
      const directory = temporaryFolder();
      return {
        make: () => openDuckdbStore({ path: join(directory, "telemetry.duckdb"), ...limits }),
        remove: () => fs.rm(directory, { recursive: true }),
      };
    },
    { errorName: "DuckDBClientError", unsigned: true, keepsPosition: true },
  );
}

storeContract(
  "two databases behind one port",
  async () => {
    const directory = temporaryFolder();
    const open = (name: string) => openDuckdbStore({ path: join(directory, `${name}.duckdb`) });
    const make = (): Store => {
      const [main, other] = [open("main"), open("other")];
      const databases = ["t*", "a b"];
      const ofOther = takesOf(databases);
      const routed = new RoutedStore([
        { name: "store", store: main },
        { name: "store-other", databases, store: other },
      ]);
      return Object.assign(routed, {
        async write(points: readonly Point[], ...order: [Cursor, BeforeCommit?]): Promise<WriteOutcome> {
          const of = (isOther: boolean) => points.filter(({ database }) => ofOther(database) === isOther);
          const outcomes = [await other.write(of(true), ...order), await main.write(of(false), ...order)];
          const stored = outcomes.reduce((sum, outcome) => sum + outcome.stored, 0);
          return { stored, refused: outcomes.flatMap(({ refused }) => refused) };
        },
      });
    };
    return { make, remove: () => fs.rm(directory, { recursive: true }) };
  },
  { errorName: "DuckDBClientError", unsigned: true, keepsPosition: true },
);

const bucket = await startRealS3().catch(startS3);
after(() => bucket.halt());

// Every row is in an object, and in no local file, before the next query.
storeContract(
  "Parquet in a bucket",
  async () => {
    const directory = temporaryFolder();
    const settings = { ...bucket.settings, prefix: basename(directory) };
    const make = () => {
      const depot = new BucketDepot({ s3: new S3(settings, ENVIRONMENT), directory, cacheBytes: CACHE_BYTES });
      const store = openDuckdbStore({ path: join(directory, "head.duckdb"), parquet: directory, depot });
      const write = store.write.bind(store);
      const rewrite = store.rewrite.bind(store);
      store.write = async (...batch) => {
        const outcome = await write(...batch);
        await store.archiveHours(2n ** 64n);
        return outcome;
      };
      store.rewrite = async (points) => {
        const outcome = await rewrite(points);
        await store.archiveHours(2n ** 64n);
        return outcome;
      };
      return store;
    };
    return { make, remove: () => fs.rm(directory, { recursive: true }) };
  },
  { errorName: "DuckDBClientError", unsigned: true, keepsPosition: true, opensForEach: true },
);

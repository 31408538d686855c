/** The store's contract for rows in a bucket. */

import * as fs from "node:fs/promises";
import { basename, join } from "node:path";
import { after } from "node:test";
import { BucketDepot } from "../../../runtime/parts/s3/bucket-depot.ts";
import { S3 } from "../../../runtime/parts/s3/s3.ts";
import { openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import { storeContract } from "../../support/store-contract.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { startRealS3 } from "./real-s3.ts";
import { ENVIRONMENT, startS3 } from "./s3-server.ts";

/** Cache for files of a bucket; holds some of the contract's. */
const CACHE_BYTES = 2 ** 20;

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

import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { storeContract } from "../../../support/store-contract.ts";

for (const [name, limits] of [
  ["DuckDB", {}],
  ["DuckDB, measurements that share tables", { ownTables: 0 }],
  ["DuckDB, fields that are cells", { columnsLacked: 0 }],
] as const) {
  storeContract(
    name,
    async () => {
      const directory = await fs.mkdtemp(join(tmpdir(), "duckdb-contract-"));
      return {
        make: () => openDuckdbStore({ path: join(directory, "telemetry.duckdb"), ...limits }),
        remove: () => fs.rm(directory, { recursive: true }),
      };
    },
    { errorName: "DuckDBClientError", unsigned: true, keepsPosition: true },
  );
}

// Every row is in a file before the next thing is asked.
storeContract(
  "Parquet",
  async () => {
    const directory = await fs.mkdtemp(join(tmpdir(), "parquet-contract-"));
    const make = () => {
      const store = openDuckdbStore({ path: join(directory, "head.duckdb"), parquet: directory });
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
  { errorName: "DuckDBClientError", unsigned: true, keepsPosition: true },
);

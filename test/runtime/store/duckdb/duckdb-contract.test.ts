import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { storeContract } from "../../../support/store-contract.ts";

for (const [name, limits] of [
  ["DuckDB", {}],
  ["DuckDB, measurements that share tables", { ownTables: 0 }],
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

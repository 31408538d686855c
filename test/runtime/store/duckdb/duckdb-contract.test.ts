import * as fs from "node:fs/promises";
import { join } from "node:path";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { storeContract } from "../../../support/store-contract.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

storeContract(
  "DuckDB",
  async () => {
    const directory = temporaryFolder();
    return {
      make: () => openDuckdbStore({ path: join(directory, "telemetry.duckdb") }),
      remove: () => fs.rm(directory, { recursive: true }),
    };
  },
  { errorName: "DuckDBClientError", unsigned: true, keepsPosition: true },
);

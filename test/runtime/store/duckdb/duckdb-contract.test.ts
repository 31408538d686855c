import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { storeContract } from "../../../support/store-contract.ts";

storeContract(
  "DuckDB",
  async () => {
    const directory = await fs.mkdtemp(join(tmpdir(), "duckdb-contract-"));
    return {
      make: () => openDuckdbStore({ path: join(directory, "telemetry.duckdb") }),
      remove: () => fs.rm(directory, { recursive: true }),
    };
  },
  { errorName: "DuckDBClientError", unsigned: true, keepsPosition: true },
);

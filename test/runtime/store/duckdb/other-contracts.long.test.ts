/** The store's contract for measurements in shared tables, for sparse columns and for rows of two databases. */

import * as fs from "node:fs/promises";
import { join } from "node:path";
import { takesOf } from "../../../../runtime/config/name-patterns.ts";
import type { Cursor } from "../../../../runtime/model/message-log.ts";
import type { Point } from "../../../../runtime/model/point.ts";
import type { BeforeCommit, Store, WriteOutcome } from "../../../../runtime/model/store.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { RoutedStore } from "../../../../runtime/store/routed-store.ts";
import { storeContract } from "../../../support/store-contract.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

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

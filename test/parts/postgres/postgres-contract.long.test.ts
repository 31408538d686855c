import { after } from "node:test";
import { openPostgresStore } from "../../../runtime/parts/postgres/postgres-store.ts";
import { noPostgres, type Postgres, startPostgres } from "../../support/postgres.ts";
import { storeContract } from "../../support/store-contract.ts";

// One server for all clauses, a database for each store.
let running: Promise<Postgres> | undefined;
let count = 0;
after(async () => (await running)?.remove());

storeContract(
  "PostgreSQL",
  async () => {
    running ??= startPostgres();
    const postgres = await running;
    const database = `contract_${++count}`;
    postgres.sql(`CREATE DATABASE ${database}`);
    return {
      make: () => openPostgresStore({ url: postgres.url(database) }),
      remove: async () => void postgres.sql(`DROP DATABASE ${database} WITH (FORCE)`),
    };
  },
  { skip: noPostgres, errorName: "DatabaseError", unsigned: true, keepsPosition: false },
);

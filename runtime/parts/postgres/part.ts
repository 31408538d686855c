/** PostgreSQL as a store, with TimescaleDB where it is installed. */

import { redact } from "../../config/values.ts";
import { linesOf, type StoreKind } from "../../store/kind.ts";
import type { PartKind } from "../part-kind.ts";

interface PostgresSettings {
  readonly kind: "postgres";
  /** `postgres://user:password@host:5432/database`, with the client's options after `?`. */
  readonly url: string;
}

const POSTGRES_STORE: StoreKind<PostgresSettings> = {
  name: "postgres",
  forms: ["postgres://host/database"],
  meaning: "[`postgres://user:password@host:5432/database`](stores.md#postgresql)",
  keep: "keep applies to the embedded store only: in PostgreSQL delete rows by their time_ns, or drop partitions",
  parse: (text, { url }) => {
    if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) return undefined;
    if (url.pathname.length < 2)
      throw new Error(`'${redact(text)}' names no database; write postgres://host:5432/telemetry`);
    return { kind: "postgres", url: text };
  },
  make: async (settings, log) =>
    (await import("./postgres-store.ts")).openPostgresStore(settings, {
      log: linesOf(log, { event: "store.postgres" }),
    }),
};

export const POSTGRES: PartKind = { name: "postgres", stores: [POSTGRES_STORE] };

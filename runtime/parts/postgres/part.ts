/** PostgreSQL as a store, with TimescaleDB where it is installed. */

import type { PartKind } from "../part-kind.ts";
import { POSTGRES_STORE } from "./postgres-kind.ts";

export const POSTGRES: PartKind = { name: "postgres", stores: [POSTGRES_STORE] };

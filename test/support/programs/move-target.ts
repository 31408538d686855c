/**
 * Opens a database of an earlier version, whose rows move to the layout of this one; kills itself instead of executing a
 * statement. Arguments: the database's file, the number of statements before.
 */

import { DuckDBConnection } from "@duckdb/node-api";
import { openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";

const [path = "", statements = "0"] = process.argv.slice(2);
const { run } = DuckDBConnection.prototype;
let left = Number(statements);
DuckDBConnection.prototype.run = function (this: DuckDBConnection, ...args: Parameters<typeof run>) {
  if (left-- === 0) process.kill(process.pid, "SIGKILL");
  return run.apply(this, args);
};
const store = openDuckdbStore({ path });
await store.open();
console.log("open");
await store.close();

/** DuckDB's package and its dependencies as one value, so that one dynamic import loads all of it, also in a bundle. */

import * as api from "@duckdb/node-api";
import bindings from "@duckdb/node-bindings";
import { underWay } from "../../lib/thread-end.ts";

/** Wraps a method that makes one native call; other methods use these. */
function waitedFor<Name extends string>(owner: Readonly<Record<Name, unknown>>, ...names: readonly Name[]): void {
  const methods = owner as Record<Name, (...args: unknown[]) => Promise<unknown>>;
  for (const name of names) {
    const method = methods[name];
    methods[name] = function (this: unknown, ...args) {
      return underWay(() => method.apply(this, args));
    };
  }
}

const { run } = api.DuckDBConnection.prototype;
/** With values, `run` prepares the statement first: two calls, each tracked separately. */
api.DuckDBConnection.prototype.run = function (sql, values, types) {
  return values === undefined ? underWay(() => run.call(this, sql)) : run.call(this, sql, values, types);
};
waitedFor(api.DuckDBConnection.prototype, "prepare", "extractStatements");
waitedFor(api.DuckDBExtractedStatements.prototype, "prepare");
waitedFor(api.DuckDBInstance, "create");
waitedFor(api.DuckDBInstance.prototype, "connect");
waitedFor(api.DuckDBPreparedStatement.prototype, "run", "stream");
waitedFor(api.DuckDBPendingResult.prototype, "getResult");
waitedFor(api.DuckDBResult.prototype, "fetchChunk");

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const { getItemBytes } = api.DuckDBBlobVector.prototype;
/** The package's own decoder drops the U+FEFF that a text begins with. Texts lie in memory as blobs do. */
api.DuckDBVarCharVector.prototype.getItem = function (row) {
  const bytes = getItemBytes.call(this as unknown as api.DuckDBBlobVector, row);
  return bytes && utf8.decode(bytes);
};

export type DuckDB = typeof duckdb;
export const duckdb = { ...api, bindings };

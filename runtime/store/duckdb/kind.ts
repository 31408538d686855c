/** `duckdb:FILE`, and `parquet:FOLDER` for files of past hours, which may be in a bucket. */

import { dirname } from "node:path";
import { redact } from "../../config/values.ts";
import type { StoreKind } from "../kind.ts";
import type { DepotSettings, DuckdbSettings } from "../store-settings.ts";
import type { Depot } from "./depot.ts";
import type { DepotKind, ParsedDepot } from "./depot-kind.ts";

const NAME = "duckdb";

/** @param depots where the files of past hours may be */
export function duckdbKind(depots: readonly DepotKind[]): StoreKind<DuckdbSettings> {
  return {
    name: NAME,
    forms: ["duckdb:FILE", "parquet:FOLDER", ...depots.map(({ form }) => form)],
    meaning: ["`duckdb:FILE`", "[`parquet:FOLDER`](stores.md#parquet-files)", ...depots.map((one) => one.meaning)].join(
      ", ",
    ),
    tellsReplaced: true,
    parse: (text, { resolvePath, section }) => {
      if (text.startsWith("duckdb:")) return parseFile(text, resolvePath);
      if (!text.startsWith("parquet:")) return undefined;
      for (const kind of depots) {
        const found = kind.parse(text, section);
        if (found !== undefined) return inDepot(found);
      }
      return parseFolder(text, resolvePath, depots);
    },
    expect: () => {
      import("./duckdb-store.ts").then(({ expectDatabase }) => expectDatabase()).catch(() => {});
    },
    make: async ({ kind: _, depot, ...settings }, log, declared) => {
      const { openDuckdbStore } = await import("./duckdb-store.ts");
      return openDuckdbStore({
        ...settings,
        declared,
        depot: depot && (await makeDepot(depot, dirname(settings.path), depots)),
        onFinding: (sentence) => log.warn({ event: "store.finding" }, sentence),
      });
    },
  };
}

function inDepot({ directory, settings }: ParsedDepot): DuckdbSettings {
  return { kind: NAME, path: `${directory}/head.duckdb`, parquet: directory, depot: settings };
}

function parseFile(text: string, resolvePath: (path: string) => string): DuckdbSettings {
  const path = text.slice("duckdb:".length).replace(/^\/\/(?=\/)/, "");
  if (path === "") throw new Error("'duckdb:' names no file; write duckdb:data/telemetry.duckdb");
  // DuckDB names a file's catalog by its name up to the first dot; that name is taken by the schema of the store's
  // own tables.
  if (/(^|[\\/])structline(\.[^\\/]*)?$/i.test(path))
    throw new Error("a database file cannot be named 'structline'; write duckdb:data/telemetry.duckdb");
  return { kind: NAME, path: path === ":memory:" ? path : resolvePath(path) };
}

function parseFolder(
  text: string,
  resolvePath: (path: string) => string,
  depots: readonly DepotKind[],
): DuckdbSettings {
  const path = text.slice("parquet:".length).replace(/^\/\/(?=\/)/, "");
  if (/^(?:[a-z][a-z0-9+]+:\/\/|(?:gs|gcs|az|s3|https?):)/i.test(path)) {
    const others = depots.map(({ form }) => form);
    const hint = others.length === 0 ? "write parquet:data/history" : `a bucket is ${others.join(" or ")}`;
    throw new Error(`'${redact(text)}' names no folder; ${hint}`);
  }
  if (path === "" || /[*?[]/.test(path)) throw new Error(`'${text}' names no folder; write parquet:data/history`);
  const parquet = resolvePath(path);
  return { kind: NAME, path: `${parquet}/head.duckdb`, parquet };
}

function makeDepot(settings: DepotSettings, directory: string, depots: readonly DepotKind[]): Promise<Depot> {
  const kind = depots.find(({ name }) => name === settings.kind);
  if (kind === undefined) throw new Error(`this build of structline does not have the part '${settings.kind}'`);
  return kind.make(settings, directory);
}

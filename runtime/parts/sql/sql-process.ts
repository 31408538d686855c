/**
 * Answers one SQL query over Parquet files in a separate process, which may end at any time. It has only the files that
 * its client may read, no environment and no network, and ends itself when it takes too much memory.
 */

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement, DuckDBTypeId } from "@duckdb/node-api";
import { formatNamed } from "../../formats/formats.ts";
import type { Batch, ColumnType, TableColumn } from "../../model/batch.ts";
import { batchOf } from "../../store/duckdb/batch-of.ts";
import { duckdb } from "../../store/duckdb/duckdb.ts";
import { literal, quoted } from "../../store/duckdb/identifier.ts";
import type { SqlAnswer, SqlOrder } from "./sql-protocol.ts";
import { sqlReferences } from "./sql-references.ts";

/** Memory for the database's own pages; the values of a single row are not included. */
const DATABASE_MEMORY = "256MiB";
/** Limit for the whole process: 512 MiB minus what may be allocated between two checks. */
const MOST_RESIDENT_BYTES = 448 << 20;
const LOOK_EVERY_MS = 5;

process.on("message", (order: SqlOrder) => void follow(order).catch((error: Error) => fail(error.message)));
// A normal exit would wait for the query, which may never end.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
lower();

let connection: DuckDBConnection | undefined;
let select = "";

async function follow(order: SqlOrder): Promise<void> {
  if (order.order === "parse") await parse(order.sql);
  else await run(order);
}

/** The lowest priority: this process is served last and killed first. */
function lower(): void {
  setPriority(process.pid, 10);
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Only on Linux.
  }
  setInterval(() => {
    if (process.memoryUsage.rss() > MOST_RESIDENT_BYTES) fail("the query takes too much memory");
  }, LOOK_EVERY_MS).unref();
}

function tell(answer: SqlAnswer): Promise<void> {
  return new Promise((resolve) => process.send?.(answer, () => resolve()));
}

function fail(message: string): void {
  void tell({ answer: "error", message: message.replace(/^[A-Z][\w ]* Error: /, "") }).then(() => process.exit(1));
}

async function parse(sql: string): Promise<void> {
  const options = { autoinstall_known_extensions: "false", autoload_known_extensions: "false", threads: "1" };
  const instance = await DuckDBInstance.create(":memory:", { ...options, memory_limit: DATABASE_MEMORY });
  connection = await instance.connect();
  const [[serialized] = []] = await rows("SELECT json_serialize_sql($1::VARCHAR)", [sql]);
  const { references, error } = sqlReferences(JSON.parse(String(serialized)));
  if (references === undefined) return fail(error);
  // Formatted by the parser: without comments, and certainly one statement.
  const [[text] = []] = await rows("SELECT json_deserialize_sql($1::JSON)", [String(serialized)]);
  select = String(text);
  await tell({ answer: "references", ...references });
}

async function rows(sql: string, values: string[] = []): Promise<unknown[][]> {
  return (await connection!.run(sql, values)).getRows();
}

async function run({ directory, tables, format, timeZone }: Extract<SqlOrder, { order: "run" }>): Promise<void> {
  for (const { schema, name, file } of tables) {
    const path = literal(`${directory}/${file}`);
    await rows(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
    await rows(`CREATE VIEW ${quoted(schema)}.${quoted(name)} AS SELECT * FROM read_parquet(${path})`);
    await rows(`CREATE OR REPLACE VIEW main.${quoted(name)} AS SELECT * FROM ${quoted(schema)}.${quoted(name)}`);
  }
  for (const setting of [
    `allowed_directories = [${literal(directory)}]`,
    "temp_directory = ''",
    "enable_external_access = false",
    "allow_community_extensions = false",
    "lock_configuration = true",
  ]) {
    await rows(`SET ${setting}`);
  }
  const columns = columnsOf(await connection!.prepare(select));
  const names = columns.map((_, index) => `c${index}`);
  const cast = columns.map(({ cast }, index) => `${cast.replaceAll("?", names[index]!)} AS ${names[index]}`);
  const result = await connection!.stream(`SELECT ${cast.join(", ")} FROM (\n${select}\n) AS q(${names.join(", ")})`);
  const read = columns.map((column, vector) => ({ ...column, vector }));
  const encode = await formatNamed(format).load();
  const chunks = async function* (): AsyncGenerator<Batch> {
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return;
      yield batchOf(duckdb, chunk, read);
    }
  };
  let begun = false;
  for await (const piece of encode({ columns, batches: chunks() }, { timeZone, directory })) {
    if (piece.length === 0) continue;
    if (!begun) await tell({ answer: "begins" });
    begun = true;
    if (!process.stdout.write(piece)) await once(process.stdout, "drain");
  }
  await new Promise<void>((resolve) => process.stdout.end(() => resolve()));
  await tell({ answer: "done" });
  process.exit();
}

function columnsOf(statement: DuckDBPreparedStatement): (TableColumn & { readonly cast: string })[] {
  return Array.from({ length: statement.columnCount }, (_, index) => {
    const type = COLUMN_TYPES[statement.columnTypeId(index)] ?? AS_TEXT;
    return { name: statement.columnName(index), ...type };
  });
}

const AS_TEXT = { type: "string", cast: "?::VARCHAR" } as const;
const AS_INTEGER = { type: "integer", cast: "?::BIGINT" } as const;
const AS_FLOAT = { type: "float", cast: "?::DOUBLE" } as const;
const AS_TIME = { type: "time", cast: "epoch_ns(?)" } as const;

/** Types without an equivalent become text in DuckDB's notation; a sum of integers that exceeds 64 bits is an error. */
const COLUMN_TYPES: { readonly [Id in DuckDBTypeId]?: { readonly type: ColumnType; readonly cast: string } } = {
  [DuckDBTypeId.BOOLEAN]: { type: "boolean", cast: "?" },
  [DuckDBTypeId.TINYINT]: AS_INTEGER,
  [DuckDBTypeId.SMALLINT]: AS_INTEGER,
  [DuckDBTypeId.INTEGER]: AS_INTEGER,
  [DuckDBTypeId.BIGINT]: AS_INTEGER,
  [DuckDBTypeId.HUGEINT]: AS_INTEGER,
  [DuckDBTypeId.UTINYINT]: AS_INTEGER,
  [DuckDBTypeId.USMALLINT]: AS_INTEGER,
  [DuckDBTypeId.UINTEGER]: AS_INTEGER,
  [DuckDBTypeId.UBIGINT]: { type: "unsigned", cast: "?" },
  [DuckDBTypeId.UHUGEINT]: { type: "unsigned", cast: "?::UBIGINT" },
  [DuckDBTypeId.FLOAT]: AS_FLOAT,
  [DuckDBTypeId.DOUBLE]: AS_FLOAT,
  [DuckDBTypeId.DECIMAL]: AS_FLOAT,
  [DuckDBTypeId.TIMESTAMP]: AS_TIME,
  [DuckDBTypeId.TIMESTAMP_S]: AS_TIME,
  [DuckDBTypeId.TIMESTAMP_MS]: AS_TIME,
  [DuckDBTypeId.TIMESTAMP_NS]: AS_TIME,
  [DuckDBTypeId.TIMESTAMP_TZ]: AS_TIME,
};

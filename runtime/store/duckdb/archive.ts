/**
 * History in Parquet files, one for each measurement and hour, which any other program can read. The database has the rows of
 * hours that are not over, and what came late; which files count stands in its table `structline.parquet`. A file is complete on
 * disk before the transaction that makes it count takes its rows out of the database: each row is in one of both, whatever ends
 * the process. Beside the files of a measurement a manifest, replaced as a whole, tells others which of them count.
 */

import { createHash } from "node:crypto";
import * as fs from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { syncDirectory } from "../../journal/segment.ts";
import type { RowQuery } from "../store.ts";
import type { Catalogue } from "./catalogue.ts";
import { literal } from "./identifier.ts";
import { timeRange } from "./query.ts";
import type { RunQuery } from "./series.ts";
import type { Table } from "./table.ts";

const HOUR_NS = 3_600_000_000_000n;
/** What comes later than this after an hour's end makes its file be written once more. */
const LATE_NS = 300_000_000_000n;
const FILES = "structline.parquet";
/** Hour of a row, counted from 1970, also before it. */
const HOUR = `(epoch_ns(time) - ((epoch_ns(time) % ${HOUR_NS}) + ${HOUR_NS}) % ${HOUR_NS}) // ${HOUR_NS}`;
const UNION = " UNION ALL BY NAME ";
const LONGEST_NAME = 120;

const CREATE = `CREATE TABLE IF NOT EXISTS ${FILES} (
  schema_name VARCHAR NOT NULL, table_name VARCHAR NOT NULL, hour BIGINT NOT NULL, number INTEGER NOT NULL,
  rows BIGINT NOT NULL, bytes BIGINT NOT NULL, fields INTEGER NOT NULL, counts BOOLEAN NOT NULL)`;

interface ParquetFile {
  readonly hour: bigint;
  readonly number: number;
  readonly rows: bigint;
  readonly bytes: bigint;
  /** It has the first so many fields of its measurement. */
  readonly fields: number;
}

/** What the archive needs of the store that it belongs to. */
export interface ArchiveTarget {
  /** Runs while nothing else is written. */
  inTurn<T>(
    run: (session: { readonly writer: DuckDBConnection; readonly catalogue: Catalogue }) => Promise<T>,
  ): Promise<T>;
  /** Resolves to false where that is not possible now. */
  checkpoint(): Promise<boolean>;
}

export class Archive {
  readonly directory: string;
  /** Of each table, hours that may be in files: more than are. */
  readonly #hours = new Map<string, Set<bigint>>();
  /** Changes of a table when it was last looked through. */
  readonly #seen = new WeakMap<Table, number>();
  /** Those whose manifest is as it should be. */
  readonly #told = new WeakSet<Table>();
  /** Files that do not count since before the last checkpoint: nothing brings them back. */
  #doomed: readonly Doomed[] = [];

  /** @param directory absolute */
  constructor(directory: string) {
    this.directory = directory;
  }

  /** @throws Error where there are files whose database is gone */
  async load(connection: DuckDBConnection): Promise<void> {
    await connection.run(CREATE);
    this.#hours.clear();
    const result = await connection.run(`SELECT schema_name, table_name, hour FROM ${FILES} WHERE counts`);
    for (const [schema, table, hour] of await result.getRows()) this.#note(`${schema}\0${table}`, hour as bigint);
    if (this.#hours.size > 0) return;
    const others = await fs.readdir(this.directory).catch(() => []);
    const [left] = others.filter((name) => name.startsWith("database="));
    const [[measurements] = []] = await (
      await connection.run("SELECT count(*) FROM structline.measurements")
    ).getRows();
    if (left === undefined || measurements !== 0n) return;
    throw new Error(
      `${this.directory} has Parquet files (${left}), but head.duckdb, which knows them, is missing or another one. Put it back, or name another folder.`,
    );
  }

  /** What a query reads: the table's rows, in the database and in files, as one snapshot of the database has them. */
  async relation(ask: RunQuery, name: string, table: Table, query: Partial<RowQuery>): Promise<string> {
    if (!this.#hours.has(keyOf(table))) return name;
    const { fromNs, toNs, columns, limit } = query;
    const hours = [
      ...(fromNs === undefined ? [] : [`hour >= ${hourOf(fromNs)}`]),
      ...(toNs === undefined ? [] : [`hour <= ${hourOf(toNs)}`]),
    ];
    const files = await filesOf(ask, table, ["counts", ...hours]);
    // Of the newest rows wanted older files have none, unless only some rows count.
    const isCut = limit !== undefined && columns === undefined && toNs === undefined;
    const wanted = isCut ? newest(files, BigInt(limit)) : files;
    const widths = [...new Set(wanted.map(({ fields }) => fields))];
    const sources = widths.map((width) =>
      this.#readFiles(
        table,
        wanted.filter(({ fields }) => fields === width),
      ),
    );
    return `(${[`FROM ${name}`, ...sources].join(UNION)})`;
  }

  /** Rows of hours in which rows may be changed come back to the database, with the transaction under way. */
  async takeBack(connection: DuckDBConnection, name: string, table: Table, times: Iterable<bigint>): Promise<void> {
    const known = this.#hours.get(keyOf(table));
    if (known === undefined) return;
    const hours = new Set<bigint>();
    for (const timeNs of times) if (known.has(hourOf(timeNs))) hours.add(hourOf(timeNs));
    if (hours.size === 0) return;
    const ask: RunQuery = async (sql) => (await connection.run(sql)).getRows();
    const where = `hour IN (${[...hours].join(", ")})`;
    for (const file of await filesOf(ask, table, ["counts", where])) {
      await connection.run(`INSERT INTO ${name} BY NAME ${this.#readFiles(table, [file])}`);
    }
    await connection.run(`UPDATE ${FILES} SET counts = false WHERE ${ofTable(table)} AND ${where}`);
    table.forgetNewest();
  }

  /** Statement that takes away all files of a measurement. */
  removal(table: Table): string {
    return `UPDATE ${FILES} SET counts = false WHERE ${ofTable(table)}`;
  }

  /** Writes files of all hours that are over; those that do not count any more since the last time are deleted. */
  async run(target: ArchiveTarget, nowNs: bigint): Promise<void> {
    await this.#sweep(target);
    const tables = await target.inTurn(async ({ catalogue }) => [...catalogue.tables()]);
    for (const table of tables) {
      const { changes } = table;
      const last = hourOf(nowNs - LATE_NS);
      if (this.#seen.get(table) === changes) continue;
      const hours = await target.inTurn(({ writer, catalogue }) => hoursIn(writer, catalogue.nameOf(table)));
      const due = hours.filter((hour) => hour < last);
      if (due.length > 0) this.#told.delete(table);
      for (const hour of due) await target.inTurn((session) => this.#write(session, table, hour));
      if (!this.#told.has(table)) await target.inTurn(({ writer }) => this.#tell(writer, table));
      this.#told.add(table);
      if (due.length === hours.length) this.#seen.set(table, changes);
    }
    // Not while somebody reads for a long time; the next time, then.
    if (!(await target.checkpoint())) return;
    this.#doomed = await target.inTurn(({ writer, catalogue }) => this.#uncounted(writer, catalogue));
  }

  async #write(
    { writer, catalogue }: { readonly writer: DuckDBConnection; readonly catalogue: Catalogue },
    table: Table,
    hour: bigint,
  ): Promise<void> {
    // It may have been removed meanwhile.
    const { database, measurement } = table.names;
    if (catalogue.get(database, measurement) !== table) return;
    const name = catalogue.nameOf(table);
    const ask: RunQuery = async (sql) => (await writer.run(sql)).getRows();
    const of = `${ofTable(table)} AND hour = ${hour}`;
    const earlier = await filesOf(ask, table, ["counts", `hour = ${hour}`]);
    const [[number] = []] = await ask(`SELECT coalesce(max(number), 0) + 1 FROM ${FILES} WHERE ${of}`);
    const file = this.#pathOf(table, hour, Number(number));
    const within = timeRange(hour * HOUR_NS, (hour + 1n) * HOUR_NS);
    const sources = [`FROM ${name} WHERE ${within}`, ...earlier.map((one) => this.#readFiles(table, [one]))];
    await fs.mkdir(dirname(file), { recursive: true });
    const draft = `${file}.tmp`;
    const all = `FROM (${sources.join(UNION)}) ORDER BY time`;
    const [[rows] = []] = await ask(`COPY (${all}) TO ${literal(draft)} (FORMAT parquet, COMPRESSION zstd)`);
    const bytes = await secure(draft);
    await fs.rename(draft, file);
    await this.#syncFolders(dirname(file));
    const { storedFields, names } = table;
    const numbers = [hour, number, rows, bytes, storedFields, true].join(", ");
    // Before it counts: a query that begins as soon as it does has to look for it.
    this.#note(keyOf(table), hour);
    await inTransaction(writer, [
      `DELETE FROM ${name} WHERE ${within}`,
      `UPDATE ${FILES} SET counts = false WHERE ${of}`,
      `INSERT INTO ${FILES} VALUES (${literal(names.schema)}, ${literal(names.table)}, ${numbers})`,
    ]);
  }

  /** The manifest of a measurement, where one is due. */
  async #tell(writer: DuckDBConnection, table: Table): Promise<void> {
    if (!this.#hours.has(keyOf(table))) return;
    const ask: RunQuery = async (sql) => (await writer.run(sql)).getRows();
    const files = await filesOf(ask, table, ["counts"]);
    const { database, measurement } = table.names;
    const manifest = {
      database,
      measurement,
      columns: [{ column: "time", type: "time" }, ...table.fields.slice(0, table.storedFields)],
      files: files.map(({ hour, number, rows, bytes }) => ({
        file: nameOf(hour, number),
        hour: new Date(Number(hour) * 3_600_000).toISOString(),
        rows: Number(rows),
        bytes: Number(bytes),
      })),
    };
    const path = this.#manifestOf(table);
    const folder = dirname(path);
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(`${path}.tmp`, `${JSON.stringify(manifest)}\n`);
    await secure(`${path}.tmp`);
    await fs.rename(`${path}.tmp`, path);
    await syncDirectory(folder);
  }

  async #uncounted(writer: DuckDBConnection, catalogue: Catalogue): Promise<Doomed[]> {
    const ask: RunQuery = async (sql) => (await writer.run(sql)).getRows();
    const rows = await ask(`SELECT schema_name, table_name, hour, number FROM ${FILES} WHERE NOT counts`);
    const known = new Set([...catalogue.tables()].map(keyOf));
    return rows.map(([schema, table, hour, number]) => {
      const names = { schema: String(schema), table: String(table) };
      const where = `${ofTable({ names })} AND hour = ${hour} AND number = ${number} AND NOT counts`;
      const file = this.#pathOf({ names }, hour as bigint, Number(number));
      return { file, where, ...(!known.has(keyOf({ names })) && { manifest: this.#manifestOf({ names }) }) };
    });
  }

  async #sweep(target: ArchiveTarget): Promise<void> {
    const doomed = this.#doomed;
    this.#doomed = [];
    for (const { file, manifest } of doomed) {
      if (manifest !== undefined) await fs.rm(manifest, { force: true });
      await fs.rm(file, { force: true });
    }
    if (doomed.length === 0) return;
    await target.inTurn(({ writer }) =>
      inTransaction(
        writer,
        doomed.map(({ where }) => `DELETE FROM ${FILES} WHERE ${where}`),
      ),
    );
  }

  #readFiles(table: Table, files: readonly Pick<ParquetFile, "hour" | "number">[]): string {
    const paths = files.map(({ hour, number }) => literal(this.#pathOf(table, hour, number)));
    return `FROM read_parquet([${paths.join(", ")}], hive_partitioning = false)`;
  }

  #note(key: string, hour: bigint): void {
    const hours = this.#hours.get(key) ?? new Set();
    this.#hours.set(key, hours.add(hour));
  }

  #folderOf({ names: { schema, table } }: Named): string {
    return join(this.directory, `database=${safe(schema)}`, `measurement=${safe(table)}`);
  }

  #manifestOf(table: Named): string {
    return join(this.#folderOf(table), "manifest.json");
  }

  #pathOf(table: Named, hour: bigint, number: number): string {
    return join(this.#folderOf(table), nameOf(hour, number));
  }

  async #syncFolders(folder: string): Promise<void> {
    for (const each of [folder, dirname(folder), this.directory]) await syncDirectory(each);
  }
}

interface Doomed {
  readonly file: string;
  /** Absent where the measurement has other files. */
  readonly manifest?: string;
  /** Of its record. */
  readonly where: string;
}

interface Named {
  readonly names: Pick<Table["names"], "schema" | "table">;
}

function keyOf({ names: { schema, table } }: Named): string {
  return `${schema}\0${table}`;
}

function ofTable({ names: { schema, table } }: Named): string {
  return `schema_name = ${literal(schema)} AND table_name = ${literal(table)}`;
}

function hourOf(timeNs: bigint): bigint {
  return (timeNs - (((timeNs % HOUR_NS) + HOUR_NS) % HOUR_NS)) / HOUR_NS;
}

/** `2026-01-31T12-1.parquet`: the number tells apart what took the place of an earlier file. */
function nameOf(hour: bigint, number: number): string {
  const [day, time] = new Date(Number(hour) * 3_600_000).toISOString().split("T") as [string, string];
  return `${day}T${time.slice(0, 2)}-${number}.parquet`;
}

/** A name as a folder's: nothing in it is a pattern or leads elsewhere. */
function safe(name: string): string {
  const text = encodeURIComponent(name).replaceAll(/[.!'()*~]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  if (text.length <= LONGEST_NAME) return text;
  return `${text.slice(0, LONGEST_NAME / 2)}-${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}

/** Newest first. */
async function filesOf(ask: RunQuery, table: Named, conditions: readonly string[]): Promise<ParquetFile[]> {
  const where = [ofTable(table), ...conditions].join(" AND ");
  const rows = await ask(`SELECT hour, number, rows, bytes, fields FROM ${FILES} WHERE ${where} ORDER BY hour DESC`);
  return rows.map(([hour, number, count, bytes, fields]) => ({
    hour: hour as bigint,
    number: Number(number),
    rows: count as bigint,
    bytes: bytes as bigint,
    fields: Number(fields),
  }));
}

function newest(files: readonly ParquetFile[], wanted: bigint): readonly ParquetFile[] {
  let rows = 0n;
  let taken = 0;
  while (taken < files.length && rows < wanted) rows += files[taken++]!.rows;
  return files.slice(0, taken);
}

async function hoursIn(writer: DuckDBConnection, name: string): Promise<bigint[]> {
  const rows = await (await writer.run(`SELECT DISTINCT ${HOUR} FROM ${name}`)).getRows();
  return rows.map(([hour]) => hour as bigint);
}

async function inTransaction(writer: DuckDBConnection, statements: readonly string[]): Promise<void> {
  await writer.run("BEGIN TRANSACTION");
  try {
    for (const statement of statements) await writer.run(statement);
    await writer.run("COMMIT");
  } catch (error) {
    await writer.run("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** @returns its size, bytes */
async function secure(path: string): Promise<number> {
  const file = await fs.open(path, "r+");
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

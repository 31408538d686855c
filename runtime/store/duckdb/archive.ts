/**
 * History in Parquet files, one for each measurement and hour, which any other program can read. The database has the rows of
 * hours that are not over, and what came late; which files count stands in its table `structline.parquet`. A file is complete on
 * disk before the transaction that makes it count takes its rows out of the database: each row is in one of both, whatever ends
 * the process. Beside the files of a measurement a manifest, replaced as a whole, tells others which of them count. A bucket gets
 * both afterwards, while nobody waits for it; what it does not have yet is in the folder.
 */

import { randomUUID } from "node:crypto";
import * as fs from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { syncDirectory } from "../../journal/segment.ts";
import type { RowQuery } from "../store.ts";
import {
  type ArchiveFile,
  CREATE_FILES,
  countFile,
  FILES,
  fileNameOf,
  filesOf,
  folderOf,
  type Names,
  whereIs,
} from "./archive-files.ts";
import type { Catalogue } from "./catalogue.ts";
import { CellTable } from "./cells.ts";
import { Outage } from "./database-error.ts";
import { type Depot, type DepotFile, secure } from "./depot.ts";
import { literal } from "./identifier.ts";
import { manifestOf, readManifest } from "./manifest.ts";
import { timeRange } from "./query.ts";
import type { Snapshot } from "./readers.ts";
import { selectionOf } from "./schema-changes.ts";
import type { RunQuery } from "./series.ts";
import type { Table } from "./table.ts";
import { inTransaction } from "./transaction.ts";

const HOUR_NS = 3_600_000_000_000n;
/** What comes later than this after an hour's end makes its file be written once more. */
const LATE_NS = 300_000_000_000n;
/** Hour of a row, counted from 1970, also before it. */
const HOUR = `(epoch_ns(time) - ((epoch_ns(time) % ${HOUR_NS}) + ${HOUR_NS}) % ${HOUR_NS}) // ${HOUR_NS}`;
const UNION = " UNION ALL BY NAME ";
/** Rows of a group of a file, DuckDB's own number; fewer of wide rows, a group of which is in memory while it is written. */
const GROUP_ROWS = 122_880;
const LEAST_ROWS = 2048;
const GROUP_VALUES = 1 << 24;

export interface ArchiveSession {
  readonly writer: DuckDBConnection;
  readonly catalogue: Catalogue;
}

/** What the archive needs of the store that it belongs to. */
export interface ArchiveTarget {
  /** Runs while nothing else is written. */
  inTurn<T>(run: (session: ArchiveSession) => Promise<T>): Promise<T>;
  /** Resolves to false where that is not possible now. */
  checkpoint(): Promise<boolean>;
}

/** What is written down of whose the files are: this database's name for itself, and the place, empty for the folder. */
const CREATE_HEAD = "CREATE TABLE IF NOT EXISTS structline.head (id VARCHAR NOT NULL, place VARCHAR NOT NULL)";
/** Files are published, and their manifest written, so many at a time. */
const PUBLISHED_AT_ONCE = 100;

export interface ArchiveOptions {
  /** Absolute. */
  readonly directory: string;
  readonly depot: Depot;
  /** A new database takes over the files of one that is lost. */
  readonly adopt?: boolean;
}

export class Archive {
  readonly directory: string;
  readonly #depot: Depot;
  readonly #adopt: boolean;
  #head = "";
  /** Of each table, hours that may be in files: more than are. */
  readonly #hours = new Map<string, Set<bigint>>();
  /** Changes of a table when it was last looked through. */
  readonly #seen = new WeakMap<Table, number>();
  /** Those whose manifest is as it should be. */
  readonly #told = new WeakSet<Table>();
  /** Files that do not count since before the last checkpoint: nothing brings them back. */
  #doomed: readonly Doomed[] = [];
  #waiting = 0;

  constructor({ directory, depot, adopt = false }: ArchiveOptions) {
    this.directory = directory;
    this.#depot = depot;
    this.#adopt = adopt;
  }

  /** As a person knows it. */
  get place(): string {
    return this.#depot.place === "" ? this.directory : this.#depot.place;
  }

  /** Files that only the folder has, and should not. */
  get waiting(): number {
    return this.#waiting;
  }

  /** @throws Error where the files are not this database's */
  async load(connection: DuckDBConnection, catalogue: Catalogue): Promise<void> {
    const ask = asking(connection);
    for (const statement of [CREATE_FILES, CREATE_HEAD]) await connection.run(statement);
    await this.#own(connection, catalogue);
    this.#hours.clear();
    const published = new Map<string, number>();
    this.#waiting = 0;
    const columns = "schema_name, table_name, hour, number, bytes, published";
    for (const [schema, table, hour, number, bytes, is] of await ask(`SELECT ${columns} FROM ${FILES} WHERE counts`)) {
      const names = { schema: String(schema), table: String(table) };
      this.#note(names, hour as bigint);
      if (is === true) published.set(keyOf(names, { hour: hour as bigint, number: Number(number) }), Number(bytes));
      else this.#waiting++;
    }
    if (!this.#depot.publishes) this.#waiting = 0;
    await this.#depot.open(published);
  }

  /**
   * What a query reads: the table's rows, in the database and in files, as one snapshot of the database has them.
   * @param name of what has those of the database @param shaped makes the like of what has those of files
   */
  async relation(
    snapshot: Snapshot,
    name: string,
    { names }: Table,
    query: Partial<RowQuery>,
    shaped: (files: string, width: number) => string = (files) => files,
  ): Promise<string> {
    if (!this.#hours.has(idOf(names))) return name;
    const { fromNs, toNs, columns, limit } = query;
    const hours = [
      ...(fromNs === undefined ? [] : [`hour >= ${hourOf(fromNs)}`]),
      ...(toNs === undefined ? [] : [`hour <= ${hourOf(toNs)}`]),
    ];
    const files = await filesOf(snapshot.ask, names, ["counts", ...hours]);
    // Of the newest rows wanted older files have none, unless only some rows count.
    const isCut = limit !== undefined && columns === undefined && toNs === undefined;
    const wanted = isCut ? newest(files, BigInt(limit)) : files;
    snapshot.afterwards(await this.#depot.hold(wanted.map((file) => depotFile(names, file))));
    const widths = [...new Set(wanted.map(({ fields }) => fields))];
    const sources = widths.map((width) => {
      const files = wanted.filter(({ fields }) => fields === width);
      return shaped(this.#readFiles(names, files), width);
    });
    return `(${[`FROM ${name}`, ...sources].join(UNION)})`;
  }

  /** Rows of hours in which rows may be changed come back to the database, with the transaction under way. */
  async takeBack(connection: DuckDBConnection, name: string, table: Table, times: Iterable<bigint>): Promise<void> {
    const place = table instanceof CellTable ? table : undefined;
    const { names } = place?.measurement ?? table;
    const known = this.#hours.get(idOf(names));
    if (known === undefined) return;
    const hours = new Set<bigint>();
    for (const timeNs of times) if (known.has(hourOf(timeNs))) hours.add(hourOf(timeNs));
    if (hours.size === 0) return;
    const where = `hour IN (${[...hours].join(", ")})`;
    for (const file of await filesOf(asking(connection), names, ["counts", where])) {
      const release = await this.#depot.hold([depotFile(names, file)], "any").catch((error: Error) => {
        throw new Outage(error);
      });
      const rows = this.#rowsOf(names, place, file);
      await connection.run(`INSERT INTO ${name} BY NAME ${rows}`).finally(release);
    }
    await connection.run(`UPDATE ${FILES} SET counts = false WHERE ${whereIs(names)} AND ${where}`);
    table.forgetNewest();
  }

  /** Statement that takes away all files of a measurement. */
  removal({ names }: Table): string {
    return `UPDATE ${FILES} SET counts = false WHERE ${whereIs(names)}`;
  }

  /** Writes files of all hours that are over; those that do not count any more since the last time are deleted. */
  async run(target: ArchiveTarget, nowNs: bigint): Promise<void> {
    const tables = await target.inTurn(async ({ catalogue }) => [...catalogue.tables()]);
    for (const table of tables) {
      const { changes } = table;
      const last = hourOf(nowNs - LATE_NS);
      if (this.#seen.get(table) === changes) continue;
      const hours = await target.inTurn(({ writer, catalogue }) => hoursIn(writer, rowsName(catalogue, table)));
      const due = hours.filter((hour) => hour < last);
      if (due.length > 0) this.#told.delete(table);
      for (const hour of due) await this.#rewrite(target, table, hour);
      if (due.length === hours.length) this.#seen.set(table, changes);
    }
    await this.#sweep(target);
    await this.#publish(target, tables);
    // Not while somebody reads for a long time; the next time, then.
    if (!(await target.checkpoint())) return;
    this.#doomed = await target.inTurn(({ writer, catalogue }) => this.#uncounted(writer, catalogue));
  }

  /** What waits for a place that is away does so no longer. */
  stop(): void {
    this.#depot.stop();
  }

  /** Makes sure that the files are this database's; a new one may take over those of another. */
  async #own(connection: DuckDBConnection, catalogue: Catalogue): Promise<void> {
    const ask = asking(connection);
    const [[id, place = ""] = []] = await ask("SELECT id, place FROM structline.head");
    const [[known] = []] = await ask(`SELECT count(*) FROM ${FILES}`);
    const isNew = known === 0n && catalogue.size === 0;
    if (place !== "" && place !== this.#depot.place) {
      throw new Error(
        `The files of ${this.directory}/head.duckdb are in ${place}: name that as [store] url, or another folder.`,
      );
    }
    this.#head = typeof id === "string" ? id : randomUUID();
    if (!this.#depot.publishes && !isNew) return;
    const isOwned = this.#depot.publishes && place === this.#depot.place;
    // What is its own it may begin to work with while that is away.
    const stranger = await this.#depot.stranger(this.#head).catch((error: Error) => {
      if (isOwned && "isAway" in error && error.isAway === true) return undefined;
      throw error;
    });
    if (stranger === undefined && isOwned) return;
    if (stranger !== undefined && !(isNew && this.#adopt)) throw new Error(refusalOf(stranger, this.directory, isNew));
    const measurements = stranger === undefined ? [] : await this.#manifests();
    await this.#depot.claim(this.#head);
    for (const { names, fields } of measurements) catalogue.takeOver(names, fields);
    await inTransaction(connection, [
      ...catalogue.changes(),
      ...measurements.flatMap(({ names, files }) =>
        files.map((file) => countFile(names, { ...file, isPublished: this.#depot.publishes })),
      ),
      "DELETE FROM structline.head",
      `INSERT INTO structline.head VALUES (${literal(this.#head)}, ${literal(this.#depot.place)})`,
      // The journal's own position counts, then: its rows may be in the files.
      ...(stranger === undefined ? [] : ["INSERT INTO structline.committed (position, log) VALUES (0, 'adopted')"]),
    ]);
    catalogue.confirm();
  }

  async #manifests() {
    const measurements = [];
    for await (const { folder, text } of this.#depot.manifests()) measurements.push(readManifest(text, folder));
    return measurements;
  }

  async #rewrite(target: ArchiveTarget, table: Table, hour: bigint): Promise<void> {
    const { names } = table;
    const list = () => target.inTurn(({ writer }) => filesOf(asking(writer), names, ["counts", `hour = ${hour}`]));
    const earlier = this.#hours.get(idOf(names))?.has(hour) ? await list() : [];
    // Nobody else waits while they are fetched.
    const release = await this.#depot.hold(
      earlier.map((file) => depotFile(names, file)),
      "any",
    );
    await target.inTurn((session) => this.#write(session, table, hour)).finally(release);
  }

  async #write({ writer, catalogue }: ArchiveSession, table: Table, hour: bigint): Promise<void> {
    // It may have been removed meanwhile.
    const { names } = table;
    if (catalogue.get(names.database, names.measurement) !== table) return;
    const name = rowsName(catalogue, table);
    const place = table.elsewhere instanceof CellTable ? table.elsewhere : undefined;
    const ask = asking(writer);
    const of = `${whereIs(names)} AND hour = ${hour}`;
    const earlier = await filesOf(ask, names, ["counts", `hour = ${hour}`]);
    const [[last] = []] = await ask(`SELECT coalesce(max(number), 0) FROM ${FILES} WHERE ${of}`);
    const number = Number(last) + 1;
    const path = join(this.directory, keyOf(names, { hour, number }));
    const within = timeRange(hour * HOUR_NS, (hour + 1n) * HOUR_NS);
    const sources = [`FROM ${name} WHERE ${within}`, ...earlier.map((one) => this.#rowsOf(names, place, one))];
    await fs.mkdir(dirname(path), { recursive: true });
    const draft = `${path}.tmp`;
    const sorted = `FROM (${sources.join(UNION)}) ORDER BY time`;
    // Sorted as they are: DuckDB's process ends when it sorts rows of more than 256 KB.
    const all = place === undefined ? sorted : selectionOf(place, table.fields, `(${sorted})`);
    const group = Math.min(GROUP_ROWS, Math.max(LEAST_ROWS, Math.floor(GROUP_VALUES / table.fields.length)));
    const options = `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${group}`;
    const [[rows] = []] = await ask(`COPY (${all}) TO ${literal(draft)} (${options})`);
    const bytes = BigInt(await secure(draft));
    await fs.rename(draft, path);
    await this.#syncFolders(dirname(path));
    // Before it counts: a query that begins as soon as it does has to look for it.
    this.#note(names, hour);
    const file = { hour, number, rows: rows as bigint, bytes, fields: table.storedFields, isPublished: false };
    await inTransaction(writer, [
      `DELETE FROM ${name} WHERE ${within}`,
      `UPDATE ${FILES} SET counts = false WHERE ${of}`,
      countFile(names, file),
    ]);
    this.#waiting += this.#depot.publishes ? 1 : 0;
  }

  /** Brings files to where others find them, and writes the manifests that are due. */
  async #publish(target: ArchiveTarget, tables: readonly Table[]): Promise<void> {
    if (this.#depot.publishes) {
      const stranger = await this.#depot.stranger(this.#head);
      if (stranger !== undefined) throw new Error(refusalOf(stranger, this.directory, false));
    }
    for (const table of tables) {
      const { names } = table;
      const wanted = ["counts", "published IS NOT TRUE"];
      const list = () => target.inTurn(({ writer }) => filesOf(asking(writer), names, wanted));
      const files = this.#depot.publishes && this.#hours.has(idOf(names)) ? await list() : [];
      for (let i = 0; i < files.length; i += PUBLISHED_AT_ONCE) {
        await this.#publishSome(target, names, files.slice(i, i + PUBLISHED_AT_ONCE));
      }
      if (files.length === 0 && this.#told.has(table)) continue;
      await this.#tell(target, table);
      this.#told.add(table);
    }
    this.#waiting = 0;
  }

  async #publishSome(target: ArchiveTarget, names: Names, files: readonly ArchiveFile[]): Promise<void> {
    for (const file of files) await this.#depot.publish(depotFile(names, file));
    await target.inTurn(({ writer }) =>
      inTransaction(
        writer,
        files.map((file) => `UPDATE ${FILES} SET published = true WHERE ${whereIs(names, file)}`),
      ),
    );
    this.#waiting -= files.length;
    for (const file of files) this.#depot.published(depotFile(names, file));
  }

  /** The manifest of a measurement: of the files that others find. */
  async #tell(target: ArchiveTarget, table: Table): Promise<void> {
    const { names } = table;
    if (!this.#hours.has(idOf(names))) return;
    const wanted = this.#depot.publishes ? ["counts", "published"] : ["counts"];
    const manifest = await target.inTurn(async ({ writer }) =>
      manifestOf(table, await filesOf(asking(writer), names, wanted)),
    );
    await this.#depot.writeManifest(folderOf(names), manifest);
  }

  async #uncounted(writer: DuckDBConnection, catalogue: Catalogue): Promise<Doomed[]> {
    const rows = await asking(writer)(`SELECT schema_name, table_name, hour, number FROM ${FILES} WHERE NOT counts`);
    const known = new Set(Array.from(catalogue.tables(), ({ names }) => idOf(names)));
    return rows.map(([schema, table, hour, number]) => {
      const names = { schema: String(schema), table: String(table) };
      const file = { hour: hour as bigint, number: Number(number) };
      const where = `${whereIs(names, file)} AND NOT counts`;
      const folder = folderOf(names);
      return { key: keyOf(names, file), where, ...(!known.has(idOf(names)) && { manifestOf: folder }) };
    });
  }

  async #sweep(target: ArchiveTarget): Promise<void> {
    const doomed = this.#doomed;
    this.#doomed = [];
    for (const { key, manifestOf } of doomed) {
      if (manifestOf !== undefined) await this.#depot.removeManifest(manifestOf);
      await this.#depot.remove(key);
    }
    if (doomed.length === 0) return;
    await target.inTurn(({ writer }) =>
      inTransaction(
        writer,
        doomed.map(({ where }) => `DELETE FROM ${FILES} WHERE ${where}`),
      ),
    );
  }

  /** Rows of a file as the measurement's table has them. */
  #rowsOf(names: Names, place: CellTable | undefined, file: ArchiveFile): string {
    const rows = this.#readFiles(names, [file]);
    return place === undefined ? rows : place.packed(rows, file.fields);
  }

  #readFiles(names: Names, files: readonly Pick<ArchiveFile, "hour" | "number">[]): string {
    const paths = files.map((file) => literal(join(this.directory, keyOf(names, file))));
    return `FROM read_parquet([${paths.join(", ")}], hive_partitioning = false)`;
  }

  #note(names: Names, hour: bigint): void {
    const id = idOf(names);
    const hours = this.#hours.get(id) ?? new Set();
    this.#hours.set(id, hours.add(hour));
  }

  async #syncFolders(folder: string): Promise<void> {
    for (const each of [folder, dirname(folder), this.directory]) await syncDirectory(each);
  }
}

interface Doomed {
  readonly key: string;
  /** Folder of the measurement, where it is gone. */
  readonly manifestOf?: string;
  /** Of its record. */
  readonly where: string;
}

function refusalOf(stranger: string, directory: string, isNew: boolean): string {
  const head = `${directory}/head.duckdb`;
  if (!isNew) return `${stranger} of another head.duckdb than ${head}: name another place, or put the other one back.`;
  return `${stranger}, but head.duckdb, which knows them, is missing or another one. Put it back as ${head}, or name another place; where it is lost for good, 'adopt = yes' in [store] takes over what the manifests name.`;
}

function asking(connection: DuckDBConnection): RunQuery {
  return async (sql) => (await connection.run(sql)).getRows();
}

function idOf({ schema, table }: Names): string {
  return `${schema}\0${table}`;
}

function keyOf(names: Names, { hour, number }: Pick<ArchiveFile, "hour" | "number">): string {
  return `${folderOf(names)}/${fileNameOf(hour, number)}`;
}

function depotFile(names: Names, file: ArchiveFile): DepotFile {
  return { key: keyOf(names, file), bytes: Number(file.bytes) };
}

function hourOf(timeNs: bigint): bigint {
  return (timeNs - (((timeNs % HOUR_NS) + HOUR_NS) % HOUR_NS)) / HOUR_NS;
}

function newest(files: readonly ArchiveFile[], wanted: bigint): readonly ArchiveFile[] {
  let rows = 0n;
  let taken = 0;
  while (taken < files.length && rows < wanted) rows += files[taken++]!.rows;
  return files.slice(0, taken);
}

/** The table that has its rows. */
function rowsName(catalogue: Catalogue, table: Table): string {
  return catalogue.nameOf(table.elsewhere?.rows ?? table);
}

async function hoursIn(writer: DuckDBConnection, name: string): Promise<bigint[]> {
  const rows = await (await writer.run(`SELECT DISTINCT ${HOUR} FROM ${name}`)).getRows();
  return rows.map(([hour]) => hour as bigint);
}

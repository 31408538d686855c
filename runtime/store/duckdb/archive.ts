/**
 * History in Parquet files, one for each measurement and hour, which any program can read. The database holds the rows
 * of unfinished hours, and late rows; its table `structline.parquet` lists the valid files. A file is complete on disk
 * before the transaction that makes it valid and deletes its rows from the database. So each row is in exactly one
 * place, whenever the process ends. A manifest beside a measurement's files, replaced as a whole, lists the valid ones
 * for other programs. Uploads to a bucket run afterwards, in the background; until then the files are in the folder.
 */

import { randomUUID } from "node:crypto";
import * as fs from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { groupBy } from "../../lib/group-by.ts";
import { syncDirectory } from "../../lib/sync-directory.ts";
import { floorTo } from "../../model/clock.ts";
import type { RowQuery } from "../../model/store.ts";
import { DatabaseAway, isDatabaseAway } from "../database-away.ts";
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
import { type Depot, type DepotFile, secure } from "./depot.ts";
import { literal } from "./identifier.ts";
import { manifestOf, readManifest } from "./manifest.ts";
import { timeRange } from "./query.ts";
import type { Snapshot } from "./readers.ts";
import { asking } from "./series.ts";
import type { Table } from "./table.ts";
import { inTransaction } from "./transaction.ts";

const HOUR_NS = 3_600_000_000_000n;
/** Rows later than this after an hour's end cause its file to be written again. */
const LATE_NS = 300_000_000_000n;
/** Hour of a row since 1970; also correct for earlier times. */
const HOUR = `(epoch_ns(time) - ((epoch_ns(time) % ${HOUR_NS}) + ${HOUR_NS}) % ${HOUR_NS}) // ${HOUR_NS}`;
const UNION = " UNION ALL BY NAME ";
/** Rows of a row group, DuckDB's default; fewer for wide rows, since a group is in memory while it is written. */
const GROUP_ROWS = 122_880;
const LEAST_ROWS = 2048;
const GROUP_VALUES = 1 << 24;

export interface ArchiveSession {
  readonly writer: DuckDBConnection;
  readonly catalogue: Catalogue;
}

/** The parts of the store that the archive needs. */
export interface ArchiveTarget {
  /** Runs exclusively, between other writes. */
  inTurn<T>(run: (session: ArchiveSession) => Promise<T>): Promise<T>;
  /** Resolves to false if a checkpoint is not possible now. */
  checkpoint(): Promise<boolean>;
}

/** Records the owner of the files: this database's ID, and the place; empty for the folder. */
const CREATE_HEAD = "CREATE TABLE IF NOT EXISTS structline.head (id VARCHAR NOT NULL, place VARCHAR NOT NULL)";
/** Number of files that are published, or manifests that are written, at a time. */
const PUBLISHED_AT_ONCE = 100;

export class Archive {
  readonly directory: string;
  readonly #depot: Depot;
  readonly #adopt: boolean;
  #head = "";
  /** For each table, hours that may have files: a superset. */
  readonly #hours = new Map<string, Set<bigint>>();
  /** Change counter of each table at the last check. */
  readonly #seen = new WeakMap<Table, number>();
  /** Tables with an up-to-date manifest. */
  readonly #noted = new WeakSet<Table>();
  /** Files that have been invalid since before the last checkpoint: they cannot become valid again. */
  #doomed: readonly Doomed[] = [];
  #waiting = 0;

  /** @param directory absolute path @param adopt a new database takes over the files of a lost one */
  constructor(directory: string, depot: Depot, adopt: boolean) {
    this.directory = directory;
    this.#depot = depot;
    this.#adopt = adopt;
  }

  /** The place in messages. */
  get place(): string {
    return this.#depot.place === "" ? this.directory : this.#depot.place;
  }

  /** Number of files that still wait for their upload. */
  get waiting(): number {
    return this.#waiting;
  }

  /** @throws Error if the files belong to another database */
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
   * The relation for a query: the table's rows from the database and from files, consistent with one snapshot.
   * @param name relation with the rows of the database @param shaped makes the same relation for rows of files
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
    // If only the newest rows are wanted, older files are not needed, unless a condition filters rows.
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

  /**
   * Moves a measurement's rows of hours with changed rows back to the database, within the current transaction.
   * @param name of the table with its rows
   */
  async takeBack(connection: DuckDBConnection, name: string, table: Table, times: Iterable<bigint>): Promise<void> {
    const { names, rows } = table;
    const known = this.#hours.get(idOf(names));
    if (known === undefined) return;
    const hours = new Set<bigint>();
    for (const timeNs of times) if (known.has(hourOf(timeNs))) hours.add(hourOf(timeNs));
    if (hours.size === 0) return;
    const where = `hour IN (${[...hours].join(", ")})`;
    for (const file of await filesOf(asking(connection), names, ["counts", where])) {
      const release = await this.#depot.hold([depotFile(names, file)], "any").catch((error: Error) => {
        throw new DatabaseAway(error.message, { cause: error });
      });
      const taken = `SELECT ${table.series} AS series, * FROM (${this.#rowsOf(table, file)})`;
      await connection.run(`INSERT INTO ${name} BY NAME ${taken}`).finally(release);
    }
    await connection.run(`UPDATE ${FILES} SET counts = false WHERE ${whereIs(names)} AND ${where}`);
    rows.forgetNewest();
  }

  /** A time in each hour of a measurement that may have files. */
  hoursOf({ names }: Table): bigint[] {
    return Array.from(this.#hours.get(idOf(names)) ?? [], (hour) => hour * HOUR_NS);
  }

  /** Statement that makes all files of a measurement invalid. */
  removal({ names }: Table): string {
    return `UPDATE ${FILES} SET counts = false WHERE ${whereIs(names)}`;
  }

  /** Writes files for all finished hours, and deletes files that have been invalid since the last run. */
  async run(target: ArchiveTarget, nowNs: bigint): Promise<void> {
    const tables = await target.inTurn(async ({ catalogue }) => [...catalogue.tables()]);
    for (const members of groupBy(tables, ({ rows }) => rows).values()) {
      const changed = members.filter((table) => this.#seen.get(table) !== table.changes);
      if (changed.length > 0) await this.#rewriteDue(target, changed, hourOf(nowNs - LATE_NS));
    }
    await this.#sweep(target);
    await this.#publish(target, tables);
    // A long read prevents the checkpoint; the next run tries again.
    if (!(await target.checkpoint())) return;
    this.#doomed = await target.inTurn(({ writer, catalogue }) => this.#uncounted(writer, catalogue));
  }

  /** @param tables have their rows in one table @param last its hour is not due yet */
  async #rewriteDue(target: ArchiveTarget, tables: readonly Table[], last: bigint): Promise<void> {
    const [{ rows }] = tables as [Table];
    // Before the rows are looked at: the next run sees later changes.
    const changes = new Map(tables.map((table) => [table, table.changes]));
    const hours = await target.inTurn(async ({ writer, catalogue }) =>
      rows.isGone ? new Map<number, bigint[]>() : hoursIn(writer, catalogue.nameOf(rows)),
    );
    for (const table of tables) {
      const all = hours.get(table.series) ?? [];
      const due = all.filter((hour) => hour < last);
      if (due.length > 0) this.#noted.delete(table);
      for (const hour of due) await this.#rewrite(target, table, hour);
      if (due.length === all.length) this.#seen.set(table, changes.get(table)!);
    }
  }

  /** Aborts waiting for a place that is unavailable. */
  stop(): void {
    this.#depot.stop();
  }

  /** Checks that the files belong to this database; a new database may take over files of a lost one. */
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
    // With its own files, the store can start while the place is unavailable.
    const stranger = await this.#depot.stranger(this.#head).catch((error: Error) => {
      if (isOwned && isDatabaseAway(error)) return undefined;
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
      // The journal's own position applies: its rows may already be in the files.
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
    // Fetching files blocks no other work.
    const release = await this.#depot.hold(
      earlier.map((file) => depotFile(names, file)),
      "any",
    );
    await target.inTurn((session) => this.#write(session, table, hour)).finally(release);
  }

  async #write({ writer, catalogue }: ArchiveSession, table: Table, hour: bigint): Promise<void> {
    // The measurement may have been removed in the meantime.
    const { names } = table;
    if (catalogue.get(names.database, names.measurement) !== table) return;
    const name = catalogue.nameOf(table.rows);
    const ask = asking(writer);
    const of = `${whereIs(names)} AND hour = ${hour}`;
    const earlier = await filesOf(ask, names, ["counts", `hour = ${hour}`]);
    const [[last] = []] = await ask(`SELECT coalesce(max(number), 0) FROM ${FILES} WHERE ${of}`);
    const number = Number(last) + 1;
    const path = join(this.directory, keyOf(names, { hour, number }));
    const within = `${timeRange(hour * HOUR_NS, (hour + 1n) * HOUR_NS)} AND series = ${table.series}`;
    const sources = [`FROM ${name} WHERE ${within}`, ...earlier.map((one) => this.#rowsOf(table, one))];
    await fs.mkdir(dirname(path), { recursive: true });
    const draft = `${path}.tmp`;
    // Sorted in the form of the table: DuckDB's process crashes when it sorts rows of more than 256 KB.
    const all = table.selection(table.fields, `(FROM (${sources.join(UNION)}) ORDER BY time)`);
    const group = Math.min(GROUP_ROWS, Math.max(LEAST_ROWS, Math.floor(GROUP_VALUES / table.fields.length)));
    const options = `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${group}`;
    const [[rows] = []] = await ask(`COPY (${all}) TO ${literal(draft)} (${options})`);
    const bytes = BigInt(await secure(draft));
    await fs.rename(draft, path);
    await this.#syncFolders(dirname(path));
    // Before the file becomes valid: a query that starts right afterwards must look for it.
    this.#note(names, hour);
    const file = { hour, number, rows: rows as bigint, bytes, fields: table.storedFields, isPublished: false };
    await inTransaction(writer, [
      `DELETE FROM ${name} WHERE ${within}`,
      `UPDATE ${FILES} SET counts = false WHERE ${of}`,
      countFile(names, file),
    ]);
    this.#waiting += this.#depot.publishes ? 1 : 0;
  }

  /** Uploads files and writes the manifests that are due. */
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
      if (files.length === 0 && this.#noted.has(table)) continue;
      await this.#tell(target, table);
      this.#noted.add(table);
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

  /** Writes the manifest of a measurement: its published files. */
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

  /** Rows of a file in the form of the measurement's table. */
  #rowsOf(table: Table, file: ArchiveFile): string {
    return table.packed(this.#readFiles(table.names, [file]), file.fields);
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
  /** Folder of a removed measurement. */
  readonly manifestOf?: string;
  /** Condition for its record. */
  readonly where: string;
}

function refusalOf(stranger: string, directory: string, isNew: boolean): string {
  const head = `${directory}/head.duckdb`;
  if (!isNew)
    return `${stranger} of another head.duckdb than ${head}: choose another place, or restore that head.duckdb.`;
  return `${stranger}, but head.duckdb, which lists them, is missing or a different one. Restore it as ${head}, or choose another place. If it is lost, 'adopt = yes' in [store] takes over the files in the manifests.`;
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
  return floorTo(timeNs, HOUR_NS) / HOUR_NS;
}

function newest(files: readonly ArchiveFile[], wanted: bigint): readonly ArchiveFile[] {
  let rows = 0n;
  let taken = 0;
  while (taken < files.length && rows < wanted) rows += files[taken++]!.rows;
  return files.slice(0, taken);
}

/** Hours with rows, by series. */
async function hoursIn(writer: DuckDBConnection, name: string): Promise<Map<number, bigint[]>> {
  const rows = await asking(writer)(`SELECT DISTINCT series, ${HOUR} FROM ${name} ORDER BY ALL`);
  const hours = new Map<number, bigint[]>();
  for (const [series, hour] of rows as [number, bigint][]) hours.set(series, [...(hours.get(series) ?? []), hour]);
  return hours;
}

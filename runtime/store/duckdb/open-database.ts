/** Opens the database file. Only this file loads the module, and only on use: it is large and native. */

import { closeSync, openSync } from "node:fs";
import * as fs from "node:fs/promises";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { makeFolder } from "../../lib/make-folder.ts";
import { nativePackage } from "../../lib/native-package.ts";
import { permissionDenied } from "../../lib/permission-denied.ts";
import { syncDirectory } from "../../lib/sync-directory.ts";
import type { DuckDB } from "./duckdb.ts";
import { literal, quoted } from "./identifier.ts";
import { openMending } from "./mend-log.ts";
import { restoreMetadata } from "./metadata-copy.ts";

export interface Database {
  readonly duckdb: DuckDB;
  /** Folder in which statements may write files; it need not exist. Undefined for a database in memory. */
  readonly exports: string | undefined;
  connect(): Promise<DuckDBConnection>;
  disconnect(connection: DuckDBConnection): void;
  /** Closes all connections, too: one that is left keeps the file open. No call of them may run. */
  close(): void;
}

export interface DatabaseOptions {
  /** Folder with files that statements may read and write. */
  readonly directory?: string | undefined;
  /** May change at each opening. */
  readonly width?: RowWidth;
}

/** Memory for a large transaction or query; half of the machine is left for ingestion. */
const MEMORY_LIMIT = `${databaseMebibytes(totalmem(), process.constrainedMemory())}MiB`;
/**
 * Memory that remains for copies of the file; the kernel caches it as well, and frees its cache when memory is short.
 */
const COPIES_LIMIT = "4MiB";

const OPTIONS = {
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
  memory_limit: MEMORY_LIMIT,
  threads: "1",
  // Only the store makes checkpoints, since it must know which rows are in the file itself.
  checkpoint_threshold: "1TiB",
};

/**
 * @param machine bytes
 * @param constrained bytes that a container or unit (`MemoryMax=`) may take; 0, undefined or more than the machine has without a limit
 */
export function databaseMebibytes(machine: number, constrained: number | undefined): number {
  const mebibytes = (constrained ? Math.min(machine, constrained) : machine) / 2 ** 20;
  return Math.floor(Math.max(mebibytes / 4, Math.min(256, mebibytes / 2)));
}

export const IN_MEMORY = ":memory:";

const HELD = /Conflicting lock is held(?: in (.+?))? ?\(PID (\d+)\)/;

/** Name of the database in statements. */
const NAME = quoted("_structline_file");
/**
 * A checkpoint merges row groups if that reduces their number: up to three full ones, uncompressed. With DuckDB's
 * default of 122,880 rows of 30 columns, that took 180 MB and five times the processor time of a checkpoint without
 * merging. Fifteen vectors of 2048 values of 8 bytes fit into a block of 256 KB: with sixteen, a column would take two, since a block begins
 * with its checksum.
 */
export const ROWS_IN_GROUP = { narrow: 30_720, wide: 2048 };

/** The width of rows: for `wide` ones, of some ten kilobytes each, a group of the usual size would take gigabytes. */
export type RowWidth = keyof typeof ROWS_IN_GROUP;

/** An instance without a file, made before one is opened. */
let made: Promise<DuckDBInstance> | undefined;

/** Loads DuckDB and makes an instance for the next database that is opened: together they take half of the time of opening one. */
export async function expectDatabase(): Promise<void> {
  const { duckdb } = await load();
  const next = duckdb.DuckDBInstance.create(IN_MEMORY, OPTIONS);
  made = next;
  await next;
}

/**
 * DuckDB allows a process to open a file twice, and then each instance overwrites the other's data. With each path a descriptor to read the file,
 * if the system allows one; it is closed after the database, since the end of any descriptor ends DuckDB's lock.
 */
const openPaths = new Map<string, number | undefined>();

/** Descriptor of an open database's file. */
export function fileOf(path: string): number | undefined {
  return openPaths.get(path);
}

/**
 * If the end of the write-ahead log is damaged, its sound part is used, and the original log is kept separately.
 * @param path absolute, or `:memory:`
 * @throws Error with one clear sentence if the file is in use, damaged or not a database
 */
export async function openDatabase(
  path: string,
  onDamage: (sentence: string) => void,
  { directory, width = "narrow" }: DatabaseOptions = {},
): Promise<Database> {
  const { duckdb } = await load();
  if (path !== IN_MEMORY) {
    if (openPaths.has(path)) throw new Error(`The database ${path} is open in this process already.`);
    const folder = dirname(path);
    // DuckDB needs it for its log, but not before the first row.
    const usable = makeFolder(folder).then(() => fs.access(folder, fs.constants.W_OK));
    await usable.catch(({ message, code }: NodeJS.ErrnoException) => {
      const reason = code === "EACCES" ? permissionDenied(folder) : message;
      throw new Error(`the folder of ${path} cannot be written, ${reason}; or name another in [store] url`);
    });
    openPaths.set(path, undefined);
  }
  try {
    await restoreMetadata(path, () => isUnused(duckdb, path));
    const create = () => createInstance(duckdb, path, { directory, width });
    const instance = await openMending(path, create, onDamage);
    openPaths.set(path, openToRead(path));
    const connections = new Set<DuckDBConnection>();
    const connect = async () => {
      const connection = await instance.connect();
      connections.add(connection);
      await connection.run(`USE ${NAME}`);
      return connection;
    };
    const disconnect = (connection: DuckDBConnection) => {
      connections.delete(connection);
      connection.disconnectSync();
    };
    const close = () => {
      for (const connection of connections) disconnect(connection);
      closeInstance(instance, path);
    };
    const exports = path === IN_MEMORY ? undefined : exportsOf(path);
    return { duckdb, exports, connect, disconnect, close };
  } catch (error) {
    openPaths.delete(path);
    throw new Error(openFailure(path, error as Error), { cause: error });
  }
}

function load(): Promise<typeof import("./duckdb.ts")> {
  return nativePackage("@duckdb/node-bindings", () => import("./duckdb.ts"));
}

/** The one that was made ahead, if there is one. */
async function emptyInstance(duckdb: DuckDB): Promise<DuckDBInstance> {
  const ahead = await made?.catch(() => undefined);
  made = undefined;
  return ahead ?? duckdb.DuckDBInstance.create(IN_MEMORY, OPTIONS);
}

/** The size of row groups can only be set when a database is attached to another one, which is empty. */
async function createInstance(
  duckdb: DuckDB,
  path: string,
  { directory, width = "narrow" }: DatabaseOptions,
): Promise<DuckDBInstance> {
  const instance = await emptyInstance(duckdb);
  try {
    await withConnection(instance, async (connection) => {
      if (path !== IN_MEMORY) await connection.run(`SET temp_directory = ${literal(`${path}.tmp`)}`);
      if (path !== IN_MEMORY) await makeWhereMissing(path, connection);
      await connection.run(attach(path, width));
      const folders = [
        ...(directory === undefined ? [] : [directory]),
        ...(path === IN_MEMORY ? [] : [exportsOf(path)]),
      ];
      await connection.run(`SET allowed_directories = [${folders.map((one) => literal(join(one, "/"))).join(", ")}]`);
      // From now on, statements can access only the file itself, and not the network.
      await connection.run("SET enable_external_access = false");
    });
    return instance;
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

function exportsOf(path: string): string {
  return `${path}.exports`;
}

function attach(path: string, width: RowWidth): string {
  return `ATTACH ${literal(path)} AS ${NAME} (ROW_GROUP_SIZE ${ROWS_IN_GROUP[width]})`;
}

/** Creates a new database under another name: DuckDB refuses an incomplete one after a power failure. */
async function makeWhereMissing(path: string, connection: DuckDBConnection): Promise<void> {
  if ((await fs.stat(path).catch(() => undefined)) !== undefined) return;
  const draft = `${path}.new`;
  await fs.rm(draft, { force: true });
  await connection.run(attach(draft, "narrow"));
  await connection.run(`DETACH ${NAME}`);
  await fs.rename(draft, path);
  await syncDirectory(dirname(path));
}

/** Undefined if the system does not allow it. */
function openToRead(path: string): number | undefined {
  try {
    return path === IN_MEMORY ? undefined : openSync(path, "r");
  } catch {
    return undefined;
  }
}

/** Whether no other process has the database open; also true if it cannot be read at all. */
async function isUnused(duckdb: DuckDB, path: string): Promise<boolean> {
  const instance = await duckdb.DuckDBInstance.create(IN_MEMORY, OPTIONS);
  try {
    await withConnection(instance, (connection) => connection.run(`ATTACH ${literal(path)} AS ${NAME} (READ_ONLY)`));
    return true;
  } catch (error) {
    return !HELD.test((error as Error).message);
  } finally {
    instance.closeSync();
  }
}

/** A connection that is left keeps an instance's files open, also after the instance is closed. */
async function withConnection(
  instance: DuckDBInstance,
  use: (connection: DuckDBConnection) => Promise<unknown>,
): Promise<void> {
  const connection = await instance.connect();
  try {
    await use(connection);
  } finally {
    connection.disconnectSync();
  }
}

function closeInstance(instance: DuckDBInstance, path: string): void {
  instance.closeSync();
  const file = fileOf(path);
  openPaths.delete(path);
  if (file !== undefined) closeSync(file);
}

function openFailure(path: string, error: Error): string {
  const holder = HELD.exec(error.message);
  if (holder !== null)
    return `The database ${path} is in use by process ${holder[2]}; stop it, or configure another file.`;
  if (error.message.includes("Could not set lock")) return `The database ${path} is in use by another process.`;
  if (/: Permission denied$/m.test(error.message))
    return `The database ${path} cannot be opened, ${permissionDenied(path)}`;
  const [firstLine] = error.message.split("\n");
  return `The database ${path} cannot be opened: ${firstLine}`;
}

/**
 * Releases memory that holds only copies of the file; otherwise everything ever written stays in memory, up to the
 * limit.
 */
export async function releaseCopies(connection: DuckDBConnection): Promise<void> {
  // Fails if more memory is in use.
  await connection.run(`SET memory_limit = '${COPIES_LIMIT}'`).catch(() => {});
  await connection.run(`SET memory_limit = '${MEMORY_LIMIT}'`);
}

/** Opens the database file. The module is loaded only here, and only when used: it is large and native. */

import * as fs from "node:fs/promises";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { syncDirectory } from "../../journal/segment.ts";
import { makeFolder } from "../../telemetry/make-folder.ts";
import type { DuckDB } from "./duckdb.ts";
import { literal, quoted } from "./identifier.ts";
import { openMending } from "./mend-log.ts";

export interface Database {
  readonly duckdb: DuckDB;
  connect(): Promise<DuckDBConnection>;
  close(): void;
}

export interface DatabaseOptions {
  /** Whose files statements may read and write, too. */
  readonly directory?: string | undefined;
  /** May be another one each time. */
  readonly width?: RowWidth;
}

/** What a large transaction or query may take; half of the machine is left to what receives. */
const MEMORY_LIMIT = `${Math.max(256, Math.floor(totalmem() / 4 / 2 ** 20))}MiB`;
/** What is left of copies of the file, which the kernel keeps as well, and gives back where memory is short. */
const COPIES_LIMIT = "16MiB";

const OPTIONS = {
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
  memory_limit: MEMORY_LIMIT,
  threads: "1",
  // Only the store makes checkpoints: it has to know which rows are in the file itself.
  checkpoint_threshold: "1TiB",
};

export const IN_MEMORY = ":memory:";

/** What the file is called in statements. */
const NAME = quoted("_structline_file");
/**
 * A checkpoint puts groups of rows together where that makes fewer of them, up to three full ones, uncompressed: with DuckDB's
 * 122,880 rows of 30 columns that took 180 MB and five times the processor time of one that puts none together.
 */
const ROWS_IN_GROUP = { narrow: 32_768, wide: 2048 };

/** What rows there are: of `wide` ones, of some ten kilobytes each, a group of the usual number were gigabytes. */
export type RowWidth = keyof typeof ROWS_IN_GROUP;

/** DuckDB lets one process open a file twice, and then each overwrites what the other wrote. */
const openPaths = new Set<string>();

/**
 * Where the end of the write-ahead log is damaged, the sound part of it counts, and the log as it was is kept aside.
 * @param path absolute, or `:memory:`
 * @throws Error with one clear sentence when the file is in use, damaged or not a database
 */
export async function openDatabase(
  path: string,
  onDamage: (sentence: string) => void,
  { directory, width = "narrow" }: DatabaseOptions = {},
): Promise<Database> {
  const { duckdb } = await import("./duckdb.ts");
  if (path !== IN_MEMORY) {
    if (openPaths.has(path)) throw new Error(`The database ${path} is open in this process already.`);
    await makeFolder(dirname(path)).catch(({ message }: Error) => {
      throw new Error(`the folder of ${path} cannot be made, ${message}; name another in [store] url`);
    });
    openPaths.add(path);
  }
  try {
    const create = () => createInstance(duckdb, path, { directory, width });
    const instance = await openMending(path, create, onDamage);
    const connect = async () => {
      const connection = await instance.connect();
      await connection.run(`USE ${NAME}`);
      return connection;
    };
    return { duckdb, connect, close: () => closeInstance(instance, path) };
  } catch (error) {
    openPaths.delete(path);
    throw new Error(openFailure(path, error as Error), { cause: error });
  }
}

/** The size of its groups can only be given where a database is attached to another one, which is empty. */
async function createInstance(
  duckdb: DuckDB,
  path: string,
  { directory, width = "narrow" }: DatabaseOptions,
): Promise<DuckDBInstance> {
  const temporary = path === IN_MEMORY ? {} : { temp_directory: `${path}.tmp` };
  const instance = await duckdb.DuckDBInstance.create(IN_MEMORY, { ...OPTIONS, ...temporary });
  try {
    const connection = await instance.connect();
    if (path !== IN_MEMORY) await makeWhereMissing(path, connection);
    await connection.run(attach(path, width));
    if (directory !== undefined) {
      await connection.run(`SET allowed_directories = [${literal(join(directory, "/"))}]`);
    }
    // Nothing but the file itself is to be read or written by statements from now on, and nothing fetched from the network.
    await connection.run("SET enable_external_access = false");
    connection.disconnectSync();
    return instance;
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

function attach(path: string, width: RowWidth): string {
  return `ATTACH ${literal(path)} AS ${NAME} (ROW_GROUP_SIZE ${ROWS_IN_GROUP[width]})`;
}

/** Makes a new database under another name: what a power failure leaves of one that was not made completely is refused. */
async function makeWhereMissing(path: string, connection: DuckDBConnection): Promise<void> {
  if ((await fs.stat(path).catch(() => undefined)) !== undefined) return;
  const draft = `${path}.new`;
  await fs.rm(draft, { force: true });
  await connection.run(attach(draft, "narrow"));
  await connection.run(`DETACH ${NAME}`);
  await fs.rename(draft, path);
  await syncDirectory(dirname(path));
}

function closeInstance(instance: DuckDBInstance, path: string): void {
  instance.closeSync();
  openPaths.delete(path);
}

function openFailure(path: string, error: Error): string {
  const holder = /Conflicting lock is held(?: in (.+?))? ?\(PID (\d+)\)/.exec(error.message);
  if (holder !== null)
    return `The database ${path} is in use by process ${holder[2]}; stop it, or configure another file.`;
  if (error.message.includes("Could not set lock")) return `The database ${path} is in use by another process.`;
  const [firstLine] = error.message.split("\n");
  return `The database ${path} cannot be opened: ${firstLine}`;
}

/** Gives back memory that has only copies of the file: else all that was ever written stays in it, up to the limit. */
export async function releaseCopies(connection: DuckDBConnection): Promise<void> {
  // Fails where more is in use.
  await connection.run(`SET memory_limit = '${COPIES_LIMIT}'`).catch(() => {});
  await connection.run(`SET memory_limit = '${MEMORY_LIMIT}'`);
}

/**
 * Writes points to PostgreSQL: a schema for each database, a table for each measurement. Repeating a batch adds no
 * rows.
 */

import pg from "pg";
import type { Batch } from "../../model/batch.ts";
import type { Cursor } from "../../model/message-log.ts";
import type { FieldType, Point } from "../../model/point.ts";
import {
  type BeforeCommit,
  type ColumnQuery,
  type Extent,
  type ExtentQuery,
  MAX_MEASUREMENTS,
  type MeasurementInfo,
  type RefusedPoint,
  type RemovalOutcome,
  type RewriteOutcome,
  type RowQuery,
  type Series,
  type SeriesQuery,
  type Statistics,
  type StatisticsQuery,
  type Store,
  type ToNumbersOutcome,
  type WriteOutcome,
} from "../../model/store.ts";
import { wholly } from "../../store/reconcile.ts";
import { ServerHealth, ServerStore, type ServerStoreOptions, TYPES_TRUSTED_MS } from "../../store/server-store.ts";
import type { Ask } from "../../store/sql-series.ts";
import { isAway, sentenceOf } from "./database-error.ts";
import { define } from "./define.ts";
import { readBatches, readExtent, readSeries, readStatistics } from "./read.ts";
import { isChanged, LOCK, Registry, relationOf, setUp, type Table } from "./registry.ts";
import { type SortedPoints, sortPoints } from "./rows-to-write.ts";
import { toNumbers } from "./to-numbers.ts";
import { type WriteMode, writeRows } from "./write.ts";

/** How long each connection waits for the server. */
const CONNECT_MS = 5_000;
const TIMEOUT_MS = 60_000;
const MOST_CONNECTIONS = 5;

/** [PostgreSQL 15, pg_type.dat] */
const [BOOL, INT8, FLOAT4, FLOAT8, NUMERIC, JSONB, INT4] = [16, 20, 700, 701, 1700, 3802, 23];
const READERS = new Map<number, (text: string) => unknown>([
  [BOOL, (text) => text === "t"],
  [INT4, Number],
  [INT8, BigInt],
  [NUMERIC, BigInt],
  [FLOAT4, Number],
  [FLOAT8, Number],
  [JSONB, JSON.parse],
]);

/** Sends nothing before `open`. */
export function openPostgresStore(settings: { readonly url: string }, options: ServerStoreOptions = {}): Store {
  return new PostgresStore(settings, options);
}

class PostgresStore extends ServerStore implements Store {
  readonly rewrites = "whole-rows";
  protected readonly health: ServerHealth;
  readonly #where: string;
  readonly #pool: pg.Pool;
  readonly #options: ServerStoreOptions;
  /** Keys of columns that were reported, or existed when the store was opened. */
  #announced: Set<string> | undefined;
  #registry: Registry | undefined;
  #loading: Promise<Registry> | undefined;
  #loadedAtMs = 0;
  #version = "";

  constructor({ url }: { readonly url: string }, options: ServerStoreOptions) {
    super();
    this.#options = options;
    const { hostname, port, pathname } = new URL(url);
    this.#where = `at ${hostname === "" ? "the local socket" : `${hostname}:${port || 5432}`}${pathname}`;
    this.health = new ServerHealth(`PostgreSQL ${this.#where}`, options.log);
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: "structline",
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      // The server cancels a slow query; if it does not answer at all, the client does.
      statement_timeout: timeoutMs,
      query_timeout: timeoutMs + 5_000,
      keepAlive: true,
      types: { getTypeParser: (oid: number) => READERS.get(oid) ?? String } as pg.CustomTypesConfig,
    });
    // An idle connection has ended: the next query opens a new one.
    this.#pool.on("error", () => {});
  }

  protected sentence(error: unknown): string {
    return sentenceOf(error, `PostgreSQL ${this.#where}`);
  }

  protected isAway(error: unknown): boolean {
    return isAway(error);
  }

  write(points: readonly Point[], _cursor: Cursor, beforeCommit?: BeforeCommit): Promise<WriteOutcome> {
    return this.#writing(async () => {
      const { refused } = await this.#store(points, "complete", beforeCommit);
      const outcome = { stored: points.length - wholly(refused), refused };
      this.health.wrote(outcome);
      return outcome;
    });
  }

  rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    return this.#writing(async () => {
      const { refused, rows } = await this.#store(points, "replace", undefined);
      return { rewritten: rows, refused };
    });
  }

  #writing<T>(act: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      try {
        const result = await act();
        this.#works();
        return result;
      } catch (error) {
        // Whether the database has committed is unknown: load the registry again.
        this.#registry = undefined;
        // A dead letter that could not be kept is not an error of the database.
        if (error instanceof KeepingFailed) throw error.cause;
        const reason = this.explained(error);
        this.health.wentDown(reason);
        throw reason;
      }
    });
  }

  async #store(
    points: readonly Point[],
    mode: WriteMode,
    beforeCommit: BeforeCommit | undefined,
  ): Promise<{ readonly refused: readonly RefusedPoint[]; readonly rows: number }> {
    await this.connected();
    if (points.length === 0) return { refused: [], rows: 0 };
    const done = await this.#transaction(async (client) => {
      const sorted = await this.#sorted(client, points);
      const refused = [...sorted.refused];
      let rows = 0;
      for (const one of sorted.tables) {
        if (isChanged(one.table)) await define(client, one.table);
        const written = await writeRows(client, one, mode);
        rows += written.rows;
        refused.push(...written.refused);
      }
      if (refused.length > 0) {
        await beforeCommit?.(refused).catch((error: Error) => {
          throw new KeepingFailed(error);
        });
      }
      return { refused, rows, tables: sorted.tables.map(({ table }) => table) };
    });
    this.#learn(done.tables);
    return done;
  }

  /** If something new must be created, first loads what others have created. */
  async #sorted(client: pg.PoolClient, points: readonly Point[]): Promise<SortedPoints> {
    const most = this.#options.maxMeasurements ?? MAX_MEASUREMENTS;
    let sorted = sortPoints(points, this.#registry!, most);
    const mayBeOld = performance.now() - this.#loadedAtMs > (this.#options.typesTrustedMs ?? TYPES_TRUSTED_MS);
    if (mayBeOld && sorted.refused.some(({ error }) => error.code === "type-conflict")) {
      // An administrator may have dropped the column: nothing is refused because of outdated information.
      await this.#reload(client);
      sorted = sortPoints(points, this.#registry!, most);
    }
    if (!sorted.tables.some(({ table }) => isChanged(table))) return sorted;
    await client.query(LOCK);
    await this.#reload(client);
    return sortPoints(points, this.#registry!, most);
  }

  async #reload(client: pg.PoolClient): Promise<Registry> {
    this.#registry = await Registry.load(client);
    this.#loadedAtMs = performance.now();
    return this.#registry;
  }

  /** Records tables that were stored. */
  #learn(tables: readonly Table[]): void {
    for (const table of tables) {
      table.isNew = false;
      this.#announce(table, table.added.splice(0));
      table.addedKeys = [];
    }
  }

  #announce(table: Table, fields: readonly { readonly name: string; readonly type: FieldType }[]): void {
    const { database, measurement } = table;
    const columns = new Map<string, FieldType>();
    for (const { name, type } of fields) {
      if (!this.#announced!.has(keyOf(table, name))) columns.set(name, type);
      this.#announced!.add(keyOf(table, name));
    }
    this.announce({ database, measurement, columns });
  }

  #transaction<T>(act: (client: pg.PoolClient) => Promise<T>, begin = "BEGIN"): Promise<T> {
    return this.#withClient(async (client) => {
      await client.query(begin);
      const result = await act(client);
      await client.query("COMMIT");
      return result;
    });
  }

  /** A failure ends the connection, and with it the transaction. */
  async #withClient<T>(act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    // Between two queries, no other handler would receive the error.
    const lost = () => {};
    client.on("error", lost);
    let failure: Error | undefined;
    try {
      const result = await act(client);
      this.health.answered();
      return result;
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.off("error", lost);
      client.release(failure);
    }
  }

  protected connected(): Promise<Registry> {
    if (this.#registry !== undefined) return Promise.resolve(this.#registry);
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  #load(): Promise<Registry> {
    return this.#withClient(async (client) => {
      await setUp(client);
      const { rows } = await client.query({ text: "SHOW server_version", rowMode: "array" });
      this.#version = String((rows[0] as unknown[])[0]).split(" ", 1)[0]!;
      const registry = await this.#reload(client);
      const all = registry.all().flatMap((table) => [...table.fields.keys()].map((name) => keyOf(table, name)));
      this.#announced ??= new Set(all);
      this.#works();
      return registry;
    });
  }

  async #table(database: string, measurement: string): Promise<Table | undefined> {
    const table = (await this.connected()).get(database, measurement);
    return table === undefined || table.isNew ? undefined : table;
  }

  readonly #ask: Ask = async (sql) => {
    const { rows } = await this.#pool.query({ text: sql, rowMode: "array" });
    this.health.answered();
    return rows as unknown[][];
  };

  fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined> {
    return this.reading(async () => {
      const table = await this.#table(database, measurement);
      return table === undefined || table.fields.size === 0 ? undefined : typesOf(table);
    });
  }

  /** Loads tables created by other nodes, and columns that they added. */
  override refresh(): Promise<void> {
    this.#registry = undefined;
    return this.reading(async () => {
      for (const table of (await this.connected()).all()) this.#announce(table, [...table.fields.values()]);
    });
  }

  measurements(): Promise<readonly MeasurementInfo[]> {
    return this.reading(async () => {
      const tables = (await this.connected()).all().filter(({ isNew, fields }) => !isNew && fields.size > 0);
      return tables.map((table) => ({
        database: table.database,
        measurement: table.measurement,
        columns: typesOf(table),
        ...(table.keys.size > 0 && { tags: textsOf(table) }),
      }));
    });
  }

  series(query: SeriesQuery): Promise<Series> {
    const none = { columns: [], timesNs: [], values: [] };
    return this.#ofTable(query, none, (table) => this.#atOnce((ask) => readSeries(ask, table, query)));
  }

  statistics(query: StatisticsQuery): Promise<Statistics> {
    return this.#ofTable(query, new Map(), (table) => this.#atOnce((ask) => readStatistics(ask, table, query)));
  }

  extent(query: ExtentQuery): Promise<Extent | undefined> {
    return this.#ofTable(query, undefined, (table) => readExtent(this.#ask, table, query));
  }

  #ofTable<T>(
    { database, measurement }: Pick<RowQuery, "database" | "measurement">,
    none: T,
    read: (table: Table) => Promise<T>,
  ): Promise<T> {
    return this.reading(async () => {
      const table = await this.#table(database, measurement);
      return table === undefined ? none : read(table);
    });
  }

  /** Runs all its queries on one snapshot of the database. */
  #atOnce<T>(act: (ask: Ask) => Promise<T>): Promise<T> {
    return this.#transaction(
      (client) => act(async (sql) => (await client.query({ text: sql, rowMode: "array" })).rows as unknown[][]),
      "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    );
  }

  batches(query: RowQuery): AsyncGenerator<Batch> {
    return this.streaming(async () => {
      const table = await this.#table(query.database, query.measurement);
      return table && readBatches(this.#ask, table, query);
    });
  }

  remove(database: string, measurement: string): Promise<RemovalOutcome> {
    return this.#writing(async () => {
      const table = await this.#table(database, measurement);
      if (table === undefined) return "unknown";
      await this.#transaction(async (client) => {
        await client.query(LOCK);
        await client.query(`DROP TABLE IF EXISTS ${relationOf(table)}`);
        const sql = "DELETE FROM structline.measurements WHERE database = $1 AND measurement = $2";
        await client.query(sql, [database, measurement]);
      });
      this.#registry?.remove(table);
      for (const name of table.fields.keys()) this.#announced?.delete(keyOf(table, name));
      return "removed";
    });
  }

  override toNumbers(query: ColumnQuery): Promise<ToNumbersOutcome> {
    const { database, measurement, column } = query;
    return this.#writing(async () => {
      await this.connected();
      const outcome = await this.#transaction(async (client) => {
        await client.query(LOCK);
        const table = (await this.#reload(client)).get(database, measurement);
        return table === undefined ? "unsupported" : toNumbers(client, table, query);
      });
      // The next query loads the column's new type.
      this.#registry = undefined;
      if (typeof outcome === "number") this.announce({ database, measurement, columns: new Map([[column, "float"]]) });
      return outcome;
    });
  }

  remember(key: string, value: string): Promise<void> {
    const sql = "INSERT INTO structline.facts VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value";
    return this.reading(async () => void (await this.#pool.query(sql, [key, value])));
  }

  remembered(): Promise<ReadonlyMap<string, string>> {
    const sql = "SELECT key, value FROM structline.facts";
    return this.reading(async () => new Map((await this.#ask(sql)) as [string, string][]));
  }

  async close(): Promise<void> {
    await this.idle;
    if (!this.#pool.ended) await this.#pool.end();
  }

  #works(): void {
    this.health.works(`PostgreSQL ${this.#version} ${this.#where}`);
  }
}

/** The error of `beforeCommit`. */
class KeepingFailed extends Error {
  override readonly cause: Error;

  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

function keyOf({ database, measurement }: Table, field: string): string {
  return `${database}\0${measurement}\0${field}`;
}

/** The keys that are texts. */
function textsOf({ fields, keys }: Table): ReadonlySet<string> {
  return new Set([...keys].filter((name) => fields.get(name)?.type === "string"));
}

function typesOf({ fields }: Table): ReadonlyMap<string, FieldType> {
  return new Map(Array.from(fields.values(), ({ name, type }) => [name, type]));
}

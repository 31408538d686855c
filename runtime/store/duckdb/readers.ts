/** Connections for reading, separate from the writing one. */

import { setTimeout } from "node:timers/promises";
import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult, DuckDBValue } from "@duckdb/node-api";
import { FairTurns } from "../../lib/fair-turns.ts";
import type { Asking } from "../../model/asker.ts";
import { DatabaseAway } from "../database-away.ts";
import type { Database } from "./open-database.ts";

/** A running query occupies one of the process's few I/O threads; the others are for writers. */
const MAX_RUNNING = 3;
/** One is left for others. */
const MAX_OF_ONE = 2;
/** A reader that leaves ends a long statement this soon. */
const LOOK_MS = 200;
/** A query forgets an interruption that comes before it begins. */
const INTERRUPT_MS = 20;
const NOTHING = new Uint8Array();

/** A consistent state of the database while it is read. */
export interface Snapshot {
  readonly ask: (sql: string) => Promise<DuckDBValue[][]>;
  /** Runs when no reader uses the snapshot any more. */
  afterwards(run: () => void): void;
}

/** A connection in use. */
interface Reading {
  /** Number of running calls of the database's library. */
  calls: number;
  /** The reader has no more use for it. */
  isLeft: boolean;
  /** Its rows are not all read. It keeps the database's file open, until it is. */
  stream?: DuckDBResult | undefined;
  /** Functions to run when it is closed. */
  readonly afterwards: (() => void)[];
}

/** Never closes a connection, or the database, during a call of its library, which would end the process. */
export class Readers {
  readonly #database: Database;
  readonly #open = new Map<DuckDBConnection, Reading>();
  readonly #connecting = new Set<Promise<unknown>>();
  readonly #turns = new FairTurns(MAX_RUNNING, MAX_OF_ONE);
  #pause: Promise<void> | undefined;
  #isClosed = false;

  constructor(database: Database) {
    this.#database = database;
  }

  get areIdle(): boolean {
    return this.#users === 0 && this.#pause === undefined;
  }

  /** All rows of a query. */
  async all(sql: string, asking: Asking): Promise<DuckDBValue[][]> {
    return this.#with((connection) => this.#ask(connection, asking, sql));
  }

  /** Runs several queries on one snapshot. */
  async inSnapshot<T>(asking: Asking, use: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.#with(async (connection) => use(await this.#begin(connection, asking)));
  }

  /**
   * A query's result in batches of some thousand rows, read on demand. Always of one snapshot: a streamed query is
   * planned first and run afterwards, and DuckDB up to 1.5 plans by the widths and ranges of the values at that time. Of
   * rows committed in between it would cut texts and integers, or leave them out.
   * @param query SQL, or a function that makes it for the snapshot
   */
  async *stream(
    asking: Asking,
    query: string | ((snapshot: Snapshot) => Promise<string>),
  ): AsyncGenerator<DuckDBDataChunk> {
    const connection = await this.#connect();
    try {
      const snapshot = await this.#begin(connection, asking);
      const sql = typeof query === "string" ? query : await query(snapshot);
      const result: DuckDBResult = await this.#turn(connection, asking, () => this.#begun(connection, sql));
      for (;;) {
        const chunk: DuckDBDataChunk | null = await this.#turn(connection, asking, () => result.fetchChunk());
        if (isEnd(chunk)) break;
        yield chunk;
      }
      const reading = this.#open.get(connection);
      if (reading !== undefined) reading.stream = undefined;
    } finally {
      this.#release(connection);
    }
  }

  /** Runs statements that take long on one snapshot. Yields an empty piece now and then, so that a reader that leaves ends it. */
  async *unhurried<Result>(
    asking: Asking,
    use: (snapshot: Snapshot) => Promise<Result>,
  ): AsyncGenerator<Uint8Array, Result> {
    const connection = await this.#connect();
    const result = this.#begin(connection, asking).then(use);
    let isRunning = true;
    const ended = result.then(
      () => false,
      () => false,
    );
    try {
      while (isRunning) {
        isRunning = await Promise.race([ended, setTimeout(LOOK_MS, true, { ref: false })]);
        yield NOTHING;
      }
      return await result;
    } finally {
      if (isRunning) connection.interrupt();
      await ended;
      this.#release(connection);
    }
  }

  /** Runs `run` while there are no readers, and keeps readers waiting; does nothing if somebody reads already. */
  async whileNobodyReads(run: () => Promise<void>): Promise<void> {
    if (this.#users > 0) return;
    this.#pause = run().finally(() => {
      this.#pause = undefined;
    });
    await this.#pause;
  }

  /** Ends all reads, with DatabaseAway. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const connection of this.#open.keys()) this.#release(connection);
    while (this.#users > 0) {
      for (const connection of this.#open.keys()) connection.interrupt();
      await setTimeout(INTERRUPT_MS);
    }
  }

  get #users(): number {
    return this.#open.size + this.#connecting.size;
  }

  async #with<T>(use: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.#connect();
    try {
      return await use(connection);
    } finally {
      this.#release(connection);
    }
  }

  async #begin(connection: DuckDBConnection, asking: Asking): Promise<Snapshot> {
    await this.#call(connection, () => connection.run("BEGIN TRANSACTION READ ONLY"));
    return {
      ask: (sql) => this.#ask(connection, asking, sql),
      afterwards: (run) => {
        const reading = this.#open.get(connection);
        if (reading === undefined) run();
        else reading.afterwards.push(run);
      },
    };
  }

  async #connect(): Promise<DuckDBConnection> {
    while (this.#pause !== undefined) await this.#pause.catch(() => {});
    if (this.#isClosed) throw closed();
    const connecting = this.#database.connect().then((connection) => {
      this.#open.set(connection, { calls: 0, isLeft: false, afterwards: [] });
      if (this.#isClosed) this.#release(connection);
      return connection;
    });
    this.#connecting.add(connecting);
    return connecting.finally(() => this.#connecting.delete(connecting));
  }

  #release(connection: DuckDBConnection): void {
    const reading = this.#open.get(connection);
    if (reading === undefined) return;
    reading.isLeft = true;
    if (reading.calls > 0) return;
    const { stream } = reading;
    if (stream !== undefined) {
      reading.stream = undefined;
      void this.#counted(connection, reading, () => readToEnd(connection, stream));
      return;
    }
    this.#open.delete(connection);
    this.#database.disconnect(connection);
    for (const run of reading.afterwards) run();
  }

  #ask(connection: DuckDBConnection, asking: Asking, sql: string): Promise<DuckDBValue[][]> {
    return this.#turn(connection, asking, async () => (await connection.run(sql)).getRows());
  }

  #turn<T>(connection: DuckDBConnection, { asker = "" }: Asking, run: () => Promise<T>): Promise<T> {
    return this.#turns.run(asker, () => this.#call(connection, run));
  }

  async #call<T>(connection: DuckDBConnection, run: () => Promise<T>): Promise<T> {
    const reading = this.#open.get(connection);
    if (reading === undefined || reading.isLeft) throw closed();
    try {
      return await this.#counted(connection, reading, run);
    } catch (error) {
      throw this.#isClosed ? closed() : error;
    }
  }

  async #counted<T>(connection: DuckDBConnection, reading: Reading, run: () => Promise<T>): Promise<T> {
    reading.calls++;
    try {
      return await run();
    } finally {
      if (--reading.calls === 0 && reading.isLeft) this.#release(connection);
    }
  }

  async #begun(connection: DuckDBConnection, sql: string): Promise<DuckDBResult> {
    const result = await connection.stream(sql);
    this.#open.get(connection)!.stream = result;
    return result;
  }
}

function isEnd(chunk: DuckDBDataChunk | null): chunk is null {
  return chunk === null || chunk.rowCount === 0;
}

/** An interrupted stream has an end, after the rows that it has read already. */
async function readToEnd(connection: DuckDBConnection, stream: DuckDBResult): Promise<void> {
  try {
    do connection.interrupt();
    while (!isEnd(await stream.fetchChunk()));
  } catch {
    // It has ended by the interruption.
  }
}

function closed(): DatabaseAway {
  return new DatabaseAway("The database was closed while it was read.");
}

/**
 * Runs one SQL query over measurements. The named tables are written to Parquet files in a temporary folder, and a
 * separate process answers from these. So the query can read or change nothing else, and uses neither the database's
 * memory nor its time.
 */

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openProcess } from "../../lib/open-process.ts";
import { RequestError } from "../../lib/request-error.ts";
import type { SqlAnswer, SqlOrder, SqlReferences } from "./sql-protocol.ts";

/** An error in the query, as one sentence or in DuckDB's words. */
export class SqlError extends RequestError {
  constructor(message: string) {
    super(message, 400);
  }
}

export interface SqlQuery {
  readonly sql: string;
  readonly format: string;
  readonly timeZone: string;
  /** Time limit until the whole answer was read. */
  readonly timeoutMs: number;
  /** The contents of those named tables that the query may read. @throws the reason, for the caller */
  readonly tables: (references: SqlReferences) => Promise<readonly SqlSource[]>;
}

export interface SqlSource {
  readonly schema: string;
  readonly name: string;
  /** A Parquet file. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Maximum size of the files for one query. */
const MOST_BYTES = 2 ** 31;

/**
 * The answer's bytes; they end with an error when the time is over.
 * @throws SqlError if the query is refused before the first byte, and the error of `tables`
 */
export async function runSql(query: SqlQuery): Promise<AsyncGenerator<Uint8Array>> {
  const run = new Run(query);
  try {
    await run.start();
  } catch (error) {
    await run.end();
    throw error;
  }
  return run.answer();
}

class Run {
  readonly #query: SqlQuery;
  readonly #process: ChildProcess;
  readonly #timer: NodeJS.Timeout;
  #failure: Error | undefined;
  #isDone = false;
  #directory: string | undefined;

  constructor(query: SqlQuery) {
    this.#query = query;
    this.#process = openProcess("sql-process", new URL("./sql-process.ts", import.meta.url), import.meta.url);
    this.#timer = setTimeout(
      () => this.#fail(new SqlError(`the query took longer than ${query.timeoutMs / 1000} s`)),
      query.timeoutMs,
    );
    this.#process.on("message", (answer: SqlAnswer) => {
      if (answer.answer === "done") this.#isDone = true;
      if (answer.answer === "error") this.#fail(new SqlError(answer.message));
    });
    this.#process.once("error", (error) => this.#fail(error));
    this.#process.once("exit", () => {
      if (!this.#isDone) this.#fail(new SqlError("the query was aborted: it took too much memory"));
    });
  }

  async start(): Promise<void> {
    const references = await this.#ask({ order: "parse", sql: this.#query.sql }, "references");
    const sources = await this.#query.tables(references);
    this.#directory = await mkdtemp(join(tmpdir(), "structline-sql-"));
    const tables = [];
    let bytes = 0;
    for (const [index, { schema, name, bytes: content }] of sources.entries()) {
      const file = `${index}.parquet`;
      const counted = async function* (isOver: () => Error | undefined) {
        for await (const piece of content) {
          bytes += piece.byteLength;
          if (bytes > MOST_BYTES) throw new SqlError("the query needs too much data: limit it with 'from' and 'to'");
          const failure = isOver();
          if (failure !== undefined) throw failure;
          yield piece;
        }
      };
      await pipeline(
        counted(() => this.#failure),
        createWriteStream(join(this.#directory, file)),
      );
      tables.push({ schema, name, file });
    }
    const { format, timeZone } = this.#query;
    await this.#ask({ order: "run", directory: this.#directory, tables, format, timeZone }, "begins");
  }

  async *answer(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of this.#process.stdout as Readable) yield piece as Buffer;
      if (!this.#isDone && this.#failure === undefined) await once(this.#process, "exit");
      if (this.#failure !== undefined) throw this.#failure;
    } finally {
      await this.end();
    }
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isDone = true;
    this.#process.kill("SIGKILL");
    if (this.#directory !== undefined) await rm(this.#directory, { recursive: true, force: true });
  }

  async #ask<Kind extends SqlAnswer["answer"]>(
    order: SqlOrder,
    wanted: Kind,
  ): Promise<Extract<SqlAnswer, { answer: Kind }>> {
    const answered = new Promise<Extract<SqlAnswer, { answer: Kind }>>((resolve, reject) => {
      const settle = (): void => {
        if (this.#failure !== undefined) reject(this.#failure);
      };
      settle();
      this.#process.once("exit", () => setImmediate(settle));
      this.#process.on("message", (answer: SqlAnswer) => {
        if (answer.answer === wanted) resolve(answer as Extract<SqlAnswer, { answer: Kind }>);
        else settle();
      });
    });
    this.#process.send(order, () => {});
    return answered;
  }

  #fail(error: Error): void {
    if (this.#isDone) return;
    this.#failure ??= error;
    this.#process.kill("SIGKILL");
  }
}

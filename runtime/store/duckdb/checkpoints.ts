/**
 * Tracks which rows are in the database's file, and which only in its write-ahead log. A power failure may tear the
 * log's end, and DuckDB ignores everything after the first damaged page. The journal keeps messages that are only in
 * the log.
 */

import { statSync } from "node:fs";
import type { DuckDBConnection } from "@duckdb/node-api";
import { BEGINNING, type Cursor } from "../../model/message-log.ts";
import type { Checkpoints } from "../../model/store.ts";

/**
 * Each checkpoint compresses the newest row group again, so fewer are cheaper. But a checkpoint needs several times the
 * log's size in memory, and an opening reads the log.
 */
const LOG_BYTES = 24 << 20;

const AFTER_FAILURE_MS = 5000;
/** Somebody reads a state from before a change. */
const OTHERS_ARE_ACTIVE = /Cannot CHECKPOINT: there are other/;

export interface CheckpointTarget {
  /** Path of the database. */
  readonly path: string;
  /** Runs on the writing connection, between other writes. */
  readonly whileIdle: (run: (writer: DuckDBConnection) => Promise<void>) => Promise<void>;
  /** Releases memory that holds only copies of the file. */
  readonly dropCopies: (writer: DuckDBConnection) => Promise<void>;
  /** After a checkpoint that failed for lack of space, DuckDB accepts nothing more until it is reopened. */
  readonly onBroken: () => void;
  readonly logBytes?: number;
}

export class DuckdbCheckpoints implements Checkpoints {
  readonly #target: CheckpointTarget;
  #committed: Cursor = BEGINNING;
  #checkpointed: Cursor = BEGINNING;
  #notBeforeMs = 0;

  constructor(target: CheckpointTarget) {
    this.#target = target;
  }

  get checkpointed(): Cursor {
    return this.#checkpointed;
  }

  /** Position of the last commit. */
  get last(): Cursor {
    return this.#committed;
  }

  secure(): Promise<void> {
    return this.#target.whileIdle((writer) => this.run(writer));
  }

  /** Everything up to `position` is in the log. */
  committed(position: Cursor): void {
    this.#committed = position;
  }

  /** Makes a checkpoint if the log has become long. Rejects if that is not possible at the moment. */
  async runWhenDue(writer: DuckDBConnection): Promise<void> {
    const { path, logBytes = LOG_BYTES } = this.#target;
    if (performance.now() < this.#notBeforeMs) return;
    // Synchronous: an asynchronous call takes as long as writing a small batch.
    const size = statSync(walOf(path), { throwIfNoEntry: false })?.size ?? 0;
    if (size >= logBytes) await this.run(writer);
  }

  async run(writer: DuckDBConnection): Promise<void> {
    const committed = this.#committed;
    try {
      await writer.run("CHECKPOINT");
    } catch (error) {
      this.#notBeforeMs = performance.now() + AFTER_FAILURE_MS;
      if (!OTHERS_ARE_ACTIVE.test((error as Error).message)) this.#target.onBroken();
      throw error;
    }
    this.#checkpointed = committed;
    await this.#target.dropCopies(writer);
  }
}

/** The path of the database's write-ahead log. */
export function walOf(path: string): string {
  return `${path}.wal`;
}

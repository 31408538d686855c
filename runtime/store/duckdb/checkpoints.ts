/**
 * What is in the database's file itself, and what only in its write-ahead log. A power failure may tear the end of the log, and
 * DuckDB believes nothing behind the first damaged page of it; the journal keeps what is only there.
 */

import { statSync } from "node:fs";
import type { DuckDBConnection } from "@duckdb/node-api";
import { BEGINNING, type Cursor } from "../../journal/log.ts";
import type { Checkpoints } from "../store.ts";

/**
 * Each checkpoint compresses the newest group of rows again, so few of them are cheaper; but it takes several times as much memory
 * as there is log, and this much is read at an opening.
 */
const LOG_BYTES = 24 << 20;

/** What is a copy of the file by then takes as much memory as their logs; dropping it as long as some batches. */
const CHECKPOINTS_FOR_EACH_DROP = 3;

const AFTER_FAILURE_MS = 5000;
/** Somebody reads what has changed since. */
const OTHERS_ARE_ACTIVE = /Cannot CHECKPOINT: there are other/;

export interface CheckpointTarget {
  /** Of the database. */
  readonly path: string;
  /** Runs while nothing else is written, on the connection that writes. */
  readonly whileIdle: (run: (writer: DuckDBConnection) => Promise<void>) => Promise<void>;
  /** Gives back memory that has only copies of the file. */
  readonly dropCopies: (writer: DuckDBConnection) => Promise<void>;
  /** DuckDB takes nothing more after a checkpoint that failed for want of space, until it is opened again. */
  readonly onBroken: () => void;
  readonly logBytes?: number;
}

export class DuckdbCheckpoints implements Checkpoints {
  readonly #target: CheckpointTarget;
  #committed: Cursor = BEGINNING;
  #secured: Cursor = BEGINNING;
  #notBeforeMs = 0;
  #checkpoints = 0;

  constructor(target: CheckpointTarget) {
    this.#target = target;
  }

  get secured(): Cursor {
    return this.#secured;
  }

  /** Where the database was when it last took something. */
  get last(): Cursor {
    return this.#committed;
  }

  secure(): Promise<void> {
    return this.#target.whileIdle((writer) => this.run(writer));
  }

  /** All up to `position` is in the log. */
  committed(position: Cursor): void {
    this.#committed = position;
  }

  /** Makes a checkpoint where the log has become long. Rejects when that is not possible at the moment. */
  async runWhenDue(writer: DuckDBConnection): Promise<void> {
    const { path, logBytes = LOG_BYTES } = this.#target;
    if (performance.now() < this.#notBeforeMs) return;
    // Not asynchronously: in that time a batch of few columns is written.
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
    this.#secured = committed;
    if (this.#checkpoints++ % CHECKPOINTS_FOR_EACH_DROP === 0) await this.#target.dropCopies(writer);
  }
}

/** The write-ahead log of the database. */
export function walOf(path: string): string {
  return `${path}.wal`;
}

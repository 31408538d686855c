/**
 * Tracks which rows are in the database's file, and which only in its write-ahead log. A power failure may tear the
 * log's end, and DuckDB ignores everything after the first damaged page. The journal keeps messages that are only in
 * the log.
 */

import { statSync } from "node:fs";
import type { DuckDBConnection } from "@duckdb/node-api";
import { BEGINNING, type Cursor } from "../../model/message-log.ts";
import type { Checkpoints } from "../../model/store.ts";

/** A checkpoint has a cost of its own, so fewer are cheaper. But it needs several times the log's size in memory, and an opening reads the log. */
const LOG_BYTES = 24 << 20;
/**
 * From this size on, a checkpoint is made where a table would begin another row group. Rows behind a checkpoint begin a group of their own: one
 * that is nearly full is neither merged with others nor kept in memory beside a second one, whose columns take 0.5 MB each.
 */
const LEAST_LOG_BYTES = 8 << 20;

const AFTER_FAILURE_MS = 5000;
/** Somebody reads a state from before a change. */
const OTHERS_ARE_ACTIVE = /Cannot CHECKPOINT: there are other/;

export interface CheckpointTarget {
  /** Path of the database. */
  readonly path: string;
  /** Runs on the writing connection, between other writes. */
  readonly whileIdle: (run: (writer: DuckDBConnection) => Promise<void>) => Promise<void>;
  /** Runs before each checkpoint. */
  readonly prepare?: (writer: DuckDBConnection) => Promise<void>;
  /** Releases memory that holds only copies of the file. */
  readonly dropCopies: (writer: DuckDBConnection) => Promise<void>;
  /** After a checkpoint that failed for lack of space, DuckDB accepts nothing more until it is reopened. */
  readonly onBroken: () => void;
  readonly logBytes?: number;
  readonly leastLogBytes?: number;
  /** Most rows of a group. */
  readonly rowsInGroup: number;
}

/** By table, whose identity counts. */
export type RowsByTable = ReadonlyMap<object, number>;

/** Rows of a table that are only in the log. */
interface NewRows {
  rows: number;
  /** Most rows of one commit. */
  mostAtOnce: number;
}

export class DuckdbCheckpoints implements Checkpoints {
  readonly #target: CheckpointTarget;
  #committed: Cursor = BEGINNING;
  #checkpointed: Cursor = BEGINNING;
  #notBeforeMs = 0;
  readonly #newRows = new Map<object, NewRows>();

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

  /** Everything up to `position` is in the log, with these rows since the last position. */
  committed(position: Cursor, written?: RowsByTable): void {
    this.#committed = position;
    for (const [table, rows] of written ?? []) {
      const known = this.#newRows.get(table);
      if (known === undefined) this.#newRows.set(table, { rows, mostAtOnce: rows });
      else {
        known.rows += rows;
        known.mostAtOnce = Math.max(known.mostAtOnce, rows);
      }
    }
  }

  /** Makes a checkpoint if the log has become long. Rejects if that is not possible at the moment. */
  async runWhenDue(writer: DuckDBConnection): Promise<void> {
    const { path, logBytes = LOG_BYTES, leastLogBytes = LEAST_LOG_BYTES } = this.#target;
    if (performance.now() < this.#notBeforeMs) return;
    // Synchronous: an asynchronous call takes as long as writing a small batch.
    const size = statSync(walOf(path), { throwIfNoEntry: false })?.size ?? 0;
    if (size >= logBytes || (size >= leastLogBytes && this.#isGroupFull)) await this.run(writer);
  }

  /** Whether as many rows as came before would begin a second group of a table. */
  get #isGroupFull(): boolean {
    const { rowsInGroup } = this.#target;
    for (const { rows, mostAtOnce } of this.#newRows.values())
      if (rows <= rowsInGroup && rows + mostAtOnce > rowsInGroup) return true;
    return false;
  }

  async run(writer: DuckDBConnection): Promise<void> {
    const committed = this.#committed;
    try {
      await this.#target.prepare?.(writer);
      await writer.run("CHECKPOINT");
    } catch (error) {
      this.#notBeforeMs = performance.now() + AFTER_FAILURE_MS;
      if (!OTHERS_ARE_ACTIVE.test((error as Error).message)) this.#target.onBroken();
      throw error;
    }
    this.#checkpointed = committed;
    this.#newRows.clear();
    await this.#target.dropCopies(writer);
  }
}

/** The path of the database's write-ahead log. */
export function walOf(path: string): string {
  return `${path}.wal`;
}

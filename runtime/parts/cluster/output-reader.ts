/**
 * The cluster's log as one output reads it. Each output of a worker has its own reader and cursor: all get the same frames, and
 * none waits for another. Cursors count the messages that this output received; they are meaningless to others.
 */

import { untilWoken } from "../../lib/until-woken.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import type { Message } from "../../model/message.ts";
import { BEGINNING, type Cursor, type LogBlock, type LogReader } from "../../model/message-log.ts";
import { SHARED_LOG } from "../../model/shared-log.ts";
import type { DeliveredFrame, FrameOutput } from "./delivered-frame.ts";
import type { Removals } from "./removals.ts";

/** The part of the log that a reader uses. */
export interface ReadLog {
  /** Number of frames not yet delivered, as of their partition's last delivery. */
  readonly pending: number;
  /** Whether no other worker can own its partitions yet. */
  readonly isSure: boolean;
  /** The backlog for the partitions that this worker owns. */
  shareOf(backlogBytes: number): number;
  /** Starts reading from the servers, once. */
  begin(): void;
  /** Loads the entries of these frames into memory; a frame that the servers lost gets none. */
  fetch(frames: readonly DeliveredFrame[], stop: AbortSignal): Promise<void>;
  /** Asks the servers which measurements were deleted until now. */
  learnRemovals(stop: AbortSignal): Promise<void>;
  /** Whether rows of the node's message were deleted since. */
  readonly isGone: Removals["isGone"];
  /** The output has stored the frame. */
  done(taken: DeliveredFrame, reader: OutputReader): void;
}

export interface OutputWish {
  readonly name: string;
  /** Maximum size of what waits for it while others keep up, bytes. */
  readonly backlogBytes?: number;
  /** Called before the first message of each node is read. */
  readonly onNode?: (node: string) => void;
}

interface Begun {
  readonly taken: DeliveredFrame;
  readonly first: Cursor;
  readonly last: Cursor;
}

/** Minimum size that a waiting frame counts as, since the servers keep a state for each. */
const FRAME_BYTES = 4096;
/** Number of frames that are loaded into memory at a time. */
const FETCHED_AT_ONCE = 32;

export class OutputReader implements LogReader, FrameOutput {
  readonly identity = SHARED_LOG;
  readonly isShort = false;
  readonly name: string;
  readonly #backlogBytes: number;
  readonly #onNode: (node: string) => void;
  readonly #log: ReadLog;
  /** Not yet given to the store's writer. */
  #queue: DeliveredFrame[] = [];
  /** Given to the writer, not yet stored. */
  #begun: Begun[] = [];
  #queued = 0;
  /** Size of frames that wait for this output and are stored in another. */
  #behindBytes = 0;
  readonly #nodes = new Set<string>();
  #next: Cursor = 1;
  #committed: Cursor = 0;
  #wake: () => void = () => {};
  #waiters: { readonly cursor: Cursor; readonly resolve: () => void }[] = [];

  constructor({ name, backlogBytes = Number.POSITIVE_INFINITY, onNode = () => {} }: OutputWish, log: ReadLog) {
    this.name = name;
    this.#backlogBytes = backlogBytes;
    this.#onNode = onNode;
    this.#log = log;
  }

  get waiting(): number {
    return this.#queued + this.#next - 1 - this.#committed + this.#log.pending;
  }

  /** Up to here, what waits for this output alone is beyond its backlog. */
  get overdue(): Cursor {
    let excess = this.#behindBytes - this.#log.shareOf(this.#backlogBytes);
    let cursor = BEGINNING;
    if (excess <= 0) return cursor;
    for (const { taken, last } of this.#begun) {
      if (excess <= 0) return cursor;
      if (isBehind(taken)) excess -= costOf(taken);
      cursor = last;
    }
    if (excess <= 0) return cursor;
    cursor = this.#next - 1;
    for (const taken of this.#queue) {
      if (excess <= 0) return cursor;
      if (isBehind(taken)) excess -= costOf(taken);
      cursor += taken.count;
    }
    return cursor;
  }

  /** Adds a delivered frame. */
  give(taken: DeliveredFrame): void {
    this.#queue.push(taken);
    this.#queued += taken.count;
    if (isBehind(taken)) this.#behindBytes += costOf(taken);
    this.#wake();
  }

  fallBehind(taken: DeliveredFrame): void {
    this.#behindBytes += costOf(taken);
  }

  /** Removes frames that were not given to the writer. @returns them */
  leave(which: (taken: DeliveredFrame) => boolean): readonly DeliveredFrame[] {
    const left = this.#queue.filter(which);
    if (left.length === 0) return left;
    const gone = new Set(left);
    this.#queue = this.#queue.filter((taken) => !gone.has(taken));
    for (const taken of left) {
      this.#queued -= taken.count;
      if (isBehind(taken)) this.#behindBytes -= costOf(taken);
    }
    return left;
  }

  /** Checks again whether something can be read. */
  wake(): void {
    this.#wake();
  }

  async *read(after: Cursor | undefined, stop: AbortSignal): AsyncGenerator<LogBlock> {
    this.#startAfter(after ?? BEGINNING);
    this.#log.begin();
    while (!stop.aborted) {
      const [taken] = this.#queue;
      if (taken === undefined || !this.#log.isSure) {
        // If other workers may own the partitions, nothing is started: the next check of the table may drop the frames.
        await untilWoken(stop, (wake) => {
          this.#wake = wake;
        });
      } else if (taken.entries === undefined) {
        const gone = this.#queue.slice(0, FETCHED_AT_ONCE).filter(({ entries }) => entries === undefined);
        await this.#log.fetch(gone, stop);
      } else {
        if (taken.isAgain) await this.#log.learnRemovals(stop);
        if (taken === this.#queue[0] && !stop.aborted) yield this.#begin(taken, taken.entries);
      }
    }
  }

  commit(cursor: Cursor): void {
    this.#committed = Math.max(this.#committed, cursor);
    while (this.#begun[0] !== undefined && this.#begun[0].last <= cursor) {
      const { taken } = this.#begun.shift()!;
      if (isBehind(taken)) this.#behindBytes -= costOf(taken);
      this.#log.done(taken, this);
    }
    const waiters = this.#waiters;
    this.#waiters = waiters.filter((waiter) => waiter.cursor > this.#committed);
    for (const waiter of waiters) if (waiter.cursor <= this.#committed) waiter.resolve();
  }

  /** Refers to messages delivered here. */
  async settled(timeoutMs: number): Promise<boolean> {
    const cursor = this.#next - 1 + this.#queued;
    if (this.#committed >= cursor) return true;
    await withTimeout(new Promise<void>((resolve) => this.#waiters.push({ cursor, resolve })), timeoutMs);
    return this.#committed >= cursor;
  }

  /** Frames behind `after` are given to the writer again. */
  #startAfter(after: Cursor): void {
    const again = this.#begun.filter(({ last }) => last > after).map(({ taken }) => taken);
    this.#begun = this.#begun.filter(({ last }) => last <= after);
    // Some of their messages may be stored.
    for (const taken of again) taken.isAgain = true;
    this.#queue = [...again, ...this.#queue];
    this.#queued += again.reduce((sum, { count }) => sum + count, 0);
    this.#next = after + 1;
    if (this.#begun.length === 0) this.#committed = after;
  }

  #begin(taken: DeliveredFrame, entries: NonNullable<DeliveredFrame["entries"]>): LogBlock {
    if (!this.#nodes.has(taken.node)) this.#onNode(taken.node);
    this.#nodes.add(taken.node);
    this.#queue.shift();
    this.#queued -= taken.count;
    const first = this.#next;
    this.#next += taken.count;
    const last = this.#next - 1;
    this.#begun.push({ taken, first, last });
    return { entries: numbered(taken, entries, first, this.#log), cursor: last, behind: false, epoch: taken.epoch };
  }
}

/** Literals: spread objects have as many hidden classes as their sources. [hot path] */
function* numbered(
  { isAgain, epoch, node }: DeliveredFrame,
  entries: NonNullable<DeliveredFrame["entries"]>,
  first: Cursor,
  log: ReadLog,
): LogBlock["entries"] {
  let cursor = first;
  for (const { id, message: sent, has } of entries) {
    if (isAgain) {
      const message: Message = sent.isRetry === true ? sent : { ...sent, isRetry: true };
      const isGone = (database: string, measurement: string) => log.isGone(database, measurement, node, sent);
      yield { id, message, cursor, epoch, isGone, ...(has && { has }) };
    } else yield has === undefined ? { id, message: sent, cursor, epoch } : { id, message: sent, cursor, epoch, has };
    cursor++;
  }
}

/** Whether another output has stored it. */
function isBehind({ stored }: DeliveredFrame): boolean {
  return stored > 0;
}

function costOf({ bytes }: DeliveredFrame): number {
  return Math.max(bytes, FRAME_BYTES);
}

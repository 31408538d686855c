/** Decodes messages from the log and collects them into batches for the store. */

import { setImmediate } from "node:timers/promises";
import type { Cursor, LogBlock, LogEntry, LogReader } from "../model/message-log.ts";
import type { Point } from "../model/point.ts";
import type { LoggedRemoval } from "../model/removal.ts";

export interface BatchLimits {
  /** Maximum number of rows in one write; a single message may have more. */
  readonly batchRows: number;
  /** Maximum number of values in one write, since a few wide rows can make a large batch. */
  readonly batchValues: number;
  /** Longest time that points wait for others in their batch, ms. */
  readonly batchAgeMs: number;
  /** The same if the store is slow, or if many come without readers, ms. */
  readonly longestAgeMs: number;
}

export interface WriteBatch {
  readonly points: readonly Point[];
  /** Cursor of the last message whose points it contains. */
  readonly cursor: Cursor;
  readonly messages: number;
  /** Number of values of all points. */
  readonly values: number;
  /** Number of messages that were read from disk. */
  readonly reread: number;
  /** Where the log's blocks end in it: the batch can be split there. */
  readonly ends: readonly BatchEnd[];
  /** A deletion is a batch of its own, without points. */
  readonly removal?: LoggedRemoval;
}

export type BatchEnd = Pick<WriteBatch, "cursor" | "messages" | "values"> & {
  /** Number of points up to here. */
  readonly points: number;
};

export interface BatchesOptions {
  readonly reader: Pick<LogReader, "read">;
  /** Resolves when the block's entries can be decoded. @throws Error if they cannot be decoded now */
  readonly prepare?: (block: LogBlock) => Promise<void>;
  /** Decodes a message to points. */
  readonly decode: (entry: LogEntry) => readonly Point[];
  /** The deletion that an entry is; undefined: a message. */
  readonly removalOf?: (entry: LogEntry) => LoggedRemoval | undefined;
  /** Whether somebody reads what is stored. Absent: nobody does. */
  readonly isAwaited?: () => boolean;
  readonly limits: BatchLimits;
  readonly stop: AbortSignal;
}

/** Maximum decoding time before others get their turn. */
const TURN_MS = 5;
/** Points wait this multiple of the store's fixed time per batch, which dominates with many tables. */
const AGE_PER_WRITE = 8;
/**
 * Where many come without readers, they wait up to this multiple of the usual time: half of what it costs to store a thousand rows is
 * the same for one row.
 */
const AGES_WHERE_MANY = 5;

interface Gathering {
  readonly points: Point[];
  cursor: Cursor;
  messages: number;
  values: number;
  reread: number;
  readonly ends: BatchEnd[];
  removal?: LoggedRemoval;
}

export class Batches {
  readonly #options: BatchesOptions;
  #after: Cursor | undefined;
  #blocks: AsyncIterator<LogBlock> | undefined;
  /** The pending read of the next block. */
  #coming: Promise<IteratorResult<LogBlock>> | undefined;
  #block: LogBlock | undefined;
  #entries: Iterator<LogEntry> | undefined;
  /** Decoded points for the next batch. */
  #left: { readonly entry: LogEntry; readonly points: readonly Point[] } | undefined;
  #gathering: Gathering | undefined;
  #isHurried = false;
  #timeUp: () => void = () => {};
  /** Of the last batch. */
  #valuesPerMs = 0;

  /** @param after the store's position */
  constructor(after: Cursor | undefined, options: BatchesOptions) {
    this.#after = after;
    this.#options = options;
    this.#blocks = this.#open();
  }

  /** Number of rows collected so far. */
  get rows(): number {
    return this.#gathering?.points.length ?? 0;
  }

  /** From now on, batches are returned without waiting for more. */
  hurry(): void {
    this.#isHurried = true;
    this.#timeUp();
  }

  /** The batch under way ends with what is there. */
  soon(): void {
    this.#timeUp();
  }

  /**
   * The next batch; the call means that the previous batch is stored. Undefined at the end.
   * @param fixedMs time that the store took for the last batches, whatever their size
   * @throws if the log cannot be read; the call may be repeated
   */
  async next(fixedMs: number): Promise<WriteBatch | undefined> {
    try {
      const batch = await this.#gather(fixedMs);
      this.#after = batch?.cursor ?? this.#after;
      return batch;
    } catch (error) {
      // After an error, this iterator would report its end.
      this.#blocks = undefined;
      this.#coming = undefined;
      this.#entries = undefined;
      this.#left = undefined;
      throw error;
    } finally {
      this.#gathering = undefined;
    }
  }

  #open(): AsyncIterator<LogBlock> {
    const { reader, stop } = this.#options;
    return reader.read(this.#after, stop)[Symbol.asyncIterator]();
  }

  async #gather(fixedMs: number): Promise<WriteBatch | undefined> {
    if (this.#entries === undefined && !(await this.#nextBlock(undefined))) return undefined;
    const batch: Gathering = { points: [], cursor: this.#block!.cursor, messages: 0, values: 0, reread: 0, ends: [] };
    this.#gathering = batch;
    const beganMs = performance.now();
    const timer = this.#startTimer(fixedMs);
    try {
      for (;;) {
        const isFull = (await this.#takeEntries(batch)) === "full";
        if (!isFull) batch.cursor = this.#block!.cursor;
        const { cursor, messages, values, points } = batch;
        batch.ends.push({ cursor, messages, values, points: points.length });
        if (isFull || points.length >= this.#options.limits.batchRows) return batch;
        if (!(await this.#nextBlock(timer.over))) return batch;
      }
    } finally {
      clearTimeout(timer.timer);
      this.#valuesPerMs = batch.values / Math.max(1, performance.now() - beganMs);
    }
  }

  #startTimer(fixedMs: number): { readonly over: Promise<undefined>; readonly timer: NodeJS.Timeout | undefined } {
    const { promise, resolve } = deferred();
    this.#timeUp = resolve;
    const { batchAgeMs, longestAgeMs } = this.#options.limits;
    const paced = Math.min(Math.max(AGE_PER_WRITE * fixedMs, batchAgeMs * this.#agesWorthwhile), longestAgeMs);
    const waitMs = this.#isHurried ? 0 : Math.max(batchAgeMs, paced);
    if (waitMs === 0) void setImmediate().then(resolve);
    return { over: promise, timer: waitMs === 0 ? undefined : setTimeout(resolve, waitMs) };
  }

  /** The more of a full batch would come, the longer. */
  get #agesWorthwhile(): number {
    const { longestAgeMs, batchValues } = this.#options.limits;
    if (this.#options.isAwaited?.() === true) return 1;
    return 1 + (AGES_WHERE_MANY - 1) * Math.min(1, (this.#valuesPerMs * longestAgeMs) / batchValues);
  }

  /** False if no block arrives in time, or if there are no more. */
  async #nextBlock(over: Promise<undefined> | undefined): Promise<boolean> {
    this.#blocks ??= this.#open();
    this.#coming ??= this.#prepared(this.#blocks);
    const result = over === undefined ? await this.#coming : await Promise.race([this.#coming, over]);
    if (result === undefined) return false;
    if (result.done === true) return false;
    this.#coming = undefined;
    this.#block = result.value;
    this.#entries = result.value.entries[Symbol.iterator]();
    return true;
  }

  async #prepared(blocks: AsyncIterator<LogBlock>): Promise<IteratorResult<LogBlock>> {
    const result = await blocks.next();
    if (result.done !== true) await this.#options.prepare?.(result.value);
    return result;
  }

  async #takeEntries(batch: Gathering): Promise<"full" | "all"> {
    const { behind } = this.#block!;
    let turnEnds = performance.now() + TURN_MS;
    for (let taken = this.#nextEntry(); taken !== undefined; taken = this.#nextEntry()) {
      const removal = taken.points.length > 0 ? undefined : this.#options.removalOf?.(taken.entry);
      if (!this.#fits(batch, taken.points.length) || (removal !== undefined && batch.messages > 0)) {
        this.#left = taken;
        return "full";
      }
      if (removal !== undefined) {
        batch.removal = removal;
        add(batch, taken.entry, [], behind);
        return "full";
      }
      add(batch, taken.entry, taken.points, behind);
      if (performance.now() < turnEnds) continue;
      await setImmediate();
      turnEnds = performance.now() + TURN_MS;
    }
    this.#entries = undefined;
    return "all";
  }

  #nextEntry(): { readonly entry: LogEntry; readonly points: readonly Point[] } | undefined {
    const left = this.#left;
    this.#left = undefined;
    if (left !== undefined) return left;
    const next = this.#entries!.next();
    return next.done === true ? undefined : { entry: next.value, points: this.#options.decode(next.value) };
  }

  #fits(batch: Gathering, rows: number): boolean {
    const { batchRows, batchValues } = this.#options.limits;
    if (batch.messages === 0) return true;
    return batch.points.length + rows <= batchRows && batch.messages < batchRows && batch.values < batchValues;
  }
}

function add(batch: Gathering, { cursor }: LogEntry, points: readonly Point[], behind: boolean): void {
  for (const point of points) {
    batch.points.push(point);
    batch.values += point.columns.length;
  }
  batch.cursor = cursor;
  batch.messages++;
  if (behind) batch.reread++;
}

/** Splits a batch behind one of its `ends`. @returns both parts; the second one is undefined if nothing is left */
export function splitBatch(
  batch: WriteBatch,
  { cursor, messages, values, points }: BatchEnd,
): [WriteBatch, WriteBatch | undefined] {
  const at = batch.ends.findIndex((end) => end.cursor === cursor);
  const reread = Math.min(batch.reread, messages);
  const first = {
    points: batch.points.slice(0, points),
    cursor,
    messages,
    values,
    reread,
    ends: batch.ends.slice(0, at + 1),
  };
  if (cursor === batch.cursor) return [first, undefined];
  const later = batch.ends.slice(at + 1).map((end) => ({
    cursor: end.cursor,
    messages: end.messages - messages,
    values: end.values - values,
    points: end.points - points,
  }));
  const rest = {
    points: batch.points.slice(points),
    cursor: batch.cursor,
    messages: batch.messages - messages,
    values: batch.values - values,
    reread: batch.reread - reread,
    ends: later,
  };
  return [first, rest];
}

function deferred(): { readonly promise: Promise<undefined>; readonly resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<undefined>((settle) => {
    resolve = () => settle(undefined);
  });
  return { promise, resolve };
}

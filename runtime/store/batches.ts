/** Decodes what is read from the log and gathers it into batches for the store. */

import { setImmediate } from "node:timers/promises";
import type { Cursor, LogBlock, LogEntry, LogReader } from "../journal/log.ts";
import type { Point } from "../telemetry/point.ts";

export interface BatchLimits {
  /** Rows of one write; a single message may have more. */
  readonly batchRows: number;
  /** Values of all its rows: wide rows make a batch large that has few. */
  readonly batchValues: number;
  /** Longest time points wait for others to be written with, ms. */
  readonly batchAgeMs: number;
  /** The same where the store takes long for a batch, ms. */
  readonly longestAgeMs: number;
}

export interface Batch {
  readonly points: readonly Point[];
  /** Of the last message of which it has the points. */
  readonly cursor: Cursor;
  readonly messages: number;
  /** Of all points. */
  readonly values: number;
  /** Messages that were read from disk. */
  readonly reread: number;
}

export interface BatchesOptions {
  readonly reader: Pick<LogReader, "read">;
  /** Resolves when the block's entries can be decoded. @throws Error when that is not so now */
  readonly prepare?: (block: LogBlock) => Promise<void>;
  /** Points of a message. */
  readonly decode: (entry: LogEntry) => readonly Point[];
  readonly limits: BatchLimits;
  readonly stop: AbortSignal;
}

/** A longer stretch of decoding lets others have their turn in between. */
const TURN_MS = 5;
/** Points wait so many times as long as the store takes for any batch: with many tables that is the most of it. */
const AGE_PER_WRITE = 8;

interface Gathering {
  readonly points: Point[];
  cursor: Cursor;
  messages: number;
  values: number;
  reread: number;
}

export class Batches {
  readonly #options: BatchesOptions;
  #after: Cursor | undefined;
  #blocks: AsyncIterator<LogBlock> | undefined;
  /** The next block, asked for and not yet come. */
  #coming: Promise<IteratorResult<LogBlock>> | undefined;
  #block: LogBlock | undefined;
  #entries: Iterator<LogEntry> | undefined;
  /** Decoded, and left for the next batch. */
  #left: { readonly entry: LogEntry; readonly points: readonly Point[] } | undefined;
  #gathering: Gathering | undefined;
  #isHurried = false;
  #timeUp: () => void = () => {};

  /** @param after what the store has */
  constructor(after: Cursor | undefined, options: BatchesOptions) {
    this.#after = after;
    this.#options = options;
    this.#blocks = this.#open();
  }

  /** Rows that are being gathered. */
  get rows(): number {
    return this.#gathering?.points.length ?? 0;
  }

  /** No batch waits for more from now on. */
  hurry(): void {
    this.#isHurried = true;
    this.#timeUp();
  }

  /**
   * Everything up to the batch before counts as stored. Undefined at the end.
   * @param fixedMs what the store took for the last ones whatever was in them
   * @throws when the log cannot be read; then it may be tried again
   */
  async next(fixedMs: number): Promise<Batch | undefined> {
    try {
      const batch = await this.#gather(fixedMs);
      this.#after = batch?.cursor ?? this.#after;
      return batch;
    } catch (error) {
      // An iterator that threw says it is at its end when it is asked again.
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

  async #gather(fixedMs: number): Promise<Batch | undefined> {
    if (this.#entries === undefined && !(await this.#nextBlock(undefined))) return undefined;
    const batch: Gathering = { points: [], cursor: this.#block!.cursor, messages: 0, values: 0, reread: 0 };
    this.#gathering = batch;
    const timer = this.#startTimer(fixedMs);
    try {
      for (;;) {
        if ((await this.#takeEntries(batch)) === "full") return batch;
        batch.cursor = this.#block!.cursor;
        if (batch.points.length >= this.#options.limits.batchRows || !(await this.#nextBlock(timer.over))) return batch;
      }
    } finally {
      clearTimeout(timer.timer);
    }
  }

  #startTimer(fixedMs: number): { readonly over: Promise<undefined>; readonly timer: NodeJS.Timeout } {
    const { promise, resolve } = deferred();
    this.#timeUp = resolve;
    const { batchAgeMs, longestAgeMs } = this.#options.limits;
    const paced = Math.min(AGE_PER_WRITE * fixedMs, longestAgeMs);
    const waitMs = this.#isHurried ? 0 : Math.max(batchAgeMs, paced);
    return { over: promise, timer: setTimeout(resolve, waitMs) };
  }

  /** False when there is none in time, or none any more. */
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
      if (!this.#fits(batch, taken.points.length)) {
        this.#left = taken;
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
    batch.values += point.values.length;
  }
  batch.cursor = cursor;
  batch.messages++;
  if (behind) batch.reread++;
}

function deferred(): { readonly promise: Promise<undefined>; readonly resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<undefined>((settle) => {
    resolve = () => settle(undefined);
  });
  return { promise, resolve };
}

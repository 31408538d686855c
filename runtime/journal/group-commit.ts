/** Group commit: what comes while one write is under way becomes durable together with the next. */

import type { Message } from "../telemetry/message.ts";
import type { JournalPosition } from "./journal.ts";
import type { Page } from "./page.ts";
import { PageQueue } from "./page-queue.ts";

export interface GroupCommitOptions {
  readonly pageBytes: number;
  /** Shortest time between the beginnings of two writes under load, ms. */
  readonly intervalMs: number;
  /** Resolves when the pages, all of one epoch, are on disk. After it was rejected it is called again with the same pages, and more. */
  readonly write: (pages: readonly Page[]) => Promise<void>;
}

const RETRY_MS = { first: 100, longest: 2000 };
/**
 * After a write with no more messages than this that nobody waited for, somebody who waits has the next one begin at once:
 * senders who wait for their answers send nothing meanwhile, there is no load to spread.
 */
const FEW_MESSAGES = 16;
/** Each write costs the disk and two threads the same, whatever is in it: those that come together are worth a moment. */
const LONGEST_GATHERING_MS = 1;
/** These are not kept waiting for more: what comes while they are written is the next group, so that disk and processors work at one time. */
const ENOUGH_WAITING = 24;

export class GroupCommit {
  readonly #options: GroupCommitOptions;
  readonly #queue: PageQueue;
  /** For what is in the queue; made when somebody waits. */
  #nextBatch: Deferred | undefined;
  /** For what is being written. */
  #thisBatch: Deferred | undefined;
  #writing: Promise<void> | undefined;
  #cancelScheduled: (() => void) | undefined;
  #lastBeginMs = Number.NEGATIVE_INFINITY;
  /** Of what is in the queue: how many wait for it. */
  #waiting = 0;
  /** The same of the write before: senders answered then may be about to send again. */
  #lastWaiting = 0;
  /** Messages of the write before that nobody waited for. */
  #lastUnasked = 0;
  #retryMs = RETRY_MS.first;
  #failure: Error | undefined;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    this.#queue = new PageQueue(options.pageBytes);
  }

  /** Why the last write failed; undefined again as soon as one works. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Nothing is open and nothing is being written. */
  get isIdle(): boolean {
    return this.#queue.isEmpty && this.#writing === undefined;
  }

  /** Bytes that are not durable yet. */
  get bytes(): number {
    return this.#queue.bytes;
  }

  add(message: Message, position: JournalPosition, epoch: number): void {
    this.#queue.add(message, position, epoch);
    if (this.#cancelScheduled === undefined) this.#schedule();
  }

  /** Has a block written even when nothing is added: it carries the commit position. */
  mark(next: JournalPosition): void {
    this.#queue.mark(next);
    if (this.#cancelScheduled === undefined) this.#schedule();
  }

  /** Resolves when all that was added is on disk; rejects when writing failed, although it is tried again. */
  durable(): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (!this.#queue.isEmpty) {
      this.#waiting++;
      if (this.#nextBatch === undefined) {
        this.#nextBatch = deferred();
        this.#hurry();
      }
      return this.#nextBatch.promise;
    }
    if (this.#writing === undefined) return Promise.resolve();
    this.#thisBatch ??= deferred();
    return this.#thisBatch.promise;
  }

  /** Tries again at once after a failure: space was made. */
  retry(): void {
    if (this.#failure === undefined || this.#writing !== undefined) return;
    this.#cancelScheduled?.();
    this.#begin();
  }

  /** Writes what is there, without waiting for the interval or for a retry. */
  async flush(): Promise<void> {
    await this.#writing;
    while (!this.#queue.isEmpty) {
      this.#cancelScheduled?.();
      this.#begin();
      await this.#writing;
      if (this.#failure !== undefined) {
        this.#stopRetrying();
        throw this.#failure;
      }
    }
  }

  #hurry(): void {
    if (this.#cancelScheduled === undefined || this.#lastUnasked > FEW_MESSAGES) return;
    this.#cancelScheduled();
    this.#scheduleIn(0);
  }

  #schedule(): void {
    if (this.#writing !== undefined || this.#queue.isEmpty) return;
    if (this.#failure !== undefined) this.#scheduleIn(this.#retryMs);
    else if (this.#nextBatch !== undefined && this.#lastUnasked <= FEW_MESSAGES) this.#scheduleIn(0);
    else this.#scheduleIn(Math.ceil(this.#lastBeginMs + this.#options.intervalMs - performance.now()));
  }

  #scheduleIn(waitMs: number): void {
    if (waitMs > 0) {
      const timer = setTimeout(() => this.#begin(), waitMs);
      this.#cancelScheduled = () => clearTimeout(timer);
    } else this.#gather(this.#lastWaiting > 1 ? 0 : this.#waiting, performance.now() + LONGEST_GATHERING_MS);
  }

  /** Not at once: what the same turn of the event loop brings goes along, and what the next one does, as long as they bring more. */
  #gather(known: number, untilMs: number): void {
    const immediate = setImmediate(() => {
      const mayGrow = this.#waiting > known && this.#waiting < ENOUGH_WAITING && performance.now() < untilMs;
      if (mayGrow) this.#gather(this.#waiting, untilMs);
      else this.#begin();
    });
    this.#cancelScheduled = () => clearImmediate(immediate);
  }

  #begin(): void {
    this.#cancelScheduled = undefined;
    this.#lastBeginMs = performance.now();
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined;
      this.#schedule();
    });
  }

  async #write(): Promise<void> {
    let pages = this.#queue.takeAll();
    this.#lastUnasked = pages.reduce((sum, { records }) => sum + records, 0) - this.#waiting;
    this.#lastWaiting = this.#waiting;
    this.#waiting = 0;
    this.#thisBatch = this.#nextBatch;
    this.#nextBatch = undefined;
    try {
      while (pages.length > 0) {
        const written = ofOneEpoch(pages);
        await this.#options.write(written);
        this.#queue.returnWritten(written);
        pages = pages.slice(written.length);
      }
      this.#failure = undefined;
      this.#retryMs = RETRY_MS.first;
      this.#thisBatch?.resolve();
    } catch (error) {
      this.#queue.putBack(pages);
      this.#fail(error as Error);
    }
    this.#thisBatch = undefined;
  }

  // Those who wait for the batch behind are told as well: it cannot become durable before this one.
  #fail(error: Error): void {
    if (this.#failure !== undefined) this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.longest);
    this.#failure = error;
    this.#thisBatch?.reject(error);
    this.#nextBatch?.reject(error);
    this.#nextBatch = undefined;
  }

  #stopRetrying(): void {
    this.#cancelScheduled?.();
    this.#cancelScheduled = () => {};
  }
}

/** Those at the beginning that one segment may hold. */
function ofOneEpoch(pages: readonly Page[]): readonly Page[] {
  const next = pages.findIndex(({ epoch }) => epoch !== pages[0]?.epoch);
  return next < 0 ? pages : pages.slice(0, next);
}

interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

function deferred(): Deferred {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

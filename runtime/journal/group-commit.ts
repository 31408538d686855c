/** Group commit: messages that arrive during a write become durable together with the next write. */

import type { JournalPosition } from "../model/journal-entry.ts";
import type { Message } from "../model/message.ts";
import type { Page } from "./page.ts";
import { PageQueue } from "./page-queue.ts";

export interface GroupCommitOptions {
  readonly pageBytes: number;
  /** Shortest time between the starts of two writes while senders wait, ms. */
  readonly intervalMs: number;
  /** The same for messages that no sender waits for: a write costs the same whatever its size. */
  readonly unaskedIntervalMs: number;
  /**
   * Resolves when the pages, all of one epoch, are on disk. After a rejection it is called again with the same pages,
   * in which some messages may be withdrawn, and newer ones.
   */
  readonly write: (pages: readonly Page[]) => Promise<void>;
}

/** Messages that no sender waits for wait so many times as long. */
const UNASKED = 10;
const RETRY_MS = { first: 100, longest: 2000 };
/**
 * If the previous write had at most this many messages without a waiting sender, a waiting sender starts the next write
 * at once: senders that wait for answers send nothing else, so there is no load to distribute.
 */
const FEW_MESSAGES = 16;
/** A write costs the same whatever its size, so it is worth waiting briefly for more messages. */
const LONGEST_GATHERING_MS = 1;
/**
 * With this many waiting, the write starts at once: messages that arrive during it form the next group, so disk and
 * processor work in parallel.
 */
const ENOUGH_WAITING = 24;

/** How long messages that no sender waits for may wait. */
export function unaskedMs(intervalMs: number): number {
  return UNASKED * intervalMs;
}

export class GroupCommit {
  readonly #options: GroupCommitOptions;
  readonly #queue: PageQueue;
  #writing: Promise<void> | undefined;
  #cancelScheduled: (() => void) | undefined;
  #lastBeginMs = Number.NEGATIVE_INFINITY;
  /** Number of senders that wait for queued messages. */
  #waiting = 0;
  /** The same for the previous write: senders that were just answered may be about to send again. */
  #lastWaiting = 0;
  /** Messages of the previous write that no sender waited for. */
  #lastUnasked = 0;
  #retryMs = RETRY_MS.first;
  #failure: Error | undefined;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    this.#queue = new PageQueue(options.pageBytes);
  }

  /** The error of the last write; undefined after a successful one. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Whether there is no open page and no current write. */
  get isIdle(): boolean {
    return this.#queue.isEmpty && this.#writing === undefined;
  }

  /** Number of bytes that are not durable yet. */
  get bytes(): number {
    return this.#queue.bytes;
  }

  add(message: Message, position: JournalPosition, epoch: number): void {
    this.#queue.add(message, position, epoch);
    if (this.#cancelScheduled === undefined) this.#schedule();
  }

  /** Writes a block even without messages, to carry the commit position. */
  mark(next: JournalPosition): void {
    this.#queue.mark(next);
    if (this.#cancelScheduled === undefined) this.#schedule();
  }

  /** Resolves when all added messages are on disk; rejects if writing failed, although it is tried again. */
  durable(): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (!this.#queue.isEmpty) this.#wait();
    return this.#queue.newest?.written ?? Promise.resolve();
  }

  /**
   * Resolves when the message is on disk. If it could not be written, it is withdrawn before this rejects: it is not
   * tried again, and no reader gets it.
   */
  durableOrWithdrawn(position: JournalPosition): Promise<void> {
    const page = this.#queue.waiting(position) ?? this.#queue.taken(position);
    if (page === undefined) return Promise.resolve();
    page.ask(position);
    const { written } = page;
    if (this.#queue.waiting(position) === undefined) return written;
    if (this.#failure === undefined) this.#wait();
    else this.#queue.fail(page, this.#failure);
    return written;
  }

  /** Tries again at once after a failure, because space was freed. */
  retry(): void {
    if (this.#failure === undefined || this.#writing !== undefined) return;
    this.#cancelScheduled?.();
    this.#begin();
  }

  /** Writes everything now, without waiting for the interval or a retry. */
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

  #wait(): void {
    this.#waiting++;
    if (this.#waiting === 1) this.#hurry();
  }

  /** The first sender waits: what is scheduled was for messages without one. */
  #hurry(): void {
    if (this.#cancelScheduled === undefined) return;
    this.#cancelScheduled();
    this.#cancelScheduled = undefined;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#writing !== undefined || this.#queue.isEmpty) return;
    if (this.#failure !== undefined) this.#scheduleIn(this.#retryMs);
    else if (this.#waiting > 0 && this.#lastUnasked <= FEW_MESSAGES) this.#scheduleIn(0);
    else {
      const { intervalMs, unaskedIntervalMs } = this.#options;
      const wait = this.#waiting > 0 ? intervalMs : unaskedIntervalMs;
      this.#scheduleIn(Math.ceil(this.#lastBeginMs + wait - performance.now()));
    }
  }

  #scheduleIn(waitMs: number): void {
    if (waitMs > 0) {
      const timer = setTimeout(() => this.#begin(), waitMs);
      this.#cancelScheduled = () => clearTimeout(timer);
    } else this.#gather(this.#lastWaiting > 1 ? 0 : this.#waiting, performance.now() + LONGEST_GATHERING_MS);
  }

  /**
   * Waits for the end of the event-loop turn, and for further turns while they add messages, so that these are
   * included.
   */
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
    try {
      while (pages.length > 0) {
        const written = ofOneEpoch(pages);
        await this.#options.write(written);
        this.#queue.returnWritten(written);
        pages = pages.slice(written.length);
      }
      this.#failure = undefined;
      this.#retryMs = RETRY_MS.first;
    } catch (error) {
      if (this.#failure !== undefined) this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.longest);
      this.#failure = error as Error;
      this.#waiting = 0;
      this.#queue.putBack(pages, this.#failure);
    }
  }

  #stopRetrying(): void {
    this.#cancelScheduled?.();
    this.#cancelScheduled = () => {};
  }
}

/** The leading pages that may go into one segment. */
function ofOneEpoch(pages: readonly Page[]): readonly Page[] {
  const next = pages.findIndex(({ epoch }) => epoch !== pages[0]?.epoch);
  return next < 0 ? pages : pages.slice(0, next);
}

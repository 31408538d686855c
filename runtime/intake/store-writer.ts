/**
 * Brings points to the store, in the order of the journal, each message once.
 *
 * While the store keeps up, points come from memory, as they were decoded. When it does not, the oldest are forgotten and
 * read from the journal again, as are those of an earlier process at the start. One rule serves all: what comes after the
 * last stored position is taken from memory when memory has it, else from the journal.
 */

import type { DeadLetterLog } from "../journal/dead-letters.ts";
import type { Journal, JournalPosition } from "../journal/journal.ts";
import type { RefusedPoint, Store, WriteOutcome } from "../store/store.ts";
import type { Message } from "../telemetry/message.ts";
import type { Observable, PartStatus } from "../telemetry/part-status.ts";
import type { Point } from "../telemetry/point.ts";
import { Backoff } from "./backoff.ts";
import { PointQueue } from "./point-queue.ts";
import { type Batch, Replay } from "./replay.ts";
import { Signal } from "./signal.ts";

export interface WriterLimits {
  /** Rows of one write; a single message may have more. */
  readonly batchRows: number;
  /** Longest time points wait for others to be written with, ms. */
  readonly batchAgeMs: number;
  /** Rows kept in memory for the store; what is more is read from the journal later. */
  readonly queueRows: number;
  /** Waiting times after failures, ms. */
  readonly retry: { readonly firstMs: number; readonly longestMs: number };
}

export const DEFAULT_WRITER_LIMITS: WriterLimits = {
  batchRows: 10_000,
  batchAgeMs: 200,
  queueRows: 50_000,
  retry: { firstMs: 100, longestMs: 10_000 },
};

export interface StoreWriterOptions {
  readonly store: Pick<Store, "write" | "open">;
  readonly journal: Pick<Journal, "durable" | "commit" | "read" | "committed" | "tail">;
  /** Decodes a message that is read from the journal: the same points as when it came. */
  readonly decode: (message: Message, position: JournalPosition) => readonly Point[];
  readonly deadLetters: Pick<DeadLetterLog, "durable">;
  /** Adds the dead letter (with a key: after a crash it is called again) and signals the error. */
  readonly onRefused: (refused: RefusedPoint) => void;
  readonly onStored?: (rows: number) => void;
  /** A batch was written; how long the store took, s. */
  readonly onWritten?: (seconds: number) => void;
  /** One sentence about something a person should look at. */
  readonly onFinding?: (sentence: string, error: unknown) => void;
  readonly limits?: Partial<WriterLimits>;
}

export class StoreWriter implements Observable {
  readonly #options: StoreWriterOptions;
  readonly #limits: WriterLimits;
  readonly #queue: PointQueue;
  readonly #replay: Replay;
  readonly #backoff: Backoff;
  /** Something was offered, or the writer is to hurry or to stop. */
  readonly #wake = new Signal();
  readonly #progress = new Signal();
  /** Everything up to here is stored; undefined until the store told. */
  #stored: JournalPosition | undefined;
  /** The newest position there is. */
  #newest: JournalPosition;
  readonly #tailAtStart: JournalPosition;
  #running: Promise<void> | undefined;
  #phase: "running" | "draining" | "stopping" = "running";
  #source: "memory" | "journal" = "memory";
  /** All is stored, and the loop waits for something to be offered. */
  #isIdle = false;
  #retryAtMs: number | undefined;
  readonly #counts = { stored: 0, refused: 0, replayed: 0, writes: 0, failures: 0, undecodable: 0 };
  #lastError: { readonly message: string; readonly time: string } | undefined;
  #lastSuccessMs = 0;

  constructor(options: StoreWriterOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_WRITER_LIMITS, ...options.limits };
    this.#queue = new PointQueue(this.#limits.queueRows);
    this.#replay = new Replay({ journal: options.journal, decode: (message, at) => this.#decode(message, at) });
    this.#backoff = new Backoff(this.#limits.retry);
    this.#newest = options.journal.tail;
    this.#tailAtStart = options.journal.tail;
  }

  /**
   * Begins to write, with what the journal has after the store's position. Before anything is appended to the journal.
   * Without `opened` (what `store.open()` gave) the store is opened here, and tried again for as long as that fails.
   */
  start(opened?: { readonly committed: JournalPosition | undefined }): void {
    if (opened !== undefined) this.#begin(opened.committed);
    this.#running = this.#run();
  }

  /** Takes over the points of the message at `position`, in the order of the journal; also of one without points. */
  offer(points: readonly Point[], position: JournalPosition): void {
    this.#queue.add(points, position);
    this.#newest = position;
    if (this.#isIdle || this.#queue.rows >= this.#limits.batchRows) this.#wake.raise();
  }

  /** Resolves when everything offered until now is stored, or to false after `timeoutMs`. */
  async caughtUp(timeoutMs: number): Promise<boolean> {
    const wanted = this.#newest;
    const deadline = performance.now() + timeoutMs;
    const isStored = () => this.#stored !== undefined && this.#stored >= wanted;
    while (!isStored() && performance.now() < deadline) await this.#progress.wait(deadline - performance.now());
    return isStored();
  }

  /** Writes what there is and stops. Resolves to false when not all was stored in time: the journal has it. */
  async drain(timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    if (this.#phase === "running") this.#phase = "draining";
    this.#wake.raise();
    while (!this.#isDrained() && performance.now() < deadline) {
      await this.#progress.wait(deadline - performance.now());
    }
    this.#phase = "stopping";
    this.#wake.raise();
    const timeout = new Signal();
    await Promise.race([this.#running, timeout.wait(deadline - performance.now())]);
    timeout.raise();
    return this.#isDrained();
  }

  status(): PartStatus {
    const waiting = this.#newest - (this.#stored ?? this.#options.journal.committed);
    return {
      state: this.#retryAtMs !== undefined ? "down" : this.#source === "journal" ? "degraded" : "ok",
      detail: this.#detail(waiting),
      ...(this.#lastError === undefined ? {} : { lastError: this.#lastError }),
      ...(this.#lastSuccessMs === 0 ? {} : { lastSuccess: new Date(this.#lastSuccessMs).toISOString() }),
      counts: { ...this.#counts, waiting, queuedRows: this.#queue.rows },
    };
  }

  #detail(waiting: number): string {
    if (this.#retryAtMs !== undefined) {
      const seconds = Math.max(0, (this.#retryAtMs - performance.now()) / 1000);
      return `${waiting} messages wait; trying again in ${seconds.toFixed(1)} s`;
    }
    return this.#source === "journal" ? `catching up: ${waiting} messages wait` : `${waiting} messages wait`;
  }

  #isDrained(): boolean {
    return this.#stored !== undefined && this.#stored >= this.#newest;
  }

  #begin(committed: JournalPosition | undefined): void {
    const { journal } = this.#options;
    // What the store keeps together with its rows is what counts, also where it is behind: a backup was put back.
    this.#stored = committed ?? journal.committed;
    if (this.#stored > journal.tail) this.#catchUpJournal(this.#stored);
    else journal.commit(this.#stored);
    this.#newest = Math.max(this.#newest, journal.tail);
    this.#progress.raise();
  }

  #catchUpJournal(committed: JournalPosition): void {
    const { journal } = this.#options;
    if (this.#newest === this.#tailAtStart) {
      journal.commit(committed);
      return;
    }
    // The journal is another one than the store knew, and has messages already: they are not those of the same positions.
    this.#stored = journal.committed;
    this.#note("The journal does not go as far as the store", `position ${committed}; all of the journal is written`);
  }

  async #run(): Promise<void> {
    try {
      if (this.#stored === undefined) await this.#open();
      while (this.#phase !== "stopping") {
        const batch = await this.#nextBatch();
        if (batch !== undefined) await this.#write(batch);
      }
    } finally {
      await this.#replay.stop();
    }
  }

  async #open(): Promise<void> {
    const opened = await this.#untilItWorks("The store cannot be opened", () => this.#options.store.open());
    if (opened !== undefined) this.#begin(opened.committed);
  }

  /** Undefined when there is nothing yet to write. */
  async #nextBatch(): Promise<Batch | undefined> {
    const stored = this.#stored!;
    this.#queue.dropBefore(stored + 1);
    if (this.#queue.first === stored + 1) return this.#fromMemory();
    if (stored < this.#newest) return this.#fromJournal(stored);
    this.#source = "memory";
    this.#isIdle = true;
    await this.#wake.wait();
    this.#isIdle = false;
    return undefined;
  }

  async #fromMemory(): Promise<Batch | undefined> {
    this.#source = "memory";
    const deadline = performance.now() + this.#limits.batchAgeMs;
    while (this.#phase === "running" && this.#queue.rows < this.#limits.batchRows && performance.now() < deadline) {
      await this.#wake.wait(deadline - performance.now());
    }
    // The oldest may have been forgotten meanwhile.
    if (this.#queue.first !== this.#stored! + 1) return undefined;
    const { points, position } = this.#queue.take(this.#limits.batchRows);
    return { points, position, messages: position - this.#stored! };
  }

  async #fromJournal(stored: JournalPosition): Promise<Batch | undefined> {
    this.#source = "journal";
    const until = () => (this.#queue.first ?? this.#newest + 1) - 1;
    const batch = await this.#untilItWorks("The journal cannot be read", () =>
      this.#replay.next(stored, this.#limits.batchRows, until),
    );
    if (batch !== undefined) this.#counts.replayed += batch.messages;
    return batch;
  }

  async #write(batch: Batch): Promise<void> {
    const reported = new Set<Point>();
    const outcome = await this.#untilItWorks("The store cannot be written", async () => {
      // A position that the store knows and a crash takes from the journal would be given to another message.
      await this.#options.journal.durable();
      const began = performance.now();
      const { store, onWritten } = this.#options;
      const written = await store.write(batch.points, batch.position, (refused) => this.#refuse(refused, reported));
      onWritten?.((performance.now() - began) / 1000);
      return written;
    });
    if (outcome !== undefined) this.#confirm(batch, outcome);
  }

  async #refuse(refused: readonly RefusedPoint[], reported: Set<Point>): Promise<void> {
    for (const each of refused) {
      if (reported.has(each.point)) continue;
      this.#options.onRefused(each);
      reported.add(each.point);
    }
    await this.#options.deadLetters.durable();
  }

  #confirm(batch: Batch, outcome: WriteOutcome): void {
    this.#stored = batch.position;
    this.#counts.writes++;
    this.#counts.stored += outcome.stored;
    this.#counts.refused += outcome.refused.length;
    this.#lastSuccessMs = Date.now();
    this.#options.journal.commit(batch.position);
    this.#options.onStored?.(outcome.stored);
    this.#progress.raise();
  }

  /** Tries until it works; undefined when the writer is to stop. */
  async #untilItWorks<T>(what: string, attempt: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        const result = await attempt();
        this.#backoff.reset();
        this.#retryAtMs = undefined;
        return result;
      } catch (error) {
        await this.#pauseAfter(what, error);
        if (this.#phase === "stopping") return undefined;
      }
    }
  }

  async #pauseAfter(what: string, error: unknown): Promise<void> {
    this.#counts.failures++;
    this.#note(what, error);
    const waitMs = this.#backoff.next();
    this.#retryAtMs = performance.now() + waitMs;
    while (this.#phase !== "stopping" && performance.now() < this.#retryAtMs) {
      await this.#wake.wait(this.#retryAtMs - performance.now());
    }
  }

  // A message whose decoding throws (a fault of ours) must not keep all that come after it from being stored.
  #decode(message: Message, position: JournalPosition): readonly Point[] {
    try {
      return this.#options.decode(message, position);
    } catch (error) {
      this.#counts.undecodable++;
      this.#note(`The message at journal position ${position} cannot be decoded`, error);
      return [];
    }
  }

  #note(what: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#lastError = { message: `${what}: ${reason}`, time: new Date().toISOString() };
    this.#options.onFinding?.(`${what}: ${reason}`, error);
  }
}

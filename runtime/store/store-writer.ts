/**
 * Brings what the log holds to the store, in its order, each message once. It reads the log and knows nothing of who writes it:
 * what an earlier process left and what comes now take the same way.
 */

import { setTimeout } from "node:timers/promises";
import type { DeadLetterLog } from "../journal/dead-letters.ts";
import { BEGINNING, type Cursor, type LogEntry, type LogReader } from "../journal/log.ts";
import type { Observable, PartStatus } from "../telemetry/part-status.ts";
import type { Point } from "../telemetry/point.ts";
import { withTimeout } from "../telemetry/with-timeout.ts";
import { Backoff } from "./backoff.ts";
import { type Batch, Batches, type BatchesOptions, type BatchLimits } from "./batches.ts";
import type { OpenedStore, RefusedPoint, Store, WriteOutcome } from "./store.ts";

export interface WriterLimits extends BatchLimits {
  /** Waiting times after failures, ms. */
  readonly retry: { readonly firstMs: number; readonly longestMs: number };
}

export const DEFAULT_WRITER_LIMITS: WriterLimits = {
  batchRows: 10_000,
  batchValues: 150_000,
  batchAgeMs: 200,
  longestAgeMs: 1000,
  retry: { firstMs: 100, longestMs: 10_000 },
};

/** What a value costs in a batch of one table, or a little more. */
const MS_PER_VALUE = 0.0002;

const MAKE_ROOM_AGAIN_MS = 1000;
/** How often it is looked whether an output is too far behind, while a write is under way. */
const LOOK_EVERY_MS = 250;

export interface StoreWriterOptions {
  readonly store: Pick<Store, "write" | "open" | "checkpoints">;
  readonly log: LogReader;
  /** Resolves when the block's entries can be decoded. @throws Error when that is not so now */
  readonly prepare?: BatchesOptions["prepare"];
  /** Points of a message. */
  readonly decode: (entry: LogEntry) => readonly Point[];
  /** Where to begin, before what the store has, as it is to have more of that; undefined where it goes on. */
  readonly from?: (opened: Cursor | undefined) => Cursor | undefined;
  readonly deadLetters: Pick<DeadLetterLog, "durable">;
  /** Adds the dead letter (with a key: after a crash it is called again) and signals the error. */
  readonly onRefused: (refused: RefusedPoint) => void;
  /** Keeps what the store could not be given in time, durably; without it nothing is given up. Called again after a crash. */
  readonly onGivenUp?: (points: readonly Point[]) => Promise<void>;
  /** These are stored, without what was refused. After a crash they may come again. */
  readonly onStored?: (points: readonly Point[]) => void;
  /** A batch was written; how long the store took, s. */
  readonly onWritten?: (seconds: number) => void;
  /** One sentence about something a person should look at. */
  readonly onFinding?: (sentence: string, error: unknown) => void;
  readonly limits?: Partial<WriterLimits>;
}

/** What a writer tells of itself; times are those of the wall clock, ms. */
export interface WriterState extends Pick<PartStatus, "lastError" | "lastSuccess"> {
  /** It reads the log from disk. */
  readonly isBehind: boolean;
  /** It is too far behind: what it could not be given becomes dead letters. */
  readonly isGivingUp: boolean;
  /** After a failure. */
  readonly retryAtMs?: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly queuedRows: number;
}

/** @param waiting messages of the log that the store does not have */
export function writerStatus(
  { isBehind, isGivingUp, retryAtMs, counts, queuedRows, ...rest }: WriterState,
  waiting: number,
): PartStatus {
  const all = { ...rest, counts: { ...counts, waiting, queuedRows } };
  if (isGivingUp) {
    const detail = `${waiting} messages wait; what waited before them became dead letters (${counts["givenUp"]} rows)`;
    return { state: "down", detail, ...all };
  }
  const seconds = (Math.max(0, (retryAtMs ?? 0) - Date.now()) / 1000).toFixed(1);
  const waits = `${waiting} messages wait`;
  // What the writer said last may be older than the commit that was the last one.
  const catchesUp = isBehind && waiting > 0;
  return {
    state: retryAtMs !== undefined ? "down" : catchesUp ? "degraded" : "ok",
    detail:
      retryAtMs !== undefined ? `${waits}; trying again in ${seconds} s` : catchesUp ? `catching up: ${waits}` : waits,
    ...all,
  };
}

export class StoreWriter implements Observable {
  readonly #options: StoreWriterOptions;
  readonly #limits: WriterLimits;
  readonly #backoff: Backoff;
  readonly #stop = new AbortController();
  /** Undefined until the store is open. */
  #batches: Batches | undefined;
  /** Being written. */
  #batch: Batch | undefined;
  /** Everything up to here is stored. */
  #stored: Cursor = BEGINNING;
  /** What the store's own position was; undefined where it keeps none. */
  #opened: Cursor | undefined;
  #isGivingUp = false;
  /** What the last batches took whatever was in them, ms: the lesser of two, as now and then a checkpoint is part of one. */
  #fixedMs = 0;
  #lastFixedMs = 0;
  #isMakingRoom = false;
  #isHurried = false;
  #running: Promise<void> | undefined;
  #isBehind = false;
  #retryAtMs: number | undefined;
  readonly #counts = { stored: 0, refused: 0, replayed: 0, writes: 0, failures: 0, undecodable: 0, givenUp: 0 };
  #lastError: { readonly message: string; readonly time: string } | undefined;
  #lastSuccessMs = 0;

  constructor(options: StoreWriterOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_WRITER_LIMITS, ...options.limits };
    this.#backoff = new Backoff(this.#limits.retry);
  }

  /**
   * Begins to write, with what the log has after the store's cursor. Before anything is appended to the log.
   * Without `opened` (what `store.open()` gave) the store is opened here, and tried again for as long as that fails.
   */
  start(opened?: OpenedStore): void {
    if (opened !== undefined) this.#begin(opened);
    this.#running = this.#run();
  }

  /** Nothing waits for more to come from now on. */
  hurry(): void {
    this.#isHurried = true;
    this.#batches?.hurry();
  }

  /** Ends after the write under way, for which it waits this long. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stop.abort();
    await withTimeout(this.#running, timeoutMs);
  }

  /** Writes what there is and stops. Resolves to false when not all was stored in time: the log has it. */
  async drain(timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    this.hurry();
    const isDrained = await this.#options.log.settled(timeoutMs);
    await this.stop(deadline - performance.now());
    return isDrained;
  }

  status(): PartStatus {
    return writerStatus(this.state(), this.#options.log.waiting);
  }

  state(): WriterState {
    return {
      isBehind: this.#isBehind,
      isGivingUp: this.#isGivingUp,
      counts: { ...this.#counts },
      queuedRows: (this.#batch?.points.length ?? 0) + (this.#batches?.rows ?? 0),
      ...(this.#retryAtMs === undefined ? {} : { retryAtMs: this.#retryAtMs }),
      ...(this.#lastError === undefined ? {} : { lastError: this.#lastError }),
      ...(this.#lastSuccessMs === 0 ? {} : { lastSuccess: new Date(this.#lastSuccessMs).toISOString() }),
    };
  }

  #begin({ committed: opened, isStrange, marks }: OpenedStore): void {
    if (marks !== undefined) this.#options.log.resume?.(marks);
    this.#opened = opened;
    const committed = this.#options.from?.(opened) ?? opened;
    const decode = (entry: LogEntry) => this.#decode(entry);
    const { log: reader, prepare } = this.#options;
    const options = { reader, decode, ...(prepare && { prepare }), limits: this.#limits, stop: this.#stop.signal };
    this.#batches = new Batches(committed, options);
    if (this.#isHurried) this.#batches.hurry();
    if (committed !== undefined) this.#commit(committed);
    const { waiting } = this.#options.log;
    if (isStrange && waiting > 0)
      this.#note(
        "The database was filled from another journal",
        `the ${waiting} messages that wait in this one are stored`,
      );
  }

  async #run(): Promise<void> {
    const batches = this.#batches ?? (await this.#open());
    let coming: Promise<Batch | undefined> | undefined;
    const next = () => {
      const asked = coming ?? batches!.next(this.#fixedMs);
      coming = undefined;
      return asked;
    };
    while (batches !== undefined && !this.#stop.signal.aborted) {
      const batch = await this.#untilItWorks("The journal cannot be read", next);
      if (batch === undefined) continue;
      // The next one is read and decoded while the database is busy with this one.
      coming = batches.next(this.#fixedMs);
      coming.catch(() => {});
      await this.#write(batch);
    }
  }

  async #open(): Promise<Batches | undefined> {
    const opened = await this.#untilItWorks("The store cannot be opened", () =>
      this.#options.store.open(this.#options.log.identity),
    );
    if (opened !== undefined) this.#begin(opened);
    return this.#batches;
  }

  async #write(batch: Batch): Promise<void> {
    this.#batch = batch;
    this.#isBehind = batch.reread > 0;
    const reported = new Set<Point>();
    const attempt = () => this.#unlessOverdue(batch, this.#attempt(batch, reported));
    const outcome = await this.#untilItWorks("The store cannot be written", attempt, () => this.#isOverdue(batch));
    if (outcome !== undefined && outcome !== "overdue") this.#confirm(batch, outcome);
    else if (!this.#stop.signal.aborted) await this.#giveUp(batch);
    this.#batch = undefined;
  }

  async #attempt(batch: Batch, reported: Set<Point>): Promise<WriteOutcome> {
    const { store, log, deadLetters, onWritten } = this.#options;
    // What has no rows any more is kept before the cursor passes it.
    await deadLetters.durable();
    // One whose position is the log's has nothing to do; it may be away, and what is others' does not wait for it.
    if (batch.points.length === 0 && this.#opened === undefined) return { stored: 0, refused: [] };
    const began = performance.now();
    const refuse = (refused: readonly RefusedPoint[]) => this.#refuse(refused, reported);
    // What it had stays stored, also while it is given more of what lies before.
    const isBefore = this.#opened !== undefined && log.isAfter(this.#opened, batch.cursor);
    const position = isBefore ? this.#opened! : batch.cursor;
    const written = await store.write(batch.points, position, refuse, log.marks?.(batch.cursor));
    const tookMs = performance.now() - began;
    const fixedMs = tookMs - batch.values * MS_PER_VALUE;
    this.#fixedMs = Math.min(fixedMs, this.#lastFixedMs);
    this.#lastFixedMs = fixedMs;
    onWritten?.(tookMs / 1000);
    return written;
  }

  /**
   * A store that hangs is not waited for either. What it has of the batch after all, a dead letter replaces when it is tried again;
   * only one that keeps its position with the rows has to say what became of them.
   */
  async #unlessOverdue(batch: Batch, attempt: Promise<WriteOutcome>): Promise<WriteOutcome | "overdue"> {
    if (this.#options.onGivenUp === undefined || this.#opened !== undefined) return attempt;
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<"overdue">((resolve) => {
      timer = setInterval(() => this.#isOverdue(batch) && resolve("overdue"), LOOK_EVERY_MS);
    });
    try {
      return await Promise.race([attempt, overdue]);
    } finally {
      clearInterval(timer);
      // Of one that was left behind the failure is nobody's.
      attempt.catch(() => {});
    }
  }

  #isOverdue({ cursor }: Batch): boolean {
    const { log, onGivenUp } = this.#options;
    const { overdue } = log;
    return onGivenUp !== undefined && overdue !== undefined && !log.isAfter(cursor, overdue);
  }

  /** The log's room is for all outputs: what this one could not be given in time is kept elsewhere, and others go on. */
  async #giveUp({ points, cursor }: Batch): Promise<void> {
    if (!this.#isGivingUp) this.#note("Rows become dead letters", "more waits for this output than its backlog may be");
    this.#isGivingUp = true;
    const { onGivenUp, log } = this.#options;
    const isKept = await this.#untilItWorks("Dead letters cannot be kept", async () => {
      await onGivenUp!(points);
      return true;
    });
    if (isKept === undefined) return;
    this.#counts.givenUp += points.length;
    this.#stored = cursor;
    log.commit(cursor);
  }

  async #refuse(refused: readonly RefusedPoint[], reported: Set<Point>): Promise<void> {
    for (const each of refused) {
      if (reported.has(each.point)) continue;
      this.#options.onRefused(each);
      reported.add(each.point);
    }
    await this.#options.deadLetters.durable();
  }

  #confirm({ points, cursor, reread }: Batch, outcome: WriteOutcome): void {
    this.#isGivingUp = false;
    this.#counts.writes++;
    this.#counts.stored += outcome.stored;
    this.#counts.refused += outcome.refused.length;
    this.#counts.replayed += reread;
    this.#lastSuccessMs = Date.now();
    this.#commit(cursor);
    this.#tellStored(points, outcome);
    if (this.#options.log.waiting === 0) this.#isBehind = false;
  }

  #tellStored(points: readonly Point[], { refused }: WriteOutcome): void {
    const { onStored } = this.#options;
    if (onStored === undefined || points.length === 0) return;
    const lost = new Map(refused.map(({ point, row }) => [row ?? point, point]));
    onStored(lost.size === 0 ? points : points.flatMap((point) => storedOf(point, lost.get(point)) ?? []));
  }

  #commit(cursor: Cursor): void {
    const { log, store } = this.#options;
    this.#stored = cursor;
    log.commit(cursor, store.checkpoints?.secured);
    if (log.isShort) void this.#makeRoom();
  }

  /** The log keeps what the store has, but could lose: where it is short of room for that, it is to be secured. */
  async #makeRoom(): Promise<void> {
    const { log, store } = this.#options;
    if (this.#isMakingRoom || store.checkpoints === undefined) return;
    this.#isMakingRoom = true;
    while (log.isShort && log.isAfter(this.#stored, store.checkpoints.secured) && !this.#stop.signal.aborted) {
      try {
        await store.checkpoints.secure();
        log.commit(this.#stored, store.checkpoints.secured);
      } catch (error) {
        this.#note("The journal is short of room, and the store cannot secure what it has", error);
        await setTimeout(MAKE_ROOM_AGAIN_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
      }
    }
    this.#isMakingRoom = false;
  }

  /** Tries until it works; undefined when the writer is to stop, or `isOver`. */
  async #untilItWorks<T>(what: string, attempt: () => Promise<T>, isOver = () => false): Promise<T | undefined> {
    for (;;) {
      if (isOver()) return undefined;
      try {
        const result = await attempt();
        this.#backoff.reset();
        this.#retryAtMs = undefined;
        return result;
      } catch (error) {
        await this.#pauseAfter(what, error);
        if (this.#stop.signal.aborted) return undefined;
      }
    }
  }

  async #pauseAfter(what: string, error: unknown): Promise<void> {
    this.#counts.failures++;
    this.#note(what, error);
    const waitMs = this.#backoff.next();
    this.#retryAtMs = Date.now() + waitMs;
    await setTimeout(waitMs, undefined, { signal: this.#stop.signal }).catch(() => {});
  }

  // A message whose decoding throws (a fault of ours) must not keep all that come after it from being stored.
  #decode(entry: LogEntry): readonly Point[] {
    try {
      return this.#options.decode(entry);
    } catch (error) {
      this.#counts.undecodable++;
      this.#note(`The message at journal position ${entry.cursor} cannot be decoded`, error);
      return [];
    }
  }

  #note(what: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#lastError = { message: `${what}: ${reason}`, time: new Date().toISOString() };
    this.#options.onFinding?.(`${what}: ${reason}`, error);
  }
}

/** What is stored of a row of which the store refused `part`. */
function storedOf(point: Point, part: Point | undefined): Point | undefined {
  if (part === undefined || part === point) return part === undefined ? point : undefined;
  const names = new Set(part.columns.map(({ name }) => name));
  return {
    ...point,
    values: point.values.map((value, at) => (names.has(point.columns[at]!.name) ? undefined : value)),
  };
}

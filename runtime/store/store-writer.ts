/**
 * Brings the log's messages to the store, in order, each once. It only knows the log, not its writers: messages of an
 * earlier process and new ones are handled alike.
 */

import { setTimeout } from "node:timers/promises";
import type { DeadLetterLog } from "../journal/dead-letter-log.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { BEGINNING, type Cursor, type LogEntry, type LogReader } from "../model/message-log.ts";
import { PagedRow } from "../model/paged-row.ts";
import type { Observable, PartStatus } from "../model/part-status.ts";
import { type Point, withColumns } from "../model/point.ts";
import type { LoggedRemoval } from "../model/removal.ts";
import type { BatchWriter, OpenedStore, RefusedPoint, ReplacedRows, WriteOutcome } from "../model/store.ts";
import { waitingText } from "../model/waiting-text.ts";
import { Backoff } from "./backoff.ts";
import {
  type BatchEnd,
  Batches,
  type BatchesOptions,
  type BatchLimits,
  splitBatch,
  type WriteBatch,
} from "./batches.ts";
import { WRITER_COUNTERS } from "./counters.ts";

export interface WriterLimits extends BatchLimits {
  /** Delays after failures, ms. */
  readonly retry: { readonly firstMs: number; readonly longestMs: number };
}

export const DEFAULT_WRITER_LIMITS: WriterLimits = {
  batchRows: 10_000,
  batchValues: 150_000,
  batchAgeMs: 200,
  longestAgeMs: 1000,
  retry: { firstMs: 100, longestMs: 10_000 },
};

/** Approximate time for a value in a batch of one table, rounded up. */
const MS_PER_VALUE = 0.0002;

const MAKE_ROOM_AGAIN_MS = 1000;
/** How often the backlog of an output is checked during a write. */
const LOOK_EVERY_MS = 250;

export interface StoreWriterOptions {
  readonly store: Pick<BatchWriter, "write" | "open" | "checkpoints">;
  readonly log: LogReader;
  /** Resolves when the block's entries can be decoded. @throws Error if they cannot be decoded now */
  readonly prepare?: BatchesOptions["prepare"];
  /** Decodes a message to points. */
  readonly decode: (entry: LogEntry) => readonly Point[];
  /**
   * The start position, if it differs from the store's because the store needs earlier messages; undefined: continue.
   */
  readonly from?: (opened: OpenedStore) => Cursor | undefined;
  readonly removalOf?: BatchesOptions["removalOf"];
  readonly isAwaited?: BatchesOptions["isAwaited"];
  /** Deletes a measurement. A crash may repeat the call. */
  readonly remove?: (removal: LoggedRemoval) => Promise<void>;
  readonly deadLetters: Pick<DeadLetterLog, "durable">;
  /** Adds the dead letter and signals the error. The key identifies it, since a crash may repeat the call. */
  readonly onRefused: (refused: RefusedPoint) => void;
  /** Durably keeps rows that could not be written in time; absent: nothing is given up. A crash may repeat the call. */
  readonly onGivenUp?: (points: readonly Point[]) => Promise<void>;
  /** Called with stored points, without refused ones. A crash may repeat the call. */
  readonly onStored?: (points: readonly Point[]) => void;
  /** Whether somebody reads these points after the call. */
  readonly keepsStored?: () => boolean;
  /** Called when this writer keeps no row of a batch any more, with their number. */
  readonly onLetGo?: (rows: number) => void;
  /** Called with rows that replaced others, of a store that tells. */
  readonly onReplaced?: (replaced: readonly ReplacedRows[]) => void;
  /** Called after a batch was written, with the time that the store took, s. */
  readonly onWritten?: (seconds: number) => void;
  /** Called with one sentence when a person should check something. */
  readonly onFinding?: (sentence: string, error: unknown) => void;
  readonly limits?: Partial<WriterLimits>;
}

const NOTHING_WRITTEN = { stored: 0, refused: 0, replayed: 0, writes: 0, failures: 0, undecodable: 0, givenUp: 0 };

/** The writer's state; times are wall-clock times, ms. */
export interface WriterState extends Pick<PartStatus, "lastError" | "lastSuccess"> {
  /** The writer reads the log from disk. */
  readonly isBehind: boolean;
  /** The output is too far behind: its rows become dead letters. */
  readonly isGivingUp: boolean;
  /** Set after a failure. */
  readonly retryAtMs?: number;
  readonly counts: Readonly<typeof NOTHING_WRITTEN>;
  readonly queuedRows: number;
}

/** @param waiting number of messages in the log that the store does not have */
export function writerStatus(
  { isBehind, isGivingUp, retryAtMs, counts, queuedRows, ...rest }: WriterState,
  waiting: number,
): PartStatus {
  const all = { ...rest, counts: WRITER_COUNTERS.of({ ...counts, waiting, queuedRows }) };
  if (isGivingUp) {
    const detail = `${waitingText(waiting)}; what waited before them became dead letters (${counts.givenUp} rows)`;
    return { state: "down", detail, ...all };
  }
  const seconds = (Math.max(0, (retryAtMs ?? 0) - Date.now()) / 1000).toFixed(1);
  const waits = waitingText(waiting);
  // The writer's last report may be older than its last commit.
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
  /** The batch being written. */
  #batch: WriteBatch | undefined;
  /** Everything up to here is stored. */
  #stored: Cursor = BEGINNING;
  /** The store's own position when it was opened; undefined if it keeps none. */
  #opened: Cursor | undefined;
  #isGivingUp = false;
  /** Fixed time of the last batches, ms: the smaller of two, since some include a checkpoint. */
  #fixedMs = 0;
  #lastFixedMs = 0;
  #isMakingRoom = false;
  #isHurried = false;
  #running: Promise<void> | undefined;
  #isBehind = false;
  #retryAtMs: number | undefined;
  readonly #counts = { ...NOTHING_WRITTEN };
  #lastError: { readonly message: string; readonly time: string } | undefined;
  #lastSuccessMs = 0;

  constructor(options: StoreWriterOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_WRITER_LIMITS, ...options.limits };
    this.#backoff = new Backoff(this.#limits.retry);
  }

  /**
   * Begins to write messages after the store's cursor. Must be called before anything is appended to the log. Without
   * `opened` (the result of `store.open()`), opens the store here, with retries.
   */
  start(opened?: OpenedStore): void {
    if (opened !== undefined) this.#begin(opened);
    this.#running = this.#run();
  }

  /** From now on, batches do not wait for more messages. */
  hurry(): void {
    this.#isHurried = true;
    this.#batches?.hurry();
  }

  /** The batch under way does not wait for more messages. */
  soon(): void {
    this.#batches?.soon();
  }

  /** Stops after the current write, for which it waits at most this long. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stop.abort();
    await withTimeout(this.#running, timeoutMs);
  }

  /** Writes everything and stops. Resolves to false if the time was too short: the rest is in the log. */
  async drain(timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    this.hurry();
    const isDrained = await this.#options.log.settled(timeoutMs);
    await this.stop(deadline - performance.now());
    return isDrained;
  }

  /** Number of messages in the log that the store does not have. */
  get waiting(): number {
    return this.#options.log.waiting;
  }

  status(): PartStatus {
    return writerStatus(this.state(), this.waiting);
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

  #begin(opened: OpenedStore): void {
    this.#opened = opened.committed;
    const committed = this.#options.from?.(opened) ?? opened.committed;
    const decode = (entry: LogEntry) => this.#decode(entry);
    const { log: reader, prepare, removalOf, isAwaited } = this.#options;
    const more = { ...(prepare && { prepare }), ...(removalOf && { removalOf }), ...(isAwaited && { isAwaited }) };
    const options = { reader, decode, ...more, limits: this.#limits, stop: this.#stop.signal };
    this.#batches = new Batches(committed, options);
    if (this.#isHurried) this.#batches.hurry();
    if (committed !== undefined) this.#commit(committed);
    const { waiting } = this.#options.log;
    if (opened.isStrange && waiting > 0)
      this.#note(
        "The database was filled from another journal",
        `the ${waiting} messages that wait in this one are stored`,
      );
  }

  async #run(): Promise<void> {
    const batches = this.#batches ?? (await this.#open());
    let coming: Promise<WriteBatch | undefined> | undefined;
    const next = () => {
      const following = coming ?? batches!.next(this.#fixedMs);
      coming = undefined;
      return following;
    };
    while (batches !== undefined && !this.#stop.signal.aborted) {
      let batch = await this.#untilItWorks("The journal cannot be read", next);
      if (batch === undefined) continue;
      if (this.#limits.batchAgeMs > 0 || batch.reread > 0) {
        // The next batch is read and decoded while the database writes this one. Without an age it ends with what is
        // there, so it begins as late as possible.
        coming = batches.next(this.#fixedMs);
        coming.catch(() => {});
      }
      await this.#write(batch);
      const { length } = batch.points;
      // A function that waits keeps what its variables have.
      batch = undefined;
      this.#options.onLetGo?.(length);
    }
  }

  async #open(): Promise<Batches | undefined> {
    const opened = await this.#untilItWorks("The store cannot be opened", () =>
      this.#options.store.open(this.#options.log.identity),
    );
    if (opened !== undefined) this.#begin(opened);
    return this.#batches;
  }

  async #write(whole: WriteBatch): Promise<void> {
    const reported = new Set<Point>();
    let attempts = 0;
    for (let batch: WriteBatch | undefined = whole; batch !== undefined && !this.#stop.signal.aborted; ) {
      const left: WriteBatch = batch;
      this.#batch = left;
      this.#isBehind = left.reread > 0;
      let hasFailed = false;
      const attempt = () => {
        attempts++;
        return this.#unlessOverdue(left, this.#attempt(left, reported)).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      };
      // A store that is only slow gets what is partly beyond the backlog: to abandon its writes would make it slower.
      const isOver = () => (hasFailed ? this.#overdueEnd(left) !== undefined : this.#isOverdue(left));
      const outcome = await this.#untilItWorks("The store cannot be written", attempt, isOver);
      batch = undefined;
      if (outcome !== undefined && outcome !== "overdue") {
        this.#confirm(left, outcome);
        // A store may still read what an abandoned attempt gave it.
        if (attempts === 1) this.#done(left, outcome);
      } else if (!this.#stop.signal.aborted) batch = await this.#giveUp(left);
    }
    this.#batch = undefined;
  }

  async #attempt(batch: WriteBatch, reported: Set<Point>): Promise<WriteOutcome> {
    const { store, deadLetters, onWritten } = this.#options;
    // Refused rows must be durable as dead letters before the cursor passes them.
    await deadLetters.durable();
    if (batch.removal !== undefined) await this.#options.remove?.(batch.removal);
    // A store that uses the log's position needs no empty write; it may be away, and must not delay others.
    if (batch.points.length === 0 && this.#opened === undefined) return { stored: 0, refused: [] };
    const began = performance.now();
    const refuse = (refused: readonly RefusedPoint[]) => this.#refuse(refused, reported);
    // The store's position does not go back while it receives earlier messages.
    const written = await store.write(batch.points, Math.max(this.#opened ?? BEGINNING, batch.cursor), refuse);
    const tookMs = performance.now() - began;
    const fixedMs = tookMs - batch.values * MS_PER_VALUE;
    this.#fixedMs = Math.min(fixedMs, this.#lastFixedMs);
    this.#lastFixedMs = fixedMs;
    onWritten?.(tookMs / 1000);
    return written;
  }

  /**
   * Also abandons a store that hangs. If the store writes part of the batch after all, retried dead letters replace
   * these rows. Only a store that keeps its position with the rows must report the outcome.
   */
  async #unlessOverdue(batch: WriteBatch, attempt: Promise<WriteOutcome>): Promise<WriteOutcome | "overdue"> {
    if (this.#options.onGivenUp === undefined || this.#opened !== undefined) return attempt;
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<"overdue">((resolve) => {
      timer = setInterval(() => this.#isOverdue(batch) && resolve("overdue"), LOOK_EVERY_MS);
    });
    try {
      return await Promise.race([attempt, overdue]);
    } finally {
      clearInterval(timer);
      // Avoids an unhandled rejection of an abandoned write.
      attempt.catch(() => {});
    }
  }

  #isOverdue(batch: WriteBatch): boolean {
    return this.#overdueEnd(batch)?.cursor === batch.cursor;
  }

  /** The end of what must be given up; undefined if nothing must be. */
  #overdueEnd({ ends, removal }: WriteBatch): BatchEnd | undefined {
    const { log, onGivenUp } = this.#options;
    const { overdue } = log;
    // A deletion has no dead letter: it waits for its output.
    if (onGivenUp === undefined || overdue === undefined || removal !== undefined) return undefined;
    return ends.findLast(({ cursor }) => cursor <= overdue);
  }

  /**
   * All outputs share the log's room: rows that this one could not store in time become dead letters, and the others
   * continue.
   * @returns what may still wait
   */
  async #giveUp(batch: WriteBatch): Promise<WriteBatch | undefined> {
    const end = this.#overdueEnd(batch);
    if (end === undefined) return batch;
    const [{ points, cursor }, rest] = splitBatch(batch, end);
    if (!this.#isGivingUp) this.#note("Rows become dead letters", "more waits for this output than its backlog may be");
    this.#isGivingUp = true;
    const { onGivenUp, log } = this.#options;
    const isKept = await this.#untilItWorks("Dead letters cannot be kept", async () => {
      await onGivenUp!(points);
      return true;
    });
    if (isKept === undefined) return undefined;
    this.#counts.givenUp += points.length;
    this.#stored = cursor;
    log.commit(cursor);
    return rest;
  }

  async #refuse(refused: readonly RefusedPoint[], reported: Set<Point>): Promise<void> {
    for (const each of refused) {
      if (reported.has(each.point)) continue;
      this.#options.onRefused(each);
      reported.add(each.point);
    }
    await this.#options.deadLetters.durable();
  }

  #confirm({ points, cursor, reread }: WriteBatch, outcome: WriteOutcome): void {
    this.#isGivingUp = false;
    this.#counts.writes++;
    this.#counts.stored += outcome.stored;
    this.#counts.refused += outcome.refused.length;
    this.#counts.replayed += reread;
    this.#lastSuccessMs = Date.now();
    if (outcome.replaced !== undefined) this.#options.onReplaced?.(outcome.replaced);
    this.#commit(cursor);
    this.#tellStored(points, outcome);
    if (this.#options.log.waiting === 0) this.#isBehind = false;
  }

  /** The rows are read no more: their pages are used again. */
  #done({ points }: WriteBatch, { refused }: WriteOutcome): void {
    const { onStored, keepsStored } = this.#options;
    if (refused.length > 0 || (onStored !== undefined && keepsStored?.() !== false)) return;
    for (const point of points) if (point instanceof PagedRow) point.done();
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
    log.commit(cursor, store.checkpoints?.checkpointed);
    if (log.isShort) void this.#makeRoom();
  }

  /** The log keeps messages that the store could lose: if it is short of room, secures them. */
  async #makeRoom(): Promise<void> {
    const { log, store } = this.#options;
    if (this.#isMakingRoom || store.checkpoints === undefined) return;
    this.#isMakingRoom = true;
    while (log.isShort && this.#stored > store.checkpoints.checkpointed && !this.#stop.signal.aborted) {
      try {
        await store.checkpoints.secure();
        log.commit(this.#stored, store.checkpoints.checkpointed);
      } catch (error) {
        this.#note("The journal is short of room, and the store cannot secure its rows", error);
        await setTimeout(MAKE_ROOM_AGAIN_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
      }
    }
    this.#isMakingRoom = false;
  }

  /** Repeats an attempt until it succeeds; undefined when the writer stops, or `isOver`. */
  async #untilItWorks<T>(what: string, attempt: () => Promise<T>, isOver = () => false): Promise<T | undefined> {
    for (let failures = 0; ; failures++) {
      if (isOver()) return undefined;
      try {
        const result = await attempt();
        if (failures > 0) this.#options.onFinding?.(`${what.replace("cannot", "can")} again`, undefined);
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

  // A message that cannot be decoded (an internal error) must not block later messages.
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

/** The stored part of a row of which the store refused `part`. */
function storedOf(point: Point, part: Point | undefined): Point | undefined {
  if (part === undefined || part === point) return part === undefined ? point : undefined;
  const names = new Set(part.columns.map(({ name }) => name));
  const { columns, values } = point;
  const stored = values.map((value, at) => (names.has(columns[at]!.name) ? undefined : value));
  return withColumns(point, columns, stored);
}

/**
 * Periodic maintenance of the embedded store, while it is idle: writes files for finished hours, deletes rows beyond
 * `[store] keep`, gives back the space of deleted rows, and estimates how long the disk will last.
 */

import { setTimeout } from "node:timers/promises";
import type { Keep } from "../../model/keep.ts";
import { Backoff } from "../backoff.ts";
import type { Archive, ArchiveTarget } from "./archive.ts";
import { FILES } from "./archive-files.ts";
import { readFacts, writeFact } from "./catalogue.ts";
import { bytesOfFile, type DiskOutlook } from "./disk-outlook.ts";
import { type Edges, HeldEdges } from "./edges.ts";
import { type ReclaimTarget, reclaim } from "./reclaim.ts";
import { retain } from "./retention.ts";
import { asking, type RunQuery } from "./series.ts";
import type { Session } from "./session.ts";

export interface UpkeepOptions {
  readonly archive?: Archive | undefined;
  /** Absent for a database in memory. */
  readonly disk?: DiskOutlook | undefined;
  readonly keep?: Keep | undefined;
  /** Delay before a changed `keep` may delete much more at once, ms; default one day. */
  readonly keepGraceMs?: number | undefined;
  /** Runs exclusively, between other writes. */
  inTurn<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Whether a write is running or waiting. */
  isBusy(): boolean;
  /** Merges the write-ahead log into the database's file. */
  checkpoint(): Promise<void>;
  readonly checkpointWhenDue: ReclaimTarget["checkpointWhenDue"];
  /** Rows became statistics, or were deleted. */
  onRetained(): void;
  /** Reports a failed task, which will be retried. */
  onFailure(error: Error): void;
  /** Called with one sentence for the log when a person should check something. */
  onFinding(sentence: string): void;
}

/** Keys of facts stored in the database itself. */
const FACTS = { disk: "structline:disk", edges: "structline:edges" } as const;
const EVERY_MS = 600_000;
/**
 * Delay after the start. Hours that were waiting when the process ended become files soon, even if it restarts often.
 */
const FIRST_ARCHIVE_MS = 30_000;
const FIRST_RETAIN_MS = 60_000;
/** A client that deletes a measurement often deletes more. */
const FIRST_RECLAIM_MS = 10_000;
const GRACE_MS = 86_400_000;
/**
 * A sender of old rows, for example from a file, may send more for the same minutes: they are not converted to
 * statistics during this time.
 */
const QUIET_MS = 600_000;
const LONGEST_QUIET_MS = 86_400_000;
const LOOK_FOR_IDLE_MS = 50;
/** Maximum wait under constant load. */
const LONGEST_WAIT_MS = 20_000;

/** One kind of task: never runs twice at the same time, and keeps the reason of its last failure until it succeeds. */
class Chore {
  trouble: string | undefined;
  #last: Promise<void> = Promise.resolve();

  /** Rejects with the reason of a failure. */
  run(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work).then(
      () => {
        this.trouble = undefined;
      },
      (error: Error) => {
        this.trouble = error.message;
        throw error;
      },
    );
    this.#last = done.catch(() => {});
    return done;
  }

  get settled(): Promise<void> {
    return this.#last;
  }
}

export class Upkeep {
  readonly #options: UpkeepOptions;
  #keep: Keep | undefined;
  readonly #held: HeldEdges;
  /** When the limits were last advanced, on the monotonic clock. */
  #movedMs = performance.now();
  #saidNotice: string | undefined;
  readonly #archiving = new Chore();
  readonly #archiveBackoff = new Backoff({ firstMs: 5000, longestMs: EVERY_MS });
  #archiveTimer: NodeJS.Timeout | undefined;
  readonly #retaining = new Chore();
  #retainTimer: NodeJS.Timeout | undefined;
  /** When the last old rows arrived, and since when they delay due deletions, ms. */
  #lastOldMs = Number.NEGATIVE_INFINITY;
  #waitsSinceMs: number | undefined;
  readonly #reclaiming = new Chore();
  #reclaimTimer: NodeJS.Timeout | undefined;
  /** Rows may have been deleted since their space was last looked for. */
  #areDeleted = true;
  /** Size of the file before someone deleted data, until that gave back all it can, bytes. */
  #bytesBefore: number | undefined;
  #isRunning = false;

  constructor(options: UpkeepOptions) {
    this.#options = options;
    this.#keep = options.keep;
    this.#held = new HeldEdges(options.keepGraceMs ?? GRACE_MS);
  }

  /** @param session of the opened database */
  async start({ writer }: Session): Promise<void> {
    this.#isRunning = true;
    const facts = await readFacts(writer);
    this.#options.disk?.remember(facts.get(FACTS.disk));
    this.#held.remember(facts.get(FACTS.edges));
    if (this.#options.archive !== undefined) this.#archiveIn(FIRST_ARCHIVE_MS);
    void this.#lookAtDisk();
    this.#decide();
    this.#retainIn(FIRST_RETAIN_MS);
  }

  /** Resolves when no task is running. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#archiveTimer);
    clearTimeout(this.#retainTimer);
    clearTimeout(this.#reclaimTimer);
    this.#options.archive?.stop();
    await Promise.all([this.#archiving.settled, this.#retaining.settled, this.#reclaiming.settled]);
  }

  set keep(keep: Keep | undefined) {
    // Without a retention, the limits stay where they were.
    if (this.#keep === undefined) this.#movedMs = performance.now();
    this.#keep = keep;
    this.#decide();
  }

  /** Computes at once what will be deleted. */
  #decide(): void {
    this.#moveEdges(nowNs()).catch((error: Error) => this.#isRunning && this.#options.onFailure(error));
  }

  /** Rows older than the limit arrived. */
  noteOld(): void {
    this.#lastOldMs = performance.now();
  }

  /** Call this before someone deletes data. */
  async noteRemoval({ writer }: Session): Promise<void> {
    if (this.#options.disk !== undefined) this.#bytesBefore ??= (await bytesOfFile(asking(writer))).used;
    this.#areDeleted = true;
    clearTimeout(this.#reclaimTimer);
    if (!this.#isRunning) return;
    this.#reclaimTimer = globalThis.setTimeout(() => this.reclaim().catch(() => {}), FIRST_RECLAIM_MS);
    this.#reclaimTimer.unref();
  }

  /** The limits before which rows and statistics are deleted; undefined if nothing is deleted. */
  get edges(): Edges | undefined {
    return this.#keep && this.#held.edges;
  }

  /** Notices about deletions, and failures. */
  get notices(): readonly string[] {
    const { trouble } = this.#archiving;
    const waiting = this.#options.archive?.waiting ?? 0;
    const kept = waiting === 0 ? "" : ` (${waiting} wait in the folder)`;
    return [
      ...(trouble === undefined ? [] : [`hours do not become files${kept}: ${trouble}`]),
      ...(this.#retaining.trouble === undefined ? [] : [`old rows are not deleted: ${this.#retaining.trouble}`]),
      ...(this.#reclaiming.trouble === undefined
        ? []
        : [`the space of deleted rows is not free yet: ${this.#reclaiming.trouble}`]),
    ];
  }

  /** How long the disk will last, and what will be deleted. */
  get outlook(): readonly string[] {
    const disk = this.#options.disk?.sentence(this.#keep);
    const held = this.#keep && this.#held.notice;
    return [disk, held].filter((sentence) => sentence !== undefined);
  }

  get counts(): Readonly<Record<string, number>> {
    return this.#options.disk?.counts ?? {};
  }

  /** Deletes data older than `keep`. Rejects with the reason of a failure; the next run tries again. */
  retain(timeNs = nowNs()): Promise<void> {
    const work = async () => {
      await this.#moveEdges(timeNs);
      if (this.edges === undefined) return;
      const { inTurn, onRetained } = this.#options;
      const idle = async () => (await this.#idle()) && this.#keep !== undefined;
      const deleted = await retain({ edges: () => this.edges, idle, inTurn, onChange: onRetained });
      this.#areDeleted ||= deleted > 0;
      // Only a checkpoint frees the space in the file.
      if (deleted > 0) await this.#options.checkpoint().catch(this.#options.onFailure);
    };
    return this.#logged(this.#retaining.run(work));
  }

  /** Gives back the space of deleted rows. Rejects with the reason of a failure; the next run tries again. */
  reclaim(): Promise<void> {
    const { inTurn, checkpointWhenDue, checkpoint, onFailure } = this.#options;
    const work = async () => {
      // A database in memory has no file.
      if (!this.#areDeleted || !this.#isRunning || this.#options.disk === undefined) return;
      this.#areDeleted = false;
      const done = await reclaim({ idle: () => this.#idle(), inTurn, checkpointWhenDue }).catch((error: Error) => {
        this.#areDeleted = true;
        throw error;
      });
      this.#areDeleted ||= !done.isComplete;
      if (done.rows > 0) await checkpoint().catch(onFailure);
      if (this.#isRunning && done.isComplete) await inTurn((session) => this.#noteGivenBack(session));
    };
    return this.#logged(this.#reclaiming.run(work));
  }

  async #noteGivenBack({ writer }: Session): Promise<void> {
    const { disk } = this.#options;
    if (disk === undefined || this.#bytesBefore === undefined) return;
    disk.gaveBack(Math.max(0, this.#bytesBefore - (await bytesOfFile(asking(writer))).used));
    this.#bytesBefore = undefined;
    await writeFact(writer, FACTS.disk, disk.written);
  }

  /** Writes files for finished hours. Rejects with the reason of a failure; the next run tries again. */
  archiveHours(timeNs = nowNs()): Promise<void> {
    const { inTurn, archive } = this.#options;
    const checkpoint: ArchiveTarget["checkpoint"] = () =>
      this.#options.checkpoint().then(
        () => true,
        () => false,
      );
    return this.#logged(this.#archiving.run(async () => archive?.run({ inTurn, checkpoint }, timeNs)));
  }

  async #logged(done: Promise<void>): Promise<void> {
    try {
      await done;
    } catch (error) {
      if (!this.#isRunning) return;
      this.#options.onFailure(error as Error);
      throw error;
    }
  }

  async #moveEdges(timeNs: bigint): Promise<void> {
    if (!this.#isRunning || this.#keep === undefined) return;
    await this.#options.inTurn(async ({ writer, catalogue }) => {
      const keep = this.#keep;
      if (keep === undefined) return;
      const movedMs = performance.now();
      const before = this.#held.written;
      const isEmpty = catalogue.measurements().next().done === true;
      this.#held.move(keep, timeNs, isEmpty ? Number.POSITIVE_INFINITY : movedMs - this.#movedMs);
      this.#movedMs = movedMs;
      const { notice, written } = this.#held;
      if (notice !== undefined && this.#saidNotice === undefined) this.#options.onFinding(notice);
      this.#saidNotice = notice;
      if (written !== before) await writeFact(writer, FACTS.edges, written);
    });
  }

  #retainIn(ms: number): void {
    this.#retainTimer = globalThis.setTimeout(() => {
      void this.#lookAtDisk();
      const retained = this.#keep !== undefined && !this.#isQuieterSoon() ? this.retain() : Promise.resolve();
      retained.then(() => this.reclaim()).catch(() => {});
      this.#retainIn(EVERY_MS);
    }, ms);
    this.#retainTimer.unref();
  }

  #archiveIn(ms: number): void {
    this.#archiveTimer = globalThis.setTimeout(async () => {
      const waitMs = await this.archiveHours().then(
        () => {
          this.#archiveBackoff.reset();
          return EVERY_MS;
        },
        () => this.#archiveBackoff.next(),
      );
      if (this.#isRunning) this.#archiveIn(waitMs);
    }, ms);
    this.#archiveTimer.unref();
  }

  async #lookAtDisk(): Promise<void> {
    const { disk, archive, inTurn, onFailure } = this.#options;
    if (disk === undefined) return;
    const look = async ({ writer }: Session) => {
      const ask = asking(writer);
      if (await disk.look(ask, await bytesOfFiles(ask, archive))) await writeFact(writer, FACTS.disk, disk.written);
    };
    await inTurn(look).catch((error: Error) => this.#isRunning && onFailure(error));
  }

  #isQuieterSoon(): boolean {
    const now = performance.now();
    if (now - this.#lastOldMs > QUIET_MS) this.#waitsSinceMs = undefined;
    else this.#waitsSinceMs ??= now;
    return this.#waitsSinceMs !== undefined && now - this.#waitsSinceMs < LONGEST_QUIET_MS;
  }

  /** Resolves when the store is idle, or after a maximum wait; false: stop now. */
  async #idle(): Promise<boolean> {
    const deadline = performance.now() + LONGEST_WAIT_MS;
    while (this.#options.isBusy() && this.#isRunning && performance.now() < deadline)
      await setTimeout(LOOK_FOR_IDLE_MS);
    return this.#isRunning;
  }
}

function nowNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}

/** Whether the fact belongs to the upkeep, and not to another part of the service. */
export function isUpkeepFact(key: string): boolean {
  return Object.values<string>(FACTS).includes(key);
}

/** Size of hourly files, which are outside the database. */
async function bytesOfFiles(ask: RunQuery, archive: Archive | undefined): Promise<number> {
  if (archive === undefined) return 0;
  const [[bytes] = []] = await ask(`SELECT coalesce(sum(bytes), 0) FROM ${FILES} WHERE counts`);
  return Number(bytes);
}

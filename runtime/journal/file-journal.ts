/**
 * The journal on local files: segments of blocks, made durable together (group commit).
 *
 * After a failed write or sync, the content of the disk is unknown, and a second sync of the same file could succeed
 * without writing anything. So what may have been written is cut off, and the batch is written to a new segment, again
 * and again until that succeeds. During this time `append` refuses. A message is never acknowledged before it is on disk.
 * A message whose sender is told that it could not be written is withdrawn from the batch. Only its position is written,
 * which takes precedence over the former segment's end where that could not be cut off.
 */

import * as fs from "node:fs/promises";
import { DamageReport } from "../lib/damage-report.ts";
import { DiskRoom, type MeasureDisk } from "../lib/disk-room.ts";
import { type DirectoryLock, lockDirectory } from "../lib/lock.ts";
import { makeFolder } from "../lib/make-folder.ts";
import { OwnedRoom } from "../lib/owned-room.ts";
import { type RejectionCode, TelemetryError } from "../model/error-signal.ts";
import type { JournalEntry, JournalIdentity, JournalPosition } from "../model/journal-entry.ts";
import type { Message } from "../model/message.ts";
import type { Observable, PartStatus } from "../model/part-status.ts";
import { waitingText } from "../model/waiting-text.ts";
import { JOURNAL_COUNTERS } from "./counters.ts";
import { EpochTexts } from "./epoch-texts.ts";
import { GroupCommit, unaskedMs } from "./group-commit.ts";
import { refuseNewer } from "./identity.ts";
import { LostPositions } from "./lost-positions.ts";
import type { Page } from "./page.ts";
import { type Readable, type Records, readBlocks, readEntries } from "./reader.ts";
import { fitsRecord, recordBytesAtMost } from "./record.ts";
import { type Recovered, recover } from "./recovery.ts";
import type { OpenFile } from "./segment.ts";
import { SegmentList } from "./segment-list.ts";
import { SegmentLog } from "./segment-log.ts";
import { SegmentsAside } from "./segments-aside.ts";

export interface FileJournalOptions {
  /** Created if it does not exist. Only one process may use it at a time. */
  readonly directory: string;
  /** Maximum size of all segments and of the unwritten messages, bytes. */
  readonly maxBytes: number;
  /**
   * Shortest time between two group commits under load, ms. A sender that waits for each acknowledgement does not wait
   * this long.
   */
  readonly commitIntervalMs: number;
  /** Called with one sentence for the log when a person should check something. */
  readonly onFinding?: (sentence: string) => void;
  /** Opens files; tests replace it to simulate failures. */
  readonly open?: OpenFile;
  /** Size at which a segment ends, bytes; by default an eighth of the limit, at most 64 MB. */
  readonly segmentBytes?: number;
  /** Measures the disk; tests replace it. */
  readonly measureDisk?: MeasureDisk;
  /** Who shares the second half of the room; absent: nobody is refused before others. */
  readonly ownerOf?: (message: Message) => string;
}

const MAX_SEGMENT_BYTES = 64 << 20;
const MIN_SEGMENT_BYTES = 64 << 10;
const PAGE_BYTES = 1 << 20;
/** A disk that is slower than the senders must not fill the memory. */
const MAX_UNWRITTEN_BYTES = 64 << 20;
/** If no block carries a new commit position within this time, an empty block is written for it. */
const COMMIT_MARK_MS = 1000;

/** @throws Error with one clear sentence if the folder is in use or unusable */
export async function openJournal(options: FileJournalOptions): Promise<FileJournal> {
  const { directory, open = fs.open } = options;
  await makeFolder(directory);
  await refuseNewer(directory);
  const lock = await lockDirectory(directory);
  try {
    const recovered = await recover(directory, open);
    const { identity, tail } = recovered;
    const aside = await SegmentsAside.find({ directory, open, journal: identity.uuid, tail });
    await aside.forget(recovered.committed);
    const journal = new FileJournal(options, lock, recovered, aside);
    await journal.start();
    return journal;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

export class FileJournal implements Observable {
  readonly #options: FileJournalOptions;
  readonly #open: OpenFile;
  readonly #lock: DirectoryLock;
  readonly #segments: SegmentLog;
  readonly #batches: GroupCommit;
  readonly #damage: DamageReport;
  readonly #room: DiskRoom;
  /** The log says that the disk refuses, and that little of it is free. */
  readonly #said = { refuses: false, short: false };
  readonly #lost = new LostPositions();
  /** Last position that an earlier process certainly assigned. */
  readonly #knownTail: JournalPosition;
  readonly identity: JournalIdentity;
  /** Segments that another version could not read. The next opening takes them back. */
  readonly aside: SegmentsAside;
  readonly epochs: EpochTexts;
  #tail: JournalPosition;
  #durableTail: JournalPosition;
  #committed: JournalPosition;
  /** Checkpointed by this process's store, and not kept for any other reader. */
  #checkpointed: JournalPosition = 0;
  /** Checkpointed by any store so far. */
  #checkpointedEver: JournalPosition;
  /** The part of it that is recorded on disk. */
  #markedCommit: JournalPosition;
  /** Segments up to here may be deleted: the next process knows that a store has their messages. */
  #deletable: JournalPosition;
  #markTimer: NodeJS.Timeout | undefined;
  /** What owners took of the second half of the room since the last deletion, bytes. */
  #shares = new OwnedRoom();
  /** A message was refused at the size limit, and nothing was deleted since. */
  #atLimit = false;
  #closed = false;
  #onDurable: (pages: readonly Page[]) => void = () => {};
  readonly #counts = { appended: 0, refused: 0, writes: 0, failures: 0 };
  #lastError: { readonly message: string; readonly time: string } | undefined;
  #lastSuccessMs = 0;

  /** Use `openJournal`. */
  constructor(options: FileJournalOptions, lock: DirectoryLock, recovered: Recovered, aside: SegmentsAside) {
    this.#options = options;
    this.aside = aside;
    this.#open = options.open ?? fs.open;
    this.#lock = lock;
    this.identity = recovered.identity;
    this.epochs = new EpochTexts(options.directory);
    this.#damage = DamageReport.in(options.directory);
    this.#room = new DiskRoom(options.directory, options.measureDisk);
    for (const finding of recovered.findings) options.onFinding?.(finding);
    for (const sentence of recovered.damage) this.#noteDamage(sentence);
    this.#segments = this.#makeSegments(recovered);
    this.#knownTail = recovered.known;
    this.#tail = recovered.tail;
    this.#durableTail = recovered.tail;
    this.#committed = Math.min(recovered.committed, recovered.tail);
    this.#checkpointedEver = this.#committed;
    this.#markedCommit = this.#committed;
    this.#deletable = this.#committed;
    this.#batches = new GroupCommit({
      pageBytes: PAGE_BYTES,
      intervalMs: options.commitIntervalMs,
      unaskedIntervalMs: unaskedMs(options.commitIntervalMs),
      write: (pages) => this.#write(pages),
    });
  }

  /** Position of the last appended message; 0 in a new journal. */
  get tail(): JournalPosition {
    return this.#tail;
  }

  /** The store has everything up to here; after opening, everything that it had checkpointed. */
  get committed(): JournalPosition {
    return this.#committed;
  }

  /** True while the size limit or a failing disk makes `append` throw. */
  get full(): boolean {
    return this.#atLimit || this.#batches.failure !== undefined;
  }

  /** Whether more than half of the room is taken, or the disk refuses. */
  get isShort(): boolean {
    return this.isShortAfter(0);
  }

  /** Whether messages after `position` take more than half of the room. */
  isShortAfter(position: JournalPosition): boolean {
    return this.full || this.bytesAfter(position) > this.#options.maxBytes / 2;
  }

  /** Bytes kept for a reader that has everything up to `position`. */
  bytesAfter(position: JournalPosition): number {
    return this.#segments.list.bytesAfter(position) + this.#batches.bytes;
  }

  /** The position after which at most `bytes`, or one segment, are stored. */
  positionBefore(bytes: number): JournalPosition {
    return this.#segments.list.positionBefore(bytes);
  }

  /** Bytes on disk and in writing. */
  get bytes(): number {
    return this.#segments.list.bytes + this.#batches.bytes;
  }

  /** Begins this process's segment; it never appends to a segment of an earlier process. */
  async start(): Promise<void> {
    await this.epochs.open(new Set([...this.#segments.list.epochs, ...this.aside.epochs]));
    await this.#segments.begin(this.#tail + 1, this.#checkpointedEver, { known: this.#knownTail });
  }

  /**
   * Adds the message to the open batch. Synchronous; durable only after `durable()`.
   * @param epoch number of the message's decoding epoch; 0 if it has none
   * @throws TelemetryError (code `unavailable`) if the journal is at its size limit or its disk refuses
   */
  append(message: Message, epoch: number = 0): JournalPosition {
    this.#refuseWhenUnavailable(message);
    const position = this.#tail + 1;
    this.#batches.add(message, position, epoch);
    this.#tail = position;
    this.#counts.appended++;
    return position;
  }

  /**
   * Resolves when all messages appended before the call are on disk (group commit); rejects if they could not be
   * written, although that is tried again.
   */
  durable(): Promise<void> {
    return this.#batches.durable().catch(unwritten);
  }

  /** The same for one message, which is withdrawn if it could not be written: it stays unread for ever. */
  durableOrWithdrawn(position: JournalPosition): Promise<void> {
    return this.#batches.durableOrWithdrawn(position).catch(unwritten);
  }

  /**
   * The store has everything up to `position` and cannot lose anything up to `checkpointed` (default: `position`). That part
   * may be deleted, but only up to `released`. If `position` is after the tail (the journal was lost or replaced, the
   * store was not), counting continues after it; this is possible only before the first append.
   */
  commit(
    position: JournalPosition,
    checkpointed: JournalPosition = position,
    released: JournalPosition = checkpointed,
  ): void {
    // The position that this store checkpointed; a store restored from a backup may have less than was committed before.
    this.#checkpointed = released;
    this.#committed = Math.max(this.#committed, position);
    if (position > this.#tail) this.#skipTo(position);
    if (checkpointed > this.#checkpointedEver) {
      this.#checkpointedEver = checkpointed;
      if (!this.#closed) this.#markTimer ??= setTimeout(() => this.#mark(), COMMIT_MARK_MS).unref();
    }
    this.#release();
  }

  /** Durable entries after `position`, in order, up to the tail at the time of the call. */
  read(after: JournalPosition): AsyncIterable<JournalEntry> {
    return readEntries(this.#readable(), after, this.#durableTail);
  }

  /** The same, by blocks. */
  readBlocks(after: JournalPosition): AsyncIterable<Records> {
    return readBlocks(this.#readable(), after, this.#durableTail);
  }

  /** Called with the pages that became durable; pages are reused after the call. */
  onDurable(listener: (pages: readonly Page[]) => void): void {
    this.#onDurable = listener;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#markTimer);
    if (this.#markedCommit < this.#checkpointedEver) this.#batches.mark(this.#tail + 1);
    try {
      await this.#batches.flush();
    } finally {
      await this.#segments.close();
      await this.#lock.release();
    }
  }

  status(): PartStatus {
    const failure = this.#batches.failure;
    const damage = this.#damage.unseen;
    const isDown = failure !== undefined || this.#atLimit;
    // Without new messages, others may fill the disk: the next report tells.
    if (this.#room.isDue) void this.#lookAtDisk();
    const short = failure === undefined ? this.#room.warning : undefined;
    return {
      state: isDown ? "down" : damage === undefined && short === undefined ? "ok" : "degraded",
      detail: [this.#detail(failure), short, damage].filter((part) => part !== undefined).join("; "),
      ...(this.#lastError === undefined ? {} : { lastError: this.#lastError }),
      ...(this.#lastSuccessMs === 0 ? {} : { lastSuccess: new Date(this.#lastSuccessMs).toISOString() }),
      counts: JOURNAL_COUNTERS.of({
        ...this.#counts,
        lost: this.#lost.count,
        waiting: this.#tail - this.#committed,
        bytes: this.bytes,
        maxBytes: this.#options.maxBytes,
        segments: this.#segments.list.count,
      }),
    };
  }

  #detail(failure: Error | undefined): string {
    if (failure !== undefined) return `${this.#options.directory} cannot be written: ${failure.message}`;
    const waiting = `${waitingText(this.#tail - this.#committed)} for the store`;
    return this.#atLimit ? `full: ${waiting}` : `${this.#options.directory}: ${waiting}`;
  }

  #refuseWhenUnavailable(message: Message): void {
    if (this.#closed) throw this.#refusal("the service is stopping");
    const failure = this.#batches.failure;
    if (failure !== undefined) throw this.#refusal(`the journal cannot be written (${failure.message})`);
    const bytes = recordBytesAtMost(message);
    if (bytes > this.#options.maxBytes || !fitsRecord(message)) {
      throw this.#refusal(`a message of ${message.payload.byteLength} bytes does not fit the journal`, "too-large");
    }
    const unwritten = this.#batches.bytes;
    if (unwritten > 0 && unwritten + bytes > MAX_UNWRITTEN_BYTES) throw this.#refusal("the disk is too slow");
    if (this.#hasRoom(message, bytes)) return;
    this.#atLimit = true;
    throw this.#refusal("the journal has reached its size limit, because the store does not keep up");
  }

  /** Of the second half, so that one flood leaves room for others. */
  #hasRoom(message: Message, bytes: number): boolean {
    const { maxBytes, ownerOf } = this.#options;
    if (ownerOf === undefined || 2 * this.bytes < maxBytes) return this.bytes + bytes <= maxBytes;
    const owner = ownerOf(message);
    if (!this.#shares.has(owner, this.#shares.all + maxBytes - this.bytes - bytes)) return false;
    this.#shares.take(owner, bytes);
    return true;
  }

  #refusal(reason: string, code: RejectionCode = "unavailable"): TelemetryError {
    this.#counts.refused++;
    return unavailable(reason, undefined, code);
  }

  #makeSegments(recovered: Recovered): SegmentLog {
    const { directory, onFinding } = this.#options;
    const options = {
      directory,
      journal: recovered.identity.uuid,
      open: this.#open,
      segmentBytes: this.#segmentBytes,
      onFinding: (sentence: string) => onFinding?.(sentence),
      onFreed: () => {
        this.#freed();
        this.#batches.retry();
      },
    };
    return new SegmentLog(options, new SegmentList(recovered.segments), recovered.empty);
  }

  get #segmentBytes(): number {
    const { segmentBytes, maxBytes } = this.#options;
    return segmentBytes ?? Math.max(MIN_SEGMENT_BYTES, Math.min(MAX_SEGMENT_BYTES, Math.floor(maxBytes / 8)));
  }

  async #write(pages: readonly Page[]): Promise<void> {
    const committed = this.#checkpointedEver;
    try {
      await this.#segments.write(pages, committed);
    } catch (cause) {
      this.#counts.failures++;
      const error = await this.#room.explained(cause as Error);
      this.#lastError = { message: error.message, time: new Date().toISOString() };
      if (!this.#said.refuses) this.#options.onFinding?.(`${this.#detail(error)}; senders are told to try again`);
      this.#said.refuses = true;
      if (this.#mustMark) await this.#markInPlace();
      throw error;
    }
    if (this.#room.isDue) void this.#lookAtDisk();
    if (this.#said.refuses) this.#sayWorks();
    this.#durableTail = Math.max(this.#durableTail, pages.at(-1)!.last);
    this.#markedCommit = Math.max(this.#markedCommit, committed);
    this.#deletable = Math.max(this.#deletable, committed);
    this.#counts.writes++;
    this.#lastSuccessMs = Date.now();
    this.#onDurable(pages);
    this.#release();
  }

  #sayWorks(): void {
    this.#said.refuses = false;
    this.#options.onFinding?.(`${this.#options.directory} can be written again`);
  }

  async #lookAtDisk(): Promise<void> {
    await this.#room.look();
    const { warning } = this.#room;
    if (warning !== undefined && !this.#said.short) this.#options.onFinding?.(`${this.#options.directory}: ${warning}`);
    this.#said.short = warning !== undefined;
  }

  /** A full disk takes no block, but perhaps the segments to delete fill it. If it takes nothing at all, room counts more. */
  async #markInPlace(): Promise<void> {
    const committed = this.#checkpointedEver;
    await this.#segments.markInPlace(committed).catch(() => {});
    this.#deletable = Math.max(this.#deletable, committed);
    this.#release();
  }

  // The store is ahead of this journal, which was lost or replaced. Continue after its position: a message with a
  // position that the store has seen would count as stored after a crash.
  #skipTo(position: JournalPosition): void {
    if (!this.#batches.isIdle) throw new Error(`Position ${position} is committed before it was appended.`);
    this.#tail = position;
    this.#durableTail = position;
    this.#batches.mark(position + 1);
  }

  #mark(): void {
    this.#markTimer = undefined;
    if (this.#markedCommit < this.#checkpointedEver) this.#batches.mark(this.#tail + 1);
  }

  /** Segments are deleted only after their mark: a process that finds neither must report their messages as lost. */
  #release(): void {
    if (this.#segments.release(Math.min(this.#checkpointed, this.#deletable))) this.#freed();
    if (this.#closed) return;
    if (this.#mustMark) this.#markNow();
    else if (this.#atLimit && this.#checkpointed >= this.#tail) this.#rollForSpace();
  }

  #freed(): void {
    this.#atLimit = false;
    this.#shares = new OwnedRoom();
  }

  get #mustMark(): boolean {
    return this.#deletable < this.#checkpointed && this.#segments.list.hasUpTo(this.#checkpointed);
  }

  #markNow(): void {
    if (this.#batches.failure === undefined) this.#batches.mark(this.#tail + 1);
    else this.#batches.retry();
  }

  // The newest segment is never deleted. If it alone fills the journal, begin a new one.
  #rollForSpace(): void {
    if (this.#segments.isRolling) return;
    this.#segments.roll();
    this.#batches.mark(this.#tail + 1);
  }

  #readable(): Readable {
    return {
      directory: this.#options.directory,
      open: this.#open,
      segmentWith: (position) => this.#segments.list.with(position),
      segmentAfter: (first) => this.#segments.list.after(first),
      missing: (from, to) => this.#missing(from, to),
      unknown: (from, to) => this.#unknown(from, to),
    };
  }

  #missing(from: JournalPosition, to: JournalPosition): void {
    const begin = Math.max(from, this.#committed + 1);
    const ranges = begin > to ? [] : this.aside.lostOf(begin, to);
    const lost = ranges.reduce((sum, range) => sum + this.#lost.add(range.from, range.to), 0);
    if (lost === 0) return;
    this.#noteDamage(
      `The journal in ${this.#options.directory} is damaged: ${lost} messages up to position ${to} are lost.`,
    );
  }

  #unknown(from: JournalPosition, to: JournalPosition): void {
    if (to <= this.#committed || this.aside.lostOf(from, to).length === 0) return;
    this.#noteDamage(
      `The journal in ${this.#options.directory} is damaged behind position ${from - 1}: how many messages are lost is unknown.`,
    );
  }

  #noteDamage(sentence: string): void {
    if (this.#damage.note(sentence)) this.#options.onFinding?.(sentence);
  }
}

function unwritten(error: Error): never {
  throw unavailable(`the journal cannot be written (${error.message})`, error);
}

function unavailable(reason: string, cause?: unknown, code: RejectionCode = "unavailable"): TelemetryError {
  return new TelemetryError(`Unable to keep data: ${reason}`, { name: "JournalError", code, cause });
}

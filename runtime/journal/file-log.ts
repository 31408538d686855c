/**
 * The file journal as a log: the sources' side writes it, and each output reads it with its own cursor. Messages that
 * every output has, or has given up, are deleted.
 */

import type { JournalEntry, JournalPosition } from "../model/journal-entry.ts";
import type { Message } from "../model/message.ts";
import type { Append, Cursor, LogIdentity, LogWriter } from "../model/message-log.ts";
import { BLOCK_HEADER_BYTES } from "./block.ts";
import type { CursorFile, Handover, OutputNames } from "./cursor-file.ts";
import type { NumberedText } from "./epoch-texts.ts";
import type { FileJournal } from "./file-journal.ts";
import { LogCursor } from "./log-cursor.ts";
import { ownCopy, type TailBlock } from "./log-tail.ts";
import type { Page } from "./page.ts";

/** Messages up to `last` were appended at or after `sinceMs`. */
interface Mark {
  last: JournalPosition;
  readonly sinceMs: number;
}

/** Messages appended within this time share one mark. */
const STEP_MS = 1000;
/** A long wait in steps of a second would need too much memory: the steps become longer. */
const MOST_MARKS = 4096;

class WaitingSince {
  #marks: Mark[] = [];
  #stepMs = STEP_MS;

  /**
   * When the oldest message was appended, at most a second or a thousandth of its age too early; undefined if none
   * waits.
   */
  get oldestMs(): number | undefined {
    return this.#marks[0]?.sinceMs;
  }

  /** [hot path] */
  appended(position: JournalPosition, nowMs: number): void {
    const newest = this.#marks[this.#marks.length - 1];
    if (newest !== undefined && nowMs - newest.sinceMs < this.#stepMs) newest.last = position;
    else this.#add({ last: position, sinceMs: nowMs });
  }

  committed(position: JournalPosition): void {
    let done = 0;
    while (done < this.#marks.length && this.#marks[done]!.last <= position) done++;
    if (done > 0) this.#marks.splice(0, done);
    if (this.#marks.length === 0) this.#stepMs = STEP_MS;
  }

  #add(mark: Mark): void {
    this.#marks.push(mark);
    if (this.#marks.length <= MOST_MARKS) return;
    this.#stepMs *= 2;
    // Merges pairs: the second position with the first time.
    this.#marks = this.#marks.flatMap(({ sinceMs }, index) => {
      const { last } = this.#marks[index + 1] ?? this.#marks[index]!;
      return index % 2 === 0 ? { last, sinceMs } : [];
    });
  }
}

/** How far behind all readers together may be before they read files. */
const TAIL_BYTES = 16 << 20;
/** Messages are nearly in the order of their times: within this many, they may be out of order. */
const NEARLY_IN_ORDER = 1000;
/** Number of messages taken back between two syncs. */
const TAKEN_AT_ONCE = 1000;
/** Precision of the time for which a message was kept. */
const KEPT_STEP_MS = 1000;

/** An output for the log's messages. */
export interface LogOutput extends OutputNames {
  /** How much may wait for this output while another keeps up, bytes on disk; absent: no limit. */
  readonly backlogBytes?: number;
}

export interface FileLogOptions {
  readonly tailBytes?: number;
  /** Called with one sentence for the log when a person should check something. */
  readonly onFinding?: (sentence: string) => void;
  /** How long files are kept after they could be deleted, ms, while there is room; default 0. */
  readonly keepMs?: number;
  /** Outputs in the order in which they claim a database; by default one, `store`. */
  readonly outputs?: readonly LogOutput[];
  /** Stores the cursors of these outputs. */
  readonly cursors?: CursorFile;
}

export const ONE_OUTPUT: readonly LogOutput[] = [{ name: "store" }];

export class FileLog implements LogWriter {
  readonly readers: readonly LogCursor[];
  readonly handover: Handover | undefined;
  readonly #journal: FileJournal;
  /** A replaced journal counts from 1 again, so a position alone does not identify a message. */
  readonly #idPrefix: string;
  readonly #cursors: CursorFile | undefined;
  readonly #waitingSince = new WaitingSince();
  readonly #keepMs: number;
  /** A position up to which messages could be deleted, and since when. */
  readonly #kept: { readonly position: JournalPosition; readonly sinceMs: number }[] = [];
  #released: JournalPosition = 0;
  /** Of the newest message. */
  #epoch = 0;

  constructor(journal: FileJournal, options: FileLogOptions = {}) {
    const { tailBytes = TAIL_BYTES, onFinding = () => {}, keepMs = 0, outputs = ONE_OUTPUT, cursors } = options;
    this.#keepMs = keepMs;
    this.#journal = journal;
    this.#cursors = cursors;
    const { uuid, predatesIdentities } = journal.identity;
    // Dead letters of version 0.1 have only a position as their key. Only the identity's beginning is shown, since
    // block salts depend on it.
    this.#idPrefix = predatesIdentities ? "" : `${uuid.slice(0, 8)}/`;
    this.handover = cursors?.handover;
    this.readers = outputs.map(({ name, backlogBytes = Number.POSITIVE_INFINITY }, index) => {
      const reader: LogCursor = new LogCursor({
        name,
        journal,
        idPrefix: this.#idPrefix,
        tailBytes: tailBytes / outputs.length,
        start: cursors?.start[index]?.cursor ?? journal.committed,
        backlogBytes,
        othersKeepUp: () => this.readers.some((other) => other !== reader && other.keepsUp),
        onCommit: () => this.#commit(),
        onSkipped: (position) => this.#reach(position),
        onFinding,
      });
      return reader;
    });
    journal.onDurable((pages) => this.#keep(pages));
  }

  /**
   * Stores an epoch's text; durable when the promise resolves. Must be called before the epoch's first message. @throws
   * Error
   */
  async record(epoch: NumberedText): Promise<void> {
    await this.#journal.epochs.keep(epoch);
  }

  /**
   * Appends messages that an older version set aside; must run before any other append.
   * @param now the current epoch, for messages whose epoch's text is missing
   */
  async takeBack(now: number, onFinding: (sentence: string) => void): Promise<void> {
    const { aside, epochs } = this.#journal;
    if (aside.count === 0) return;
    let count = 0;
    const appends: Append[] = [];
    const durable = () => Promise.all(appends.splice(0).map((append) => append.durable()));
    try {
      for await (const { message, epoch } of aside.entries()) {
        // Some may be stored already: their rows replace rows with the same times.
        appends.push(this.append({ ...message, isRetry: true }, epochs.has(epoch) ? epoch : now));
        count++;
        if (count % TAKEN_AT_ONCE === 0) await durable();
      }
      await durable();
      await aside.taken();
      if (count > 0) onFinding(`${count} messages that an older version had set aside were taken back.`);
    } catch (error) {
      onFinding(
        `Not all that an older version had set aside was taken back; the next start tries again: ${(error as Error).message}`,
      );
    }
  }

  /** The text of an epoch used by messages in the log; undefined if it was lost. */
  epochText(number: number): Promise<string | undefined> {
    return this.#journal.epochs.text(number);
  }

  append(message: Message, epoch: number = 0): Append {
    if (epoch !== this.#epoch) this.#beginEpoch(epoch);
    const position = this.#journal.append(message, epoch);
    this.#waitingSince.appended(position, performance.now());
    return new FileAppend(this.#journal, position, this.#idPrefix);
  }

  /** @throws Error if there is no such output */
  reader(name = "store"): LogCursor {
    const reader = this.readers.find((each) => each.name === name);
    if (reader === undefined) throw new Error(`there is no output '${name}'`);
    return reader;
  }

  /** The identity, with the position that every output has. */
  get identity(): LogIdentity {
    return { ...this.#journal.identity, committed: this.#journal.committed };
  }

  /** Number of messages that some output does not have. */
  get waiting(): number {
    return Math.max(...this.readers.map(({ waiting }) => waiting));
  }

  /** Prefix of its messages' IDs. */
  get idPrefix(): string {
    return this.#idPrefix;
  }

  /** Cursor of the newest message. */
  get end(): Cursor {
    return this.#journal.tail;
  }

  /** Resolves when every output has everything up to `position`, which must be among the newest. */
  reached(position: JournalPosition): Promise<void> {
    const [only, other] = this.readers;
    if (only !== undefined && other === undefined) return only.reached(position);
    return Promise.all(this.readers.map((reader) => reader.reached(position))).then(() => {});
  }

  /** Resolves to true when every output has all messages appended before the call; to false after `timeoutMs`. */
  async settled(timeoutMs: number): Promise<boolean> {
    const settled = await Promise.all(this.readers.map((reader) => reader.settled(timeoutMs)));
    return settled.every((isSettled) => isSettled);
  }

  /** All messages that are still in files, in order. */
  kept(): AsyncIterable<JournalEntry> {
    return this.#journal.read(0);
  }

  /** How long the oldest message has waited to be committed, s; 0 if none waits. */
  get oldestWaitingSeconds(): number {
    const { oldestMs } = this.#waitingSince;
    return oldestMs === undefined ? 0 : Math.max(1, performance.now() - oldestMs) / 1000;
  }

  /** Finds out how long the messages of an earlier process have waited. */
  async lookBack(): Promise<void> {
    for await (const { message } of this.#journal.read(this.#journal.committed)) {
      const waitedMs = Math.max(0, Date.now() - Number(message.receivedNs / 1_000_000n));
      this.#waitingSince.appended(this.#journal.tail, performance.now() - waitedMs);
      return;
    }
  }

  /**
   * The newest time of receipt in the files, ns, within the clock's last era (the last digits, below `stepNs`). The
   * files contain the newest message, unless the last two starts received none. Retries are ignored, since their times
   * are old.
   */
  async newestReceiptNs(stepNs: number): Promise<bigint | undefined> {
    const step = BigInt(stepNs);
    const newest = new Map<bigint, bigint>();
    let era: bigint | undefined;
    for await (const { message } of this.#journal.read(Math.max(0, this.#journal.tail - NEARLY_IN_ORDER))) {
      const { receivedNs, isRetry } = message;
      const of = receivedNs % step;
      if (isRetry !== true) era = of;
      const known = newest.get(of);
      if (known === undefined || receivedNs > known) newest.set(of, receivedNs);
    }
    if (era !== undefined) return newest.get(era);
    // If all messages have keys, the newest cannot be determined: repetitions have old times.
    return [...newest.values()].reduce<bigint | undefined>((a, b) => (a !== undefined && a > b ? a : b), undefined);
  }

  /** Saves the outputs' positions. */
  async close(): Promise<void> {
    await this.#cursors?.close();
  }

  #commit(): void {
    const committed = Math.min(...this.readers.map((reader) => reader.committed));
    const checkpointed = Math.min(...this.readers.map((reader) => reader.checkpointed));
    this.#waitingSince.committed(committed);
    this.#journal.commit(committed, checkpointed, this.#keepMs === 0 ? checkpointed : this.#released);
    if (this.#keepMs > 0) this.#keepFor(checkpointed);
    this.#cursors?.reached(this.readers.map((reader) => reader.committed));
  }

  #keepFor(position: JournalPosition): void {
    const nowMs = performance.now();
    const newest = this.#kept.at(-1);
    if (newest === undefined || nowMs - newest.sinceMs >= KEPT_STEP_MS) this.#kept.push({ position, sinceMs: nowMs });
    const isOver = ({ sinceMs }: { readonly sinceMs: number }) =>
      nowMs - sinceMs >= this.#keepMs || this.#journal.isShort;
    while (this.#kept[0] !== undefined && isOver(this.#kept[0])) this.#released = this.#kept.shift()!.position;
  }

  #beginEpoch(epoch: number): void {
    // After a crash no reader could decode the message.
    if (!this.#journal.epochs.has(epoch)) throw new Error(`the decoding epoch ${epoch} was not recorded`);
    this.#epoch = epoch;
  }

  #keep(pages: readonly Page[]): void {
    for (const page of pages) {
      if (page.records === 0) continue;
      for (const reader of this.readers) if (reader.hasRoomFor(page.used)) reader.keep(tailBlock(page));
    }
    this.#reach(pages.at(-1)?.last ?? 0);
  }

  #reach(position: JournalPosition): void {
    for (const reader of this.readers) reader.reach(position);
  }
}

function tailBlock({ first, last, epoch, bytes, used }: Page): TailBlock {
  return { first, last, epoch, bytes: ownCopy([bytes.subarray(BLOCK_HEADER_BYTES, used)]) };
}

class FileAppend implements Append {
  readonly #journal: FileJournal;
  readonly #position: JournalPosition;
  readonly #idPrefix: string;
  #durable: Promise<void> | undefined;

  constructor(journal: FileJournal, position: JournalPosition, idPrefix: string) {
    this.#journal = journal;
    this.#position = position;
    this.#idPrefix = idPrefix;
  }

  get id(): string {
    return this.#idPrefix + this.#position;
  }

  durable(): Promise<void> {
    this.#durable ??= this.#journal.durableOrWithdrawn(this.#position);
    return this.#durable;
  }
}

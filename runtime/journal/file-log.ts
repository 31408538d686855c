/**
 * The file journal as a log: written by the sources' side, read by each output with a cursor of its own. What every output
 * has, or has given up, is deleted.
 */

import type { Message } from "../telemetry/message.ts";
import { BLOCK_HEADER_BYTES } from "./block.ts";
import type { CursorFile, Handover, OutputNames } from "./cursor-file.ts";
import type { NumberedText } from "./epoch-texts.ts";
import type { FileJournal } from "./file-journal.ts";
import type { JournalEntry, JournalPosition } from "./journal.ts";
import type { Append, Cursor, LogIdentity, LogWriter } from "./log.ts";
import { LogCursor } from "./log-cursor.ts";
import { ownCopy, type TailBlock } from "./log-tail.ts";
import type { Page } from "./page.ts";
import { WaitingSince } from "./waiting-since.ts";

/** What all readers together may be behind before they read files. */
const TAIL_BYTES = 16 << 20;
/** Messages are appended in the order of their times but for some that were at hand together. */
const NEARLY_IN_ORDER = 1000;
/** Messages taken back between two waits for the disk. */
const TAKEN_AT_ONCE = 1000;
/** To this precision it is known how long something was kept. */
const KEPT_STEP_MS = 1000;

/** Where what the log holds is brought to. */
export interface LogOutput extends OutputNames {
  /** What may wait for it, bytes on disk, as long as another output keeps up; without limit where absent. */
  readonly backlogBytes?: number;
}

export interface FileLogOptions {
  readonly tailBytes?: number;
  /** One sentence for the log about something a person should look at. */
  readonly onFinding?: (sentence: string) => void;
  /** How long files keep what could be deleted, ms, as long as there is room; 0 unless given. */
  readonly keepMs?: number;
  /** In the order in which they are asked whether they take a database; one, `store`, where absent. */
  readonly outputs?: readonly LogOutput[];
  /** Where the cursors of the same outputs are kept. */
  readonly cursors?: CursorFile;
}

export const ONE_OUTPUT: readonly LogOutput[] = [{ name: "store" }];

export class FileLog implements LogWriter {
  readonly readers: readonly LogCursor[];
  readonly handover: Handover | undefined;
  readonly #journal: FileJournal;
  /** A journal that took the place of another counts from 1 again: a position alone is not a name. */
  readonly #idPrefix: string;
  readonly #cursors: CursorFile | undefined;
  readonly #waitingSince = new WaitingSince();
  readonly #keepMs: number;
  /** What could be deleted, and since when. */
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
    // Dead letters of version 0.1 are known by the position alone. The rest of the identity is nobody's business.
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

  /** Before the first message of an epoch: its text is durable when it resolves. @throws Error */
  async record(epoch: NumberedText): Promise<void> {
    await this.#journal.epochs.keep(epoch);
  }

  /**
   * Appends what another version of the program could not read, before anything else is.
   * @param now today's epoch, for messages for which the text of theirs is gone
   */
  async takeBack(now: number, onFinding: (sentence: string) => void): Promise<void> {
    const { aside, epochs } = this.#journal;
    if (aside.count === 0) return;
    let count = 0;
    try {
      for await (const { message, epoch } of aside.entries()) {
        // Some may be stored already: their rows take the place of those of the same times.
        this.append({ ...message, isRetry: true }, epochs.has(epoch) ? epoch : now);
        count++;
        if (count % TAKEN_AT_ONCE === 0) await this.#journal.durable();
      }
      await this.#journal.durable();
      await aside.taken();
      if (count > 0) onFinding(`${count} messages that an older version had set aside were taken back.`);
    } catch (error) {
      onFinding(
        `Not all that an older version had set aside was taken back; the next start tries again: ${(error as Error).message}`,
      );
    }
  }

  /** Of an epoch that messages in the log are of; undefined where it was lost. */
  epochText(number: number): Promise<string | undefined> {
    return this.#journal.epochs.text(number);
  }

  append(message: Message, epoch: number = 0): Append {
    if (epoch !== this.#epoch) this.#beginEpoch(epoch);
    const position = this.#journal.append(message, epoch);
    this.#waitingSince.appended(position, Date.now());
    return new FileAppend(this.#journal, this.#idPrefix + position);
  }

  /** @throws Error where there is no such output */
  reader(name = "store"): LogCursor {
    const reader = this.readers.find((each) => each.name === name);
    if (reader === undefined) throw new Error(`there is no output '${name}'`);
    return reader;
  }

  /** With what every output has. */
  get identity(): LogIdentity {
    return { ...this.#journal.identity, committed: this.#journal.committed };
  }

  /** Messages that some output does not have. */
  get waiting(): number {
    return Math.max(...this.readers.map(({ waiting }) => waiting));
  }

  /** What the ids of its messages begin with. */
  get idPrefix(): string {
    return this.#idPrefix;
  }

  /** Of the newest message. */
  get end(): Cursor {
    return this.#journal.tail;
  }

  /** Resolves when every output has everything up to `position`, one of those appended last. */
  reached(position: JournalPosition): Promise<void> {
    const [only, other] = this.readers;
    if (only !== undefined && other === undefined) return only.reached(position);
    return Promise.all(this.readers.map((reader) => reader.reached(position))).then(() => {});
  }

  /** Resolves to true when every output has all that was appended before the call; to false after `timeoutMs`. */
  async settled(timeoutMs: number): Promise<boolean> {
    const settled = await Promise.all(this.readers.map((reader) => reader.settled(timeoutMs)));
    return settled.every((isSettled) => isSettled);
  }

  /** What files still have, from the first message. */
  kept(): AsyncIterable<JournalEntry> {
    return this.#journal.read(0);
  }

  /** How long the oldest message has waited to be committed, s; 0 when none does. */
  get oldestWaitingSeconds(): number {
    const { oldestMs } = this.#waitingSince;
    return oldestMs === undefined ? 0 : Math.max(1, Date.now() - oldestMs) / 1000;
  }

  /** Looks up since when the oldest message waits that an earlier process left. */
  async lookBack(): Promise<void> {
    for await (const { message } of this.#journal.read(this.#journal.committed)) {
      this.#waitingSince.appended(this.#journal.tail, Number(message.receivedNs / 1_000_000n));
      return;
    }
  }

  /**
   * The newest time of receipt that files still have, ns, of the clock's last era, which is in its last digits, below `stepNs`.
   * They have the last message that was taken, unless two starts took none. A message that is tried again came long ago, or now.
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
    // Of messages with keys alone nobody can tell which is new.
    return [...newest.values()].reduce<bigint | undefined>((a, b) => (a !== undefined && a > b ? a : b), undefined);
  }

  /** Writes down how far each output is. */
  async close(): Promise<void> {
    await this.#cursors?.close();
  }

  #commit(): void {
    const committed = Math.min(...this.readers.map((reader) => reader.committed));
    const secured = Math.min(...this.readers.map((reader) => reader.secured));
    this.#waitingSince.committed(committed);
    this.#journal.commit(committed, secured, this.#keepMs === 0 ? secured : this.#released);
    if (this.#keepMs > 0) this.#keepFor(secured);
    this.#cursors?.reached(this.readers.map((reader) => reader.committed));
  }

  #keepFor(position: JournalPosition): void {
    const nowMs = Date.now();
    const newest = this.#kept.at(-1);
    if (newest === undefined || nowMs - newest.sinceMs >= KEPT_STEP_MS) this.#kept.push({ position, sinceMs: nowMs });
    const isOver = ({ sinceMs }: { readonly sinceMs: number }) =>
      nowMs - sinceMs >= this.#keepMs || this.#journal.isShort;
    while (this.#kept[0] !== undefined && isOver(this.#kept[0])) this.#released = this.#kept.shift()!.position;
  }

  #beginEpoch(epoch: number): void {
    // After a crash a reader could not decode the message.
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
  readonly id: string;

  constructor(journal: FileJournal, id: string) {
    this.#journal = journal;
    this.id = id;
  }

  durable(): Promise<void> {
    return this.#journal.durable();
  }
}

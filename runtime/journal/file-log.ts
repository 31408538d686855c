/** The file journal as a log: written by the sources' side, read by the store's. */

import type { Message } from "../telemetry/message.ts";
import { withTimeout } from "../telemetry/with-timeout.ts";
import { BLOCK_HEADER_BYTES } from "./block.ts";
import type { FileJournal } from "./file-journal.ts";
import type { JournalEntry, JournalPosition } from "./journal.ts";
import type { Append, Cursor, LogBlock, LogIdentity, LogReader, LogWriter } from "./log.ts";
import { LogTail, ownCopy, type TailBlock } from "./log-tail.ts";
import type { Page } from "./page.ts";
import { blockOf, joined, type RawBlock } from "./raw-blocks.ts";
import { WaitingSince } from "./waiting-since.ts";

/** What the reader may be behind before it reads files. */
const TAIL_BYTES = 16 << 20;
/** What is read from files is handed on in pieces of about this size, bytes. */
const READ_AT_ONCE = 256 << 10;
/** Messages are appended in the order of their times but for some that were at hand together. */
const NEARLY_IN_ORDER = 1000;
/** To this precision it is known how long something was kept. */
const KEPT_STEP_MS = 1000;

export interface FileLogOptions {
  readonly tailBytes?: number;
  /** One sentence for the log about something a person should look at. */
  readonly onFinding?: (sentence: string) => void;
  /** How long files keep what could be deleted, ms, as long as there is room; 0 unless given. */
  readonly keepMs?: number;
}

export class FileLog implements LogWriter, LogReader {
  readonly #journal: FileJournal;
  readonly #onFinding: (sentence: string) => void;
  /** A journal that took the place of another counts from 1 again: a position alone is no name. */
  readonly #idPrefix: string;
  readonly #tail: LogTail;
  readonly #tailAtStart: JournalPosition;
  /** Everything up to here is committed by the reader, which may be behind what was committed before: a backup was put back. */
  #committed: JournalPosition;
  readonly #waitingSince = new WaitingSince();
  /** In ascending order, as whoever waits does so for the newest message. */
  readonly #waiters: { readonly position: JournalPosition; readonly resolve: () => void }[] = [];
  readonly #keepMs: number;
  /** What could be deleted, and since when. */
  readonly #kept: { readonly position: JournalPosition; readonly sinceMs: number }[] = [];
  #released: JournalPosition = 0;

  constructor(journal: FileJournal, { tailBytes = TAIL_BYTES, onFinding = () => {}, keepMs = 0 }: FileLogOptions = {}) {
    this.#keepMs = keepMs;
    this.#journal = journal;
    this.#onFinding = onFinding;
    const { uuid, predatesIdentities } = journal.identity;
    // Dead letters of version 0.1 are known by the position alone. The rest of the identity is nobody's business.
    this.#idPrefix = predatesIdentities ? "" : `${uuid.slice(0, 8)}/`;
    this.#tail = new LogTail(journal.tail, tailBytes);
    this.#tailAtStart = journal.tail;
    this.#committed = journal.committed;
    journal.onDurable((pages) => this.#keep(pages));
  }

  append(message: Message): Append {
    const position = this.#journal.append(message);
    this.#waitingSince.appended(position, Date.now());
    return new FileAppend(this.#journal, this.#idPrefix + position);
  }

  get identity(): LogIdentity {
    return { ...this.#journal.identity, committed: this.#journal.committed };
  }

  get waiting(): number {
    return this.#journal.tail - this.#committed;
  }

  read(after: Cursor | undefined, stop: AbortSignal): AsyncIterable<LogBlock> {
    return this.#decoded(this.readRaw(after, stop));
  }

  /** `read` for another thread. */
  readRaw(after: Cursor | undefined, stop: AbortSignal): AsyncIterable<RawBlock> {
    return this.#follow(this.#begin(after), stop);
  }

  /** What the ids of its messages begin with. */
  get idPrefix(): string {
    return this.#idPrefix;
  }

  /** Of the newest message. */
  get end(): Cursor {
    return this.#journal.tail;
  }

  get isShort(): boolean {
    return this.#journal.isShort;
  }

  commit(cursor: Cursor, secured: Cursor = cursor): void {
    // Of a store that knew another log: what it has of this one is what was committed here.
    if (cursor > this.#journal.tail) return;
    this.#committed = cursor;
    this.#waitingSince.committed(cursor);
    const safe = Math.min(cursor, secured);
    this.#journal.commit(cursor, safe, this.#keepMs === 0 ? safe : this.#released);
    if (this.#keepMs > 0) this.#keepFor(safe);
    while (this.#waiters[0] !== undefined && this.#waiters[0].position <= cursor) this.#waiters.shift()?.resolve();
  }

  /** Resolves when everything up to `position`, one of those appended last, is committed. */
  reached(position: JournalPosition): Promise<void> {
    if (this.#committed >= position) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ position, resolve }));
  }

  /** What files still have, from the first message. */
  kept(): AsyncIterable<JournalEntry> {
    return this.#journal.read(0);
  }

  isAfter(cursor: Cursor, other: Cursor): boolean {
    return cursor > other;
  }

  async settled(timeoutMs: number): Promise<boolean> {
    const position = this.#journal.tail;
    if (this.#committed >= position) return true;
    await withTimeout(this.reached(position), timeoutMs);
    return this.#committed >= position;
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

  /** The newest time of receipt that files still have, ns; they have the last message that was taken, unless two starts took none. */
  async newestReceiptNs(): Promise<bigint | undefined> {
    let newest: bigint | undefined;
    for await (const { message } of this.#journal.read(Math.max(0, this.#journal.tail - NEARLY_IN_ORDER))) {
      if (newest === undefined || message.receivedNs > newest) newest = message.receivedNs;
    }
    return newest;
  }

  #keepFor(position: JournalPosition): void {
    const nowMs = Date.now();
    const newest = this.#kept.at(-1);
    if (newest === undefined || nowMs - newest.sinceMs >= KEPT_STEP_MS) this.#kept.push({ position, sinceMs: nowMs });
    const isOver = ({ sinceMs }: { readonly sinceMs: number }) => nowMs - sinceMs >= this.#keepMs || this.isShort;
    while (this.#kept[0] !== undefined && isOver(this.#kept[0])) this.#released = this.#kept.shift()!.position;
  }

  #begin(after: Cursor = this.#journal.committed): JournalPosition {
    let from = after;
    if (from > this.#journal.tail && this.#journal.tail !== this.#tailAtStart) {
      // The log is another one than the store knew, and has messages already: they are not those of the same cursors.
      from = this.#journal.committed;
      this.#onFinding(`The journal does not go as far as the store (position ${after}): all of the journal is written`);
    }
    this.#journal.commit(from, 0);
    this.commit(from, 0);
    this.#tail.reach(from);
    return from;
  }

  async *#decoded(blocks: AsyncIterable<RawBlock>): AsyncGenerator<LogBlock> {
    for await (const block of blocks) yield blockOf(this.#idPrefix, block);
  }

  async *#follow(from: JournalPosition, stop: AbortSignal): AsyncGenerator<RawBlock> {
    let last = from;
    while (!stop.aborted) {
      const block = this.#tail.take(last + 1);
      if (block !== undefined) {
        const { first, last: upTo, bytes } = block;
        yield { first, last: upTo, bytes, after: last, upTo, behind: false };
        last = block.last;
      } else if (last < this.#tail.durable) {
        const end = this.#tail.durable;
        yield* this.#readFiles(last, end);
        last = end;
      } else await this.#tail.more(stop);
    }
  }

  async *#readFiles(after: JournalPosition, end: JournalPosition): AsyncGenerator<RawBlock> {
    let last = after;
    for await (const records of joined(this.#journal.readBlocks(after), READ_AT_ONCE)) {
      if (records.after >= end) break;
      last = Math.min(records.upTo, end);
      yield {
        first: records.first,
        last: records.last,
        bytes: records.bytes,
        after: records.after,
        upTo: last,
        behind: true,
      };
    }
    // What cannot be read any more is passed over.
    if (last < end) yield { first: end + 1, last: end, bytes: Buffer.alloc(0), after: end, upTo: end, behind: true };
  }

  #keep(pages: readonly Page[]): void {
    for (const page of pages) {
      if (page.records > 0 && this.#tail.hasRoomFor(page.used)) this.#tail.keep(tailBlock(page));
    }
    this.#tail.reach(pages.at(-1)?.last ?? 0);
  }
}

function tailBlock({ first, last, bytes, used }: Page): TailBlock {
  return { first, last, bytes: ownCopy([bytes.subarray(BLOCK_HEADER_BYTES, used)]) };
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

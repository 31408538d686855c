/** One output's position in the file log: what it has, what it reads next, and whether it is too far behind. */

import { withTimeout } from "../lib/with-timeout.ts";
import type { JournalPosition } from "../model/journal-entry.ts";
import { BEGINNING, type Cursor, type LogBlock, type LogIdentity, type LogReader } from "../model/message-log.ts";
import type { FileJournal } from "./file-journal.ts";
import { LogTail, type TailBlock } from "./log-tail.ts";
import { blockOf, joined, type RawBlock } from "./raw-blocks.ts";

/** Messages from files are passed on in pieces of about this size, bytes. */
const READ_AT_ONCE = 256 << 10;

export interface LogCursorOptions {
  readonly name: string;
  readonly journal: FileJournal;
  readonly idPrefix: string;
  /** How far behind the reader may be before it reads files, bytes. */
  readonly tailBytes: number;
  /** Start position, as far as the log knows. */
  readonly start: Cursor;
  /** How much may wait for it, bytes on disk, while `othersKeepUp`. */
  readonly backlogBytes: number;
  readonly othersKeepUp: () => boolean;
  readonly onCommit: () => void;
  /** The store was ahead of the journal, which continues from there. */
  readonly onSkipped: (position: JournalPosition) => void;
  readonly onFinding: (sentence: string) => void;
}

export class LogCursor implements LogReader {
  readonly name: string;
  readonly #options: LogCursorOptions;
  readonly #journal: FileJournal;
  readonly #tail: LogTail;
  readonly #tailAtStart: JournalPosition;
  /**
   * Everything up to here is committed by the reader. This may be less than was committed earlier, if a backup was
   * restored.
   */
  #committed: Cursor;
  /** What the reader can no longer lose; nothing until it reports it. */
  #checkpointed: Cursor = BEGINNING;
  /** Ascending, since each waits for the newest message at its time. */
  readonly #waiters: { readonly position: JournalPosition; readonly resolve: () => void }[] = [];

  constructor(options: LogCursorOptions) {
    const { name, journal, tailBytes, start } = options;
    this.name = name;
    this.#options = options;
    this.#journal = journal;
    this.#tail = new LogTail(journal.tail, tailBytes);
    this.#tailAtStart = journal.tail;
    this.#committed = start;
  }

  get identity(): LogIdentity {
    return { ...this.#journal.identity, committed: this.#committed };
  }

  get committed(): Cursor {
    return this.#committed;
  }

  get checkpointed(): Cursor {
    return this.#checkpointed;
  }

  get waiting(): number {
    return this.#journal.tail - this.#committed;
  }

  get isShort(): boolean {
    return this.#journal.isShortAfter(this.#checkpointed);
  }

  /** Whether the backlog is within its limit. */
  get keepsUp(): boolean {
    return this.#journal.bytesAfter(this.#committed) <= this.#options.backlogBytes;
  }

  get overdue(): Cursor {
    if (this.keepsUp || !this.#options.othersKeepUp()) return BEGINNING;
    return this.#journal.positionBefore(this.#options.backlogBytes);
  }

  read(after: Cursor | undefined, stop: AbortSignal): AsyncIterable<LogBlock> {
    return this.#decoded(this.readRaw(after, stop));
  }

  /** `read` as raw blocks for another thread. */
  readRaw(after: Cursor | undefined, stop: AbortSignal): AsyncIterable<RawBlock> {
    return this.#follow(this.#begin(after), stop);
  }

  commit(cursor: Cursor, checkpointed: Cursor = cursor): void {
    // A cursor of another log: the store has of this one only what was committed here.
    if (cursor > this.#journal.tail) return;
    this.#committed = cursor;
    this.#checkpointed = Math.min(cursor, checkpointed);
    this.#options.onCommit();
    while (this.#waiters[0] !== undefined && this.#waiters[0].position <= cursor) this.#waiters.shift()?.resolve();
  }

  /** Resolves when everything up to `position`, which must be among the newest, is committed. */
  reached(position: JournalPosition): Promise<void> {
    if (this.#committed >= position) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ position, resolve }));
  }

  async settled(timeoutMs: number): Promise<boolean> {
    const position = this.#journal.tail;
    if (this.#committed >= position) return true;
    await withTimeout(this.reached(position), timeoutMs);
    return this.#committed >= position;
  }

  hasRoomFor(bytes: number): boolean {
    return this.#tail.hasRoomFor(bytes);
  }

  /** Adds a block that became durable. */
  keep(block: TailBlock): void {
    this.#tail.keep(block);
  }

  /** Everything up to `position` became durable. */
  reach(position: JournalPosition): void {
    this.#tail.reach(position);
  }

  #begin(after: Cursor = this.#committed): JournalPosition {
    let from = after;
    if (from > this.#journal.tail) {
      if (this.#journal.tail === this.#tailAtStart) {
        this.#journal.commit(from, 0);
        this.#options.onSkipped(from);
      } else {
        // The store knew another log, and this one already has messages, which differ from those that the store has
        // seen.
        from = this.#committed;
        const sentence = `The journal does not go as far as the store (position ${after}): all of the journal is written`;
        this.#options.onFinding(sentence);
      }
    }
    this.commit(from, 0);
    this.#tail.reach(from);
    return from;
  }

  async *#decoded(blocks: AsyncIterable<RawBlock>): AsyncGenerator<LogBlock> {
    for await (const block of blocks) yield blockOf(this.#options.idPrefix, block);
  }

  async *#follow(from: JournalPosition, stop: AbortSignal): AsyncGenerator<RawBlock> {
    let last = from;
    while (!stop.aborted) {
      const block = this.#tail.take(last + 1);
      if (block !== undefined) {
        const { first, last: upTo, bytes, epoch } = block;
        yield { first, last: upTo, bytes, after: last, upTo, behind: false, epoch };
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
      const { first, last: newest, bytes, after: before, epoch } = records;
      yield { first, last: newest, bytes, after: before, upTo: last, behind: true, epoch };
    }
    // Skip messages that can no longer be read.
    const nothing = { first: end + 1, bytes: Buffer.alloc(0), after: end, epoch: 0 };
    if (last < end) yield { ...nothing, last: end, upTo: end, behind: true };
  }
}

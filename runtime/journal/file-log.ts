/** The file journal as a log: written by the sources' side, read by the store's. */

import type { Message } from "../telemetry/message.ts";
import { withTimeout } from "../telemetry/with-timeout.ts";
import { BLOCK_HEADER_BYTES } from "./block.ts";
import type { FileJournal } from "./file-journal.ts";
import type { JournalPosition } from "./journal.ts";
import type { Append, Cursor, LogBlock, LogEntry, LogIdentity, LogReader, LogWriter } from "./log.ts";
import { entriesOf, JournaledMessage, LogTail, type TailBlock } from "./log-tail.ts";
import type { Page } from "./page.ts";

/** What the reader may be behind before it reads files. */
const TAIL_BYTES = 32 << 20;
/** Messages handed on at a time when they are read from files. */
const READ_AT_ONCE = 500;

export interface FileLogOptions {
  readonly tailBytes?: number;
  /** One sentence for the log about something a person should look at. */
  readonly onFinding?: (sentence: string) => void;
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
  readonly #waiters = new Set<{ readonly position: JournalPosition; readonly resolve: () => void }>();

  constructor(journal: FileJournal, { tailBytes = TAIL_BYTES, onFinding = () => {} }: FileLogOptions = {}) {
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
    return new FileAppend(this.#journal, this.#idPrefix + this.#journal.append(message));
  }

  get identity(): LogIdentity {
    return { ...this.#journal.identity, committed: this.#journal.committed };
  }

  get waiting(): number {
    return this.#journal.tail - this.#committed;
  }

  read(after: Cursor | undefined, stop: AbortSignal): AsyncIterable<LogBlock> {
    return this.#follow(this.#begin(after), stop);
  }

  get isShort(): boolean {
    return this.#journal.isShort;
  }

  commit(cursor: Cursor, secured: Cursor = cursor): void {
    // Of a store that knew another log: what it has of this one is what was committed here.
    if (cursor > this.#journal.tail) return;
    this.#committed = cursor;
    this.#journal.commit(cursor, secured);
    for (const waiter of this.#waiters) if (waiter.position <= cursor) waiter.resolve();
  }

  async settled(timeoutMs: number): Promise<boolean> {
    const position = this.#journal.tail;
    if (this.#committed >= position) return true;
    let waiter: { readonly position: JournalPosition; readonly resolve: () => void } | undefined;
    const reached = new Promise<void>((resolve) => {
      waiter = { position, resolve };
      this.#waiters.add(waiter);
    });
    await withTimeout(reached, timeoutMs);
    if (waiter !== undefined) this.#waiters.delete(waiter);
    return this.#committed >= position;
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

  async *#follow(from: JournalPosition, stop: AbortSignal): AsyncGenerator<LogBlock> {
    let last = from;
    while (!stop.aborted) {
      const block = this.#tail.take(last + 1);
      if (block !== undefined) {
        yield { entries: entriesOf(this.#idPrefix, block, last), cursor: block.last, behind: false };
        last = block.last;
      } else if (last < this.#tail.durable) {
        const end = this.#tail.durable;
        yield* this.#readFiles(last, end);
        last = end;
      } else await this.#tail.more(stop);
    }
  }

  async *#readFiles(after: JournalPosition, end: JournalPosition): AsyncGenerator<LogBlock> {
    let entries: LogEntry[] = [];
    for await (const { position, message } of this.#journal.read(after)) {
      if (position > end) break;
      entries.push(new JournaledMessage(this.#idPrefix, position, message));
      if (entries.length < READ_AT_ONCE) continue;
      yield { entries, cursor: position, behind: true };
      entries = [];
    }
    yield { entries, cursor: end, behind: true };
  }

  #keep(pages: readonly Page[]): void {
    for (const page of pages) {
      if (page.records > 0 && this.#tail.hasRoomFor(page.used)) this.#tail.keep(tailBlock(page));
    }
    this.#tail.reach(pages.at(-1)?.last ?? 0);
  }
}

function tailBlock({ first, last, bytes, used }: Page): TailBlock {
  return { first, last, bytes: Buffer.from(bytes.subarray(BLOCK_HEADER_BYTES, used)) };
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

/** A block in memory while it is filled: space for its header, then records. */

import type { JournalPosition } from "../model/journal-entry.ts";
import type { Message } from "../model/message.ts";
import { BLOCK_HEADER_BYTES, writeBlockHeader } from "./block.ts";
import { recordBytesAtMost, writeRecord, writeWithdrawn } from "./record.ts";

export class Page {
  readonly bytes: Buffer;
  readonly view: DataView;
  /** Position of the first record. */
  first: JournalPosition = 0;
  /** Number of the decoding epoch of all its records. */
  epoch = 0;
  records = 0;
  /** Bytes used, including the header. */
  used = BLOCK_HEADER_BYTES;
  /** For all who wait for the page; created when someone does. */
  #outcome: Outcome | undefined;
  /** Positions of messages whose senders are told the outcome. */
  readonly #withdrawn = new Set<JournalPosition>();

  constructor(size: number) {
    // Not from the shared pool: the page lives as long as the journal.
    this.bytes = Buffer.from(new ArrayBuffer(size));
    this.view = new DataView(this.bytes.buffer);
  }

  /** Position of the last record. */
  get last(): JournalPosition {
    return this.first + this.records - 1;
  }

  takes(message: Message, epoch: number): boolean {
    if (this.records > 0 && epoch !== this.epoch) return false;
    return this.used + recordBytesAtMost(message) <= this.bytes.length;
  }

  reset(first: JournalPosition, epoch: number): void {
    this.first = first;
    this.epoch = epoch;
    this.records = 0;
    this.used = BLOCK_HEADER_BYTES;
  }

  add(message: Message, epoch: number): void {
    this.epoch = epoch;
    this.used = writeRecord(this.bytes, this.view, this.used, message);
    this.records++;
  }

  /** Resolves when the page is on disk; rejects if it could not be written. */
  get written(): Promise<void> {
    this.#outcome ??= outcome();
    return this.#outcome.promise;
  }

  /** The message is withdrawn if the page cannot be written. */
  ask(position: JournalPosition): void {
    this.#withdrawn.add(position);
  }

  succeed(): void {
    this.#outcome?.resolve();
    this.#forget();
  }

  /** Withdraws the messages that were asked for; the others stay for the next attempt. */
  fail(error: Error): void {
    if (this.#withdrawn.size > 0) this.#withdraw();
    this.#outcome?.reject(error);
    this.#forget();
  }

  #withdraw(): void {
    let from = BLOCK_HEADER_BYTES;
    let to = from;
    for (let position = this.first; position <= this.last; position++) {
      const end = from + this.view.getUint32(from, true);
      if (this.#withdrawn.has(position)) to = writeWithdrawn(this.bytes, to);
      else {
        this.bytes.copyWithin(to, from, end);
        to += end - from;
      }
      from = end;
    }
    this.used = to;
  }

  #forget(): void {
    this.#outcome = undefined;
    this.#withdrawn.clear();
  }

  /** The complete block, ready to be written. */
  seal(committed: JournalPosition, salt: number): Buffer {
    const block = this.bytes.subarray(0, this.used);
    writeBlockHeader(block, { records: this.records, first: this.first, committed, salt });
    return block;
  }
}

interface Outcome {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

function outcome(): Outcome {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** The size of a page for the message; most messages fit the usual size. */
export function pageSizeFor(message: Message, usual: number): number {
  return Math.max(usual, BLOCK_HEADER_BYTES + recordBytesAtMost(message));
}

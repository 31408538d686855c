/** A block in memory while it is filled: space for its header, then records. */

import type { Message } from "../telemetry/message.ts";
import { BLOCK_HEADER_BYTES, writeBlockHeader } from "./block.ts";
import type { JournalPosition } from "./journal.ts";
import { recordBytesAtMost, writeRecord } from "./record.ts";

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

  /** The complete block, ready to be written. */
  seal(committed: JournalPosition, salt: number): Buffer {
    const block = this.bytes.subarray(0, this.used);
    writeBlockHeader(block, { records: this.records, first: this.first, committed, salt });
    return block;
  }
}

/** The size of a page for the message; most messages fit the usual size. */
export function pageSizeFor(message: Message, usual: number): number {
  return Math.max(usual, BLOCK_HEADER_BYTES + recordBytesAtMost(message));
}

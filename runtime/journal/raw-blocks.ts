/** Blocks of a file log as bytes, which can be transferred to another thread without a copy. */

import type { JournalPosition } from "../model/journal-entry.ts";
import type { Message } from "../model/message.ts";
import type { LogBlock, LogEntry, RecordedEntry } from "../model/message-log.ts";
import { ownCopy } from "./log-tail.ts";
import { messageAt, type Records, recordsOf } from "./reader.ts";

export interface RawBlock extends Records {
  /** The block was read from disk. */
  readonly behind: boolean;
}

/** @param journal prefix of its messages' IDs */
export function blockOf(journal: string, raw: RawBlock): LogBlock {
  return { entries: logEntries(journal, raw), cursor: raw.upTo, behind: raw.behind, epoch: raw.epoch };
}

function logEntries(journal: string, raw: RawBlock): Iterable<LogEntry> {
  return recordsOf(raw, (position, at, end) => new JournaledMessage(journal, position, raw, at, end));
}

/** A journal's entry; its position is its cursor. The message is read when it is needed. */
class JournaledMessage implements RecordedEntry {
  readonly cursor: JournalPosition;
  readonly epoch: number;
  readonly block: Buffer;
  readonly at: number;
  #message: Message | undefined;
  readonly #journal: string;
  readonly #end: number;

  constructor(journal: string, position: JournalPosition, { epoch, bytes }: Records, at: number, end: number) {
    this.#journal = journal;
    this.cursor = position;
    this.epoch = epoch;
    this.block = bytes;
    this.at = at;
    this.#end = end;
  }

  get message(): Message {
    this.#message ??= messageAt(this.block, this.at, this.cursor);
    return this.#message;
  }

  /** The record as stored in the journal. */
  get record(): Uint8Array {
    return this.block.subarray(this.at, this.#end);
  }

  get id(): string {
    return this.#journal + this.cursor;
  }
}

/** Joins consecutive small records, so that each transferred block has a useful size. */
export async function* joined(blocks: AsyncIterable<Records>, bytesAtLeast: number): AsyncGenerator<Records> {
  let parts: Records[] = [];
  let bytes = 0;
  for await (const block of blocks) {
    const last = parts.at(-1);
    const follows =
      last === undefined ||
      (last.upTo === last.last &&
        block.first === last.last + 1 &&
        block.after === last.last &&
        block.epoch === last.epoch);
    if (!follows || bytes >= bytesAtLeast) {
      yield join(parts);
      parts = [];
      bytes = 0;
    }
    parts.push(block);
    bytes += block.bytes.length;
  }
  if (parts.length > 0) yield join(parts);
}

// Copies the bytes, which are views of a read buffer.
function join(parts: readonly Records[]): Records {
  const [{ first, after, epoch }, { last, upTo }] = [parts[0]!, parts.at(-1)!];
  return { first, last, after, upTo, epoch, bytes: ownCopy(parts.map(({ bytes }) => bytes)) };
}

/** The newest blocks of a log in memory, so that a reader who keeps up reads no file. What does not fit is left out. */

import type { Message } from "../telemetry/message.ts";
import type { JournalPosition } from "./journal.ts";
import type { LogEntry } from "./log.ts";
import { readRecord } from "./record.ts";

/** Records that follow one another, from position `first` to `last`. */
export interface TailBlock {
  readonly first: JournalPosition;
  readonly last: JournalPosition;
  readonly bytes: Buffer;
}

export class LogTail {
  readonly #maxBytes: number;
  #blocks: TailBlock[] = [];
  #bytes = 0;
  #durable: JournalPosition;
  #waiting: (() => void)[] = [];

  constructor(durable: JournalPosition, maxBytes: number) {
    this.#durable = durable;
    this.#maxBytes = maxBytes;
  }

  /** Everything up to here is on disk. */
  get durable(): JournalPosition {
    return this.#durable;
  }

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.#maxBytes;
  }

  keep(block: TailBlock): void {
    this.#blocks.push(block);
    this.#bytes += weight(block);
  }

  /** All up to `position` became durable. */
  reach(position: JournalPosition): void {
    this.#durable = Math.max(this.#durable, position);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** The block that `position` lies in, if it is here; earlier ones are forgotten. */
  take(position: JournalPosition): TailBlock | undefined {
    while (this.#blocks.length > 0 && this.#blocks[0]!.last < position) this.#bytes -= weight(this.#blocks.shift()!);
    const [block] = this.#blocks;
    return block !== undefined && block.first <= position ? block : undefined;
  }

  /** Resolves when more became durable, or when `stop` is aborted. */
  more(stop: AbortSignal): Promise<void> {
    if (stop.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        stop.removeEventListener("abort", wake);
        resolve();
      };
      stop.addEventListener("abort", wake);
      this.#waiting.push(wake);
    });
  }
}

/** An entry of a journal, whose position is its cursor. */
export class JournaledMessage implements LogEntry {
  readonly cursor: JournalPosition;
  readonly message: Message;
  readonly #journal: string;

  /** @param journal what the ids of its messages begin with */
  constructor(journal: string, position: JournalPosition, message: Message) {
    this.#journal = journal;
    this.cursor = position;
    this.message = message;
  }

  get id(): string {
    return this.#journal + this.cursor;
  }
}

/** Small blocks take room of their own. */
function weight({ bytes }: TailBlock): number {
  return bytes.length + 1024;
}

/** The block's messages after position `after`; their payloads are views of its bytes. */
export function* entriesOf(journal: string, block: TailBlock, after: JournalPosition): Generator<LogEntry> {
  let offset = 0;
  for (let position = block.first; position <= block.last; position++) {
    const record = readRecord(block.bytes, offset);
    // Nothing was read from a disk here, so this is a fault of ours.
    if (record === undefined) throw new Error(`The record at journal position ${position} is malformed.`);
    offset = record.end;
    if (position > after) yield new JournaledMessage(journal, position, record.message);
  }
}

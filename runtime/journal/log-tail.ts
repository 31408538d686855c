/** The newest blocks of a log in memory, so that a reader who keeps up reads no file. What does not fit is left out. */

import type { JournalPosition } from "./journal.ts";

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

  /** Takes out the block that `position` lies in, if it is here, and those before it. */
  take(position: JournalPosition): TailBlock | undefined {
    for (let [block] = this.#blocks; block !== undefined && block.first <= position; [block] = this.#blocks) {
      this.#blocks.shift();
      this.#bytes -= weight(block);
      if (block.last >= position) return block;
    }
    return undefined;
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

/** Small blocks take room of their own. */
function weight({ bytes }: TailBlock): number {
  return bytes.length + 1024;
}

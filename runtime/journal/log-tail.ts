/** The newest blocks of a log in memory, so that a reader who keeps up reads no file. What does not fit is left out. */

import type { JournalPosition } from "./journal.ts";

/** Records that follow one another, from position `first` to `last`. */
export interface TailBlock {
  readonly first: JournalPosition;
  readonly last: JournalPosition;
  readonly bytes: Buffer;
  /** Of all of them. */
  readonly epoch: number;
}

/** Bytes that are taken out together. */
const MOST_AT_ONCE = 256 << 10;

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

  /** Takes out the block that `position` lies in, if it is here, and those before it; those that follow it come along, as one. */
  take(position: JournalPosition): TailBlock | undefined {
    for (let [block] = this.#blocks; block !== undefined && block.first <= position; [block] = this.#blocks) {
      this.#removeFirst();
      if (block.last >= position) return this.#withFollowing(block);
    }
    return undefined;
  }

  #withFollowing(block: TailBlock): TailBlock {
    const parts = [block];
    let bytes = block.bytes.length;
    let last = block.last;
    for (
      let [next] = this.#blocks;
      next !== undefined && next.first === last + 1 && next.epoch === block.epoch;
      [next] = this.#blocks
    ) {
      if (bytes + next.bytes.length > MOST_AT_ONCE) break;
      this.#removeFirst();
      parts.push(next);
      bytes += next.bytes.length;
      last = next.last;
    }
    return parts.length === 1 ? block : { ...block, last, bytes: ownCopy(parts.map((part) => part.bytes)) };
  }

  #removeFirst(): void {
    const block = this.#blocks.shift();
    if (block !== undefined) this.#bytes -= weight(block);
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

/** All of them in memory of their own, which can be handed over as a whole. */
export function ownCopy(parts: readonly Uint8Array[]): Buffer {
  const copy = Buffer.from(new ArrayBuffer(parts.reduce((sum, part) => sum + part.length, 0)));
  let at = 0;
  for (const part of parts) {
    copy.set(part, at);
    at += part.length;
  }
  return copy;
}

/** Small blocks take room of their own. */
function weight({ bytes }: TailBlock): number {
  return bytes.length + 1024;
}

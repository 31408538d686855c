/** The newest blocks of a log in memory, so that a reader that keeps up reads no files. Older blocks are dropped. */

import { untilWoken } from "../lib/until-woken.ts";
import type { JournalPosition } from "../model/journal-entry.ts";
import type { Records } from "./reader.ts";

/** Consecutive records, which all count. */
export type TailBlock = Pick<Records, "first" | "last" | "bytes" | "epoch">;

/** Maximum number of bytes taken at once. */
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

  /** The position up to which everything is on disk. */
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

  /** Everything up to `position` became durable. */
  reach(position: JournalPosition): void {
    this.#durable = Math.max(this.#durable, position);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /**
   * Removes the block with `position`, if it is here, and all earlier ones; merges following blocks into the result.
   */
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

  /** Resolves when more messages became durable, or when `stop` is aborted. */
  more(stop: AbortSignal): Promise<void> {
    return untilWoken(stop, (wake) => this.#waiting.push(wake));
  }
}

/** Copies all parts to memory of their own, which can be transferred to another thread. */
export function ownCopy(parts: readonly Uint8Array[]): Buffer {
  const copy = Buffer.from(new ArrayBuffer(parts.reduce((sum, part) => sum + part.length, 0)));
  let at = 0;
  for (const part of parts) {
    copy.set(part, at);
    at += part.length;
  }
  return copy;
}

/** Small blocks have an overhead. */
function weight({ bytes }: TailBlock): number {
  return bytes.length + 1024;
}

/** Bytes that wait: added at the end, taken from the beginning. Each byte is moved a bounded number of times on average. */

const LEAST = 1024;

export class ByteQueue {
  /** What waits lies from `start` to `end`; valid until the next `add`. */
  bytes = new Uint8Array(LEAST);
  start = 0;
  end = 0;

  get length(): number {
    return this.end - this.start;
  }

  add(chunk: Uint8Array): void {
    if (this.end + chunk.length > this.bytes.length) this.#makeRoom(chunk.length);
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }

  /** A copy of the first `count` bytes, which do not wait any more. */
  take(count: number): Uint8Array {
    const taken = this.bytes.slice(this.start, this.start + count);
    this.start += count;
    if (this.start === this.end) {
      this.start = 0;
      this.end = 0;
    }
    return taken;
  }

  // Moved to the beginning where that frees half of the room at least; else into twice the room.
  #makeRoom(needed: number): void {
    const { length } = this;
    const wanted = 2 * (length + needed);
    const target =
      wanted > this.bytes.length || wanted < this.bytes.length / 8
        ? new Uint8Array(Math.max(LEAST, wanted))
        : this.bytes;
    target.set(this.bytes.subarray(this.start, this.end), 0);
    this.bytes = target;
    this.start = 0;
    this.end = length;
  }
}

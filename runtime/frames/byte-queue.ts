/** A queue of bytes. On average, each byte is moved a bounded number of times. */

const LEAST = 1024;

export class ByteQueue {
  /** The queued bytes are between `start` and `end`; valid until the next `add`. */
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

  /** Removes the first `count` bytes and returns a copy. */
  take(count: number): Uint8Array {
    const taken = this.bytes.slice(this.start, this.start + count);
    this.start += count;
    if (this.start === this.end) {
      this.start = 0;
      this.end = 0;
    }
    return taken;
  }

  // Moves the bytes to the beginning if that frees at least half of the room; otherwise doubles the room.
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

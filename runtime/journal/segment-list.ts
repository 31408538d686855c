/** The segments of a journal, oldest first, and how much of the disk they take. */

import type { JournalPosition } from "./journal.ts";

interface Segment {
  readonly first: JournalPosition;
  /** Durable bytes. */
  bytes: number;
}

export class SegmentList {
  readonly #segments: Segment[];
  #bytes = 0;

  constructor(segments: readonly { readonly first: JournalPosition; readonly bytes: number }[]) {
    this.#segments = segments.map(({ first, bytes }) => ({ first, bytes }));
    for (const { bytes } of segments) this.#bytes += bytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#segments.length;
  }

  /** Adds the newest segment; an older one of the same name was replaced by it. */
  add(first: JournalPosition, bytes: number): void {
    if (this.#segments.at(-1)?.first === first) this.#bytes -= this.#segments.pop()!.bytes;
    this.#segments.push({ first, bytes });
    this.#bytes += bytes;
  }

  /** The newest segment has grown to `bytes`. */
  grow(bytes: number): void {
    const newest = this.#segments.at(-1)!;
    this.#bytes += bytes - newest.bytes;
    newest.bytes = bytes;
  }

  /** Takes out, and returns, the segments of which all messages are at or before `position`; never the newest. */
  takeUpTo(position: JournalPosition): JournalPosition[] {
    const taken: JournalPosition[] = [];
    while (this.#segments.length > 1 && this.#segments[1]!.first - 1 <= position) {
      const oldest = this.#segments.shift()!;
      this.#bytes -= oldest.bytes;
      taken.push(oldest.first);
    }
    return taken;
  }

  /** First position of the segment that `position` lies in, or of the next one. */
  with(position: JournalPosition): JournalPosition | undefined {
    return (this.#segments.findLast(({ first }) => first <= position) ?? this.#segments[0])?.first;
  }

  after(first: JournalPosition): JournalPosition | undefined {
    return this.#segments.find((segment) => segment.first > first)?.first;
  }

  durableBytes(first: JournalPosition): number {
    return this.#segments.find((segment) => segment.first === first)?.bytes ?? 0;
  }
}

/** The segments of a journal, oldest first, and how much of the disk they take. */

import type { JournalPosition } from "./journal.ts";
import type { Segment } from "./segment.ts";

type Listed = { -readonly [key in keyof Segment]: Segment[key] };

export class SegmentList {
  readonly #segments: Listed[];
  #bytes = 0;

  constructor(segments: readonly Segment[]) {
    this.#segments = segments.map((segment) => ({ ...segment }));
    for (const { bytes } of segments) this.#bytes += bytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#segments.length;
  }

  /** Those that messages are of. */
  get epochs(): ReadonlySet<number> {
    return new Set(this.#segments.map(({ epoch }) => epoch));
  }

  /** Of the segments that have messages after `position`. */
  bytesAfter(position: JournalPosition): number {
    let bytes = this.#bytes;
    for (let index = 1; index < this.#segments.length && this.#segments[index]!.first - 1 <= position; index++) {
      bytes -= this.#segments[index - 1]!.bytes;
    }
    return bytes;
  }

  /** The position before the newest segments that have no more than `bytes` together; never within the newest. */
  positionBefore(bytes: number): JournalPosition {
    let index = this.#segments.length - 1;
    for (let room = bytes - this.#segments[index]!.bytes; index > 0; index--) {
      room -= this.#segments[index - 1]!.bytes;
      if (room < 0) break;
    }
    return this.#segments[index]!.first - 1;
  }

  /** Adds the newest segment; one of the same name held nothing, and is written again. */
  add(segment: Segment): void {
    if (this.#segments.at(-1)?.first === segment.first) this.#bytes -= this.#segments.pop()!.bytes;
    this.#segments.push({ ...segment });
    this.#bytes += segment.bytes;
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

  /** The segment that `position` lies in, or the next one. */
  with(position: JournalPosition): Segment | undefined {
    return this.#segments.findLast(({ first }) => first <= position) ?? this.#segments[0];
  }

  /** The segment after the one that begins with `first`. */
  after(first: JournalPosition): Segment | undefined {
    return this.#segments.find((segment) => segment.first > first);
  }
}

/** The segments of a journal, oldest first, and their size on disk. */

import type { JournalPosition } from "../model/journal-entry.ts";
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

  /** Epochs of the messages. */
  get epochs(): ReadonlySet<number> {
    return new Set(this.#segments.map(({ epoch }) => epoch));
  }

  /** Size of the segments with messages after `position`. */
  bytesAfter(position: JournalPosition): number {
    let bytes = this.#bytes;
    for (let index = 1; index < this.#segments.length && this.#segments[index]!.first - 1 <= position; index++) {
      bytes -= this.#segments[index - 1]!.bytes;
    }
    return bytes;
  }

  /** The position before the newest segments that take at most `bytes` together; never inside the newest. */
  positionBefore(bytes: number): JournalPosition {
    let index = this.#segments.length - 1;
    for (let room = bytes - this.#segments[index]!.bytes; index > 0; index--) {
      room -= this.#segments[index - 1]!.bytes;
      if (room < 0) break;
    }
    return this.#segments[index]!.first - 1;
  }

  /** Adds the newest segment; replaces an empty one with the same name. */
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

  /** Whether there are segments without messages after `position`, beside the newest. */
  hasUpTo(position: JournalPosition): boolean {
    return this.#segments.length > 1 && this.#segments[1]!.first - 1 <= position;
  }

  get newest(): Segment {
    return this.#segments.at(-1)!;
  }

  /** Removes and returns the segments without messages after `position`; never the newest. */
  takeUpTo(position: JournalPosition): JournalPosition[] {
    const taken: JournalPosition[] = [];
    while (this.hasUpTo(position)) {
      const oldest = this.#segments.shift()!;
      this.#bytes -= oldest.bytes;
      taken.push(oldest.first);
    }
    return taken;
  }

  /** The segment that contains `position`, or the next one. */
  with(position: JournalPosition): Segment | undefined {
    return this.#segments.findLast(({ first }) => first <= position) ?? this.#segments[0];
  }

  /** The segment after the one that begins with `first`. */
  after(first: JournalPosition): Segment | undefined {
    return this.#segments.find((segment) => segment.first > first);
  }
}

/** Numbered frames in a stream: they stand in it as they are, between whatever else the stream has. */

import { type NumberedFrame, numberedFrame, numberedSize } from "./numbered-frame.ts";

const MARK = Buffer.from("SLN1");
const NOTHING = Buffer.alloc(0);

export interface NumberedSink {
  numbered(found: NumberedFrame): void;
  /** Bytes that belong to none, in order. */
  other(bytes: Uint8Array): void;
}

export class NumberedScanner {
  readonly #sink: NumberedSink;
  /** The beginning of what may become one. */
  #begun: Buffer = NOTHING;

  constructor(sink: NumberedSink) {
    this.#sink = sink;
  }

  /** @param mostBytes of a frame: where a damaged one says more, nothing is waited for */
  push(chunk: Uint8Array, mostBytes: number): void {
    const bytes = Buffer.concat([this.#begun, chunk]);
    this.#begun = NOTHING;
    let at = 0;
    for (let mark = bytes.indexOf(MARK); mark >= 0; mark = bytes.indexOf(MARK, mark + 1)) {
      if (mark < at) continue;
      const size = numberedSize(bytes, mark, mostBytes);
      if (size === "unknown" || (size !== undefined && mark + size > bytes.length)) {
        this.#others(bytes.subarray(at, mark));
        this.#begun = bytes.subarray(mark);
        return;
      }
      const found = size === undefined ? undefined : numberedFrame(bytes.subarray(mark, mark + size));
      if (size === undefined || found === undefined) continue;
      this.#others(bytes.subarray(at, mark));
      this.#sink.numbered(found);
      at = mark + size;
    }
    const end = bytes.length - endsWithin(bytes.subarray(at));
    this.#others(bytes.subarray(at, end));
    this.#begun = bytes.subarray(end);
  }

  /** Nothing comes: what has begun becomes nothing, and others may stand in it. */
  pause(mostBytes: number): void {
    while (this.#begun.length > 0) {
      const begun = this.#begun;
      this.#begun = NOTHING;
      this.#others(begun.subarray(0, 1));
      this.push(begun.subarray(1), mostBytes);
    }
  }

  #others(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#sink.other(bytes);
  }
}

/** How many of the last bytes are the mark's first ones. */
function endsWithin(bytes: Buffer): number {
  for (let count = Math.min(MARK.length - 1, bytes.length); count > 0; count--)
    if (bytes.compare(MARK, 0, count, bytes.length - count) === 0) return count;
  return 0;
}

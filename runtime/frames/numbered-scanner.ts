/** Finds numbered frames between the other bytes of a stream. For Node and browsers. */

import { hasAt, NUMBERED, type NumberedFrame, numberedFrame, numberedSize } from "./numbered-frame.ts";

const NOTHING = new Uint8Array(0);

export interface NumberedSink {
  numbered(found: NumberedFrame): void;
  /** Bytes outside numbered frames, in order. */
  other(bytes: Uint8Array): void;
}

export class NumberedScanner {
  readonly #sink: NumberedSink;
  /** The beginning of a possible numbered frame. */
  #begun: Uint8Array = NOTHING;

  constructor(sink: NumberedSink) {
    this.#sink = sink;
  }

  /** @param mostBytes maximum size of a frame: a damaged length beyond it is not waited for */
  push(chunk: Uint8Array, mostBytes: number): void {
    // A copy: the beginning of a frame outlives the chunk.
    const bytes = new Uint8Array(this.#begun.length + chunk.length);
    bytes.set(this.#begun);
    bytes.set(chunk, this.#begun.length);
    this.#begun = NOTHING;
    let at = 0;
    for (let mark = markFrom(bytes, 0); mark >= 0; mark = markFrom(bytes, mark + 1)) {
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

  /** The stream is silent: gives up the unfinished frame and searches its bytes for others. */
  pause(mostBytes: number): "gave up" | "nothing" {
    if (this.#begun.length === 0) return "nothing";
    while (this.#begun.length > 0) {
      const begun = this.#begun;
      this.#begun = NOTHING;
      this.#others(begun.subarray(0, 1));
      this.push(begun.subarray(1), mostBytes);
    }
    return "gave up";
  }

  #others(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#sink.other(bytes);
  }
}

function markFrom(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(NUMBERED[0]!, from);
  while (at >= 0 && !hasAt(bytes, at, NUMBERED)) at = bytes.indexOf(NUMBERED[0]!, at + 1);
  return at;
}

/** How many of the last bytes are a beginning of the mark. */
function endsWithin(bytes: Uint8Array): number {
  for (let count = Math.min(NUMBERED.length - 1, bytes.length); count > 0; count--)
    if (hasAt(bytes, bytes.length - count, NUMBERED.subarray(0, count))) return count;
  return 0;
}

/**
 * Cuts streams whose frames determine their own size, by a length field or their ID, with or without a sync word. Hot
 * path. A frame is accepted if its ID is known and its size matches; checksums decide if there are any. After invalid
 * bytes, and for an unknown ID, the bytes that follow must look like a frame, too.
 */

import { ByteQueue } from "./byte-queue.ts";
import { type Framing, formatsOf } from "./frame-format.ts";
import { type FrameStruct, type FrameTable, leastBytes } from "./frame-table.ts";
import { type FrameSink, MAX_FRAME_BYTES, RUN_BYTES, type StreamFramer } from "./framer.ts";
import { readLocator } from "./locator.ts";

const NOT_A_FRAME = -1;
const NOT_YET = 0;
/**
 * Bytes of checksum calculation allowed for each received byte: every position in invalid data can be tried up to this
 * budget, in linear time.
 */
const CREDIT_PER_BYTE = 32;

/** Maximum size of frames with unknown IDs, unless the largest known frame is larger. */
const UNKNOWN_BYTES = 4096;

/** What may follow the waiting bytes: more bytes, nothing for a while, or nothing at all. */
type Outlook = "more" | "silence" | "end";

export class ScanFramer<S extends FrameStruct> implements StreamFramer {
  #table!: FrameTable<S>;
  readonly #sink: FrameSink;
  /** Sync words that frames begin with; empty: frames may begin with anything. */
  readonly #syncs: readonly Uint8Array[];
  /** Absent if frames determine their own sizes. */
  readonly #fixed: { readonly bytes: number | undefined } | undefined;
  #headerBytes = 0;
  #leastBytes = 0;
  #mostBytes = 0;
  /** The ID alone determines the size. */
  #bySize = false;
  #hasCheck = false;
  /** Frames have numbers that other bytes rarely have. */
  #hasExpected = false;
  readonly #queue = new ByteQueue();
  /** Bytes at the queue's beginning that are not part of a frame. */
  #passed = 0;
  /** Size of the frame with a wrong checksum at the queue's beginning; 0 if there is none. */
  #damagedBytes = 0;
  /** Bytes were skipped, and no frame was found since. */
  #lost = false;
  #credit = 0;

  constructor(framing: Extract<Framing, { kind: "length" | "fixed" | "sync" }>, table: FrameTable<S>, sink: FrameSink) {
    this.#sink = sink;
    this.#syncs = framing.kind === "sync" ? [framing.word, ...(framing.others ?? [])] : [];
    this.#fixed = framing.kind === "fixed" ? { bytes: framing.bytes } : undefined;
    this.use(table);
  }

  /** Uses this table from the next byte on; waiting bytes stay. */
  use(table: FrameTable<S>): void {
    const { length, long, check, expect } = table.format;
    this.#table = table;
    this.#headerBytes = Math.max(table.headerBytes, ...this.#syncs.map((word) => word.length));
    const around = formatsOf(table.format).map(({ payloadOffset, trailer }) => payloadOffset + trailer);
    this.#leastBytes = Math.max(this.#headerBytes, Math.min(...around));
    this.#mostBytes = long === "ignore" ? MAX_FRAME_BYTES : Math.max(UNKNOWN_BYTES, table.largestBytes);
    this.#bySize = this.#fixed !== undefined || length === undefined;
    this.#hasCheck = check !== undefined;
    this.#hasExpected = expect !== undefined;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  push(chunk: Uint8Array): void {
    // In pieces, so that the queue never grows by more than one.
    for (let at = 0; at < chunk.length; at += MAX_FRAME_BYTES) {
      const piece = chunk.subarray(at, at + MAX_FRAME_BYTES);
      this.#queue.add(piece);
      this.#credit = Math.min(this.#credit + CREDIT_PER_BYTE * piece.length, CREDIT_PER_BYTE * MAX_FRAME_BYTES);
      this.#scan("more");
    }
  }

  pause(): void {
    this.#scan("silence");
  }

  end(): void {
    this.#scan("end");
    this.#tellPassed();
  }

  #scan(outlook: Outlook): void {
    const queue = this.#queue;
    while (queue.length > this.#passed) {
      const at = queue.start + this.#passed;
      const size = this.#measure(at);
      if (size === NOT_A_FRAME) this.#passTo(this.#nextPlace(at + 1));
      else if (size === NOT_YET || at + size > queue.end) {
        // A stream may pause in the middle of a frame. After invalid bytes, an unfinished frame is probably not one.
        if (outlook === "more" || (outlook === "silence" && !this.#lost)) return;
        this.#passTo(this.#nextPlace(at + 1));
      } else if (!this.#take(at, size, outlook)) return;
    }
  }

  /** False if more bytes must arrive first. */
  #take(at: number, size: number, outlook: Outlook): boolean {
    const verdict = this.#table.verify(this.#queue.bytes, at, at + size);
    if (verdict === "wrong") {
      this.#credit -= size;
      if (this.#passed === 0) this.#damagedBytes = size;
      this.#passTo(this.#credit > 0 ? this.#nextPlace(at + 1) : at + size);
      return true;
    }
    const isKnown = this.#isKnown(at, size);
    if (verdict === "none" && (this.#lost || !isKnown)) {
      const next = this.#measure(at + size);
      if (next === NOT_A_FRAME) {
        this.#passTo(this.#nextPlace(at + 1));
        return true;
      }
      if (next === NOT_YET && !isKnown && outlook === "more") return false;
    }
    this.#tellPassed();
    this.#lost = false;
    this.#sink.frame(this.#queue.take(size));
    return true;
  }

  /** The size of the frame that begins at `at`, by its own data. */
  #measure(at: number): number {
    const { bytes, end } = this.#queue;
    if (this.#syncs.length > 0 && !this.#syncs.some((word) => beginsWith(bytes, at, end, word))) return NOT_A_FRAME;
    if (end - at < this.#headerBytes) return NOT_YET;
    const size = this.#sizeOf(at);
    if (size < this.#leastBytes || size > this.#mostBytes) return NOT_A_FRAME;
    // In invalid data nearly every position looks like a frame of an unknown ID, unless a sync word marks frames.
    const isExpected = this.#hasExpected && this.#table.hasExpected(bytes, at, end);
    if (this.#hasExpected && this.#lost && !isExpected) return NOT_A_FRAME;
    const isTrusted = this.#syncs.length > 0 || ((this.#hasCheck || isExpected) && !this.#lost);
    return isTrusted || this.#isKnown(at, size) ? size : NOT_A_FRAME;
  }

  #sizeOf(at: number): number {
    const { bytes, end } = this.#queue;
    const { payloadOffset, trailer, length } = this.#table.formatOf(bytes, at, end);
    if (this.#fixed?.bytes !== undefined) return this.#fixed.bytes;
    if (!this.#bySize && length !== undefined) return readLocator(length, bytes, at, end);
    const struct = this.#table.peek(bytes, at, end);
    if (struct === undefined) return NOT_A_FRAME;
    if (struct.variable === undefined) return payloadOffset + struct.size + trailer;
    return this.#extentAt(at, struct.variable);
  }

  /** The size by the message's counts and conditions, as far as its bytes have arrived. */
  #extentAt(at: number, { leastSize, extent }: NonNullable<S["variable"]>): number {
    const { bytes, end } = this.#queue;
    const { payloadOffset, trailer } = this.#table.formatOf(bytes, at, end);
    const from = at + payloadOffset;
    if (end - from < leastSize) return payloadOffset + leastSize + trailer;
    const view = new DataView(bytes.buffer, bytes.byteOffset + from, end - from);
    const size = extent(view, 0, leastSize);
    return typeof size === "number" ? payloadOffset + size + trailer : NOT_A_FRAME;
  }

  #isKnown(at: number, size: number): boolean {
    const struct = this.#table.peek(this.#queue.bytes, at, this.#queue.end);
    if (struct === undefined) return false;
    const { bytes: queued, end } = this.#queue;
    const { payloadOffset, trailer, short, long } = this.#table.formatOf(queued, at, end);
    const bytes = size - payloadOffset - trailer;
    return (bytes >= leastBytes(struct) || short === "zero") && (bytes <= struct.size || long === "ignore");
  }

  /** The earliest position where the next frame can begin. */
  #nextPlace(from: number): number {
    const { bytes, end } = this.#queue;
    if (this.#syncs.length === 0) return from;
    let next = end;
    for (const word of this.#syncs) {
      const first = bytes.indexOf(word[0]!, from);
      if (first >= 0 && first < next) next = first;
    }
    return next;
  }

  #passTo(offset: number): void {
    this.#passed = Math.min(offset, this.#queue.end) - this.#queue.start;
    this.#lost = true;
    if (this.#passed > RUN_BYTES && this.#passed > this.#damagedBytes) this.#tellPassed();
  }

  /** Reports a damaged frame as one frame if the next frame begins right after it. */
  #tellPassed(): void {
    const bytes = this.#passed;
    const isFrame = bytes === this.#damagedBytes;
    this.#passed = 0;
    this.#damagedBytes = 0;
    if (bytes === 0) return;
    if (isFrame) this.#sink.frame(this.#queue.take(bytes));
    else
      for (let left = bytes; left > 0; left -= RUN_BYTES)
        this.#sink.skipped(this.#queue.take(Math.min(left, RUN_BYTES)));
  }
}

/** Whether the bytes from `at` match the word, as far as they have arrived. [hot path] */
function beginsWith(bytes: Uint8Array, at: number, end: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length && at + index < end; index++) {
    if (bytes[at + index] !== word[index]) return false;
  }
  return true;
}

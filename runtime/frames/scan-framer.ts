/**
 * Streams whose frames tell their own size, by a length field or by their ID, with or without a word that each begins with.
 * Hot path. A frame is taken where its ID is known and its size fits; checksums decide where there are any. Behind rubbish,
 * and for an ID that is not known, what follows has to look like a frame, too.
 */

import { ByteQueue } from "./byte-queue.ts";
import { type Framing, formatsOf } from "./frame-format.ts";
import { type FrameStruct, type FrameTable, leastBytes } from "./frame-table.ts";
import { type FrameSink, MAX_FRAME_BYTES, RUN_BYTES, type StreamFramer } from "./framer.ts";
import { readLocator } from "./locator.ts";

const NOT_A_FRAME = -1;
const NOT_YET = 0;
/** Bytes of checksums that each received byte pays for: so much rubbish is tried at every place, and time stays linear. */
const CREDIT_PER_BYTE = 32;

/** Frames of IDs that are not known are taken up to this size, or that of the largest that is known. */
const UNKNOWN_BYTES = 4096;

/** What may come behind the bytes that wait: more of them; nothing for a while; nothing at all. */
type Outlook = "more" | "silence" | "end";

export class ScanFramer<S extends FrameStruct> implements StreamFramer {
  #table!: FrameTable<S>;
  readonly #sink: FrameSink;
  /** Words that frames begin with; none: anything. */
  readonly #syncs: readonly Uint8Array[];
  /** Absent where frames tell their sizes. */
  readonly #fixed: { readonly bytes: number | undefined } | undefined;
  #headerBytes = 0;
  #leastBytes = 0;
  #mostBytes = 0;
  /** The ID alone tells the size. */
  #bySize = false;
  #hasCheck = false;
  readonly #queue = new ByteQueue();
  /** Bytes at the queue's beginning that begin no frame. */
  #passed = 0;
  /** Size of the frame with a wrong checksum that they begin with; 0 without one. */
  #damagedBytes = 0;
  /** No frame since bytes were passed over. */
  #lost = false;
  #credit = 0;

  constructor(framing: Extract<Framing, { kind: "length" | "fixed" | "sync" }>, table: FrameTable<S>, sink: FrameSink) {
    this.#sink = sink;
    this.#syncs = framing.kind === "sync" ? [framing.word, ...(framing.others ?? [])] : [];
    this.#fixed = framing.kind === "fixed" ? { bytes: framing.bytes } : undefined;
    this.use(table);
  }

  /** From the next byte on frames are those of this table; what waits stays. */
  use(table: FrameTable<S>): void {
    const { length, long, check } = table.format;
    this.#table = table;
    this.#headerBytes = Math.max(table.headerBytes, ...this.#syncs.map((word) => word.length));
    const around = formatsOf(table.format).map(({ payloadOffset, trailer }) => payloadOffset + trailer);
    this.#leastBytes = Math.max(this.#headerBytes, Math.min(...around));
    this.#mostBytes = long === "ignore" ? MAX_FRAME_BYTES : Math.max(UNKNOWN_BYTES, table.largestBytes);
    this.#bySize = this.#fixed !== undefined || length === undefined;
    this.#hasCheck = check !== undefined;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  push(chunk: Uint8Array): void {
    // In pieces: what waits never grows by more than one.
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
        // In the middle of a frame a stream may well fall silent; behind rubbish this is hardly the beginning of one.
        if (outlook === "more" || (outlook === "silence" && !this.#lost)) return;
        this.#passTo(this.#nextPlace(at + 1));
      } else if (!this.#take(at, size, outlook)) return;
    }
  }

  /** False when more bytes have to come first. */
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

  /** The size of the frame that begins at `at`, by what it says of itself. */
  #measure(at: number): number {
    const { bytes, end } = this.#queue;
    if (this.#syncs.length > 0 && !this.#syncs.some((word) => beginsWith(bytes, at, end, word))) return NOT_A_FRAME;
    if (end - at < this.#headerBytes) return NOT_YET;
    const size = this.#sizeOf(at);
    if (size < this.#leastBytes || size > this.#mostBytes) return NOT_A_FRAME;
    // Among rubbish, nearly every place begins a frame of some unknown ID, unless a word tells which do.
    const isTrusted = this.#syncs.length > 0 || (this.#hasCheck && !this.#lost);
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

  /** What the message says of its own size, as far as it is there. */
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

  /** Where the next frame can begin at the earliest. */
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

  #passTo(place: number): void {
    this.#passed = Math.min(place, this.#queue.end) - this.#queue.start;
    this.#lost = true;
    if (this.#passed > RUN_BYTES && this.#passed > this.#damagedBytes) this.#tellPassed();
  }

  /** A damaged frame is told as the frame that it was, where the next one begins behind it. */
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

/** Whether the bytes from `at` are the word, as far as they have come. [hot path] */
function beginsWith(bytes: Uint8Array, at: number, end: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length && at + index < end; index++) {
    if (bytes[at + index] !== word[index]) return false;
  }
  return true;
}

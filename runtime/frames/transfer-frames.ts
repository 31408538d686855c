/** Cuts TM transfer frames of CCSDS into the space packets that they carry, and joins segmented packets. [CCSDS 132.0-B-3, 133.0-B-2] */

import { ByteQueue } from "./byte-queue.ts";
import { type Checksum, checksumOf } from "./checksum.ts";
import type { Framing } from "./frame-format.ts";
import { type FrameSink, MAX_FRAME_BYTES, RUN_BYTES, type StreamFramer } from "./framer.ts";

const MARKER = Uint8Array.of(0x1a, 0xcf, 0xfc, 0x1d);
const HEADER_BYTES = 6;
const OCF_BYTES = 4;
const CRC_BYTES = 2;
const IDLE_FRAME = 0x7fe;
const NO_PACKET_BEGINS = 0x7ff;
const IDLE_PACKET = 0x7ff;
const PACKET_HEADER_BYTES = 6;
/** Virtual channels, and packets whose segments come: strangers can invent their numbers. */
const MOST_CHANNELS = 64;

export class TransferFramer implements StreamFramer {
  readonly #bytes: number;
  readonly #check: Checksum | undefined;
  readonly #sink: FrameSink;
  readonly #queue = new ByteQueue();
  readonly #channels = new Map<number, VirtualChannel>();
  /** Whether each frame has a marker before it; undefined until the stream has shown it. */
  #isMarked: boolean | undefined;

  constructor({ bytes, check }: Extract<Framing, { kind: "tm" }>, sink: FrameSink) {
    this.#bytes = bytes;
    this.#check = check ? checksumOf("crc16/ibm-3740") : undefined;
    this.#sink = sink;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  push(chunk: Uint8Array): void {
    this.#queue.add(chunk);
    if (this.#isMarked === undefined && this.#queue.length < this.#bytes + MARKER.length) return;
    this.#cut();
  }

  /** A frame may arrive in two parts with a pause in between. */
  pause(): void {}

  end(): void {
    this.#cut();
    skip(this.#queue.take(this.#queue.length), this.#sink);
    for (const channel of this.#channels.values()) channel.end();
    this.#channels.clear();
  }

  #cut(): void {
    this.#isMarked ??= this.#markerFrom(0) >= 0;
    const marker = this.#isMarked ? MARKER.length : 0;
    while (this.#queue.length >= marker + this.#bytes) {
      const at = this.#isMarked ? this.#markerFrom(0) : 0;
      if (at !== 0) {
        // The last bytes may be the beginning of a marker.
        skip(this.#queue.take(at < 0 ? this.#queue.length - MARKER.length + 1 : at), this.#sink);
        continue;
      }
      this.#queue.take(marker);
      this.#frame(this.#queue.take(this.#bytes));
    }
  }

  #markerFrom(from: number): number {
    const { bytes, start, end } = this.#queue;
    for (let at = start + from; at + MARKER.length <= end; at++)
      if (MARKER.every((byte, index) => bytes[at + index] === byte)) return at - start;
    return -1;
  }

  #frame(frame: Uint8Array): void {
    const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
    const [id, status] = [view.getUint16(0), view.getUint16(4)];
    const begin = HEADER_BYTES + ((status & 0x8000) === 0 ? 0 : 1 + (frame[HEADER_BYTES]! & 0x3f));
    const end = frame.length - (this.#check === undefined ? 0 : CRC_BYTES) - ((id & 1) === 0 ? 0 : OCF_BYTES);
    const first = status & 0x7ff;
    const isPast = begin > end || (first < IDLE_FRAME && begin + first > end);
    // Another version of frames, or other data than packets.
    if (id >> 14 !== 0 || (status & 0x4000) !== 0 || isPast || !this.#isWhole(frame)) skip(frame, this.#sink);
    else this.#channelOf(id & 0x3ffe).take(frame[3]!, first, frame.subarray(begin, end));
  }

  #isWhole(frame: Uint8Array): boolean {
    const end = frame.length - CRC_BYTES;
    return this.#check === undefined || this.#check.of(frame, 0, end) === ((frame[end]! << 8) | frame[end + 1]!);
  }

  #channelOf(id: number): VirtualChannel {
    const known = this.#channels.get(id) ?? new VirtualChannel(this.#sink);
    this.#channels.delete(id);
    this.#channels.set(id, known);
    const [oldest] = this.#channels.keys();
    if (this.#channels.size > MOST_CHANNELS) {
      this.#channels.get(oldest!)!.end();
      this.#channels.delete(oldest!);
    }
    return known;
  }
}

class VirtualChannel {
  readonly #sink: FrameSink;
  readonly #segments: Segments;
  /** A packet that is not complete. */
  readonly #queue = new ByteQueue();
  #isInPacket = false;
  #next: number | undefined;

  constructor(sink: FrameSink) {
    this.#sink = sink;
    this.#segments = new Segments(sink);
  }

  /** @param first where the first packet of the frame begins */
  take(count: number, first: number, data: Uint8Array): void {
    if (this.#next !== undefined && count !== this.#next) this.#lose();
    this.#next = (count + 1) & 0xff;
    if (first === IDLE_FRAME) return;
    const isWithin = first === NO_PACKET_BEGINS;
    this.#add(isWithin ? data : data.subarray(0, first));
    if (isWithin) return;
    // What the frame says of the next packet counts.
    this.#lose();
    this.#isInPacket = true;
    this.#add(data.subarray(first));
  }

  end(): void {
    this.#lose();
    this.#segments.end();
  }

  #add(data: Uint8Array): void {
    if (this.#isInPacket) this.#queue.add(data);
    else skip(data, this.#sink);
    while (this.#isInPacket && this.#queue.length > PACKET_HEADER_BYTES) {
      const { bytes, start } = this.#queue;
      const size = ((bytes[start + 4]! << 8) | bytes[start + 5]!) + PACKET_HEADER_BYTES + 1;
      // Not a packet of the first version: where the next one begins, a later frame says.
      if (bytes[start]! >> 5 !== 0) this.#lose();
      else if (this.#queue.length < size) return;
      else this.#segments.take(this.#queue.take(size));
    }
  }

  #lose(): void {
    skip(this.#queue.take(this.#queue.length), this.#sink);
    this.#isInPacket = false;
  }
}

interface Unfinished {
  readonly pieces: Uint8Array[];
  bytes: number;
  next: number;
}

/** Joins the segments of packets: the first one's header, and the data of all. */
class Segments {
  readonly #sink: FrameSink;
  /** By APID. */
  readonly #unfinished = new Map<number, Unfinished>();

  constructor(sink: FrameSink) {
    this.#sink = sink;
  }

  take(packet: Uint8Array): void {
    const apid = ((packet[0]! & 7) << 8) | packet[1]!;
    const [flags, count] = [packet[2]! >> 6, ((packet[2]! & 0x3f) << 8) | packet[3]!];
    if (apid === IDLE_PACKET) return;
    const before = this.#unfinished.get(apid);
    const isNext =
      before !== undefined &&
      flags !== 1 &&
      flags !== 3 &&
      before.next === count &&
      before.bytes + packet.length <= MAX_FRAME_BYTES;
    if (before !== undefined && !isNext) this.#lose(apid, before);
    if (flags === 3) this.#sink.frame(packet);
    else if (flags === 1) this.#begin(apid, packet, count);
    else if (!isNext) skip(packet, this.#sink);
    else {
      before.pieces.push(packet.subarray(PACKET_HEADER_BYTES));
      before.bytes += packet.length - PACKET_HEADER_BYTES;
      before.next = (count + 1) & 0x3fff;
      if (flags === 2) this.#finish(apid, before);
    }
  }

  end(): void {
    for (const [apid, unfinished] of this.#unfinished) this.#lose(apid, unfinished);
  }

  #begin(apid: number, packet: Uint8Array, count: number): void {
    const [oldest] = this.#unfinished;
    if (oldest !== undefined && this.#unfinished.size === MOST_CHANNELS) this.#lose(...oldest);
    this.#unfinished.set(apid, { pieces: [packet], bytes: packet.length, next: (count + 1) & 0x3fff });
  }

  #finish(apid: number, { pieces, bytes }: Unfinished): void {
    const whole = new Uint8Array(bytes);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    whole[2]! |= 0xc0;
    new DataView(whole.buffer).setUint16(4, bytes - PACKET_HEADER_BYTES - 1);
    this.#unfinished.delete(apid);
    this.#sink.frame(whole);
  }

  #lose(apid: number, { pieces }: Unfinished): void {
    this.#unfinished.delete(apid);
    for (const piece of pieces) skip(piece, this.#sink);
  }
}

function skip(bytes: Uint8Array, sink: FrameSink): void {
  for (let at = 0; at < bytes.length; at += RUN_BYTES) sink.skipped(bytes.slice(at, at + RUN_BYTES));
}

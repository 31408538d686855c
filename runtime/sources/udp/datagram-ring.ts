/**
 * A single-producer, single-consumer ring of datagrams in shared memory, between the receiving thread and the main one.
 * Record: size u32, channel u16, sender length u16, receivedNs i64, sender (Latin-1), payload; padded to 8 bytes. A
 * record never wraps: a size of 0 at the end of the ring means "continue at the beginning".
 */

import { isAscii, readInt64 } from "../../lib/read-bytes.ts";

/**
 * Bit of a record's channel: the sender is outside `allow_from`. The datagram is still passed on, to be kept as
 * rejected.
 */
export const FORBIDDEN = 0x8000;

const HEADER = 16;
const READ = 0;
const WRITTEN = 1;
const DROPPED = 2;
/** 1: the reader does not poll, and must be woken. */
const ASLEEP = 3;
/** An empty ring begins again once this part of it was used: what lies behind takes no physical memory. */
const USED_PART = 32;

export interface RingMemory {
  readonly control: SharedArrayBuffer;
  readonly data: SharedArrayBuffer;
}

export interface RingRecord {
  channel: number;
  sender: string;
  receivedNs: bigint;
  /** Not in the ring. */
  payload: Uint8Array;
}

/** @param bytes capacity; a multiple of 8 */
export function allocateRing(bytes: number): RingMemory {
  const control = new SharedArrayBuffer(16);
  new Int32Array(control)[ASLEEP] = 1;
  return { control, data: new SharedArrayBuffer(bytes) };
}

class RingEnd {
  protected readonly control: Int32Array;
  protected readonly bytes: Buffer;
  protected readonly view: DataView;
  protected readonly capacity: number;

  constructor(memory: RingMemory) {
    this.control = new Int32Array(memory.control);
    this.bytes = Buffer.from(memory.data);
    this.view = new DataView(memory.data);
    this.capacity = memory.data.byteLength;
  }
}

export class RingWriter extends RingEnd {
  /** `full`: the datagram is dropped and counted. `wake`: the reader must be woken. */
  write(channel: number, sender: string, receivedNs: bigint, payload: Uint8Array): "full" | "written" | "wake" {
    const length = HEADER + sender.length + payload.length;
    const needed = (length + 7) & ~7;
    for (;;) {
      const read = Atomics.load(this.control, READ);
      const written = Atomics.load(this.control, WRITTEN);
      const at = this.#place(read, written, needed);
      if (at < 0) {
        if (this.#moved(read, written)) continue;
        Atomics.add(this.control, DROPPED, 1);
        return "full";
      }
      if (at !== written) this.view.setUint32(written, 0, true);
      this.view.setUint32(at, length, true);
      this.view.setUint16(at + 4, channel, true);
      this.view.setUint16(at + 6, sender.length, true);
      this.view.setBigInt64(at + 8, receivedNs, true);
      putLatin1(this.bytes, at + HEADER, sender);
      this.bytes.set(payload, at + HEADER + sender.length);
      const next = at + needed;
      // Fails if the reader has just begun the empty ring again: what was written is then outside it.
      const before = Atomics.compareExchange(this.control, WRITTEN, written, next === this.capacity ? 0 : next);
      if (before === written) return Atomics.exchange(this.control, ASLEEP, 0) === 1 ? "wake" : "written";
    }
  }

  /** Whether the reader has read on, or begun again, since these positions were loaded. */
  #moved(read: number, written: number): boolean {
    return Atomics.load(this.control, READ) !== read || Atomics.load(this.control, WRITTEN) !== written;
  }

  /**
   * A position where `needed` bytes fit without touching unread ones; -1 if there is none. One byte stays free, to
   * distinguish full from empty.
   */
  #place(read: number, written: number, needed: number): number {
    if (written < read) return read - written > needed ? written : -1;
    if (this.capacity - written > needed || (this.capacity - written === needed && read > 0)) return written;
    return read > needed ? 0 : -1;
  }
}

/** Records are taken out of the ring together, up to this many bytes: a copy of each costs several times as much. */
const TAKEN_AT_ONCE = 8192;

export class RingReader extends RingEnd {
  /** Records that were taken out of the ring: payloads are views of it. */
  #taken = Buffer.alloc(0);
  #at = 0;

  /** Number of datagrams dropped because the ring was full. */
  get dropped(): number {
    return Atomics.load(this.control, DROPPED);
  }

  /** From now on, the writer returns `wake` once. Read again afterwards: data may have been written just before. */
  sleep(): void {
    Atomics.store(this.control, ASLEEP, 1);
  }

  /** Fills `record` with the next datagram; false if there is none. */
  read(record: RingRecord): boolean {
    if (this.#at === this.#taken.length && !this.#take()) return false;
    const bytes = this.#taken;
    const at = this.#at;
    const length = bytes.readUInt32LE(at);
    const senderEnd = at + HEADER + bytes.readUInt16LE(at + 6);
    record.channel = bytes.readUInt16LE(at + 4);
    record.receivedNs = readInt64(bytes, at + 8);
    // Consecutive datagrams nearly always have one sender.
    if (!isAscii(record.sender, bytes, at + HEADER, senderEnd))
      record.sender = bytes.toString("latin1", at + HEADER, senderEnd);
    // A plain array: a Buffer takes twice the time to make.
    record.payload = new Uint8Array(bytes.buffer, bytes.byteOffset + senderEnd, at + length - senderEnd);
    this.#at = at + ((length + 7) & ~7);
    return true;
  }

  /** Copies the next records out of the ring; false if it is empty. */
  #take(): boolean {
    let from = Atomics.load(this.control, READ);
    const written = Atomics.load(this.control, WRITTEN);
    if (from === written) {
      if (from >= this.capacity / USED_PART) this.#beginAgain(from);
      return false;
    }
    if (this.view.getUint32(from, true) === 0) from = 0;
    const end = written > from ? written : this.capacity;
    let to = from;
    while (to < end) {
      const length = this.view.getUint32(to, true);
      const next = to + ((length + 7) & ~7);
      if (length === 0 || (to > from && next - from > TAKEN_AT_ONCE)) break;
      to = next;
    }
    this.#taken = Buffer.allocUnsafe(to - from);
    this.bytes.copy(this.#taken, 0, from, to);
    this.#at = 0;
    Atomics.store(this.control, READ, to === this.capacity ? 0 : to);
    return true;
  }

  /** Only while the ring is empty: the writer's position goes first, so that it never passes unread bytes. */
  #beginAgain(at: number): void {
    if (Atomics.compareExchange(this.control, WRITTEN, at, 0) === at) Atomics.store(this.control, READ, 0);
  }
}

// A sender is short, for which a loop is faster than a call into the runtime.
function putLatin1(bytes: Uint8Array, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
}

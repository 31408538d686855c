/**
 * `.blf` of Vector's tools: objects in compressed containers. The layout is that which python-can and other open readers agree on.
 */

import { inflateSync } from "node:zlib";
import { ByteQueue } from "../byte-queue.ts";
import { bytesOfCode, type CanFrame, type CanReader, type CanRecording, canFrame, EXTENDED } from "./can-frame.ts";

const FILE_HEADER_BYTES = 144;
const OBJECT_HEADER_BYTES = 16;
const MOST_OBJECT_BYTES = 64 * 1024 * 1024;
const CONTAINER = 10;
const [CAN_MESSAGE, CAN_MESSAGE_2, CAN_FD_MESSAGE, CAN_FD_MESSAGE_64] = [1, 86, 100, 101];
/** Errors of the bus. */
const ERRORS: ReadonlySet<number> = new Set([2, 73]);
const REMOTE = 0x80;
const NO_REMOTE_FLAG_64 = 0x10;
/** Units of an object's time. */
const TEN_MICROSECONDS = 1;

class BlfReader implements CanReader {
  readonly #waiting = new ByteQueue();
  /** The file's header was read. */
  #isOpen = false;
  #beganNs: bigint | undefined;
  /** The end of the last container may be in the middle of an object. */
  readonly #inside = new ByteQueue();
  others = 0;

  *push(chunk: Buffer): Generator<CanFrame> {
    const waiting = this.#waiting;
    waiting.add(chunk);
    if (!this.#isOpen) {
      if (waiting.length < FILE_HEADER_BYTES) return;
      const size = bytesOf(waiting).readUInt32LE(4);
      if (size < FILE_HEADER_BYTES || size > 65_536) throw new Error("its header has no valid size");
      if (waiting.length < size) return;
      this.#beganNs = systemTimeNs(Buffer.from(waiting.take(size)), 40);
      this.#isOpen = true;
    }
    for (let object = nextObject(waiting); object !== undefined; object = nextObject(waiting)) {
      if (object.type === CONTAINER) yield* this.#container(object.bytes);
      else yield* this.#object(object.type, object.bytes);
    }
  }

  // biome-ignore lint/correctness/useYield: incomplete objects are only counted
  *end(): Generator<CanFrame> {
    if (this.#waiting.length > 0 || this.#inside.length > 3) this.others++;
  }

  *#container(bytes: Buffer): Generator<CanFrame> {
    if (bytes.length < 32) throw new Error("a container is too short");
    const method = bytes.readUInt16LE(16);
    const size = bytes.readUInt32LE(24);
    const packed = bytes.subarray(32);
    if (method !== 0 && method !== 2) throw new Error(`a container has an unknown compression (${method})`);
    if (size > MOST_OBJECT_BYTES) throw new Error(`a container has ${size} bytes`);
    let content: Buffer;
    try {
      // Some writers leave the size zero.
      content = method === 0 ? packed : inflateSync(packed, { maxOutputLength: size || MOST_OBJECT_BYTES });
    } catch (error) {
      throw new Error(`a container is damaged: ${(error as Error).message}`);
    }
    const inside = this.#inside;
    inside.add(content);
    for (let object = nextObject(inside); object !== undefined; object = nextObject(inside))
      yield* this.#object(object.type, object.bytes);
  }

  *#object(type: number, bytes: Buffer): Generator<CanFrame> {
    const isMessage =
      type === CAN_MESSAGE || type === CAN_MESSAGE_2 || type === CAN_FD_MESSAGE || type === CAN_FD_MESSAGE_64;
    if (!isMessage) {
      if (ERRORS.has(type)) this.others++;
      return;
    }
    const header = bytes.readUInt16LE(4);
    if (bytes.length < header + 16 || header < 32) throw new Error("an object is too short");
    const timeNs = this.#timeOf(bytes);
    const body = bytes.subarray(header);
    const frame = type === CAN_FD_MESSAGE_64 ? flexible64(body, header, timeNs) : classic(type, body, timeNs);
    if (frame === undefined) this.others++;
    else yield frame;
  }

  /** Both versions of the object's header have flags and time at one place. */
  #timeOf(bytes: Buffer): bigint | undefined {
    const flags = bytes.readUInt32LE(16);
    const stamp = bytes.readBigUInt64LE(24);
    const ns = flags === TEN_MICROSECONDS ? stamp * 10_000n : stamp;
    return this.#beganNs === undefined ? undefined : this.#beganNs + ns;
  }
}

/** Channel, flags, length code, ID; then the data, or for CAN FD its details. */
function classic(type: number, body: Buffer, timeNs: bigint | undefined): CanFrame | undefined {
  const [channel, flags, code, id] = [body.readUInt16LE(0), body[2]!, body[3]!, body.readUInt32LE(4)];
  if ((flags & REMOTE) !== 0) return undefined;
  const isFlexible = type === CAN_FD_MESSAGE;
  const length = isFlexible ? Math.min(body[14] ?? 0, bytesOfCode(code)) : Math.min(8, code);
  const at = isFlexible ? 20 : 8;
  return frameOf(id, body.subarray(at, at + length), { length, timeNs, bus: String(channel) });
}

/** Data that the object does not have are zeros. */
function flexible64(body: Buffer, header: number, timeNs: bigint | undefined): CanFrame | undefined {
  if (body.length < 40) return undefined;
  const [channel, code, valid, id] = [body[0]!, body[1]!, body[2]!, body.readUInt32LE(4)];
  if ((body.readUInt32LE(12) & NO_REMOTE_FLAG_64) !== 0) return undefined;
  const length = Math.min(valid, bytesOfCode(code));
  const more = body[35]!;
  const end = Math.min(40 + length, more === 0 ? body.length : Math.max(40, more - header));
  const data = Buffer.alloc(length);
  body.copy(data, 0, 40, end);
  return frameOf(id, data, { length, timeNs, bus: String(channel) });
}

function frameOf(
  id: number,
  data: Buffer,
  { length, ...more }: { length: number } & Pick<CanFrame, "timeNs" | "bus">,
): CanFrame | undefined {
  if (data.length < length) return undefined;
  const isExtended = id >= EXTENDED;
  return canFrame(isExtended ? id - EXTENDED : id, isExtended, Uint8Array.from(data), more);
}

function bytesOf({ bytes, start, end }: ByteQueue): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
}

/** Takes an object, with padding in front of it. Undefined if it is not complete. @throws Error if there is no object */
function nextObject(queue: ByteQueue): { readonly type: number; readonly bytes: Buffer } | undefined {
  const bytes = bytesOf(queue);
  let start = 0;
  while (start < 3 && start < bytes.length && bytes[start] === 0) start++;
  if (bytes.length < start + OBJECT_HEADER_BYTES) return undefined;
  if (bytes.toString("latin1", start, start + 4) !== "LOBJ")
    throw new Error("an object does not begin where it should");
  const size = bytes.readUInt32LE(start + 8);
  if (size < OBJECT_HEADER_BYTES || size > MOST_OBJECT_BYTES) throw new Error(`an object has ${size} bytes`);
  if (bytes.length < start + size) return undefined;
  const type = bytes.readUInt32LE(start + 12);
  return { type, bytes: Buffer.from(queue.take(start + size)).subarray(start) };
}

/** Windows' SYSTEMTIME, in UTC as python-can reads it; undefined if it is not set. */
function systemTimeNs(bytes: Buffer, at: number): bigint | undefined {
  const field = (index: number) => bytes.readUInt16LE(at + 2 * index);
  const [year, month, day] = [field(0), field(1), field(3)];
  if (year < 1990 || month < 1 || month > 12 || day < 1) return undefined;
  return BigInt(Date.UTC(year, month - 1, day, field(4), field(5), field(6), field(7))) * 1_000_000n;
}

export const BLF: CanRecording = {
  name: "BLF",
  recognises: (first) => first.toString("latin1", 0, 4) === "LOGG",
  open: () => new BlfReader(),
};

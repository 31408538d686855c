/**
 * Messages of one node and one partition on their way through the cluster's log, as one NATS message.
 *
 *   0 magic "SLFR"   4 version (u8)   5 flags (u8)   6 bytes of the node's identity (u16)   8 records (u32)
 *   12 CRC-32 of what follows   16 identity   then for each message: position in its journal (u64), record (journal/record.ts)
 *
 * Whoever may publish to the subject can send anything: nothing of a frame is believed before it was checked.
 */

import { crc32 } from "../journal/crc32.ts";
import type { JournalPosition } from "../journal/journal.ts";
import { readRecord, recordBytesAtMost, writeRecord } from "../journal/record.ts";
import type { Message } from "../telemetry/message.ts";

export interface FrameEntry {
  readonly position: JournalPosition;
  readonly message: Message;
  /** Number of its decoding epoch; the same for all entries of a frame, which has it in its header. Absent in a decoded frame. */
  readonly epoch?: number;
}

export interface Frame {
  /** Identity of the journal that the positions are of. */
  readonly node: string;
  /** In ascending order; at least one. */
  readonly entries: readonly FrameEntry[];
}

/** What NATS takes in one message unless it is configured otherwise, less its headers. */
export const MAX_FRAME_BYTES = (1 << 20) - 4096;
const MAGIC = 0x52464c53;
const VERSION = 1;
const HEADER_BYTES = 16;
const POSITION_BYTES = 8;
const IDENTITY = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** Bytes that are surely enough for the message in a frame. */
export function frameBytesAtMost(message: Message): number {
  return POSITION_BYTES + recordBytesAtMost(message);
}

export function encodeFrame({ node, entries }: Frame): Uint8Array {
  const room = entries.reduce((sum, { message }) => sum + frameBytesAtMost(message), HEADER_BYTES + node.length);
  const bytes = Buffer.allocUnsafe(room);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = HEADER_BYTES + bytes.write(node, HEADER_BYTES, "latin1");
  for (const { position, message } of entries) {
    bytes.writeBigUInt64LE(BigInt(position), offset);
    offset = writeRecord(bytes, view, offset + POSITION_BYTES, message);
  }
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt8(VERSION, 4);
  bytes.writeUInt8(0, 5);
  bytes.writeUInt16LE(node.length, 6);
  bytes.writeUInt32LE(entries.length, 8);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEADER_BYTES, offset)), 12);
  return bytes.subarray(0, offset);
}

/** Payloads are views of the bytes. @throws Error with a sentence that says what is wrong */
export function decodeFrame(data: Uint8Array): Frame {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== MAGIC) throw new Error("it is no frame");
  const version = bytes.readUInt8(4);
  if (version !== VERSION || bytes.readUInt8(5) !== 0) {
    throw new Error(`it is of version ${version}.${bytes.readUInt8(5)}, this is ${VERSION}.0`);
  }
  if (crc32(bytes.subarray(HEADER_BYTES)) !== bytes.readUInt32LE(12)) throw new Error("its checksum is wrong");
  const identityBytes = bytes.readUInt16LE(6);
  const node = bytes.toString("latin1", HEADER_BYTES, HEADER_BYTES + identityBytes);
  if (!IDENTITY.test(node)) throw new Error("it names no node");
  return { node, entries: readEntries(bytes, HEADER_BYTES + identityBytes, bytes.readUInt32LE(8)) };
}

function readEntries(bytes: Buffer, begin: number, count: number): FrameEntry[] {
  const entries: FrameEntry[] = [];
  let offset = begin;
  let last = 0;
  while (offset < bytes.length && entries.length < count) {
    if (bytes.length - offset < POSITION_BYTES) throw new Error("it is cut off");
    const position = Number(bytes.readBigUInt64LE(offset));
    if (!Number.isSafeInteger(position) || position <= last) throw new Error("its positions are not in order");
    const record = readRecord(bytes, offset + POSITION_BYTES);
    if (record === undefined) throw new Error(`its record ${entries.length + 1} is malformed`);
    entries.push({ position, message: record.message });
    last = position;
    offset = record.end;
  }
  if (entries.length !== count || offset !== bytes.length || count === 0) {
    throw new Error("it does not hold as many records as it says");
  }
  return entries;
}

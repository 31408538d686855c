/**
 * A frame: messages of one node and one partition in the cluster's log, as one NATS message (or several parts of one:
 * `frame-parts.ts`).
 *
 *   0 magic "SLFR"   4 version (u8)   5 flags (u8)   6 bytes of the node's identity (u16)   8 records (u32)
 *   12 CRC-32 of what follows   16 identity   then for each message: position in its journal (u64), record
 * (journal/record.ts)
 *
 * Version 2 has the number of the node's incarnation (u64) before the identity. Its flag 1 means that its messages may
 * be in the log already, in an earlier frame. Version 1 has no such flag, and a message with rows in several partitions
 * is in a frame of each. Both versions must stay readable; `test/parts/cluster/frames` has one of each.
 *
 * Anyone with the permission to publish can send anything: a frame is validated before it is used.
 */

import { crc32 } from "node:zlib";
import { readRecord, recordBytesAtMost, writeRecord } from "../../journal/record.ts";
import type { JournalPosition } from "../../model/journal-entry.ts";
import type { Message } from "../../model/message.ts";

export interface FrameEntry {
  readonly position: JournalPosition;
  readonly message: Message;
}

/** The same for the sender; an encoded record of the journal is copied. */
export interface EncodedEntry extends FrameEntry {
  readonly record?: Uint8Array | undefined;
}

/** Whether a frame's messages may have been in an earlier frame. */
export type Sending = "first" | "perhaps again";

export interface Frame {
  readonly version: 1 | 2;
  /** Identity of the journal with these positions. */
  readonly node: string;
  /** The node's run that sent it; 0 in version 1. */
  readonly incarnation: number;
  readonly sending: Sending;
  /** In ascending order; at least one. */
  readonly entries: readonly FrameEntry[];
}

export interface FrameWish {
  readonly node: string;
  /** Absent: version 1. */
  readonly incarnation?: number;
  readonly sending?: Sending;
  readonly entries: readonly EncodedEntry[];
}

const MAGIC = 0x52464c53;
const HEADER_BYTES = 16;
const INCARNATION_BYTES = 8;
const POSITION_BYTES = 8;
const AGAIN = 1;
const IDENTITY = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** Size of a NATS message's headers, which count towards the limit. */
const NATS_HEADER_BYTES = 4096;
/** Larger frames have no advantage. */
const LARGEST_BYTES = 4 << 20;

/** @param maxPayload the server's limit for one message */
export function mostFrameBytes(maxPayload: number): number {
  return Math.min(maxPayload, LARGEST_BYTES) - Math.min(NATS_HEADER_BYTES, maxPayload >> 2);
}

/** An upper bound for the message's size in a frame. */
export function frameBytesAtMost({ message, record }: Omit<EncodedEntry, "position">): number {
  return POSITION_BYTES + (record?.length ?? recordBytesAtMost(message));
}

export function encodeFrame({ node, incarnation, sending = "first", entries }: FrameWish): Buffer {
  const identityAt = HEADER_BYTES + (incarnation === undefined ? 0 : INCARNATION_BYTES);
  const room = entries.reduce((sum, entry) => sum + frameBytesAtMost(entry), identityAt + node.length);
  const bytes = Buffer.allocUnsafe(room);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = identityAt + bytes.write(node, identityAt, "latin1");
  for (const { position, message, record } of entries) {
    bytes.writeBigUInt64LE(BigInt(position), offset);
    offset += POSITION_BYTES;
    if (record === undefined) offset = writeRecord(bytes, view, offset, message);
    else {
      bytes.set(record, offset);
      offset += record.length;
    }
  }
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt8(incarnation === undefined ? 1 : 2, 4);
  bytes.writeUInt8(sending === "first" ? 0 : AGAIN, 5);
  bytes.writeUInt16LE(node.length, 6);
  bytes.writeUInt32LE(entries.length, 8);
  if (incarnation !== undefined) bytes.writeBigUInt64LE(BigInt(incarnation), HEADER_BYTES);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEADER_BYTES, offset)), 12);
  return bytes.subarray(0, offset);
}

/** Payloads are views of the bytes. @throws Error with a sentence about the problem */
export function decodeFrame(data: Uint8Array): Frame {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== MAGIC) throw new Error("it is not a frame");
  const version = bytes.readUInt8(4);
  const flags = bytes.readUInt8(5);
  if ((version !== 1 || flags !== 0) && (version !== 2 || flags > AGAIN)) {
    throw new Error(`it is of version ${version}.${flags}, this is 2.${AGAIN}: a newer structline reads it`);
  }
  if (crc32(bytes.subarray(HEADER_BYTES)) !== bytes.readUInt32LE(12)) throw new Error("its checksum is wrong");
  const identityAt = HEADER_BYTES + (version === 1 ? 0 : INCARNATION_BYTES);
  if (bytes.length < identityAt) throw new Error("it is cut off");
  const incarnation = version === 1 ? 0 : Number(bytes.readBigUInt64LE(HEADER_BYTES));
  const identityBytes = bytes.readUInt16LE(6);
  const node = bytes.toString("latin1", identityAt, identityAt + identityBytes);
  if (!IDENTITY.test(node)) throw new Error("it names no node");
  const entries = readEntries(bytes, identityAt + identityBytes, bytes.readUInt32LE(8));
  const sending = version === 1 || flags === AGAIN ? "perhaps again" : "first";
  return { version, node, incarnation, sending, entries };
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

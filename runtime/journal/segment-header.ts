/**
 * Header and name of a segment file. The name is the position of its first message: finding a position needs no index,
 * and a file is deleted when the store has all its messages.
 *
 * Header, 64 bytes, little-endian: 0 magic "SLJOURNL"   8 format version (u32)   12 zero
 *   16 position of the first message (u64)   24 committed position when it was made, or later (u64)
 *   32 last position that was surely given out before it (u64)   40 the journal's identity (16 bytes)
 *   56 number of the decoding epoch of all its messages (u32; 0 before there were epochs)   60 CRC-32 of bytes 0–59
 *
 * A new epoch begins a new segment. Everything else in the header is also stored elsewhere: the first position is the
 * file's name, and the identity is in the file `identity` and in every other segment. The salt of its blocks follows
 * from these two. So a segment without a valid header can still be read, and blocks of another segment are never
 * mistaken for its own.
 *
 * Version 1 (up to 0.1) can be read: 36 bytes, 12 salt (u32, random)   16, 24 as above   32 CRC-32 of bytes 0–31.
 */

import { crc32 } from "node:zlib";
import type { JournalPosition } from "../model/journal-entry.ts";

export const FORMAT_VERSION = 2;
export const SEGMENT_HEADER_BYTES = 64;
export const VERSION_1_HEADER_BYTES = 36;
const MAGIC = Buffer.from("SLJOURNL", "latin1");
const NAME = /^(\d{16})\.journal$/;
/** Positions must be safe integers; beyond this there is not enough room to count. */
const MAX_FIRST = 2 ** 52;

export interface SegmentHeader {
  readonly version: 1 | 2;
  readonly first: JournalPosition;
  readonly committed: JournalPosition;
  /**
   * Last position that was certainly assigned before the segment; less than `first − 1` only if the journal was
   * damaged.
   */
  readonly known: JournalPosition;
  /** UUID of the journal; empty in version 1. */
  readonly journal: string;
  /** Number of its messages' decoding epoch; 0 if it is unknown. */
  readonly epoch: number;
  /** Every block of the segment repeats it. */
  readonly salt: number;
}

export function segmentName(first: JournalPosition): string {
  return `${String(first).padStart(16, "0")}.journal`;
}

/** The first position in a file's name; undefined if it is not a segment's name. */
export function firstOfName(name: string): JournalPosition | undefined {
  const first = Number(NAME.exec(name)?.[1] ?? 0);
  return first > 0 && first < MAX_FIRST ? first : undefined;
}

/** A sender cannot guess the salt for a forged payload: the identity is random and never shown as a whole. */
export function saltOf(journal: string, first: JournalPosition): number {
  return crc32(Buffer.from(`${journal}/${first}`, "latin1"));
}

export function encodeHeader(header: Omit<SegmentHeader, "version" | "salt">): Buffer {
  const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(FORMAT_VERSION, 8);
  bytes.writeBigUInt64LE(BigInt(header.first), 16);
  bytes.writeBigUInt64LE(BigInt(header.committed), 24);
  bytes.writeBigUInt64LE(BigInt(header.known), 32);
  bytes.write(header.journal.replaceAll("-", ""), 40, "hex");
  bytes.writeUInt32LE(header.epoch, 56);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
  return bytes;
}

/**
 * Decodes the header; undefined if it is torn or not a segment's.
 * @throws Error if a newer version of the program wrote it
 */
export function decodeHeader(bytes: Buffer, path: string): SegmentHeader | undefined {
  if (bytes.length < VERSION_1_HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) return undefined;
  const version = bytes.readUInt32LE(8);
  if (isSound(bytes, VERSION_1_HEADER_BYTES) && version === 1) return decodeVersion1(bytes);
  if (!isSound(bytes, SEGMENT_HEADER_BYTES)) return undefined;
  if (version !== FORMAT_VERSION) {
    throw new Error(`${path} has journal format ${version}; this program reads formats 1 and ${FORMAT_VERSION}.`);
  }
  const first = Number(bytes.readBigUInt64LE(16));
  const journal = formatUuid(bytes.toString("hex", 40, 56));
  return {
    version,
    first,
    committed: Number(bytes.readBigUInt64LE(24)),
    known: Number(bytes.readBigUInt64LE(32)),
    journal,
    epoch: bytes.readUInt32LE(56),
    salt: saltOf(journal, first),
  };
}

function decodeVersion1(bytes: Buffer): SegmentHeader {
  const first = Number(bytes.readBigUInt64LE(16));
  const committed = Number(bytes.readBigUInt64LE(24));
  return { version: 1, first, committed, known: first - 1, journal: "", epoch: 0, salt: bytes.readUInt32LE(12) };
}

/** The header's last four bytes are the checksum of the others. */
function isSound(bytes: Buffer, length: number): boolean {
  return bytes.length >= length && bytes.readUInt32LE(length - 4) === crc32(bytes.subarray(0, length - 4));
}

function formatUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

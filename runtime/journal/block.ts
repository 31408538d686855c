/**
 * A block is written by one group commit for one page. It is the unit of durability and of verification: no record of a
 * torn block was ever acknowledged, so one checksum covers all records.
 *
 * Header, 40 bytes, little-endian:
 *   0 magic "SLJB"   4 body bytes   8 CRC-32 of the body   12 records
 *   16 position of the first record (u64)   24 committed position at the time of writing (u64)
 *   32 the segment's salt (u32)   36 CRC-32 of bytes 0–35
 *
 * Every block carries the committed position, which therefore needs no file and no sync of its own. A crash may lose
 * its latest values. The replay is then longer, but harmless: stores write idempotently or keep the position
 * themselves.
 *
 * The salt is a random number of each segment: when the reader searches a damaged part for the next sound block, bytes
 * in a sender's payload must not look like one.
 */

import { crc32 } from "node:zlib";
import type { JournalPosition } from "../model/journal-entry.ts";

export const BLOCK_HEADER_BYTES = 40;
const MAGIC = 0x424a4c53;
/** `SLJB` as bytes in the file. */
export const BLOCK_MAGIC = Buffer.from("SLJB", "latin1");

export interface BlockHeader {
  readonly bodyBytes: number;
  readonly bodyCrc: number;
  readonly records: number;
  readonly first: JournalPosition;
  /** Before `first` if there are no records. */
  readonly last: JournalPosition;
  readonly committed: JournalPosition;
  readonly salt: number;
}

/** Writes the header of the block in `block`, whose first bytes are reserved for it. */
export function writeBlockHeader(
  block: Uint8Array,
  fields: Pick<BlockHeader, "records" | "first" | "committed" | "salt">,
): void {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, block.byteLength - BLOCK_HEADER_BYTES, true);
  view.setUint32(8, crc32(block.subarray(BLOCK_HEADER_BYTES)), true);
  view.setUint32(12, fields.records, true);
  view.setBigUint64(16, BigInt(fields.first), true);
  view.setBigUint64(24, BigInt(fields.committed), true);
  view.setUint32(32, fields.salt, true);
  view.setUint32(36, crc32(block.subarray(0, 36)), true);
}

/** The header at `offset`; undefined if the 40 bytes there are not a valid header. */
export function readBlockHeader(bytes: Uint8Array, offset: number): BlockHeader | undefined {
  if (bytes.byteLength - offset < BLOCK_HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, BLOCK_HEADER_BYTES);
  if (view.getUint32(0, true) !== MAGIC) return undefined;
  if (view.getUint32(36, true) !== crc32(bytes.subarray(offset, offset + 36))) return undefined;
  const records = view.getUint32(12, true);
  const first = Number(view.getBigUint64(16, true));
  return {
    bodyBytes: view.getUint32(4, true),
    bodyCrc: view.getUint32(8, true),
    records,
    first,
    last: first + records - 1,
    committed: Number(view.getBigUint64(24, true)),
    salt: view.getUint32(32, true),
  };
}

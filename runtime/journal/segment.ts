/**
 * Segment files: a header, then blocks. A segment is named by the position of its first message, so that finding a
 * position needs no index, and whole files are deleted when the store has all of them.
 *
 * Header, 36 bytes, little-endian: 0 magic "SLJOURNL"   8 format version (u32)   12 salt (u32, random)
 *   16 position of the first message (u64)   24 committed position when it was made (u64)   32 CRC-32 of bytes 0–31
 */

import { randomInt } from "node:crypto";
import { constants } from "node:fs";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "./crc32.ts";
import type { JournalPosition } from "./journal.ts";

export const FORMAT_VERSION = 1;
export const SEGMENT_HEADER_BYTES = 36;
const MAGIC = Buffer.from("SLJOURNL", "latin1");
/** A segment that is just being made. */
export const DRAFT_SUFFIX = ".new";
const NAME = /^(\d{16})\.journal$/;

/** The part of `node:fs/promises`' FileHandle that the journal needs; tests put failing disks in its place. */
export type JournalFile = Pick<fs.FileHandle, "read" | "write" | "datasync" | "truncate" | "close" | "stat">;
export type OpenFile = (path: string, flags: number) => Promise<JournalFile>;

export interface SegmentHeader {
  readonly first: JournalPosition;
  readonly committed: JournalPosition;
  /** Every block of the segment repeats it. */
  readonly salt: number;
}

export function segmentName(first: JournalPosition): string {
  return `${String(first).padStart(16, "0")}.journal`;
}

/** First positions of the directory's segments, ascending. */
export async function listSegments(directory: string): Promise<JournalPosition[]> {
  const names = await fs.readdir(directory);
  const firsts = names.map((name) => NAME.exec(name)?.[1]).filter((digits) => digits !== undefined);
  return firsts.map(Number).sort((a, b) => a - b);
}

function encodeHeader(header: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(FORMAT_VERSION, 8);
  bytes.writeUInt32LE(header.salt, 12);
  bytes.writeBigUInt64LE(BigInt(header.first), 16);
  bytes.writeBigUInt64LE(BigInt(header.committed), 24);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 32)), 32);
  return bytes;
}

/**
 * The segment's header; undefined where it is torn or not one of ours.
 * @throws Error when a newer version of the program wrote it
 */
export function decodeHeader(bytes: Buffer, path: string): SegmentHeader | undefined {
  if (bytes.length < SEGMENT_HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) return undefined;
  if (bytes.readUInt32LE(32) !== crc32(bytes.subarray(0, 32))) return undefined;
  const version = bytes.readUInt32LE(8);
  if (version !== FORMAT_VERSION) {
    throw new Error(`${path} has journal format ${version}; this program reads format ${FORMAT_VERSION}.`);
  }
  return {
    first: Number(bytes.readBigUInt64LE(16)),
    committed: Number(bytes.readBigUInt64LE(24)),
    salt: bytes.readUInt32LE(12),
  };
}

/** The segment that blocks are added to. Every write is on disk when it resolves. */
export class ActiveSegment {
  readonly first: JournalPosition;
  readonly salt: number;
  readonly path: string;
  readonly #file: JournalFile;
  #size = SEGMENT_HEADER_BYTES;

  private constructor(header: SegmentHeader, path: string, file: JournalFile) {
    this.first = header.first;
    this.salt = header.salt;
    this.path = path;
    this.#file = file;
  }

  /** Bytes known to be on disk. */
  get size(): number {
    return this.#size;
  }

  /**
   * Makes the file, its header and its directory entry durable; leaves nothing behind when it cannot.
   * It may take the place of an empty segment of the same name, and does so at once: that one's header may be all that
   * tells where counting stopped.
   */
  static async create(directory: string, start: Omit<SegmentHeader, "salt">, open: OpenFile): Promise<ActiveSegment> {
    const header = { ...start, salt: randomInt(2 ** 32) };
    const path = join(directory, segmentName(header.first));
    const draft = path + DRAFT_SUFFIX;
    const file = await open(draft, CREATE);
    try {
      await writeAll(file, encodeHeader(header), 0);
      await fs.rename(draft, path);
      await syncDirectory(directory);
    } catch (error) {
      await file.close().catch(ignored);
      await fs.rm(draft, { force: true }).catch(ignored);
      throw error;
    }
    return new ActiveSegment(header, path, file);
  }

  /** Adds blocks. After a failure the segment must be left: what the disk holds of them is unknown. */
  async append(blocks: readonly Buffer[]): Promise<void> {
    let at = this.#size;
    for (const block of blocks) {
      await writeAll(this.#file, block, at);
      at += block.length;
    }
    this.#size = at;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Closes after a failed write, and cuts off what may be there of it; neither may succeed on such a disk. */
  async abandon(): Promise<void> {
    await this.#file.truncate(this.#size).catch(ignored);
    await this.#file.close().catch(ignored);
  }
}

// With O_DSYNC a write returns when the data is on disk: half the round trips of write and fdatasync, and the error of a
// failed write-back is that of the write which caused it.
const DSYNC: number | undefined = constants.O_DSYNC;
const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC | (DSYNC ?? 0);

async function writeAll(file: JournalFile, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new Error("The disk took none of the bytes written to it.");
    done += bytesWritten;
  }
  if (DSYNC === undefined) await file.datasync();
}

/** A new name in a directory is only durable when the directory is. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await fs.open(directory, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Windows knows no sync of directories.
    if (process.platform !== "win32") throw error;
  } finally {
    await handle.close();
  }
}

function ignored(): void {}

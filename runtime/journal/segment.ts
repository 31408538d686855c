/** Segment files: a header, then blocks. */

import { constants } from "node:fs";
import * as fs from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncDirectory } from "../lib/sync-directory.ts";
import { encodeHeader, SEGMENT_HEADER_BYTES, type SegmentHeader, saltOf, segmentName } from "./segment-header.ts";

/** The methods of `node:fs/promises`' FileHandle that the journal needs; tests simulate failing disks with it. */
export type JournalFile = Pick<fs.FileHandle, "read" | "write" | "datasync" | "truncate" | "close" | "stat">;
export type OpenFile = (path: string, flags: number) => Promise<JournalFile>;

export type SegmentStart = Pick<SegmentHeader, "first" | "committed" | "known" | "journal" | "epoch">;

/** The properties of a segment that a reader needs. */
export interface Segment extends Pick<SegmentHeader, "first" | "known" | "epoch" | "salt"> {
  /** Durable bytes. */
  readonly bytes: number;
  /** Offset of the first block. */
  readonly blocksAt: number;
}

/** The segment that receives new blocks. Every write is on disk when its promise resolves. */
export class ActiveSegment {
  readonly salt: number;
  readonly path: string;
  readonly #start: SegmentStart;
  readonly #file: JournalFile;
  #size = SEGMENT_HEADER_BYTES;

  private constructor(start: SegmentStart, path: string, file: JournalFile) {
    this.salt = saltOf(start.journal, start.first);
    this.path = path;
    this.#start = start;
    this.#file = file;
  }

  get epoch(): number {
    return this.#start.epoch;
  }

  /** Bytes known to be on disk. */
  get size(): number {
    return this.#size;
  }

  /**
   * Opens a new file. Never overwrites an existing one, unless the caller knows that it `holds nothing`.
   * @throws Error (EEXIST) if there is such a file
   */
  static async open(
    directory: string,
    start: SegmentStart,
    open: OpenFile,
    existing: "must not exist" | "holds nothing",
  ): Promise<ActiveSegment> {
    const path = join(directory, segmentName(start.first));
    const file = await open(path, existing === "holds nothing" ? WRITE : WRITE | constants.O_EXCL);
    return new ActiveSegment(start, path, file);
  }

  /** Makes its header and its directory entry durable. */
  async begin(): Promise<void> {
    await writeAll(this.#file, encodeHeader(this.#start), 0);
    await this.#file.truncate(SEGMENT_HEADER_BYTES);
    await syncDirectory(dirname(this.path));
  }

  /** The segment's properties for a reader. */
  get description(): Segment {
    const { first, known, epoch } = this.#start;
    return { first, known, epoch, bytes: this.#size, blocksAt: SEGMENT_HEADER_BYTES, salt: this.salt };
  }

  /** Adds blocks. After a failure the segment must not be used again: its content on disk is unknown. */
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

  /**
   * Closes the file after a failed write and removes what may have been written. Both may fail on such a disk.
   * @returns whether it is certainly removed, also after a power failure
   */
  async abandon(): Promise<boolean> {
    const isCut = await this.#cut().catch(() => false);
    await this.#file.close().catch(ignored);
    return isCut;
  }

  async #cut(): Promise<boolean> {
    await this.#file.truncate(this.#size);
    await this.#file.datasync();
    return true;
  }
}

// With O_DSYNC, a write returns when the data is on disk. This needs half the round trips of write and fdatasync, and
// an error of the write-back belongs to the write that caused it.
const DSYNC: number | undefined = constants.O_DSYNC;
const WRITE = constants.O_RDWR | constants.O_CREAT | (DSYNC ?? 0);

async function writeAll(file: JournalFile, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new Error("The disk took none of the bytes written to it.");
    done += bytesWritten;
  }
  if (DSYNC === undefined) await file.datasync();
}

/** Changes an existing file; durable when the promise resolves. */
export async function changeFile(path: string, change: (file: fs.FileHandle) => Promise<unknown>): Promise<void> {
  const file = await fs.open(path, "r+");
  try {
    await change(file);
    await file.datasync();
  } finally {
    await file.close();
  }
}

function ignored(): void {}

/** Segment files: a header, then blocks. */

import { constants } from "node:fs";
import * as fs from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JournalPosition } from "./journal.ts";
import { encodeHeader, SEGMENT_HEADER_BYTES, type SegmentHeader, saltOf, segmentName } from "./segment-header.ts";

/** The part of `node:fs/promises`' FileHandle that the journal needs; tests put failing disks in its place. */
export type JournalFile = Pick<fs.FileHandle, "read" | "write" | "datasync" | "truncate" | "close" | "stat">;
export type OpenFile = (path: string, flags: number) => Promise<JournalFile>;

export type SegmentStart = Pick<SegmentHeader, "first" | "committed" | "known" | "journal" | "epoch">;

/** What has to be known of a segment to read it. */
export interface Segment {
  readonly first: JournalPosition;
  /** Durable bytes. */
  readonly bytes: number;
  /** Offset of the first block. */
  readonly blocksAt: number;
  readonly salt: number;
  /** See `SegmentHeader`. */
  readonly known: JournalPosition;
  /** See `SegmentHeader`. */
  readonly epoch: number;
}

/** The segment that blocks are added to. Every write is on disk when it resolves. */
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
   * Opens a new file. One that is there already is never touched, unless the caller knows that it `holds nothing`.
   * @throws Error (EEXIST) when there is such a file
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

  /** As a reader has to know it. */
  get description(): Segment {
    const { first, known, epoch } = this.#start;
    return { first, known, epoch, bytes: this.#size, blocksAt: SEGMENT_HEADER_BYTES, salt: this.salt };
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

/** Reads a journal's entries in order, with one block in memory at a time. */

import * as fs from "node:fs/promises";
import { join } from "node:path";
import type { JournalEntry, JournalPosition } from "../model/journal-entry.ts";
import type { Message } from "../model/message.ts";
import { isWithdrawn, readRecord } from "./record.ts";
import type { OpenFile, Segment } from "./segment.ts";
import { segmentName } from "./segment-header.ts";
import { type Block, SegmentReader } from "./segment-reader.ts";

/** The journal as the reader sees it while writing continues. */
export interface Readable {
  readonly directory: string;
  readonly open: OpenFile;
  /** The segment that contains `position`, or the next one; undefined if there is none. */
  segmentWith(position: JournalPosition): Segment | undefined;
  /** The segment after the one that begins with `first`. */
  segmentAfter(first: JournalPosition): Segment | undefined;
  /** Positions `from` … `to` can no longer be read: their blocks are damaged, or were deleted after a commit. */
  missing(from: JournalPosition, to: JournalPosition): void;
  /** The same, but it is unknown which of these positions were ever assigned. */
  unknown(from: JournalPosition, to: JournalPosition): void;
}

/** Consecutive records; only those after `after` and up to `upTo` count. */
export interface Records {
  /** Position of the first record. */
  readonly first: JournalPosition;
  /** Position of the last record. */
  readonly last: JournalPosition;
  readonly bytes: Buffer;
  readonly after: JournalPosition;
  readonly upTo: JournalPosition;
  /** Epoch of all records. */
  readonly epoch: number;
}

/** Durable entries after `after` and up to `upTo`. */
export async function* readEntries(
  journal: Readable,
  after: JournalPosition,
  upTo: JournalPosition,
): AsyncGenerator<JournalEntry> {
  for await (const records of readBlocks(journal, after, upTo)) yield* entriesOf(records);
}

/** The same, as blocks of the files. */
export async function* readBlocks(
  journal: Readable,
  after: JournalPosition,
  upTo: JournalPosition,
): AsyncGenerator<Records> {
  let last = after;
  let segment = journal.segmentWith(after + 1);
  while (segment !== undefined && last < upTo) {
    last = passOver(journal, last, Math.min(segment.first - 1, upTo), segment.known);
    const next = journal.segmentAfter(segment.first);
    // Positions of the next segment have precedence: leftovers of a failed write here were never acknowledged.
    const end = Math.min(upTo, (next?.first ?? Number.POSITIVE_INFINITY) - 1);
    for await (const { header, body } of blocksIn(
      join(journal.directory, segmentName(segment.first)),
      journal.open,
      segment,
      last,
    )) {
      last = passOver(journal, last, Math.min(header.first - 1, end));
      const upTo = Math.min(header.last, end);
      if (upTo > last) {
        yield { first: header.first, last: header.last, bytes: body, after: last, upTo, epoch: segment.epoch };
      }
      last = Math.max(last, upTo);
      if (last >= end) break;
    }
    segment = next;
  }
  passOver(journal, last, upTo);
}

/**
 * Reports the gap between the last entry and the next one; all positions up to `known` were assigned. Returns the new
 * last position.
 */
function passOver(journal: Readable, last: JournalPosition, to: JournalPosition, known = to): JournalPosition {
  const sure = Math.min(known, to);
  if (sure > last) journal.missing(last + 1, sure);
  if (to > Math.max(last, sure)) journal.unknown(Math.max(last, sure) + 1, to);
  return Math.max(last, to);
}

/** The sound blocks of a segment's file whose last position is after `after`. */
export async function* blocksIn(
  path: string,
  open: OpenFile,
  segment: Segment,
  after: JournalPosition,
): AsyncGenerator<Block> {
  const file = await open(path, fs.constants.O_RDONLY).catch(ifMissing);
  if (file === undefined) return;
  try {
    yield* new SegmentReader(file, segment).blocks(after);
  } finally {
    await file.close();
  }
}

// A segment may be deleted after its commit even during a read.
function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}

/** Withdrawn messages are skipped. Payloads are views of the bytes. */
export function* entriesOf(records: Records): Generator<JournalEntry> {
  const { bytes, epoch } = records;
  yield* recordsOf(records, (position, at) => ({ position, message: messageAt(bytes, at, position), epoch }));
}

/**
 * What `make` makes of each message that is not withdrawn. [hot path]
 * @param make is given its position; its record is between `at` and `end`
 */
export function* recordsOf<Made>(
  { first, bytes, after, upTo }: Records,
  make: (position: JournalPosition, at: number, end: number) => Made,
): Generator<Made> {
  let end = 0;
  for (let position = first; position <= upTo; position++) {
    const at = end;
    end += bytes.readUInt32LE(at);
    if (position > after && !isWithdrawn(bytes, at)) yield make(position, at, end);
  }
}

export function messageAt(bytes: Buffer, at: number, position: JournalPosition): Message {
  const record = readRecord(bytes, at);
  // The checksum was right, so this is a defect of the program, not of the disk.
  if (record === undefined) throw new Error(`The record at journal position ${position} is malformed.`);
  return record.message;
}

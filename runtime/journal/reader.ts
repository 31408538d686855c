/** Reads a journal's entries in order, one block in memory at a time. */

import * as fs from "node:fs/promises";
import { join } from "node:path";
import type { JournalEntry, JournalPosition } from "./journal.ts";
import { readRecord } from "./record.ts";
import type { OpenFile, Segment } from "./segment.ts";
import { segmentName } from "./segment-header.ts";
import { type Block, SegmentReader } from "./segment-reader.ts";

/** What the reader has to know of the journal while that goes on being written. */
export interface Readable {
  readonly directory: string;
  readonly open: OpenFile;
  /** The segment that `position` lies in, or the next one; undefined where there is none. */
  segmentWith(position: JournalPosition): Segment | undefined;
  /** The segment after the one that begins with `first`. */
  segmentAfter(first: JournalPosition): Segment | undefined;
  /** Positions `from` … `to` cannot be read any more: their blocks are damaged, or were deleted because they were committed. */
  missing(from: JournalPosition, to: JournalPosition): void;
  /** The same, but nobody knows which of them there ever were. */
  unknown(from: JournalPosition, to: JournalPosition): void;
}

/** Records that follow one another, of which those after `after` and up to `upTo` count. */
export interface Records {
  /** Position of the first record. */
  readonly first: JournalPosition;
  /** Position of the last record. */
  readonly last: JournalPosition;
  readonly bytes: Buffer;
  readonly after: JournalPosition;
  readonly upTo: JournalPosition;
  /** Of all of them. */
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

/** The same, a block at a time, as they stand in the files. */
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
    // From its first position on the next segment counts: what is left here of a failed write was never acknowledged.
    const end = Math.min(upTo, (next?.first ?? Number.POSITIVE_INFINITY) - 1);
    for await (const { header, body } of blocksOf(journal, segment, last)) {
      last = passOver(journal, last, Math.min(header.first - 1, end));
      const { first } = header;
      const blockLast = first + header.records - 1;
      const upTo = Math.min(blockLast, end);
      if (upTo > last) yield { first, last: blockLast, bytes: body, after: last, upTo, epoch: segment.epoch };
      last = Math.max(last, upTo);
      if (last >= end) break;
    }
    segment = next;
  }
  passOver(journal, last, upTo);
}

/** What lies between the last entry and the next: all of it was given out up to `known`. Returns the new last position. */
function passOver(journal: Readable, last: JournalPosition, to: JournalPosition, known = to): JournalPosition {
  const sure = Math.min(known, to);
  if (sure > last) journal.missing(last + 1, sure);
  if (to > Math.max(last, sure)) journal.unknown(Math.max(last, sure) + 1, to);
  return Math.max(last, to);
}

async function* blocksOf(journal: Readable, segment: Segment, after: JournalPosition): AsyncGenerator<Block> {
  const path = join(journal.directory, segmentName(segment.first));
  const file = await journal.open(path, fs.constants.O_RDONLY).catch(ifMissing);
  if (file === undefined) return;
  try {
    const reader = new SegmentReader(file, segment);
    for (let block = await reader.next(after); block !== undefined; block = await reader.next(after)) yield block;
  } finally {
    await file.close();
  }
}

// A segment is deleted as soon as all of it is committed, also while somebody reads.
function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}

/** Payloads are views of the bytes; the record is between `at` and `end`. */
export function* entriesOf({
  first,
  bytes,
  after,
  upTo,
  epoch,
}: Records): Generator<JournalEntry & { readonly at: number; readonly end: number }> {
  let offset = 0;
  for (let position = first; position <= upTo; position++) {
    const record = readRecord(bytes, offset);
    // The checksum was right, so this is a fault of ours and not of the disk.
    if (record === undefined) throw new Error(`The record at journal position ${position} is malformed.`);
    const at = offset;
    offset = record.end;
    if (position > after) yield { position, message: record.message, epoch, at, end: offset };
  }
}

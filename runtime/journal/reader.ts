/** Reads a journal's entries in order, one block in memory at a time. */

import * as fs from "node:fs/promises";
import { join } from "node:path";
import type { JournalEntry, JournalPosition } from "./journal.ts";
import { readRecord } from "./record.ts";
import { type OpenFile, segmentName } from "./segment.ts";
import { type Block, SegmentReader } from "./segment-reader.ts";

/** What the reader has to know of the journal while that goes on being written. */
export interface Readable {
  readonly directory: string;
  readonly open: OpenFile;
  /** First position of the segment that `position` lies in, or of the next one; undefined where there is none. */
  segmentWith(position: JournalPosition): JournalPosition | undefined;
  /** First position of the segment after the one that begins with `first`. */
  segmentAfter(first: JournalPosition): JournalPosition | undefined;
  /** Bytes of the segment that are durable. */
  durableBytes(first: JournalPosition): number;
  /** Positions `from` … `to` cannot be read any more: their blocks are damaged, or were deleted because they were committed. */
  missing(from: JournalPosition, to: JournalPosition): void;
}

/** Durable entries after `after` and up to `upTo`. */
export async function* readEntries(
  journal: Readable,
  after: JournalPosition,
  upTo: JournalPosition,
): AsyncGenerator<JournalEntry> {
  let last = after;
  let first = journal.segmentWith(after + 1);
  while (first !== undefined && last < upTo) {
    const next = journal.segmentAfter(first);
    // From its first position on the next segment counts: what is left here of a failed write was never acknowledged.
    const end = Math.min(upTo, (next ?? Number.POSITIVE_INFINITY) - 1);
    for await (const block of blocksOf(journal, first, last)) {
      const begin = Math.min(block.header.first, end + 1);
      if (begin > last + 1) journal.missing(last + 1, begin - 1);
      last = Math.max(last, begin - 1);
      for (const entry of entriesOf(block)) {
        if (entry.position <= last) continue;
        if (entry.position > end) break;
        last = entry.position;
        yield entry;
      }
      if (last >= end) break;
    }
    first = next;
  }
  if (last < upTo) journal.missing(last + 1, upTo);
}

async function* blocksOf(journal: Readable, first: JournalPosition, after: JournalPosition): AsyncGenerator<Block> {
  const path = join(journal.directory, segmentName(first));
  const file = await journal.open(path, fs.constants.O_RDONLY).catch(ifMissing);
  if (file === undefined) return;
  try {
    const reader = new SegmentReader(file, path, journal.durableBytes(first));
    if ((await reader.header()) === undefined) return;
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

function* entriesOf(block: Block): Generator<JournalEntry> {
  let offset = 0;
  for (let position = block.header.first; position < block.header.first + block.header.records; position++) {
    const record = readRecord(block.body, offset);
    // The checksum was right, so this is a fault of ours and not of the disk.
    if (record === undefined) throw new Error(`The record at journal position ${position} is malformed.`);
    offset = record.end;
    yield { position, message: record.message };
  }
}

/** Finds out, when a journal is opened, where it ends. Only the last segment is read. */

import * as fs from "node:fs/promises";
import { join } from "node:path";
import type { JournalPosition } from "./journal.ts";
import { RECORD_HEADER_BYTES } from "./record.ts";
import { listSegments, type OpenFile, SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";
import { SegmentReader } from "./segment-reader.ts";

export interface SegmentFile {
  readonly first: JournalPosition;
  readonly bytes: number;
}

export interface Recovered {
  readonly tail: JournalPosition;
  readonly committed: JournalPosition;
  /** Ascending; none of them is written to again. */
  readonly segments: readonly SegmentFile[];
  /** What a person should know, one sentence each. */
  readonly findings: readonly string[];
}

export async function recover(directory: string, open: OpenFile): Promise<Recovered> {
  const findings: string[] = [];
  const segments = await Promise.all((await listSegments(directory)).map((first) => sized(directory, first)));
  let tail = 0;
  for (let last = segments.pop(); last !== undefined; last = segments.pop()) {
    const path = join(directory, segmentName(last.first));
    const end = await readEnd(path, last, open);
    if (end === undefined) {
      tail = Math.max(tail, await setAside(path, last, findings));
      continue;
    }
    if (end.tail >= last.first) {
      segments.push({ first: last.first, bytes: await cutTornTail(path, end.soundBytes, last.bytes, findings) });
    }
    // An empty segment is not listed: the next one has its name and takes its place.
    return { tail: Math.max(tail, end.tail), committed: end.committed, segments, findings };
  }
  return { tail, committed: 0, segments: [], findings };
}

async function sized(directory: string, first: JournalPosition): Promise<SegmentFile> {
  const { size } = await fs.stat(join(directory, segmentName(first)));
  return { first, bytes: size };
}

interface SegmentEnd {
  readonly tail: JournalPosition;
  readonly committed: JournalPosition;
  /** Offset behind the last sound block. */
  readonly soundBytes: number;
}

async function readEnd(path: string, segment: SegmentFile, open: OpenFile): Promise<SegmentEnd | undefined> {
  const file = await open(path, fs.constants.O_RDONLY);
  try {
    const reader = new SegmentReader(file, path, segment.bytes);
    const header = await reader.header();
    if (header === undefined) return undefined;
    let end: SegmentEnd = { tail: header.first - 1, committed: header.committed, soundBytes: SEGMENT_HEADER_BYTES };
    for (let block = await reader.next(); block !== undefined; block = await reader.next()) {
      const tail = Math.max(end.tail, block.header.first + block.header.records - 1);
      end = { tail, committed: block.header.committed, soundBytes: block.end };
    }
    return end;
  } finally {
    await file.close();
  }
}

// Blocks are written one after the other, each durable before the next: an unsound end was never acknowledged.
async function cutTornTail(path: string, sound: number, size: number, findings: string[]): Promise<number> {
  if (size === sound) return size;
  const file = await fs.open(path, "r+");
  try {
    await file.truncate(sound);
    await file.datasync();
  } finally {
    await file.close();
  }
  findings.push(`The last ${size - sound} bytes of ${path} were not written completely and were cut off.`);
  return sound;
}

/**
 * Takes a segment with a damaged header out of the way, for a person to look at, and returns the last position that may have
 * been given out in it: counting goes on behind that, so that no position is used twice.
 */
async function setAside(path: string, segment: SegmentFile, findings: string[]): Promise<JournalPosition> {
  await fs.rename(path, `${path}.damaged`);
  findings.push(
    `${path} cannot be read: its header is damaged. It was renamed to ${path}.damaged; its messages are lost.`,
  );
  return segment.first - 1 + Math.floor(segment.bytes / RECORD_HEADER_BYTES);
}

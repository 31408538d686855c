/** Finds the segments in a journal's folder and decides how to read each file. */

import * as fs from "node:fs/promises";
import { join } from "node:path";
import { copyAside } from "../lib/keep-aside.ts";
import type { JournalIdentity, JournalPosition } from "../model/journal-entry.ts";
import { BLOCK_HEADER_BYTES, readBlockHeader } from "./block.ts";
import { IDENTITY_FILE, newIdentity, readIdentity, writeIdentity } from "./identity.ts";
import type { JournalFile, OpenFile, Segment } from "./segment.ts";
import {
  decodeHeader,
  firstOfName,
  SEGMENT_HEADER_BYTES,
  type SegmentHeader,
  saltOf,
  VERSION_1_HEADER_BYTES,
} from "./segment-header.ts";
import { SegmentReader } from "./segment-reader.ts";

export interface Inventory {
  readonly identity: JournalIdentity;
  /** Ascending. */
  readonly files: readonly SegmentFile[];
}

export interface SegmentFile {
  readonly path: string;
  readonly first: JournalPosition;
  readonly bytes: number;
  /** Undefined if the file contains nothing usable. */
  readonly segment: Segment | undefined;
  /** The committed position in the header; 0 if the header is damaged. */
  readonly committed: JournalPosition;
  /** Undefined if the file is in order. */
  readonly problem: "damaged-header" | "another-segment" | "another-journal" | "torn" | "unreadable" | undefined;
}

interface Found extends Pick<SegmentFile, "path" | "first" | "bytes"> {
  readonly header: SegmentHeader | undefined;
}

/**
 * @param onStray called with names that look like a segment's but are not; these files are not touched
 * @param onDamage called with a sentence
 */
export async function takeInventory(
  directory: string,
  open: OpenFile,
  onStray: (name: string) => void,
  onDamage: (sentence: string) => void,
): Promise<Inventory> {
  const found: Found[] = [];
  for (const name of (await fs.readdir(directory)).sort()) {
    if (!name.endsWith(".journal")) continue;
    const first = firstOfName(name);
    const path = join(directory, name);
    if (first === undefined || !(await fs.lstat(path)).isFile()) onStray(name);
    else found.push(await readHeader(path, first, open));
  }
  const identity = await identify(directory, found, onDamage);
  const files: SegmentFile[] = [];
  let epoch = 0;
  for (const each of found) {
    // Without a valid header, assume the epoch of the previous segment.
    const file = await examine(each, identity.uuid, epoch, open);
    epoch = file.segment?.epoch ?? epoch;
    files.push(file);
  }
  return { identity, files };
}

export async function readHeader(path: string, first: JournalPosition, open: OpenFile): Promise<Found> {
  return withFile(path, open, async (file) => {
    const { size: bytes } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SEGMENT_HEADER_BYTES), 0, SEGMENT_HEADER_BYTES, 0);
    return { path, first, bytes, header: decodeHeader(buffer.subarray(0, bytesRead), path) };
  });
}

/** The identity in the file `identity`, else in the newest segment; a new one if neither exists. */
async function identify(
  directory: string,
  found: readonly Found[],
  onDamage: (sentence: string) => void,
): Promise<JournalIdentity> {
  const uuid = found.findLast(({ header }) => header?.version === 2)?.header?.journal;
  const isOld = found.some(({ header }) => header?.version === 1);
  const given = uuid === undefined ? newIdentity(isOld) : { uuid, predatesIdentities: isOld };
  const kept = await readIdentity(directory);
  if (kept === "damaged") {
    const aside = await copyAside(join(directory, IDENTITY_FILE));
    const now = uuid === undefined ? "the journal has a new one" : "it was taken from the newest segment";
    onDamage(`The journal's identity cannot be read and is kept in ${aside}; ${now}.`);
  }
  const identity = kept === "damaged" || kept === undefined ? given : kept;
  await writeIdentity(directory, identity);
  return identity;
}

export async function examine(found: Found, uuid: string, epochBefore: number, open: OpenFile): Promise<SegmentFile> {
  const { path, first, bytes, header } = found;
  const base = { path, first, bytes, segment: undefined, committed: 0 };
  if (header === undefined) {
    const segment = await withFile(path, open, (file) => inferred(file, found, uuid, epochBefore));
    if (segment !== undefined) return { ...base, segment, problem: "damaged-header" };
    return { ...base, problem: bytes <= SEGMENT_HEADER_BYTES ? "torn" : "unreadable" };
  }
  if (header.first !== first) return { ...base, problem: "another-segment" };
  if (header.version === 2 && header.journal !== uuid) return { ...base, problem: "another-journal" };
  const blocksAt = header.version === 1 ? VERSION_1_HEADER_BYTES : SEGMENT_HEADER_BYTES;
  const { salt, known, epoch } = header;
  const segment = { first, bytes, blocksAt, salt, known, epoch };
  return { ...base, segment, committed: header.committed, problem: undefined };
}

/** How to read a segment without a valid header, if one of its blocks reveals it. */
async function inferred(
  file: JournalFile,
  { first, bytes }: Found,
  uuid: string,
  epoch: number,
): Promise<Segment | undefined> {
  const present = { first, bytes, blocksAt: SEGMENT_HEADER_BYTES, salt: saltOf(uuid, first), known: 0, epoch };
  if ((await new SegmentReader(file, present).next()) !== undefined) return present;
  // In version 1 only blocks have the salt. The first block's place is fixed, so a sender's bytes cannot be there.
  const start = await file.read(Buffer.alloc(BLOCK_HEADER_BYTES), 0, BLOCK_HEADER_BYTES, VERSION_1_HEADER_BYTES);
  const block = readBlockHeader(start.buffer.subarray(0, start.bytesRead), 0);
  if (block?.first !== first) return undefined;
  return { ...present, blocksAt: VERSION_1_HEADER_BYTES, salt: block.salt };
}

export async function withFile<T>(path: string, open: OpenFile, use: (file: JournalFile) => Promise<T>): Promise<T> {
  const file = await open(path, fs.constants.O_RDONLY);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

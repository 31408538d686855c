/**
 * Finds a journal's files and its end when it is opened. Reads only the header of each segment, except for the last.
 */

import * as fs from "node:fs/promises";
import { copyAside, setAside } from "../lib/keep-aside.ts";
import type { JournalIdentity, JournalPosition } from "../model/journal-entry.ts";
import { BLOCK_HEADER_BYTES, readBlockHeader } from "./block.ts";
import { type SegmentFile, takeInventory, withFile } from "./inventory.ts";
import { RECORD_HEADER_BYTES } from "./record.ts";
import { changeFile, type OpenFile, type Segment } from "./segment.ts";
import { encodeHeader, SEGMENT_HEADER_BYTES } from "./segment-header.ts";
import { SegmentReader } from "./segment-reader.ts";

export interface Recovered {
  readonly identity: JournalIdentity;
  /** Counting continues after it. */
  readonly tail: JournalPosition;
  /** Last position that was certainly assigned; less than `tail` if the end is damaged. */
  readonly known: JournalPosition;
  readonly committed: JournalPosition;
  /** Ascending; none of them is written again. */
  readonly segments: readonly Segment[];
  /** First position of an existing segment file without messages. */
  readonly empty: JournalPosition | undefined;
  /** One sentence for each finding that a person should know. */
  readonly findings: readonly string[];
  /** Findings that a crash cannot cause. */
  readonly damage: readonly string[];
}

export async function recover(directory: string, open: OpenFile): Promise<Recovered> {
  return new Recovery(directory, open).run();
}

const WHAT = {
  torn: "cannot be read",
  unreadable: "cannot be read",
  "damaged-header": "cannot be read",
  "another-segment": "is a copy of another segment",
  "another-journal": "belongs to another journal",
};

/** Smallest unit that disks write atomically, bytes. */
const SECTOR_BYTES = 512;

class Recovery {
  readonly #directory: string;
  readonly #open: OpenFile;
  readonly #findings: string[] = [];
  readonly #damage: string[] = [];
  /** Positions up to here may have been assigned in unreadable files. */
  #possible: JournalPosition = 0;

  constructor(directory: string, open: OpenFile) {
    this.#directory = directory;
    this.#open = open;
  }

  async run(): Promise<Recovered> {
    const { identity, files } = await takeInventory(
      this.#directory,
      this.#open,
      (name) => this.#findings.push(`${this.#directory}/${name} is not a segment of the journal and was not touched.`),
      (sentence) => this.#damage.push(sentence),
    );
    const believed: SegmentFile[] = [];
    for (const file of files) {
      const isLast = file === files.at(-1);
      if (file.problem === "torn" && isLast) await this.#removeTorn(file);
      else if (await this.#isBelieved(file, identity)) believed.push(file);
    }
    const last = believed.at(-1);
    const end = last === undefined ? { tail: 0, committed: 0, soundBytes: 0 } : await this.#endOf(last);
    const segments = believed.map(({ segment }) => segment!);
    if (last !== undefined) await this.#cut(segments.pop()!, last.path, end);
    const isEmpty = last !== undefined && end.tail < last.first;
    if (last !== undefined && !isEmpty) segments.push({ ...last.segment!, bytes: end.soundBytes });
    if (this.#possible > end.tail)
      this.#damage.push(`How many messages the end of ${this.#directory} held is unknown.`);
    return {
      identity,
      tail: Math.max(end.tail, this.#possible),
      known: isEmpty ? last.segment!.known : end.tail,
      committed: end.committed,
      segments,
      empty: isEmpty && this.#possible <= end.tail ? last.first : undefined,
      findings: this.#findings,
      damage: this.#damage,
    };
  }

  async #isBelieved(file: SegmentFile, identity: JournalIdentity): Promise<boolean> {
    const { path, problem, segment, first, bytes } = file;
    if (problem === undefined) {
      // Files set aside earlier come before this segment: positions assigned there ended before it.
      this.#possible = 0;
      return true;
    }
    if (segment !== undefined) {
      this.#damage.push(`The header of ${path} is damaged; its messages can still be read.`);
      if (segment.blocksAt === SEGMENT_HEADER_BYTES) await mendHeader(path, segment, identity.uuid);
      this.#possible = 0;
      return true;
    }
    this.#possible = first - 1 + Math.floor(bytes / RECORD_HEADER_BYTES);
    const aside = await setAside(path);
    this.#damage.push(`${path} ${WHAT[problem]}; it was renamed to ${aside}.`);
    return false;
  }

  async #removeTorn({ path }: SegmentFile): Promise<void> {
    this.#findings.push(`${path} has no complete header; it was empty and was removed.`);
    await fs.rm(path);
  }

  async #endOf({ path, segment, committed }: SegmentFile): Promise<SegmentEnd> {
    return withFile(path, this.#open, async (file) => {
      let end: SegmentEnd = { tail: segment!.first - 1, committed, soundBytes: segment!.blocksAt };
      for await (const { header, end: soundBytes } of new SegmentReader(file, segment!).blocks()) {
        const known = Math.max(end.committed, header.committed);
        end = { tail: Math.max(end.tail, header.last), committed: known, soundBytes };
      }
      return end;
    });
  }

  /** Cuts off everything after the last sound block. */
  async #cut(segment: Segment, path: string, { soundBytes }: SegmentEnd): Promise<void> {
    const rest = segment.bytes - soundBytes;
    if (rest <= 0) return;
    const written = await withFile(path, this.#open, async (file) => {
      const { buffer } = await file.read(Buffer.alloc(rest), 0, rest, soundBytes);
      return buffer;
    });
    const header = readBlockHeader(written, 0);
    const block = header?.salt === segment.salt ? header : undefined;
    if (isTorn(written, soundBytes, block?.bodyBytes)) {
      this.#findings.push(`The last ${rest} bytes of ${path} were not written completely and were cut off.`);
    } else {
      const aside = await copyAside(path);
      this.#possible = Math.max(this.#possible, block?.last ?? 0);
      this.#damage.push(
        `The last ${rest} bytes of ${path} cannot be read: damage, or a write that a power failure cut off. ` +
          `A copy is in ${aside}.`,
      );
    }
    await changeFile(path, (file) => file.truncate(soundBytes));
  }
}

interface SegmentEnd {
  readonly tail: JournalPosition;
  readonly committed: JournalPosition;
  /** Offset after the last sound block. */
  readonly soundBytes: number;
}

/**
 * Blocks are written in sequence, each durable before the next. So an incomplete end was never acknowledged: the file
 * is too short for the block, or its extension is still zero.
 */
export function isTorn(rest: Buffer, at: number, bodyBytes: number | undefined): boolean {
  if (rest.length < BLOCK_HEADER_BYTES) return true;
  if (bodyBytes !== undefined && BLOCK_HEADER_BYTES + bodyBytes > rest.length) return true;
  const end = at + rest.length;
  const lastSector = end - 1 - ((end - 1) % SECTOR_BYTES);
  return rest.subarray(Math.max(0, lastSector - at)).every((byte) => byte === 0);
}

function mendHeader(path: string, { first, epoch }: Segment, journal: string): Promise<void> {
  // Positions before this segment are unknown.
  const header = encodeHeader({ first, committed: 0, known: 0, journal, epoch });
  return changeFile(path, (file) => file.write(header, 0, SEGMENT_HEADER_BYTES, 0));
}

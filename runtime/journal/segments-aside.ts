/**
 * Segments that version 0.1 or earlier renamed to `….damaged` because it could not read their format. Sound ones are
 * taken back: messages that no store has confirmed are appended again. The file is then renamed to `….taken-back`,
 * which records that its positions were assigned and are not lost; it is deleted once the store has all messages after
 * them.
 */

import * as fs from "node:fs/promises";
import { join } from "node:path";
import { withFile } from "./inventory.ts";
import type { JournalEntry, JournalPosition } from "./journal.ts";
import type { PositionRange } from "./lost-positions.ts";
import { entriesOf } from "./reader.ts";
import { isTorn } from "./recovery.ts";
import type { OpenFile, Segment } from "./segment.ts";
import { decodeHeader, firstOfName, SEGMENT_HEADER_BYTES } from "./segment-header.ts";
import { SegmentReader } from "./segment-reader.ts";

const ASIDE = /^(\d{16}\.journal)\.damaged(?:-\d+)?$/;
const ENDING = /\.(?:damaged(?:-\d+)?|taken-back)$/;
const TAKEN_BACK = /^(\d{16}\.journal)\.taken-back$/;

export interface AsideOptions {
  readonly directory: string;
  readonly open: OpenFile;
  /** Identity of the journal; segments of other journals are ignored. */
  readonly journal: string;
  readonly tail: JournalPosition;
}

interface Aside {
  readonly path: string;
  readonly segment: Segment;
  /** A store has its messages up to here. */
  readonly committed: JournalPosition;
}

export class SegmentsAside {
  readonly #options: AsideOptions;
  readonly #found: Aside[] = [];
  readonly #takenBack: string[] = [];
  readonly #ranges: PositionRange[] = [];
  /** First positions of all segments, whatever their current names. */
  readonly #firsts: readonly JournalPosition[];

  private constructor(options: AsideOptions, names: readonly string[]) {
    this.#options = options;
    this.#firsts = names.flatMap((name) => firstOfName(name.replace(ENDING, "")) ?? []).sort((a, b) => a - b);
  }

  static async find(options: AsideOptions): Promise<SegmentsAside> {
    const names = (await fs.readdir(options.directory)).sort();
    const aside = new SegmentsAside(options, names);
    for (const name of names) {
      const taken = TAKEN_BACK.exec(name)?.[1];
      if (taken !== undefined) aside.#know(name, firstOfName(taken) ?? 0);
      const own = ASIDE.exec(name)?.[1];
      // A second file beside the original is a copy of something that this version cut off.
      if (own !== undefined && !names.includes(own)) await aside.#examine(name, firstOfName(own) ?? 0);
    }
    aside.#ranges.sort((a, b) => a.from - b.from);
    return aside;
  }

  get count(): number {
    return this.#found.length;
  }

  get epochs(): ReadonlySet<number> {
    return new Set(this.#found.map(({ segment }) => segment.epoch));
  }

  /** The lost positions in this range: the others were taken back, or never assigned. */
  lostOf(from: JournalPosition, to: JournalPosition): PositionRange[] {
    const lost: PositionRange[] = [];
    let next = from;
    for (const range of this.#ranges) {
      if (range.from > next && next <= to) lost.push({ from: next, to: Math.min(to, range.from - 1) });
      next = Math.max(next, range.to + 1);
    }
    if (next <= to) lost.push({ from: next, to });
    return lost;
  }

  /** Messages that no store has confirmed. */
  async *entries(): AsyncGenerator<JournalEntry> {
    const { open } = this.#options;
    for (const { path, segment, committed } of this.#found) {
      const file = await open(path, fs.constants.O_RDONLY);
      try {
        for await (const { header, body } of new SegmentReader(file, segment).blocks(committed)) {
          const { first, last } = header;
          yield* entriesOf({ first, last, bytes: body, after: committed, upTo: last, epoch: segment.epoch });
        }
      } finally {
        await file.close();
      }
    }
  }

  /** Call this when all of `entries` is durable elsewhere. */
  async taken(): Promise<void> {
    for (const { path } of this.#found.splice(0)) await fs.rename(path, path.replace(ENDING, ".taken-back"));
  }

  /** The store has everything up to `committed`: records about earlier positions are no longer needed. */
  async forget(committed: JournalPosition): Promise<void> {
    if (this.#ranges.some(({ to }) => to > committed)) return;
    for (const name of this.#takenBack.splice(0)) await fs.rm(join(this.#options.directory, name), { force: true });
  }

  async #examine(name: string, first: JournalPosition): Promise<void> {
    const { directory, open, journal } = this.#options;
    const path = join(directory, name);
    const found = await withFile(path, open, async (file): Promise<Aside | undefined> => {
      const { size: bytes } = await file.stat();
      const start = await file.read(Buffer.alloc(SEGMENT_HEADER_BYTES), 0, SEGMENT_HEADER_BYTES, 0);
      const header = decodeHeader(start.buffer.subarray(0, start.bytesRead), path);
      if (header?.version !== 2 || header.journal !== journal || header.first !== first) return undefined;
      const { salt, known, epoch } = header;
      const segment = { first, bytes, blocksAt: SEGMENT_HEADER_BYTES, salt, known, epoch };
      let { committed } = header;
      let next = first;
      let end = SEGMENT_HEADER_BYTES;
      for await (const block of new SegmentReader(file, segment).blocks()) {
        if (block.header.records > 0 && block.header.first !== next) return undefined;
        next += block.header.records;
        committed = Math.max(committed, block.header.committed);
        ({ end } = block);
      }
      const rest = await file.read(Buffer.alloc(bytes - end), 0, bytes - end, end);
      return isTorn(rest.buffer, end, undefined) ? { path, segment, committed } : undefined;
    });
    if (found === undefined) return;
    this.#know(undefined, first);
    this.#found.push(found);
  }

  #know(name: string | undefined, first: JournalPosition): void {
    const next = this.#firsts.find((other) => other > first) ?? this.#options.tail + 1;
    this.#ranges.push({ from: first, to: next - 1 });
    if (name !== undefined) this.#takenBack.push(name);
  }
}

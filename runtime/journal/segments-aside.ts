/**
 * Segments that a version to 0.1 renamed to `….damaged`, as it could not read their format. Those that are sound are taken back:
 * what no store confirmed is appended again. A renamed segment gets the name `….taken-back` then, which tells that the
 * positions from its first one on were given out and are not lost; it goes once the store has what came behind it.
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
  /** Identity of the journal: segments of another one are not its own. */
  readonly journal: string;
  readonly tail: JournalPosition;
}

interface Aside {
  readonly path: string;
  readonly segment: Segment;
  /** Of its messages a store has those up to here. */
  readonly committed: JournalPosition;
}

export class SegmentsAside {
  readonly #options: AsideOptions;
  readonly #found: Aside[] = [];
  readonly #takenBack: string[] = [];
  readonly #ranges: PositionRange[] = [];
  /** First positions of all segments, whatever their names are by now. */
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
      // What is there beside its own name is a copy of something that this version cut.
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

  /** Of these positions, those that are lost: the others were taken back, or there never were any. */
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

  /** What no store confirmed. */
  async *entries(): AsyncGenerator<JournalEntry> {
    const { open } = this.#options;
    for (const { path, segment, committed } of this.#found) {
      const file = await open(path, fs.constants.O_RDONLY);
      try {
        const reader = new SegmentReader(file, segment);
        for (let block = await reader.next(committed); block !== undefined; block = await reader.next(committed)) {
          const { first, records } = block.header;
          const upTo = first + records - 1;
          yield* entriesOf({ first, last: upTo, bytes: block.body, after: committed, upTo, epoch: segment.epoch });
        }
      } finally {
        await file.close();
      }
    }
  }

  /** All of `entries` is durable elsewhere. */
  async taken(): Promise<void> {
    for (const { path } of this.#found.splice(0)) await fs.rename(path, path.replace(ENDING, ".taken-back"));
  }

  /** The store has everything up to `committed`: nobody asks any more what lay before. */
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
      const reader = new SegmentReader(file, segment);
      let { committed } = header;
      let next = first;
      let end = SEGMENT_HEADER_BYTES;
      for (let block = await reader.next(); block !== undefined; block = await reader.next()) {
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

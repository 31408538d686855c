/**
 * Segments that version 0.1 or earlier renamed to `….damaged` because it could not read their format. Sound ones are
 * taken back: messages that no store has confirmed are appended again. The file is then renamed to `….taken-back`,
 * which records that its positions were assigned and are not lost; it is deleted once the store has all messages after
 * them.
 */

import * as fs from "node:fs/promises";
import { join } from "node:path";
import type { JournalEntry, JournalPosition } from "../model/journal-entry.ts";
import { examine, readHeader, withFile } from "./inventory.ts";
import type { PositionRange } from "./lost-positions.ts";
import { blocksIn, entriesOf } from "./reader.ts";
import { isTorn } from "./recovery.ts";
import type { OpenFile, Segment } from "./segment.ts";
import { firstOfName } from "./segment-header.ts";

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
      for await (const { header, body } of blocksIn(path, open, segment, committed)) {
        const { first, last } = header;
        yield* entriesOf({ first, last, bytes: body, after: committed, upTo: last, epoch: segment.epoch });
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
    const found = await readHeader(path, first, open);
    const { segment, problem, committed } = await examine(found, journal, 0, open);
    if (found.header?.version !== 2 || problem !== undefined || segment === undefined) return;
    const aside = { path, segment, committed };
    let next = first;
    let end = segment.blocksAt;
    for await (const block of blocksIn(path, open, segment, 0)) {
      if (block.header.records > 0 && block.header.first !== next) return;
      next += block.header.records;
      aside.committed = Math.max(aside.committed, block.header.committed);
      ({ end } = block);
    }
    const length = segment.bytes - end;
    const rest = await withFile(path, open, (file) => file.read(Buffer.alloc(length), 0, length, end));
    if (!isTorn(rest.buffer, end, undefined)) return;
    this.#know(undefined, first);
    this.#found.push(aside);
  }

  #know(name: string | undefined, first: JournalPosition): void {
    const next = this.#firsts.find((other) => other > first) ?? this.#options.tail + 1;
    this.#ranges.push({ from: first, to: next - 1 });
    if (name !== undefined) this.#takenBack.push(name);
  }
}

/** The segments of a journal: appended at the end, deleted from the beginning. */

import { constants } from "node:fs";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import type { JournalPosition } from "../model/journal-entry.ts";
import type { Page } from "./page.ts";
import { ActiveSegment, type OpenFile, type SegmentStart } from "./segment.ts";
import { encodeHeader, SEGMENT_HEADER_BYTES, segmentName } from "./segment-header.ts";
import type { SegmentList } from "./segment-list.ts";

export interface SegmentLogOptions {
  readonly directory: string;
  /** The journal's identity. */
  readonly journal: string;
  readonly open: OpenFile;
  /** Size at which a segment ends, bytes. */
  readonly segmentBytes: number;
  readonly onFinding: (sentence: string) => void;
  /** Called after a file was deleted: there may be space again. */
  readonly onFreed: () => void;
}

export class SegmentLog {
  readonly list: SegmentList;
  readonly #options: SegmentLogOptions;
  /** Undefined after a failed write, until a new one is created. */
  #segment: ActiveSegment | undefined;
  /** The next write begins a new segment, so that the current one can be deleted. */
  #rollNext = false;
  readonly #deletions = new Set<Promise<void>>();

  /** First position of an existing empty file. */
  #empty: JournalPosition | undefined;

  /** @param empty see `Recovered` */
  constructor(options: SegmentLogOptions, list: SegmentList, empty: JournalPosition | undefined) {
    this.#options = options;
    this.list = list;
    this.#empty = empty;
  }

  /**
   * Begins this process's segment; it never appends to a segment of an earlier process.
   * @param options.known last position that was certainly assigned
   * @param options.epoch decoding epoch of all its messages
   */
  async begin(
    first: JournalPosition,
    committed: JournalPosition,
    { known = first - 1, epoch = 0 }: Partial<Pick<SegmentStart, "known" | "epoch">> = {},
  ): Promise<ActiveSegment> {
    const { directory, journal, open } = this.#options;
    const start = { first, committed: Math.min(committed, first - 1), known, epoch, journal };
    const existing = this.#empty === first ? "holds nothing" : "must not exist";
    const segment = await ActiveSegment.open(directory, start, open, existing);
    this.#empty = first;
    try {
      await segment.begin();
    } catch (error) {
      await segment.abandon();
      throw error;
    }
    this.#segment = segment;
    this.list.add(segment.description);
    return segment;
  }

  /** Resolves when the pages, all of one epoch, are on disk. After a failure, the next write goes to a new segment. */
  async write(pages: readonly Page[], committed: JournalPosition): Promise<void> {
    try {
      const segment = await this.#segmentFor(pages, committed);
      await segment.append(pages.map((page) => page.seal(committed, segment.salt)));
      this.list.grow(segment.size);
    } catch (error) {
      const segment = this.#segment;
      this.#segment = undefined;
      if (segment === undefined || (await segment.abandon())) throw error;
      const text = `${(error as Error).message}; perhaps kept, since ${segment.path} cannot be cut off either`;
      throw new Error(text, { cause: error });
    }
  }

  /** Ends the current segment with the next write, whatever its size. */
  roll(): void {
    this.#rollNext = true;
  }

  get isRolling(): boolean {
    return this.#rollNext;
  }

  /** Deletes the segments without messages after `position`; true if there were any. Never deletes the newest. */
  release(position: JournalPosition): boolean {
    const released = this.list.takeUpTo(position);
    for (const first of released) this.#delete(join(this.#options.directory, segmentName(first)));
    return released.length > 0;
  }

  /** Records in the newest segment's header, which takes no room, what a store has. Not during a write. */
  async markInPlace(committed: JournalPosition): Promise<void> {
    const { directory, journal, open } = this.#options;
    const { first, known, epoch, blocksAt } = this.list.newest;
    if (blocksAt !== SEGMENT_HEADER_BYTES) throw new Error("an older version's header has another form");
    const file = await open(join(directory, segmentName(first)), constants.O_RDWR);
    try {
      await file.write(encodeHeader({ first, committed, known, journal, epoch }), 0, SEGMENT_HEADER_BYTES, 0);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  async close(): Promise<void> {
    const segment = this.#segment;
    this.#segment = undefined;
    await segment?.close();
    await Promise.all(this.#deletions);
  }

  async #segmentFor(pages: readonly Page[], committed: JournalPosition): Promise<ActiveSegment> {
    const current = this.#segment;
    if (current !== undefined && this.#takes(current, pages)) return current;
    this.#rollNext = false;
    const [{ first, epoch }] = pages as [Page];
    const next = await this.begin(first, committed, { epoch });
    await current?.close();
    return next;
  }

  #takes(segment: ActiveSegment, pages: readonly Page[]): boolean {
    if (segment.epoch !== pages[0]!.epoch) return pages.every(({ records }) => records === 0);
    if (segment.size === SEGMENT_HEADER_BYTES) return true;
    let size = segment.size;
    for (const page of pages) size += page.used;
    return !this.#rollNext && size <= this.#options.segmentBytes;
  }

  #delete(path: string): void {
    const deletion = fs
      .rm(path, { force: true })
      .catch((error: Error) => this.#options.onFinding(`${path} cannot be deleted: ${error.message}`))
      .then(() => {
        this.#deletions.delete(deletion);
        this.#options.onFreed();
      });
    this.#deletions.add(deletion);
  }
}

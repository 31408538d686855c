/** A set of positions, stored as ranges, so that each unreadable position is counted once, however often it is read. */

import type { JournalPosition } from "../model/journal-entry.ts";

export interface PositionRange {
  readonly from: JournalPosition;
  readonly to: JournalPosition;
}

export class LostPositions {
  /** Disjoint and ascending. */
  #ranges: PositionRange[] = [];

  get ranges(): readonly PositionRange[] {
    return this.#ranges;
  }

  has(position: JournalPosition): boolean {
    return this.#ranges.some(({ from, to }) => from <= position && position <= to);
  }

  get count(): number {
    return this.#ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  }

  /** Returns how many positions in `from` … `to` are new. */
  add(from: JournalPosition, to: JournalPosition): number {
    const before = this.count;
    const touching = this.#ranges.filter((range) => range.from <= to + 1 && range.to >= from - 1);
    const joined = {
      from: Math.min(from, ...touching.map((range) => range.from)),
      to: Math.max(to, ...touching.map((range) => range.to)),
    };
    this.#ranges = [...this.#ranges.filter((range) => !touching.includes(range)), joined].sort(
      (a, b) => a.from - b.from,
    );
    return this.count - before;
  }
}

/** Tracks how long the oldest uncommitted message has been waiting. */

import type { JournalPosition } from "../model/journal-entry.ts";

/** Messages up to `last` were appended at or after `sinceMs`. */
interface Mark {
  last: JournalPosition;
  readonly sinceMs: number;
}

/** Messages appended within this time share one mark. */
const STEP_MS = 1000;
/** A long wait in steps of a second would need too much memory: the steps become longer. */
const MOST_MARKS = 4096;

export class WaitingSince {
  #marks: Mark[] = [];
  #stepMs = STEP_MS;

  /**
   * When the oldest message was appended, at most a second or a thousandth of its age too early; undefined if none
   * waits.
   */
  get oldestMs(): number | undefined {
    return this.#marks[0]?.sinceMs;
  }

  /** [hot path] */
  appended(position: JournalPosition, nowMs: number): void {
    const newest = this.#marks[this.#marks.length - 1];
    if (newest !== undefined && nowMs - newest.sinceMs < this.#stepMs) newest.last = position;
    else this.#add({ last: position, sinceMs: nowMs });
  }

  committed(position: JournalPosition): void {
    let done = 0;
    while (done < this.#marks.length && this.#marks[done]!.last <= position) done++;
    if (done > 0) this.#marks.splice(0, done);
    if (this.#marks.length === 0) this.#stepMs = STEP_MS;
  }

  #add(mark: Mark): void {
    this.#marks.push(mark);
    if (this.#marks.length <= MOST_MARKS) return;
    this.#stepMs *= 2;
    // Merges pairs: the second position with the first time.
    this.#marks = this.#marks.flatMap(({ sinceMs }, index) => {
      const { last } = this.#marks[index + 1] ?? this.#marks[index]!;
      return index % 2 === 0 ? { last, sinceMs } : [];
    });
  }
}

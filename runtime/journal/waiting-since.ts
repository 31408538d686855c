/** Since when the oldest message waits that is not committed. */

import type { JournalPosition } from "./journal.ts";

/** Messages up to `last` were appended at or after `sinceMs`. */
interface Mark {
  last: JournalPosition;
  readonly sinceMs: number;
}

/** Of messages appended within this time one mark tells. */
const STEP_MS = 1000;
/** A long time of waiting in steps of a second would take too much room: the steps become longer. */
const MOST_MARKS = 4096;

export class WaitingSince {
  #marks: Mark[] = [];
  #stepMs = STEP_MS;

  /** When the oldest message was appended, less by a second or by a thousandth of its age at most; undefined when none waits. */
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
    // Of a pair the second goes farther, and the first's time holds for both.
    this.#marks = this.#marks.flatMap(({ sinceMs }, index) => {
      const { last } = this.#marks[index + 1] ?? this.#marks[index]!;
      return index % 2 === 0 ? { last, sinceMs } : [];
    });
  }
}

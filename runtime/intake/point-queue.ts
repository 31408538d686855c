/** The newest messages' points, in memory: an unbroken run of journal positions, bounded in rows. [hot path] */

import type { JournalPosition } from "../journal/journal.ts";
import type { Point } from "../telemetry/point.ts";

export class PointQueue {
  readonly #maxRows: number;
  /** `#entries[#head + i]` are the points of position `#first + i`. */
  #entries: (readonly Point[])[] = [];
  #head = 0;
  #first: JournalPosition = 0;
  #rows = 0;

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  /** Rows held; a message without points counts as one, since it takes room too. */
  get rows(): number {
    return this.#rows;
  }

  /** First position held; undefined when empty. */
  get first(): JournalPosition | undefined {
    return this.#head < this.#entries.length ? this.#first : undefined;
  }

  /** Adds the newest message; the oldest are forgotten when there are too many, all of them when one was left out. */
  add(points: readonly Point[], position: JournalPosition): void {
    if (position !== this.#first + this.#entries.length - this.#head) this.#clear(position);
    this.#entries.push(points);
    this.#rows += weight(points);
    while (this.#rows > this.#maxRows && this.#entries.length - this.#head > 1) this.#shift();
  }

  /** Forgets what lies before `position`. */
  dropBefore(position: JournalPosition): void {
    while (this.#first < position && this.#head < this.#entries.length) this.#shift();
  }

  /** Takes out the first messages: at least one, and no more rows than `maxRows` unless one alone has more. */
  take(maxRows: number): { readonly points: Point[]; readonly position: JournalPosition } {
    const points: Point[] = [];
    do {
      for (const point of this.#shift()) points.push(point);
    } while (this.#head < this.#entries.length && points.length + this.#entries[this.#head]!.length <= maxRows);
    return { points, position: this.#first - 1 };
  }

  #shift(): readonly Point[] {
    const points = this.#entries[this.#head]!;
    this.#entries[this.#head] = NOTHING;
    this.#head++;
    this.#first++;
    this.#rows -= weight(points);
    if (this.#head > 1024 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    return points;
  }

  #clear(first: JournalPosition): void {
    this.#entries = [];
    this.#head = 0;
    this.#first = first;
    this.#rows = 0;
  }
}

const NOTHING: readonly Point[] = [];

function weight(points: readonly Point[]): number {
  return points.length || 1;
}

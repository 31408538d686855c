/** How long the oldest message has waited for the store, from looking at the journal once in a while. */

import type { Journal, JournalPosition } from "../journal/journal.ts";

/** Messages up to `position` came at or after `sinceMs`. */
interface Mark {
  position: JournalPosition;
  readonly sinceMs: number;
}

const LOOK_EVERY_MS = 1000;
/** A long time of waiting in steps of a second would take too much room: the steps become longer. */
const MOST_MARKS = 4096;

export class WaitingAge {
  readonly #journal: Pick<Journal, "tail" | "committed">;
  readonly #nowMs: () => number;
  #marks: Mark[] = [];
  /** Time between two marks. */
  #stepMs = LOOK_EVERY_MS;
  #seen: JournalPosition;
  #lookedMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param oldestMs when the oldest message came that waits since an earlier process */
  constructor(
    journal: Pick<Journal, "tail" | "committed">,
    oldestMs: number | undefined,
    nowMs: () => number = Date.now,
  ) {
    this.#journal = journal;
    this.#nowMs = nowMs;
    this.#seen = journal.tail;
    this.#lookedMs = nowMs();
    if (oldestMs !== undefined) this.#marks.push({ position: journal.tail, sinceMs: oldestMs });
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  look(): void {
    const { tail, committed } = this.#journal;
    const now = this.#nowMs();
    if (tail > this.#seen) this.#mark(tail);
    this.#seen = tail;
    this.#lookedMs = now;
    const first = this.#marks.findIndex(({ position }) => position > committed);
    this.#marks = first < 0 ? [] : this.#marks.slice(first);
    if (first < 0) this.#stepMs = LOOK_EVERY_MS;
  }

  /** Seconds, too many by a second or by a thousandth, whichever is more; 0 when nothing waits. */
  seconds(): number {
    this.look();
    const [oldest] = this.#marks;
    return oldest === undefined ? 0 : Math.max(0, this.#nowMs() - oldest.sinceMs) / 1000;
  }

  #mark(tail: JournalPosition): void {
    const last = this.#marks.at(-1);
    if (last !== undefined && this.#lookedMs - last.sinceMs < this.#stepMs) last.position = tail;
    else this.#marks.push({ position: tail, sinceMs: this.#lookedMs });
    if (this.#marks.length <= MOST_MARKS) return;
    this.#stepMs *= 2;
    // Of a pair, the second goes farther and the first's time holds for both.
    this.#marks = this.#marks.flatMap(({ sinceMs }, index) => {
      const { position } = this.#marks[index + 1] ?? this.#marks[index]!;
      return index % 2 === 0 ? { position, sinceMs } : [];
    });
  }
}

/** When the oldest message came that the store does not have; undefined when it has all. */
export async function oldestWaitingMs(journal: Pick<Journal, "read" | "committed">): Promise<number | undefined> {
  for await (const { message } of journal.read(journal.committed)) return Number(message.receivedNs / 1_000_000n);
  return undefined;
}

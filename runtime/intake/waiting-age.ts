/** How long the oldest message has waited for the store, from looking at the journal once in a while. */

import type { Journal, JournalPosition } from "../journal/journal.ts";

/** Messages up to `position` came at or after `sinceMs`. */
interface Mark {
  readonly position: JournalPosition;
  readonly sinceMs: number;
}

const LOOK_EVERY_MS = 1000;
/** More than a day of waiting in steps of a second would take too much room: the steps are made coarser. */
const MOST_MARKS = 4096;

export class WaitingAge {
  readonly #journal: Pick<Journal, "tail" | "committed">;
  readonly #nowMs: () => number;
  #marks: Mark[] = [];
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
    if (tail > this.#seen) this.#marks.push({ position: tail, sinceMs: this.#lookedMs });
    this.#seen = tail;
    this.#lookedMs = now;
    const first = this.#marks.findIndex(({ position }) => position > committed);
    this.#marks = first < 0 ? [] : this.#marks.slice(first);
    // The last mark of a pair goes farther, the first one's time holds for both.
    if (this.#marks.length > MOST_MARKS) this.#marks = this.#marks.flatMap((mark, i) => this.#merged(mark, i) ?? []);
  }

  /** Seconds, at most a second too many; 0 when nothing waits. */
  seconds(): number {
    this.look();
    const [oldest] = this.#marks;
    return oldest === undefined ? 0 : Math.max(0, this.#nowMs() - oldest.sinceMs) / 1000;
  }

  #merged(mark: Mark, index: number): Mark | undefined {
    if (index % 2 === 1) return undefined;
    return { position: this.#marks[index + 1]?.position ?? mark.position, sinceMs: mark.sinceMs };
  }
}

/** When the oldest message came that the store does not have; undefined when it has all. */
export async function oldestWaitingMs(journal: Pick<Journal, "read" | "committed">): Promise<number | undefined> {
  for await (const { message } of journal.read(journal.committed)) return Number(message.receivedNs / 1_000_000n);
  return undefined;
}

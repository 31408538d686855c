/** Nanosecond clock for times of receipt. */

/** The wall clock is read in milliseconds: a smaller difference says nothing. */
const FOLLOWED_NS = 5_000_000n;

/** While it is ahead the clock is slower by this part, so that what it is ahead by is gone after so many times as long. */
export const CATCH_UP_FACTOR = 10n;

/** Of a clock, as another one begins with it. */
export interface ClockStart {
  readonly afterNs: bigint;
  readonly slot: number;
  readonly slots: number;
}

const MOST_SET_BACK_NS = 3_600_000_000_000n;

/**
 * A clock that is strictly increasing, so that no two messages share a time [D16].
 * It follows the wall clock forwards at once. When the wall clock is set back it goes on, a tenth slower, until the wall clock has
 * caught up: intervals stay nearly true, and times come true again.
 */
export class Clock {
  /** Own time minus monotonic clock, ns. */
  #offset: bigint;
  /** Of the offset, what is to be given back. */
  #excess = 0n;
  #slowedAt = 0n;
  #last = 0n;
  #checkedAtMs = 0;
  /** Times given out are `slot` modulo `slots`. */
  #slot = 0n;
  #slots = 1n;
  readonly #wallMs: () => number;
  readonly #monotonicNs: () => bigint;

  constructor(sources: { wallMs?: () => number; monotonicNs?: () => bigint } = {}) {
    this.#wallMs = sources.wallMs ?? Date.now;
    this.#monotonicNs = sources.monotonicNs ?? process.hrtime.bigint;
    this.#offset = this.#wallNs() - this.#monotonicNs();
  }

  /** Nanoseconds since 1970 (UTC), strictly increasing; a number would lose digits after 2^53. */
  nowNs(): bigint {
    const now = this.#ownNs();
    const next = now > this.#last ? now : this.#last + 1n;
    this.#last = this.#slots === 1n ? next : next + ((this.#slot + this.#slots - (next % this.#slots)) % this.#slots);
    return this.#last;
  }

  /** Times given out from now on are `slot` modulo `slots`: others that have another slot give out none of them. */
  useSlot(slot: number, slots: number): void {
    this.#slot = BigInt(slot);
    this.#slots = BigInt(slots);
  }

  /** No time given out from now on is at or before `timeNs`: rows of one message that follow each other by a nanosecond have used it. */
  advanceTo(timeNs: bigint): void {
    if (timeNs > this.#last) this.#last = timeNs;
  }

  /**
   * Goes on behind `timeNs`, which an earlier process gave out: a wall clock that is behind it was set back meanwhile, and is
   * met again as if that had been now. By more than an hour nobody sets a clock that was right: then the wall clock counts.
   * @returns false where it does
   */
  resumeAfter(timeNs: bigint): boolean {
    if (timeNs - this.#ownNs() > MOST_SET_BACK_NS) return false;
    this.#goOn(timeNs);
    return true;
  }

  /** What the clock of another thread begins with. */
  start(): ClockStart {
    return { afterNs: this.nowNs(), slot: Number(this.#slot), slots: Number(this.#slots) };
  }

  /** Goes on as the clock does that this was taken from. */
  goOnLike({ afterNs, slot, slots }: ClockStart): void {
    this.#goOn(afterNs);
    this.useSlot(slot, slots);
  }

  #goOn(timeNs: bigint): void {
    const behind = timeNs - this.#ownNs();
    if (behind > 0n) this.#offset += behind;
    this.advanceTo(timeNs);
  }

  /** How far the times given out are ahead of the wall clock, ns; large after the wall clock was set back. */
  aheadNs(): bigint {
    return this.#ownNs() - this.#wallNs();
  }

  #ownNs(): bigint {
    const monotonic = this.#monotonicNs();
    this.#follow(monotonic);
    if (this.#excess > 0n) this.#slowDown(monotonic);
    return monotonic + this.#offset;
  }

  // The wall clock is only looked at once in a while: it costs a system call, and steps are rare.
  #follow(monotonic: bigint): void {
    const monotonicMs = Number(monotonic / 1_000_000n);
    if (monotonicMs - this.#checkedAtMs < 100) return;
    this.#checkedAtMs = monotonicMs;
    const offset = this.#wallNs() - monotonic;
    if (offset > this.#offset + FOLLOWED_NS) {
      this.#offset = offset;
      this.#excess = 0n;
    } else if (offset < this.#offset - FOLLOWED_NS) {
      if (this.#excess === 0n) this.#slowedAt = monotonic;
      this.#excess = this.#offset - offset;
    } else this.#excess = 0n;
  }

  #slowDown(monotonic: bigint): void {
    const due = (monotonic - this.#slowedAt) / CATCH_UP_FACTOR;
    const given = due < this.#excess ? due : this.#excess;
    this.#offset -= given;
    this.#excess -= given;
    this.#slowedAt = monotonic;
  }

  #wallNs(): bigint {
    return BigInt(Math.round(this.#wallMs() * 1000)) * 1000n;
  }
}

/** RFC 3339 in UTC with nine digits: `2026-01-31T12:00:00.123456789Z`. */
export function formatNs(timeNs: bigint): string {
  const milliseconds = timeNs / 1_000_000n - (timeNs % 1_000_000n < 0n ? 1n : 0n);
  const rest = timeNs - milliseconds * 1_000_000n;
  return `${new Date(Number(milliseconds)).toISOString().slice(0, -1)}${String(rest).padStart(6, "0")}Z`;
}

/**
 * The clock for times of receipt: it owns their base in all threads (`clock-face.ts`).
 *
 * Between two readings of the system clock, times follow the monotonic clock, which cannot be set. If the system clock
 * deviates, the deviation is accepted after ten seconds: a jump that is undone sooner affects no row. Then times follow
 * a jump forwards at once. After a jump back of up to a minute, times run more slowly until the system clock has caught
 * up; after a longer one they follow it in a new era. [D16, D46]
 */

import { uptime } from "node:os";
import { CATCH_UP_FACTOR, ClockFace, ERAS, receiptStepNs } from "./clock-face.ts";

/** A jump of the system clock that the times of receipt followed. */
export interface ClockJump {
  /** Times of receipt before the jump that may be wrong: from exclusive, to inclusive, ns. */
  readonly fromNs: bigint;
  readonly toNs: bigint;
  /** The correction that makes them continuous with the times after the jump, ns. */
  readonly byNs: bigint;
  /** Their last digit, in units of `nodes`. */
  readonly era: number;
  readonly nodes: number;
}

/** The system clock has milliseconds: smaller deviations are ignored. */
const TOLERANCE_NS = 5_000_000n;
/** A deviation of the system clock must last this long to be accepted, s. */
export const BELIEVED_AFTER_S = 10;
const BELIEVED_AFTER_NS = BigInt(BELIEVED_AFTER_S) * 1_000_000_000n;
/** Beyond this, times do not wait for a clock that was set back. */
const WAITED_FOR_NS = 60_000_000_000n;
/** Smaller jumps are not reported, and neither are further jumps during a wait. */
const TOLD_NS = 1_000_000_000n;
const LOOK_EVERY_NS = 100_000_000n;
/**
 * The monotonic clock stops while the machine sleeps; its uptime does not. Uptime is known to some ms, and waking takes
 * a moment.
 */
const ASLEEP_MS = 1000;
/** Numbers are exact for a hundred days. */
const NEW_BASE_AFTER_NS = 86_400_000_000_000;

interface Deviation {
  readonly sinceNs: bigint;
  /** The smallest deviation seen since then, ns. */
  leastNs: bigint;
}

export interface ClockSources {
  readonly wallMs?: () => number;
  readonly monotonicNs?: () => bigint;
  /** Time since the machine's start, including sleep. */
  readonly uptimeMs?: () => number;
  /** Number of clocks that share the times: this one uses times congruent to `slot` modulo this number. */
  readonly nodes?: number;
}

export class Clock extends ClockFace {
  readonly #wallMs: () => number;
  readonly #uptimeMs: () => number;
  #nodes: number;
  #slot = 0;
  #lookAtNs = 0n;
  #deviation: Deviation | undefined;
  /** No jump happened since this time. */
  #sinceNs: bigint;
  /** Difference between uptime and monotonic clock. */
  #sleptMs: number;
  #onJump: (jump: ClockJump) => void = () => {};

  constructor({ wallMs = Date.now, monotonicNs, uptimeMs = () => uptime() * 1000, nodes = 1 }: ClockSources = {}) {
    super(undefined, monotonicNs);
    this.#wallMs = wallMs;
    this.#uptimeMs = uptimeMs;
    this.#nodes = nodes;
    const now = this.monotonicNs();
    this.#sleptMs = this.#uptimeMs() - Number(now / 1_000_000n);
    this.#sinceNs = this.#wallNs();
    this.#rebase(now, this.#sinceNs, 1);
  }

  /** Called for each followed jump, before the first time after it is used. */
  onJump(listener: (jump: ClockJump) => void): void {
    this.#onJump = listener;
  }

  /** Times differ in era and slot below this value, ns. */
  get stepNs(): number {
    return this.base.stepNs;
  }

  override nowNs(): bigint {
    const monotonic = this.monotonicNs();
    if (monotonic >= this.#lookAtNs) this.#look(monotonic);
    return this.at(monotonic);
  }

  /** Call this regularly while the time is not read. */
  look(): void {
    this.#look(this.monotonicNs());
  }

  /**
   * From now on, times are congruent to `slot` modulo `nodes`, apart from the era, so clocks with other slots never
   * produce the same time.
   */
  useSlot(slot: number, nodes: number): void {
    this.#slot = slot;
    this.#nodes = nodes;
    const now = this.monotonicNs();
    this.#rebase(now, this.#ownNs(now), this.base.era, this.#aheadNs(now));
  }

  /**
   * Marks times up to `toNs` as used by the rows of one message, received at `fromNs`. Nothing is known about other
   * times.
   */
  used(fromNs: bigint, toNs: bigint): void {
    if (fromNs <= this.lastNs) this.goBehind(toNs);
  }

  /**
   * Continues after `timeNs`, the last time of an earlier process. If the system clock was set back since then: by up
   * to a minute, times wait for it; by more, they follow it, as while running. There is no other reference yet, so the
   * system clock is accepted at once.
   * @returns the jump that was followed
   */
  resumeAfter(timeNs: bigint): ClockJump | undefined {
    const now = this.monotonicNs();
    const era = Number((timeNs / BigInt(this.#nodes)) % BigInt(ERAS)) || this.base.era;
    const ownNs = this.#ownNs(now);
    const aheadNs = this.#aheadNs(now);
    const behindNs = timeNs - ownNs;
    if (behindNs > WAITED_FOR_NS) {
      this.#rebase(now, ownNs, eraAfter(era), aheadNs);
      return { fromNs: ownNs, toNs: timeNs, byNs: this.#whole(-behindNs), era, nodes: this.#nodes };
    }
    if (behindNs > 0n) this.#rebase(now, timeNs, era, aheadNs + Number(behindNs));
    else this.#rebase(now, ownNs, era, aheadNs);
    this.goBehind(timeNs);
    return undefined;
  }

  /** A time with the era's digit that is after all times of this era within the next `ns`. */
  within(ns: bigint): bigint {
    return this.nowNs() + this.#whole(ns);
  }

  /** How far times of receipt are ahead of the accepted system clock, ns. */
  aheadNs(): bigint {
    return BigInt(this.#aheadNs(this.monotonicNs()));
  }

  /** The current deviation of the system clock that is not accepted, ns. */
  disbelievedNs(): bigint {
    return this.#deviation?.leastNs ?? 0n;
  }

  #look(monotonic: bigint): void {
    this.#lookAtNs = monotonic + LOOK_EVERY_NS;
    const aheadNs = this.#aheadNs(monotonic);
    const ownNs = this.#ownNs(monotonic);
    const deviationNs = this.#wallNs() - ownNs + BigInt(aheadNs);
    if (size(deviationNs) <= TOLERANCE_NS) {
      this.#deviation = undefined;
      const isOld = Number(monotonic - this.base.monotonicNs) > NEW_BASE_AFTER_NS;
      if (isOld) this.#rebase(monotonic, ownNs, this.base.era, aheadNs);
      return;
    }
    if (deviationNs > TOLD_NS && this.#hasSlept(monotonic, deviationNs)) {
      this.#deviation = undefined;
      this.#rebase(monotonic, ownNs - BigInt(aheadNs) + deviationNs, this.base.era);
      return;
    }
    const known = this.#deviation;
    if (known === undefined || size(deviationNs - known.leastNs) > TOLD_NS) {
      this.#deviation = { sinceNs: monotonic, leastNs: deviationNs };
      return;
    }
    if (size(deviationNs) < size(known.leastNs)) known.leastNs = deviationNs;
    if (monotonic - known.sinceNs < BELIEVED_AFTER_NS) return;
    this.#deviation = undefined;
    this.#believe(monotonic, ownNs, known.leastNs - BigInt(aheadNs));
  }

  /** @param byNs how far the system clock is ahead of times of receipt */
  #believe(monotonic: bigint, ownNs: bigint, byNs: bigint): void {
    const { era } = this.base;
    if (byNs < 0n && byNs >= -WAITED_FOR_NS) {
      this.#rebase(monotonic, ownNs, era, Number(-byNs));
      return;
    }
    const isBack = byNs < 0n;
    const jump = { toNs: ownNs, byNs: this.#whole(byNs), era, nodes: this.#nodes };
    const whole = { ...jump, fromNs: isBack ? ownNs + byNs : this.#sinceNs };
    this.#rebase(monotonic, ownNs + byNs, isBack ? eraAfter(era) : era);
    if (size(byNs) < TOLD_NS) return;
    this.#sinceNs = ownNs + byNs;
    this.#onJump(whole);
  }

  #hasSlept(monotonic: bigint, deviationNs: bigint): boolean {
    const sleptMs = this.#uptimeMs() - Number(monotonic / 1_000_000n);
    const lastedMs = sleptMs - this.#sleptMs;
    this.#sleptMs = sleptMs;
    return lastedMs > ASLEEP_MS && Math.abs(lastedMs - Number(deviationNs / 1_000_000n)) < ASLEEP_MS;
  }

  #ownNs(monotonic: bigint): bigint {
    return this.base.timeNs + BigInt(Math.floor(this.passedNs(monotonic)));
  }

  #aheadNs(monotonic: bigint): number {
    const { excessNs, monotonicNs } = this.base;
    return Math.max(0, excessNs - Math.floor(Number(monotonic - monotonicNs) / CATCH_UP_FACTOR));
  }

  #rebase(monotonicNs: bigint, timeNs: bigint, era: number, excessNs = 0): void {
    const stepNs = receiptStepNs(this.#nodes);
    const step = BigInt(stepNs);
    const residue = BigInt(this.#slot + this.#nodes * era);
    const aligned = timeNs + ((((residue - timeNs) % step) + step) % step);
    this.base = { monotonicNs, timeNs: aligned, excessNs, stepNs, era };
  }

  /** Rounds, so that moved times keep their last digits. */
  #whole(ns: bigint): bigint {
    return ns - (ns % BigInt(receiptStepNs(this.#nodes)));
  }

  #wallNs(): bigint {
    return BigInt(Math.round(this.#wallMs() * 1000)) * 1000n;
  }
}

function eraAfter(era: number): number {
  return (era % (ERAS - 1)) + 1;
}

function size(ns: bigint): bigint {
  return ns < 0n ? -ns : ns;
}

/** RFC 3339 in UTC with nine digits: `2026-01-31T12:00:00.123456789Z`. */
export function formatNs(timeNs: bigint): string {
  const milliseconds = timeNs / 1_000_000n - (timeNs % 1_000_000n < 0n ? 1n : 0n);
  const rest = timeNs - milliseconds * 1_000_000n;
  return `${new Date(Number(milliseconds)).toISOString().slice(0, -1)}${String(rest).padStart(6, "0")}Z`;
}

/** Epoch milliseconds with a fraction. */
export function toMs(timeNs: bigint): number {
  return Number(timeNs / 1_000_000n) + Number(timeNs % 1_000_000n) / 1e6;
}

/** The largest multiple of `width` that is not greater; a division would round times before 1970 up. */
export function floorTo(value: bigint, width: bigint): bigint {
  const rest = value % width;
  return rest < 0n ? value - rest - width : value - rest;
}

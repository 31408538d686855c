/**
 * Times of receipt for any thread. Their base is in shared memory and is written only by the one `Clock`. [hot path:
 * numbers instead of bigints where they are exact, no allocation except for the result]
 */

/** While times are ahead of the system clock, they run slower by this fraction. */
export const CATCH_UP_FACTOR = 10;
/**
 * Minimum distance of times of one clock, ns. The last digit of a time is the clock's era, 1 to 9. It changes whenever
 * the clock jumps back, so that no time is used twice [D16].
 */
export const ERAS = 10;

/**
 * Distance between rows of one message that have no times of their own, ns. @param nodes number of clocks that share
 * the times; 1 outside a cluster
 */
export function receiptStepNs(nodes = 1): number {
  return ERAS * nodes;
}

/** The base from which times are computed. */
export interface ClockBase {
  /** The base's monotonic time, and the time of receipt at that moment, ns. */
  readonly monotonicNs: bigint;
  readonly timeNs: bigint;
  /** How far times were ahead of the system clock at the base, ns: they run slower until this is made up. */
  readonly excessNs: number;
  /** Times are congruent to `timeNs` modulo this, ns. */
  readonly stepNs: number;
  readonly era: number;
}

const VERSION = 0;
const BASE_AT = 8;
const BYTES = BASE_AT + 5 * 8;

export class ClockFace {
  readonly memory: SharedArrayBuffer;
  protected readonly monotonicNs: () => bigint;
  readonly #version: Int32Array;
  readonly #values: BigInt64Array;
  #seen = -1;
  #base: ClockBase = { monotonicNs: 0n, timeNs: 0n, excessNs: 0, stepNs: ERAS, era: 0 };
  /** The last returned time, relative to the base, ns. */
  #last = -ERAS;

  constructor(memory = new SharedArrayBuffer(BYTES), monotonicNs: () => bigint = process.hrtime.bigint) {
    this.memory = memory;
    this.monotonicNs = monotonicNs;
    this.#version = new Int32Array(memory, 0, 1);
    this.#values = new BigInt64Array(memory, BASE_AT);
  }

  /** Nanoseconds since 1970 (UTC), increasing in each era; a number would lose digits after 2^53. */
  nowNs(): bigint {
    return this.at(this.monotonicNs());
  }

  protected at(monotonicNs: bigint): bigint {
    if (Atomics.load(this.#version, VERSION) !== this.#seen) this.#read();
    const { stepNs, timeNs } = this.#base;
    const next = Math.floor(this.passedNs(monotonicNs) / stepNs) * stepNs;
    this.#last = next > this.#last ? next : this.#last + stepNs;
    return timeNs + BigInt(this.#last);
  }

  protected get base(): ClockBase {
    return this.#base;
  }

  protected set base(base: ClockBase) {
    Atomics.add(this.#version, VERSION, 1);
    const { monotonicNs, timeNs, excessNs, stepNs, era } = base;
    const values = [monotonicNs, timeNs, BigInt(excessNs), BigInt(stepNs), BigInt(era)];
    for (const [index, value] of values.entries()) Atomics.store(this.#values, index, value);
    Atomics.add(this.#version, VERSION, 1);
    this.#read();
  }

  /** Time since the base at the rate of times of receipt. */
  protected passedNs(monotonicNs: bigint): number {
    const passed = Number(monotonicNs - this.#base.monotonicNs);
    return passed - Math.min(this.#base.excessNs, passed / CATCH_UP_FACTOR);
  }

  protected get lastNs(): bigint {
    return this.#base.timeNs + BigInt(this.#last);
  }

  /** Makes all later times greater than `timeNs`. */
  protected goBehind(timeNs: bigint): void {
    const behind = Number(timeNs - this.#base.timeNs);
    if (behind > this.#last) this.#last = Math.ceil(behind / this.#base.stepNs) * this.#base.stepNs;
  }

  #read(): void {
    const [earlier, lastNs] = [this.#base, this.lastNs];
    let version: number;
    let values: bigint[];
    do {
      version = Atomics.load(this.#version, VERSION);
      values = Array.from(this.#values, (_, index) => Atomics.load(this.#values, index));
      // Odd during a write, which is very short.
    } while (version % 2 !== 0 || version !== Atomics.load(this.#version, VERSION));
    const [monotonicNs = 0n, timeNs = 0n, excessNs, stepNs, era] = values;
    this.#base = {
      monotonicNs,
      timeNs,
      excessNs: Number(excessNs),
      stepNs: Number(stepNs),
      era: Number(era),
    };
    this.#seen = version;
    this.#last = -this.#base.stepNs;
    if (earlier.era === this.#base.era) this.goBehind(lastNs);
  }
}

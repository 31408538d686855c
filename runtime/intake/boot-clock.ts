/**
 * Relates a clock that counts since its device started to times of receipt. A message cannot arrive before it was sent,
 * so the smallest difference seen is the best estimate.
 */

/** Tolerance for a message that seems to arrive too early: both clocks drift. */
const TOLERANCE_NS = 2_000_000_000n;
/** Maximum transit time of a message that was not delayed. */
const TRANSIT_NS = 50_000_000n;
/** The smallest difference is taken over the last one or two periods, so that drift does not accumulate. */
const PERIOD_NS = 600_000_000_000n;

export class BootClock {
  readonly #wrapNs: bigint | undefined;
  /** The newest reading, unwrapped, and its time of receipt; undefined before the first one. */
  #newest: { readonly ns: bigint; readonly receivedNs: bigint } | undefined;
  /** The time at which the clock was 0, by the smallest difference of this period and of the previous one. */
  #bootNs = 0n;
  #bootBeforeNs: bigint | undefined;
  #periodEndsNs = 0n;

  constructor(wrapNs: bigint | undefined) {
    this.#wrapNs = wrapNs;
  }

  /** The time at which the message was sent, ns since 1970. @param ns the clock's reading */
  timeNs(ns: bigint, receivedNs: bigint): bigint {
    const newest = this.#newest;
    if (newest === undefined) return this.#tie(ns, receivedNs);
    const elapsed = receivedNs - newest.receivedNs;
    const unwrapped = this.#unwrapped(ns, newest.ns + elapsed);
    if (unwrapped < newest.ns) {
      // A restart can only be later than the newest message: a larger reading means a delayed message.
      if (ns <= elapsed + TRANSIT_NS) return this.#tie(ns, receivedNs);
      return this.#boot + unwrapped;
    }
    // A clock never runs ahead of its own messages.
    if (receivedNs - unwrapped < this.#boot - TOLERANCE_NS) return this.#tie(ns, receivedNs);
    this.#newest = { ns: unwrapped, receivedNs };
    this.#follow(receivedNs - unwrapped, receivedNs);
    return this.#boot + unwrapped;
  }

  get #boot(): bigint {
    const before = this.#bootBeforeNs;
    return before === undefined || this.#bootNs < before ? this.#bootNs : before;
  }

  #tie(ns: bigint, receivedNs: bigint): bigint {
    this.#newest = { ns, receivedNs };
    this.#bootNs = receivedNs - ns;
    this.#bootBeforeNs = undefined;
    this.#periodEndsNs = receivedNs + PERIOD_NS;
    return receivedNs;
  }

  #follow(bootNs: bigint, receivedNs: bigint): void {
    if (receivedNs >= this.#periodEndsNs) {
      this.#bootBeforeNs = this.#bootNs;
      this.#bootNs = bootNs;
      this.#periodEndsNs = receivedNs + PERIOD_NS;
    } else if (bootNs < this.#bootNs) this.#bootNs = bootNs;
  }

  /** Adds wraps until the reading is as near as possible to the expected value. */
  #unwrapped(ns: bigint, expected: bigint): bigint {
    const wrap = this.#wrapNs;
    if (wrap === undefined || expected <= ns) return ns;
    const wraps = (expected - ns + wrap / 2n) / wrap;
    return ns + wraps * wrap;
  }
}

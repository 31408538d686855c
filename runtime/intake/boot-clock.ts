/**
 * A clock that counts since its owner was switched on, tied to times of receipt: a message cannot have come before it was sent,
 * so the smallest difference seen is nearest to the truth.
 */

/** How much earlier than the tie allows a message may be: both clocks drift. */
const TOLERANCE_NS = 2_000_000_000n;
/** How long it takes a message at most that is not late at all. */
const TRANSIT_NS = 50_000_000n;
/** The smallest difference of the last one or two of these counts, so that clocks that drift apart do not for ever. */
const PERIOD_NS = 600_000_000_000n;

export class BootClock {
  readonly #wrapNs: bigint | undefined;
  /** The newest reading with its wraps, and when it came; undefined before the first. */
  #newest: { readonly ns: bigint; readonly receivedNs: bigint } | undefined;
  /** When the clock stood at 0, by the smallest difference of this period and of the one before. */
  #bootNs = 0n;
  #bootBeforeNs: bigint | undefined;
  #periodEndsNs = 0n;

  constructor(wrapNs: bigint | undefined) {
    this.#wrapNs = wrapNs;
  }

  /** When the message was sent, ns since 1970. @param ns as the clock says */
  timeNs(ns: bigint, receivedNs: bigint): bigint {
    const newest = this.#newest;
    if (newest === undefined) return this.#tie(ns, receivedNs);
    const elapsed = receivedNs - newest.receivedNs;
    const unwrapped = this.#unwrapped(ns, newest.ns + elapsed);
    if (unwrapped < newest.ns) {
      // It can have been switched on after the newest message only: what runs longer than that came late.
      if (ns <= elapsed + TRANSIT_NS) return this.#tie(ns, receivedNs);
      return this.#boot + unwrapped;
    }
    // No clock runs ahead of the messages that it is in.
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

  /** With as many wraps as bring it nearest to what is expected. */
  #unwrapped(ns: bigint, expected: bigint): bigint {
    const wrap = this.#wrapNs;
    if (wrap === undefined || expected <= ns) return ns;
    const wraps = (expected - ns + wrap / 2n) / wrap;
    return ns + wraps * wrap;
  }
}

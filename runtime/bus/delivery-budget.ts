/** Keeps delivering events from taking the time that ingestion needs. */

export interface DeliveryLimits {
  /** Part of the time that may go into delivering, 0–1. */
  readonly share: number;
  /** Time that may be used at once after a quiet while, ms. */
  readonly burstMs: number;
}

/** A token bucket of milliseconds: delivering takes out what it took, and time puts in its share. */
export class DeliveryBudget {
  readonly #limits: DeliveryLimits;
  readonly #nowMs: () => number;
  #availableMs: number;
  #filledAtMs: number;

  /** `nowMs` has to be monotonic. */
  constructor(limits: DeliveryLimits, nowMs: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#availableMs = limits.burstMs;
    this.#filledAtMs = nowMs();
  }

  /** False while too much time went into delivering lately. */
  allows(): boolean {
    const now = this.#nowMs();
    const earned = (now - this.#filledAtMs) * this.#limits.share;
    this.#availableMs = Math.min(this.#limits.burstMs, this.#availableMs + earned);
    this.#filledAtMs = now;
    return this.#availableMs > 0;
  }

  /** Runs `deliver` and pays for it. */
  spend(deliver: () => void): void {
    const began = this.#nowMs();
    deliver();
    this.#availableMs -= this.#nowMs() - began;
  }
}

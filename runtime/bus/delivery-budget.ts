/** Limits the time that delivering events takes from ingestion. */

export interface DeliveryLimits {
  /** Share of the time that may be spent on delivering, 0–1. */
  readonly share: number;
  /** Time that may be spent at once after an idle period, ms. */
  readonly burstMs: number;
}

/** A token bucket of milliseconds: each delivery withdraws its duration; the share refills it over time. */
export class DeliveryBudget {
  readonly #limits: DeliveryLimits;
  readonly #nowMs: () => number;
  #availableMs: number;
  #filledAtMs: number;

  /** `nowMs` must be monotonic. */
  constructor(limits: DeliveryLimits, nowMs: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#availableMs = limits.burstMs;
    this.#filledAtMs = nowMs();
  }

  /** False while recent deliveries have overdrawn the budget. */
  allows(): boolean {
    const now = this.#nowMs();
    const earned = (now - this.#filledAtMs) * this.#limits.share;
    this.#availableMs = Math.min(this.#limits.burstMs, this.#availableMs + earned);
    this.#filledAtMs = now;
    return this.#availableMs > 0;
  }

  /** Runs `deliver` and charges its duration to the budget. */
  spend(deliver: () => void): void {
    const began = this.#nowMs();
    deliver();
    this.#availableMs -= this.#nowMs() - began;
  }
}

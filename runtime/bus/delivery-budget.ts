/**
 * Limits the time that delivering events takes from ingestion. Half of it is divided equally among the owners of clients, the other half
 * goes to the first that need it: an owner with many events takes nothing of the others' part.
 */

export interface DeliveryLimits {
  /** Share of the time that may be spent on delivering, 0–1. */
  readonly share: number;
  /** Time that may be spent at once after an idle period, ms. */
  readonly burstMs: number;
}

/** Milliseconds that deliveries withdraw, and time refills. */
interface Account {
  availableMs: number;
  filledAtMs: number;
}

interface OwnAccount extends Account {
  clients: number;
}

/** Number of events after which the time that they took is charged. */
const CHARGED_AFTER = 64;

export class DeliveryBudget {
  readonly #limits: DeliveryLimits;
  readonly #common: Account;
  readonly #own = new Map<string, OwnAccount>();
  readonly nowMs: () => number;

  /** `nowMs` must be monotonic. */
  constructor(limits: DeliveryLimits, nowMs: () => number = () => performance.now()) {
    this.#limits = limits;
    this.nowMs = nowMs;
    this.#common = { availableMs: limits.burstMs / 2, filledAtMs: nowMs() };
  }

  /** One more client of the owner. */
  join(owner: string): void {
    const own = this.#own.get(owner);
    if (own !== undefined) own.clients++;
    else
      this.#own.set(owner, {
        clients: 1,
        availableMs: this.#limits.burstMs / 2 / (this.#own.size + 1),
        filledAtMs: this.nowMs(),
      });
  }

  leave(owner: string): void {
    const own = this.#own.get(owner)!;
    own.clients--;
    if (own.clients === 0) this.#own.delete(owner);
  }

  /** False while recent deliveries have overdrawn what is for all, and what is the owner's. */
  allows(owner: string, nowMs = this.nowMs()): boolean {
    return this.#isFilled(this.#common, nowMs, 1) || this.#hasOwn(owner, nowMs);
  }

  /** Runs `deliver` and charges its duration to the owners of the clients that took events. */
  spend(deliver: (turn: DeliveryTurn) => void): void {
    const turn = new DeliveryTurn(this);
    try {
      deliver(turn);
    } finally {
      turn.charge();
    }
  }

  charge(owner: string, ms: number): void {
    const own = this.#own.get(owner);
    if (own === undefined) return;
    const ofOwn = this.#common.availableMs > 0 ? Math.min(ms, Math.max(0, own.availableMs)) : ms;
    own.availableMs -= ofOwn;
    this.#common.availableMs -= ms - ofOwn;
  }

  #hasOwn(owner: string, nowMs: number): boolean {
    const own = this.#own.get(owner);
    return own !== undefined && this.#isFilled(own, nowMs, this.#own.size);
  }

  #isFilled(account: Account, nowMs: number, owners: number): boolean {
    const { share, burstMs } = this.#limits;
    const earned = ((nowMs - account.filledAtMs) * share) / 2 / owners;
    account.availableMs = Math.min(burstMs / 2 / owners, account.availableMs + earned);
    account.filledAtMs = nowMs;
    return account.availableMs > 0;
  }
}

/** The delivery of one event, to many clients perhaps. [hot path] */
export class DeliveryTurn {
  readonly #budget: DeliveryBudget;
  readonly #taken = new Map<string, number>();
  #all = 0;
  #fromMs: number;

  constructor(budget: DeliveryBudget) {
    this.#budget = budget;
    this.#fromMs = budget.nowMs();
  }

  /** Whether a client of the owner may have the event. */
  takes(owner: string): boolean {
    if (!this.#budget.allows(owner, this.#fromMs)) return false;
    this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + 1);
    this.#all++;
    if (this.#all === CHARGED_AFTER) this.charge();
    return true;
  }

  charge(): void {
    const nowMs = this.#budget.nowMs();
    for (const [owner, count] of this.#taken) this.#budget.charge(owner, ((nowMs - this.#fromMs) * count) / this.#all);
    this.#taken.clear();
    this.#all = 0;
    this.#fromMs = nowMs;
  }
}

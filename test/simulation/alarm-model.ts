/**
 * Which alarms there must be, derived from limits, mutes and values that were answered. What overlaps, or got no answer, is
 * unknown until something certain follows.
 */

export interface Limit {
  readonly max: number;
  readonly holdMs?: number;
}

/** From the request to its answer, ms of true time. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A request or value between its beginning and its answer. */
export interface Operation {
  readonly fromMs: number;
  /** Nothing else of the field happened meanwhile. */
  isAlone: boolean;
  readonly limitsBefore: AlarmField["limits"];
  readonly mutedBefore: boolean | undefined;
}

/** `unknown`: no answer, or one after which it may have an effect. */
export type Outcome = "done" | "refused" | "unknown";

/** Times of receipt are that exact, ms. */
const NEAR_MS = 50;
/** A change of the list is on disk after this time, ms. */
const SAVED_MS = 2000;

export class AlarmField {
  readonly place: string;
  /** Those that may apply; undefined is none. */
  #limits: readonly (Limit | undefined)[] = [undefined];
  /** Undefined: unknown. */
  isActive: boolean | undefined = false;
  isMuted: boolean | undefined = false;
  /** Since when values are beyond the limit, or within it. */
  #since: (Span & { readonly isBeyond: boolean }) | undefined;
  #changedMs = Number.NEGATIVE_INFINITY;
  readonly #underWay = new Set<Operation>();
  #begun = 0;

  /** @param place `database/measurement/column` */
  constructor(place: string) {
    this.place = place;
  }

  get limits(): readonly (Limit | undefined)[] {
    return this.#limits;
  }

  /** Of operations, so that a reader notices them. */
  get begun(): number {
    return this.#begun;
  }

  get isQuiet(): boolean {
    return this.#underWay.size === 0;
  }

  begin(fromMs: number): Operation {
    const [limitsBefore, mutedBefore] = [this.#limits, this.isMuted];
    const operation = { fromMs, isAlone: this.isQuiet, limitsBefore, mutedBefore };
    for (const other of this.#underWay) other.isAlone = false;
    this.#underWay.add(operation);
    this.#begun++;
    return operation;
  }

  /** Without an effect. */
  end(operation: Operation): void {
    this.#underWay.delete(operation);
  }

  /** A change of the limit was asked for: it may apply from now on. */
  mayLimit(limit: Limit | undefined): void {
    if (!this.#limits.some((one) => isSame(one, limit))) this.#limits = [...this.#limits, limit];
  }

  limited(operation: Operation, outcome: Outcome, limit: Limit | undefined): void {
    this.end(operation);
    if (outcome !== "refused") this.#since = undefined;
    if (!operation.isAlone || outcome === "unknown") return;
    this.#limits = outcome === "done" ? [limit] : operation.limitsBefore;
  }

  muted(operation: Operation, outcome: Outcome, isMuted: boolean): void {
    this.end(operation);
    const isCertain = operation.isAlone && outcome !== "unknown";
    this.isMuted = !isCertain ? undefined : outcome === "done" ? isMuted : operation.mutedBefore;
  }

  /** @param value undefined: one of several */
  valued(operation: Operation, value: number | undefined, toMs: number): void {
    this.end(operation);
    const [limit] = this.#limits;
    if (!operation.isAlone || value === undefined || this.#limits.length > 1) {
      this.forget();
      return;
    }
    const { max = Number.POSITIVE_INFINITY, holdMs = 0 } = limit ?? {};
    const isBeyond = value > max;
    const { fromMs } = operation;
    if (this.#since?.isBeyond !== isBeyond) {
      const isKnown = this.#since !== undefined;
      this.#since = { isBeyond, fromMs, toMs };
      if (holdMs === 0) this.#is(isBeyond, toMs);
      else if (!isKnown && this.isActive !== isBeyond) this.isActive = undefined;
      return;
    }
    const atLeastMs = fromMs - this.#since.toMs - NEAR_MS;
    const atMostMs = toMs - this.#since.fromMs + NEAR_MS;
    if (atLeastMs >= holdMs || holdMs === 0) this.#is(isBeyond, toMs);
    else if (atMostMs >= holdMs && this.isActive !== isBeyond) this.isActive = undefined;
  }

  /** A time between two values is not that of the clock. */
  forgetTimes(): void {
    this.#since = undefined;
  }

  /** Something may have been judged. */
  forget(): void {
    this.#since = undefined;
    this.isActive = undefined;
    if (this.isMuted === true) this.isMuted = undefined;
  }

  /** The process is another one. @param saved whether it could save everything: what is older than a moment, or nothing */
  restarted(nowMs: number, saved: "all" | "older" | "nothing"): void {
    const isLost = saved === "nothing" || (saved === "older" && nowMs - this.#changedMs < SAVED_MS);
    this.#since = undefined;
    if (isLost || !this.isQuiet) {
      this.isActive = undefined;
      this.isMuted = undefined;
    }
    this.#underWay.clear();
  }

  /** A part of the file may be missing. */
  damaged(): void {
    this.forget();
    this.isMuted = undefined;
    this.mayLimit(undefined);
  }

  #is(isBeyond: boolean, nowMs: number): void {
    if (this.isActive === isBeyond) return;
    // A mute ends when the alarm clears; where it was unknown, perhaps.
    if (!isBeyond && this.isMuted === true) this.isMuted = this.isActive === true ? false : undefined;
    this.isActive = isBeyond;
    this.#changedMs = nowMs;
  }
}

function isSame(one: Limit | undefined, other: Limit | undefined): boolean {
  return one?.max === other?.max && one?.holdMs === other?.holdMs;
}

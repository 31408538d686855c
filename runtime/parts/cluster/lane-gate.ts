/** Holds back frames of a lane until the frames before them in other lanes are stored, in their order. */

import { setTimeout as sleep } from "node:timers/promises";

export interface LaneGateOptions<Held> {
  /** Whether the other lanes are stored up to this number, or are before it in this worker's queue. */
  readonly isClear: (upTo: number) => Promise<boolean>;
  readonly pass: (held: Held) => void;
}

interface Waiting<Held> {
  readonly held: Held;
  readonly seq: number;
  readonly after: number;
}

const FIRST_PAUSE_MS = 50;
/** A long backlog needs no faster answers. */
const LONGEST_PAUSE_MS = 2000;

export class LaneGate<Held> {
  readonly #options: LaneGateOptions<Held>;
  #waiting: Waiting<Held>[] = [];
  #cleared = 0;
  #passed: number | undefined = 0;
  #isStopped = false;
  #isOpening = false;
  #sinceMs = 0;

  constructor(options: LaneGateOptions<Held>) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** How long the first one has been waiting; 0 if none is. */
  get waitingMs(): number {
    return this.#waiting.length === 0 ? 0 : performance.now() - this.#sinceMs;
  }

  /** Number of the newest frame that has passed; undefined if it may be of a former log. */
  get passed(): number | undefined {
    return this.#passed;
  }

  take(held: Held, seq: number, after: number): void {
    if (this.#waiting.length === 0 && after <= this.#cleared) {
      this.#pass(held, seq);
      return;
    }
    this.#waiting.push({ held, seq, after });
    if (this.#waiting.length === 1) this.#sinceMs = performance.now();
    if (!this.#isOpening) void this.#open();
  }

  /**
   * The lane is read anew, from its oldest frame on: what waits comes again, behind it. Otherwise that frame, whose
   * acknowledgement needs the new delivery, would stand behind later ones, which may wait for it through other lanes.
   */
  restart(): void {
    this.#waiting = [];
  }

  /** Another worker stores frames that have passed, or the log counts anew. */
  forget(): void {
    this.#cleared = 0;
    this.#passed = undefined;
  }

  /** What waits is left to others. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
  }

  async #open(): Promise<void> {
    this.#isOpening = true;
    let pauseMs = FIRST_PAUSE_MS;
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (first.after <= this.#cleared) {
        this.#waiting.shift();
        this.#sinceMs = performance.now();
        this.#pass(first.held, first.seq);
      } else if (await this.#options.isClear(first.after).catch(() => false)) this.#cleared = first.after;
      else {
        await sleep(pauseMs, undefined, { ref: false });
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
      if (this.#isStopped) break;
    }
    this.#isOpening = false;
  }

  #pass(held: Held, seq: number): void {
    this.#passed = Math.max(this.#passed ?? 0, seq);
    this.#options.pass(held);
  }
}

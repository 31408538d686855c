/**
 * What the service answers to a question, for those who look at it: asked when the question changes, at intervals, and
 * again after a failure, which costs no known answer. No DOM.
 */

import { batch, signal } from "@preact/signals";

const FIRST_MS = 2000;
const LONGEST_MS = 30_000;

/** When a request that failed is made again: twice as long after each failure, ms. @param failures in a row, from 1 */
export function retryMs(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
}

interface QueryOptions {
  /** The clock of the intervals, ms. */
  nowMs?(): number;
  /** Runs a request in its turn; absent: at once. */
  queue?(request: () => Promise<void>): void;
  /** It has an answer or a failure. */
  onChange?(): void;
}

export interface Currency {
  /** An answer is outdated after this time; absent: never. */
  readonly everyMs?: number;
  /** While the question changes, nothing is asked. */
  readonly restMs?: number;
}

export class Query<Answer> {
  readonly #answer = signal<Answer | undefined>(undefined);
  readonly #failure = signal<Error | undefined>(undefined);
  /** When it was asked last, or else when the question came. */
  askedMs = 0;
  readonly #nowMs: () => number;
  readonly #queue: (request: () => Promise<void>) => void;
  readonly #onChange: () => void;
  #key: string | undefined;
  #state: "new" | "asking" | "answered" = "new";
  /** The question on its way; it never fails. */
  #asking: Promise<void> | undefined;
  #renewing: Promise<void> | undefined;
  /** In a row. */
  #failures = 0;

  constructor({ nowMs, queue, onChange }: QueryOptions = {}) {
    this.#nowMs = nowMs ?? (() => performance.now());
    this.#queue = queue ?? ((request) => void request());
    this.#onChange = onChange ?? (() => {});
  }

  /** To the question of the last `keep`; undefined before it is known. */
  get answer(): Answer | undefined {
    return this.#answer.value;
  }

  /** Why it was not answered the last time. */
  get failure(): Error | undefined {
    return this.#failure.value;
  }

  /** Call this regularly while the answer is visible. @param key a new one is another question; its answer is not known */
  keep(key: string, fetch: () => Promise<Answer>, { everyMs, restMs = 0 }: Currency = {}): Answer | undefined {
    const now = this.#nowMs();
    if (key !== this.#key) {
      this.#key = key;
      this.askedMs = now;
      this.#settle("new", undefined, undefined);
    }
    if (this.#state !== "asking" && now - this.askedMs >= this.#waitMs(everyMs, restMs)) {
      this.#state = "asking";
      this.#queue(() => this.#ask(key, fetch));
    }
    return this.#answer.peek();
  }

  /** Something has changed the answer: asks at once, or once more after the question that is on its way. */
  renew(key: string, fetch: () => Promise<Answer>): Promise<void> {
    this.#renewing ??= (this.#asking ?? Promise.resolve()).then(() => {
      this.#renewing = undefined;
      this.#key = key;
      this.#state = "asking";
      return this.#ask(key, fetch);
    });
    return this.#renewing;
  }

  #waitMs(everyMs = Number.POSITIVE_INFINITY, restMs: number): number {
    if (this.#failures > 0) return retryMs(this.#failures);
    return this.#state === "new" ? restMs : everyMs;
  }

  #ask(key: string, fetch: () => Promise<Answer>): Promise<void> {
    if (key !== this.#key) return Promise.resolve();
    this.askedMs = this.#nowMs();
    const settle = (answer: Answer | undefined, failure: Error | undefined) => {
      if (key !== this.#key) return;
      this.#settle("answered", answer, failure);
      this.#onChange();
    };
    this.#asking = fetch().then(
      (answer) => settle(answer, undefined),
      (error: Error) => settle(this.#answer.peek(), error),
    );
    return this.#asking;
  }

  #settle(state: "new" | "answered", answer: Answer | undefined, failure: Error | undefined): void {
    this.#state = state;
    this.#failures = failure === undefined ? 0 : this.#failures + 1;
    batch(() => {
      this.#answer.value = answer;
      this.#failure.value = failure;
    });
  }
}

/** Reads when something has changed: one reading at a time, another after it if more changed meanwhile, and again after a failure. */
export class Reading {
  readonly #read: () => Promise<void>;
  readonly #queue: NonNullable<QueryOptions["queue"]>;
  #state: "idle" | "queued" | "reading" = "idle";
  #isOutdated = false;
  /** In a row. */
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param read throws if it failed */
  constructor(read: () => Promise<void>, queue: QueryOptions["queue"] = (request) => void request()) {
    this.#read = read;
    this.#queue = queue;
  }

  /** Something has changed. */
  again(): void {
    clearTimeout(this.#timer);
    this.#isOutdated = this.#state === "reading";
    if (this.#state !== "idle") return;
    this.#state = "queued";
    this.#queue(() => this.#run());
  }

  async #run(): Promise<void> {
    this.#state = "reading";
    try {
      await this.#read();
      this.#failures = 0;
    } catch {
      this.#failures += 1;
      this.#timer = setTimeout(() => this.again(), retryMs(this.#failures));
    }
    this.#state = "idle";
    if (this.#isOutdated && this.#failures === 0) this.again();
  }
}

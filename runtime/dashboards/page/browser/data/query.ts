/**
 * What the service answers to a question, for those who look at it: asked when the question changes, at intervals, and
 * again after a failure, which costs no known answer. No DOM.
 */

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
  /** To the question of the last `keep`; undefined before it is known. */
  answer: Answer | undefined;
  /** Why it was not answered the last time. */
  failure: Error | undefined;
  /** When it was asked last, or else when the question came. */
  askedMs = 0;
  readonly #nowMs: () => number;
  readonly #queue: (request: () => Promise<void>) => void;
  readonly #onChange: () => void;
  #key: string | undefined;
  #state: "new" | "asking" | "answered" = "new";
  /** In a row. */
  #failures = 0;

  constructor({ nowMs, queue, onChange }: QueryOptions = {}) {
    this.#nowMs = nowMs ?? (() => performance.now());
    this.#queue = queue ?? ((request) => void request());
    this.#onChange = onChange ?? (() => {});
  }

  /** Call this regularly while the answer is visible. @param key a new one is another question; its answer is not known */
  keep(key: string, fetch: () => Promise<Answer>, { everyMs, restMs = 0 }: Currency = {}): Answer | undefined {
    const now = this.#nowMs();
    if (key !== this.#key) {
      this.#key = key;
      this.answer = undefined;
      this.askedMs = now;
      this.#settle("new", undefined);
    }
    if (this.#state !== "asking" && now - this.askedMs >= this.#waitMs(everyMs, restMs)) {
      this.#state = "asking";
      this.#queue(() => this.#ask(key, fetch));
    }
    return this.answer;
  }

  #waitMs(everyMs = Number.POSITIVE_INFINITY, restMs: number): number {
    if (this.#failures > 0) return retryMs(this.#failures);
    return this.#state === "new" ? restMs : everyMs;
  }

  async #ask(key: string, fetch: () => Promise<Answer>): Promise<void> {
    if (key !== this.#key) return;
    this.askedMs = this.#nowMs();
    try {
      const answer = await fetch();
      if (key !== this.#key) return;
      this.answer = answer;
      this.#settle("answered", undefined);
    } catch (error) {
      if (key !== this.#key) return;
      this.#settle("answered", error as Error);
    }
    this.#onChange();
  }

  #settle(state: "new" | "answered", failure: Error | undefined): void {
    this.#state = state;
    this.failure = failure;
    this.#failures = failure === undefined ? 0 : this.#failures + 1;
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

/**
 * What the service answers to a question, for those who look at it: asked when the question changes, at intervals, when something has
 * changed the answer, and again after a failure, which costs no known answer. No DOM.
 */

import { batch, signal } from "@preact/signals";

const FIRST_MS = 2000;
const LONGEST_MS = 30_000;
const INCOMPLETE_MS = 1000;
/** What is due within this time is asked together. */
const TOGETHER_MS = 50;

/** When a request that failed is made again: twice as long after each failure, ms. @param failures in a row, from 1 */
export function retryMs(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
}

interface QueryOptions<Answer> {
  /** The clock of the intervals, ms. */
  readonly nowMs?: () => number;
  /** False: the service does not know all of it yet. */
  readonly isComplete?: (answer: Answer) => boolean;
  /** When an incomplete answer to `renew` is asked for again. */
  readonly incompleteMs?: number;
  /** When a request that failed is made again; absent: after `retryMs`. */
  readonly failedMs?: number;
  /** Runs a request in its turn; absent: at once. */
  readonly queue?: (request: () => Promise<void>) => void;
  /** It has an answer or a failure. */
  readonly onChange?: () => void;
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
  readonly #options: QueryOptions<Answer>;
  readonly #nowMs: () => number;
  #key: string | undefined;
  #state: "new" | "asking" | "answered" = "new";
  /** The question on its way; it never fails. */
  #asking: Promise<void> | undefined;
  #renewing: Promise<void> | undefined;
  /** Stops the next request after a failure, or after an incomplete answer. */
  #stop = () => {};
  /** In a row. */
  #failures = 0;

  constructor(options: QueryOptions<Answer> = {}) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
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
    if (key !== this.#key) this.#begin(key);
    const now = this.#nowMs();
    if (this.#state !== "asking" && now - this.askedMs >= this.#waitMs(everyMs, restMs)) {
      this.#state = "asking";
      this.#queue(() => this.#ask(key, fetch));
    }
    return this.#answer.peek();
  }

  /**
   * Something has changed the answer, or the question: asks at once, or once more after this question that is on its way. After a
   * failure or an incomplete answer it is asked again without `keep`, too.
   */
  renew(key: string, fetch: () => Promise<Answer>): Promise<void> {
    this.#stop();
    if (key !== this.#key) this.#begin(key);
    this.#renewing ??= (this.#asking ?? Promise.resolve()).then(() => {
      if (key !== this.#key) return undefined;
      this.#renewing = undefined;
      this.#state = "asking";
      return new Promise<void>((resolve) => {
        this.#queue(() => this.#ask(key, fetch, () => this.renew(key, fetch)).finally(resolve));
      });
    });
    return this.#renewing;
  }

  #queue(request: () => Promise<void>): void {
    const { queue } = this.#options;
    if (queue === undefined) void request();
    else queue(request);
  }

  #begin(key: string): void {
    this.#stop();
    this.#key = key;
    this.askedMs = this.#nowMs();
    [this.#asking, this.#renewing] = [undefined, undefined];
    this.#settle("new", undefined, undefined);
  }

  #waitMs(everyMs = Number.POSITIVE_INFINITY, restMs: number): number {
    if (this.#failures > 0) return this.#retryMs();
    return this.#state === "new" ? restMs : everyMs;
  }

  #retryMs(): number {
    return this.#options.failedMs ?? retryMs(this.#failures);
  }

  /** @param again asks once more after a failure */
  #ask(key: string, fetch: () => Promise<Answer>, again?: () => void): Promise<void> {
    if (key !== this.#key) return Promise.resolve();
    this.askedMs = this.#nowMs();
    const { isComplete, incompleteMs = INCOMPLETE_MS, onChange } = this.#options;
    const settle = (answer: Answer | undefined, failure: Error | undefined) => {
      if (key !== this.#key) return;
      this.#settle("answered", answer, failure);
      onChange?.();
    };
    const later = (ms: number) => {
      if (again !== undefined && key === this.#key && this.#renewing === undefined) this.#stop = together(ms, again);
    };
    this.#asking = fetch().then(
      (answer) => {
        settle(answer, undefined);
        if (isComplete?.(answer) === false) later(incompleteMs);
      },
      (error: Error) => {
        settle(this.#answer.peek(), error);
        later(this.#retryMs());
      },
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

interface Due {
  readonly asks: Set<() => void>;
  readonly timer: ReturnType<typeof setTimeout>;
}

const due = new Map<number, Due>();

/** Questions that are due in the same moment are asked together, so that readers make one request of them. @returns stops it */
function together(ms: number, ask: () => void): () => void {
  const moment = Math.ceil((performance.now() + ms) / TOGETHER_MS);
  const { asks, timer } = due.get(moment) ?? dueAfter(ms, moment);
  asks.add(ask);
  return () => {
    asks.delete(ask);
    if (asks.size > 0 || due.get(moment)?.asks !== asks) return;
    clearTimeout(timer);
    due.delete(moment);
  };
}

function dueAfter(ms: number, moment: number): Due {
  const asks = new Set<() => void>();
  const timer = setTimeout(() => {
    due.delete(moment);
    for (const ask of asks) ask();
  }, ms);
  due.set(moment, { asks, timer });
  return { asks, timer };
}

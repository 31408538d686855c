/**
 * What the service answers to a question, for those who look at it: asked when the question changes, at intervals, when something has
 * changed the answer, and again after a failure, which costs no known answer. No DOM.
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
  #retry: ReturnType<typeof setTimeout> | undefined;
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
    if (key !== this.#key) this.#begin(key);
    if (this.#state !== "asking" && now - this.askedMs >= this.#waitMs(everyMs, restMs)) {
      this.#state = "asking";
      this.#queue(() => this.#ask(key, fetch));
    }
    return this.#answer.peek();
  }

  /**
   * Something has changed the answer, or the question: asks at once, or once more after this question that is on its way. After a
   * failure it is asked again without `keep`, too.
   */
  renew(key: string, fetch: () => Promise<Answer>): Promise<void> {
    clearTimeout(this.#retry);
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

  #begin(key: string): void {
    this.#key = key;
    this.askedMs = this.#nowMs();
    [this.#asking, this.#renewing] = [undefined, undefined];
    this.#settle("new", undefined, undefined);
  }

  #waitMs(everyMs = Number.POSITIVE_INFINITY, restMs: number): number {
    if (this.#failures > 0) return retryMs(this.#failures);
    return this.#state === "new" ? restMs : everyMs;
  }

  /** @param again asks once more after a failure */
  #ask(key: string, fetch: () => Promise<Answer>, again?: () => void): Promise<void> {
    if (key !== this.#key) return Promise.resolve();
    this.askedMs = this.#nowMs();
    const settle = (answer: Answer | undefined, failure: Error | undefined) => {
      if (key !== this.#key) return;
      this.#settle("answered", answer, failure);
      this.#onChange();
    };
    this.#asking = fetch().then(
      (answer) => settle(answer, undefined),
      (error: Error) => {
        settle(this.#answer.peek(), error);
        if (again !== undefined && key === this.#key) this.#retry = setTimeout(again, retryMs(this.#failures));
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

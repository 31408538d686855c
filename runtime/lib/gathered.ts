/** Work for all callers from before its beginning: calls during a run share the next one, even if this one fails. */
export class Gathered {
  readonly #work: () => Promise<void>;
  #next: Promise<void> | undefined;
  /** The run that is under way, or the last one. */
  current: Promise<void> = Promise.resolve();

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** @throws the error of the run */
  run(): Promise<void> {
    this.#next ??= this.current
      .catch(() => {}) // Its own callers get the error.
      .then(() => {
        this.#next = undefined;
        this.current = this.#work();
        return this.current;
      });
    return this.#next;
  }
}

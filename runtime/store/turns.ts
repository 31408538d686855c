/** Runs writes one at a time: rows of the same time stay in order, and a connection has one transaction. */

export class Turns {
  /** Resolves after the previous write. */
  #last: Promise<unknown> = Promise.resolve();
  /** Number of writes that run or wait. */
  #count = 0;

  get areTaken(): boolean {
    return this.#count > 0;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this.#count++;
    const result = this.#last.then(work).finally(() => {
      this.#count--;
    });
    this.#last = result.catch(() => {});
    return result;
  }
}

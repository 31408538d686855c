/** Runs a few requests at a time, in order, so that a page of a hundred panels does not ask for everything at once. */

const MAX_RUNNING = 4;

export class RequestQueue {
  readonly #waiting: (() => Promise<void>)[] = [];
  #running = 0;

  add(request: () => Promise<void>): void {
    this.#waiting.push(request);
    this.#next();
  }

  #next(): void {
    if (this.#running >= MAX_RUNNING) return;
    const request = this.#waiting.shift();
    if (request === undefined) return;
    this.#running += 1;
    void request().finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }
}

/** Runs a few requests at a time, so that a page with a hundred panels does not send all requests at once. */

const MAX_RUNNING = 4;

export type Urgency = "seen" | "unseen";

/** Visible panels have precedence; otherwise in order. Nothing runs before `open`. */
export class RequestQueue {
  readonly #waiting: Record<Urgency, (() => Promise<void>)[]> = { seen: [], unseen: [] };
  #running = 0;
  #isOpen = false;

  add(request: () => Promise<void>, urgency: Urgency): void {
    this.#waiting[urgency].push(request);
    this.#next();
  }

  open(): void {
    this.#isOpen = true;
    for (let i = 0; i < MAX_RUNNING; i += 1) this.#next();
  }

  #next(): void {
    if (!this.#isOpen || this.#running >= MAX_RUNNING) return;
    const request = this.#waiting.seen.shift() ?? this.#waiting.unseen.shift();
    if (request === undefined) return;
    this.#running += 1;
    void request().finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }
}

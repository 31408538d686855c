/** Lets one part of the program wait for another. */

export class Signal {
  #raised = false;
  readonly #waiting = new Set<() => void>();

  /** Wakes all who wait; when nobody does, the next does not wait. */
  raise(): void {
    this.#raised = this.#waiting.size === 0;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves when it is raised, or after `timeoutMs`. */
  wait(timeoutMs?: number): Promise<void> {
    if (this.#raised) {
      this.#raised = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => wake(), Math.max(0, timeoutMs));
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      this.#waiting.add(wake);
    });
  }
}

/** What has arrived in part. Where there is too much of it, what began first gives way: the whole takes no time to arrive. */

import type { Bound } from "./bounds.ts";

interface Part {
  readonly number: number;
  readonly bytes: number;
}

export class Unfinished<T extends { destroy(): void }> {
  readonly #bound: Bound;
  /** Whose began first is first. */
  readonly #open = new Map<T, Part>();

  constructor(bound: Bound) {
    this.#bound = bound;
  }

  /** @param bytes that are here; 0: it is whole. @param number which it is, where one sends several after each other */
  note(owner: T, bytes: number, number = 0): void {
    const former = this.#open.get(owner);
    if (former === undefined && bytes === 0) return;
    this.#bound.held += bytes - (former?.bytes ?? 0);
    if (former?.number !== number || bytes === 0) this.#open.delete(owner);
    if (bytes === 0) return;
    this.#open.set(owner, { number, bytes });
    for (const [oldest] of this.#open) {
      if (this.#bound.held <= this.#bound.all) return;
      this.#bound.meet();
      this.note(oldest, 0);
      oldest.destroy();
    }
  }
}

/**
 * Bounds partially received data. If there is too much, the part that began first is dropped, since complete data
 * arrives quickly.
 */

import type { Bound } from "./bounds.ts";

interface OpenPiece {
  readonly number: number;
  readonly bytes: number;
}

export class Unfinished<T extends { destroy(): void }> {
  readonly #bound: Bound;
  /** In order of their beginning. */
  readonly #open = new Map<T, OpenPiece>();

  constructor(bound: Bound) {
    this.#bound = bound;
  }

  /**
   * @param bytes received so far; 0: complete @param number identifies the part if an owner sends several in sequence
   */
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

/**
 * Bounds partially received data. If there is too much, the network address with most loses the part that began first, since
 * complete data arrives quickly.
 */

import type { Bound } from "./bounds.ts";

interface OpenPiece {
  readonly number: number;
  readonly bytes: number;
  readonly address: string;
}

export class Unfinished<T extends { destroy(): void }> {
  readonly #bound: Bound;
  readonly #addressOf: (owner: T) => string;
  /** In order of their beginning. */
  readonly #open = new Map<T, OpenPiece>();
  /** Bytes of each address. */
  readonly #held = new Map<string, number>();

  /** @param addressOf the network address that an owner receives from */
  constructor(bound: Bound, addressOf: (owner: T) => string) {
    this.#bound = bound;
    this.#addressOf = addressOf;
  }

  /**
   * @param bytes received so far; 0: complete @param number identifies the part if an owner sends several in sequence
   */
  note(owner: T, bytes: number, number = 0): void {
    const former = this.#open.get(owner);
    if (former === undefined && bytes === 0) return;
    const address = former?.address ?? this.#addressOf(owner);
    this.#count(address, bytes - (former?.bytes ?? 0));
    if (former?.number !== number || bytes === 0) this.#open.delete(owner);
    if (bytes === 0) return;
    this.#open.set(owner, { number, bytes, address });
    while (this.#bound.held > this.#bound.all) this.#dropOne();
  }

  #dropOne(): void {
    const most = Math.max(...this.#held.values());
    for (const [owner, { address }] of this.#open) {
      if (this.#held.get(address) !== most) continue;
      this.#bound.meet();
      this.note(owner, 0);
      owner.destroy();
      return;
    }
  }

  #count(address: string, bytes: number): void {
    this.#bound.held += bytes;
    const held = (this.#held.get(address) ?? 0) + bytes;
    if (held > 0) this.#held.set(address, held);
    else this.#held.delete(address);
  }
}

/**
 * Counts what owners have of a limit that they share. An owner may have at most four times what is left for all, four fifths if
 * there is no other: however much others have, there is room for one more.
 */

const OF_THE_REST = 4;

export class OwnedRoom {
  readonly #of = new Map<string, number>();
  #all = 0;

  get all(): number {
    return this.#all;
  }

  has(owner: string, most: number): boolean {
    const left = most - this.#all;
    return left > 0 && (this.#of.get(owner) ?? 0) <= OF_THE_REST * left;
  }

  take(owner: string, count = 1): void {
    this.#of.set(owner, (this.#of.get(owner) ?? 0) + count);
    this.#all += count;
  }

  give(owner: string, count = 1): void {
    const left = (this.#of.get(owner) ?? 0) - count;
    if (left > 0) this.#of.set(owner, left);
    else this.#of.delete(owner);
    this.#all -= count;
  }
}

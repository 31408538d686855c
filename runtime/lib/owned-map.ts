/**
 * A map with a limit that its owners share: beyond it, the owner with most entries loses its oldest one. So a client that adds
 * many displaces its own.
 */

export class OwnedMap<Value> {
  /** How many entries were displaced. */
  displaced = 0;
  readonly #most: number;
  readonly #entries = new Map<string, { readonly owner: string; readonly value: Value }>();
  /** Keys of each owner, oldest first. */
  readonly #owners = new Map<string, Set<string>>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  keys(): string[] {
    return [...this.#entries.keys()];
  }

  /** In the order of `set`. */
  values(): Value[] {
    return Array.from(this.#entries.values(), ({ value }) => value);
  }

  /** @returns the value that it displaced */
  set(owner: string, key: string, value: Value): Value | undefined {
    this.delete(key);
    this.#entries.set(key, { owner, value });
    const own = this.#owners.get(owner);
    if (own === undefined) this.#owners.set(owner, new Set([key]));
    else own.add(key);
    return this.#entries.size > this.#most ? this.#displace() : undefined;
  }

  delete(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#entries.delete(key);
    const own = this.#owners.get(entry.owner);
    own?.delete(key);
    if (own?.size === 0) this.#owners.delete(entry.owner);
    return true;
  }

  clear(): void {
    this.#entries.clear();
    this.#owners.clear();
  }

  #displace(): Value | undefined {
    let largest = new Set<string>();
    for (const own of this.#owners.values()) if (own.size > largest.size) largest = own;
    const [oldest] = largest;
    const displaced = oldest === undefined ? undefined : this.#entries.get(oldest)?.value;
    if (oldest !== undefined && this.delete(oldest)) this.displaced++;
    return displaced;
  }
}

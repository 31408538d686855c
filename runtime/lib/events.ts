/** Events by name: who tells of them does not know who listens. */

type Listener<Given extends readonly unknown[]> = (...given: Given) => void;

/** @typeParam Types name → what a listener is given */
export class Events<Types extends { readonly [Name in keyof Types]: readonly unknown[] }> {
  readonly #listeners = new Map<keyof Types, Listener<never>[]>();

  /** Listeners are called in the order in which they were added. */
  on<Name extends keyof Types>(name: Name, listener: Listener<Types[Name]>): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener as Listener<never>]);
  }

  emit<Name extends keyof Types>(name: Name, ...given: Types[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as Listener<Types[Name]>)(...given);
  }
}

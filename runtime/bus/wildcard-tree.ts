/** Patterns with empty components, component by component: a topic is compared only with those that begin like it. */

export class WildcardTree<Value> {
  readonly #below = new Map<string, WildcardTree<Value>>();
  #value: Value | undefined;

  set([first, ...rest]: readonly string[], value: Value): void {
    if (first === undefined) {
      this.#value = value;
      return;
    }
    let next = this.#below.get(first);
    if (next === undefined) {
      next = new WildcardTree();
      this.#below.set(first, next);
    }
    next.set(rest, value);
  }

  /** @returns whether nothing is left */
  delete([first, ...rest]: readonly string[]): boolean {
    if (first === undefined) this.#value = undefined;
    else if (this.#below.get(first)?.delete(rest) === true) this.#below.delete(first);
    return this.#value === undefined && this.#below.size === 0;
  }

  /** An empty component of a pattern matches any one component. */
  *matching(topic: readonly string[], from = 0): Generator<Value> {
    const component = topic[from];
    if (component === undefined) {
      if (this.#value !== undefined) yield this.#value;
      return;
    }
    for (const name of component === "" ? [""] : [component, ""]) {
      const next = this.#below.get(name);
      if (next !== undefined) yield* next.matching(topic, from + 1);
    }
  }
}

/** Matches topics with topic filters. [MQTT 3.1.1, 4.7] */

/** Returns a test for a filter, to be used for many topics. */
export function topicTest(filter: string): (topic: string) => boolean {
  const wanted = filter.split("/");
  if (!wanted.includes("+") && !wanted.includes("#")) return (topic) => topic === filter;
  const many = wanted.at(-1) === "#";
  const fixed = many ? wanted.slice(0, -1) : wanted;
  return (topic) => {
    if (topic.startsWith("$") && !filter.startsWith("$")) return false;
    const levels = topic.split("/");
    if (many ? levels.length < fixed.length : levels.length !== fixed.length) return false;
    return fixed.every((level, index) => level === "+" || level === levels[index]);
  };
}

export function levelsOf(topic: string): number {
  let levels = 1;
  for (let at = topic.indexOf("/"); at >= 0; at = topic.indexOf("/", at + 1)) levels++;
  return levels;
}

/** [MQTT-3.3.2-2, MQTT-4.7.3-1] */
export function isTopic(topic: string): boolean {
  return topic !== "" && !/[+#]/.test(topic);
}

interface Node<V> {
  readonly below: Map<string, Node<V>>;
  /** Values by subscriber. */
  readonly subscribed: Map<string, V>;
}

/** Topic filters of many subscribers, level by level: a topic is compared only with filters that begin like it. */
export class FilterTree<V> {
  readonly #root: Node<V> = newNode();

  set(filter: string, subscriber: string, value: V): void {
    let node = this.#root;
    for (const level of filter.split("/")) {
      let next = node.below.get(level);
      if (next === undefined) {
        next = newNode();
        node.below.set(level, next);
      }
      node = next;
    }
    node.subscribed.set(subscriber, value);
  }

  delete(filter: string, subscriber: string): void {
    const path: [Node<V>, string][] = [];
    let node: Node<V> | undefined = this.#root;
    for (const level of filter.split("/")) {
      path.push([node, level]);
      node = node.below.get(level);
      if (node === undefined) return;
    }
    node.subscribed.delete(subscriber);
    for (const [parent, level] of path.reverse()) {
      const child = parent.below.get(level);
      if (child === undefined || child.subscribed.size > 0 || child.below.size > 0) return;
      parent.below.delete(level);
    }
  }

  /**
   * Subscribers with a matching filter; if several filters of one match, `better` chooses. `isFor` can exclude
   * subscribers.
   */
  matching(
    topic: string,
    better: (a: V, b: V) => V,
    isFor: (subscriber: string, value: V) => boolean = () => true,
  ): Map<string, V> {
    const found = new Map<string, V>();
    const add = ({ subscribed }: Node<V>) => {
      for (const [subscriber, value] of subscribed) {
        if (!isFor(subscriber, value)) continue;
        const known = found.get(subscriber);
        found.set(subscriber, known === undefined ? value : better(known, value));
      }
    };
    for (const node of this.#nodesOf(topic)) if (node.subscribed.size > 0) add(node);
    return found;
  }

  /** The nodes of all matching filters. */
  #nodesOf(topic: string): Node<V>[] {
    const found: Node<V>[] = [];
    let nodes = [this.#root];
    // Wildcards at the beginning do not match the server's own topics. [MQTT-4.7.2-1]
    let isWild = !topic.startsWith("$");
    for (const level of topic.split("/")) {
      const next: Node<V>[] = [];
      for (const { below } of nodes) {
        note(below.get(level), next);
        if (!isWild) continue;
        note(below.get("#"), found);
        note(below.get("+"), next);
      }
      nodes = next;
      isWild = true;
    }
    // `a/#` also matches `a`.
    for (const { below } of nodes) note(below.get("#"), found);
    return [...found, ...nodes];
  }
}

function note<Item>(item: Item | undefined, into: Item[]): void {
  if (item !== undefined) into.push(item);
}

function newNode<V>(): Node<V> {
  return { below: new Map(), subscribed: new Map() };
}

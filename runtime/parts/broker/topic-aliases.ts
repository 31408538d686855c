/** Topic aliases of one connection. [MQTT 5, 3.3.2.3.4] */

import type { Bound } from "../../model/bounds.ts";

/** Maximum number of aliases in each direction. */
export const MOST_ALIASES = 32;
const OVERHEAD = 100;

/** What an alias may add to a packet: the property, and a byte for each length that it changes. [MQTT 5, 3.3.2.3.4] */
export const ALIAS_BYTES = 5;

export class TopicAliases {
  readonly #bound: Bound;
  /** The client's aliases. */
  readonly #topics = new Map<number, string>();
  /** The broker's aliases. */
  readonly #numbers = new Map<string, number>();
  #bytes = 0;
  /** Maximum number that the client accepts. */
  most = 0;
  /** The owner of their room, set before there are any. */
  owner = "";

  constructor(bound: Bound) {
    this.#bound = bound;
  }

  topicOf(alias: number): string | undefined {
    return this.#topics.get(alias);
  }

  /** False: there is no room for the alias. */
  learn(alias: number, topic: string): boolean {
    const former = this.#topics.get(alias);
    if (former === topic) return true;
    if (!this.#hold(topic.length - (former === undefined ? -OVERHEAD : former.length))) return false;
    this.#topics.set(alias, topic);
    return true;
  }

  /** The alias to send for a topic; `isNew`: together with the topic. Undefined: send only the topic. */
  forTopic(topic: string): { readonly alias: number; readonly isNew: boolean } | undefined {
    const known = this.#numbers.get(topic);
    if (known !== undefined) return { alias: known, isNew: false };
    const alias = this.#numbers.size + 1;
    if (alias > Math.min(this.most, MOST_ALIASES) || !this.#hold(topic.length + OVERHEAD)) return undefined;
    this.#numbers.set(topic, alias);
    return { alias, isNew: true };
  }

  clear(): void {
    this.#bound.give(this.owner, this.#bytes);
    this.#bytes = 0;
    this.#topics.clear();
    this.#numbers.clear();
  }

  #hold(bytes: number): boolean {
    if (this.#bytes + bytes > this.#bound.each || !this.#bound.take(this.owner, bytes)) {
      this.#bound.meet();
      return false;
    }
    this.#bytes += bytes;
    return true;
  }
}

/** Shared subscriptions: each message goes to one of the clients of a shared filter. [MQTT 5, 4.8.2] */

import { deliveryOf, type MqttMessage, type Session, type Subscription } from "./session.ts";

/** Splits `$share/<name>/<filter>`; undefined: the filter is not shared. A missing part is empty. */
export function shareOf(filter: string): { readonly name: string; readonly filter: string } | undefined {
  const match = /^\$share(?:\/([^/]*)(?:\/(.*))?)?$/s.exec(filter);
  return match === null ? undefined : { name: match[1] ?? "", filter: match[2] ?? "" };
}

export class Share {
  /** The filter as clients subscribe to it. */
  readonly key: string;
  readonly filter: string;
  readonly #members = new Map<Session, Subscription>();

  constructor(key: string, filter: string) {
    this.key = key;
    this.filter = filter;
  }

  /** Whether one of its clients is connected. */
  get isHere(): boolean {
    return [...this.#members.keys()].some(({ link }) => link !== undefined);
  }

  get size(): number {
    return this.#members.size;
  }

  set(session: Session, subscription: Subscription): void {
    this.#members.set(session, subscription);
  }

  delete(session: Session): void {
    this.#members.delete(session);
  }

  /**
   * Delivers to the client that has waited the longest: of those that can receive it now, else of those that are
   * connected, else of those with a durable session.
   */
  deliver(message: MqttMessage): void {
    const here = [...this.#members].filter(([{ link }]) => link?.mayRead(message.topic) === true);
    const away = [...this.#members].find(
      ([{ link, isDurable }, { qos }]) => link === undefined && isDurable && message.qos > 0 && qos > 0,
    );
    const chosen = here.find(([session]) => session.hasRoom) ?? here[0] ?? away;
    if (chosen === undefined) return;
    const [session, subscription] = chosen;
    this.#members.delete(session);
    this.#members.set(session, subscription);
    session.deliver({ ...deliveryOf(message, subscription), shared: this.key });
  }
}

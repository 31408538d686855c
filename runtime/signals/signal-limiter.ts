/** At most one signal a second for each channel and reason [D14]. */

import type { ErrorSignal } from "../model/error-signal.ts";

const INTERVAL_MS = 1000;

interface Held {
  count: number;
  last: { readonly topic: string; readonly signal: ErrorSignal } | undefined;
  readonly timer: NodeJS.Timeout;
}

/**
 * Sends the first signal of a kind at once; of those that follow within a second, only the last one, with their number.
 */
export class SignalLimiter {
  readonly #publish: (topic: string, signal: ErrorSignal) => void;
  readonly #held = new Map<string, Held>();

  constructor(publish: (topic: string, signal: ErrorSignal) => void) {
    this.#publish = publish;
  }

  /** `kind` is channel and reason, of which there are few. */
  signal(kind: string, topic: string, signal: ErrorSignal): void {
    const held = this.#held.get(kind);
    if (held === undefined) {
      this.#publish(topic, signal);
      this.#hold(kind);
      return;
    }
    held.count++;
    held.last = { topic, signal };
  }

  /** Sends the held signals. */
  stop(): void {
    for (const [kind, held] of this.#held) {
      clearTimeout(held.timer);
      this.#held.delete(kind);
      this.#send(held);
    }
  }

  #hold(kind: string): void {
    const timer = setTimeout(() => this.#release(kind), INTERVAL_MS);
    timer.unref();
    this.#held.set(kind, { count: 0, last: undefined, timer });
  }

  #release(kind: string): void {
    const held = this.#held.get(kind);
    this.#held.delete(kind);
    if (held?.last === undefined) return;
    this.#send(held);
    this.#hold(kind);
  }

  #send({ count, last }: Held): void {
    if (last === undefined) return;
    const others = count - 1;
    const note = others === 0 ? "" : ` ${others} more like it ${others === 1 ? "was" : "were"} held back.`;
    this.#publish(last.topic, { ...last.signal, description: `${last.signal.description}${note}` });
  }
}

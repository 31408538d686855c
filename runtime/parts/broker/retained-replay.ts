import { deliveryOf, type Session, type Subscription } from "./session.ts";
import type { SessionStore } from "./session-store.ts";

export interface RetainedReplayOptions {
  readonly store: Pick<SessionStore, "retainedFor">;
  /**
   * Whether the client can receive another message. @param isAcknowledged the client acknowledges it, and it counts
   * until then
   */
  readonly hasRoom: (isAcknowledged: boolean) => boolean;
}

/** Sends retained messages to one client, as fast as it reads them. */
export class RetainedReplay {
  readonly #options: RetainedReplayOptions;
  /** By filter. */
  readonly #waiting = new Map<string, Subscription>();
  #isSending = false;
  #isOver = false;
  #wake: (() => void) | undefined;

  constructor(options: RetainedReplayOptions) {
    this.#options = options;
  }

  add(filter: string, subscription: Subscription): void {
    this.#waiting.set(filter, subscription);
  }

  drop(filter: string): void {
    this.#waiting.delete(filter);
  }

  send(session: Session): void {
    if (!this.#isSending) void this.#send(session);
  }

  /** There may be room again. */
  goOn(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  end(): void {
    this.#isOver = true;
    this.goOn();
  }

  async #send(session: Session): Promise<void> {
    this.#isSending = true;
    for (const [filter, subscription] of this.#waiting) {
      for await (const message of this.#options.store.retainedFor(filter)) {
        const delivery = { ...deliveryOf(message, subscription), retain: true };
        await this.#room(delivery.qos > 0);
        if (this.#isOver) return;
        if (this.#waiting.get(filter) !== subscription) break;
        session.deliver(delivery);
      }
      if (this.#waiting.get(filter) === subscription) this.#waiting.delete(filter);
    }
    this.#isSending = false;
  }

  async #room(isAcknowledged: boolean): Promise<void> {
    while (!this.#isOver && !this.#options.hasRoom(isAcknowledged)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/**
 * Last wills of connected clients, and of those that disconnected less than their will's delay ago. [MQTT 5, 3.1.2.5]
 */

import { Bound, type TellBound } from "../../model/bounds.ts";
import type { MqttPermissions } from "../../sources/mqtt/access.ts";
import type { MessageValues } from "./packets.ts";
import { messageBytes } from "./session.ts";

export interface Will {
  readonly packet: MessageValues;
  /** Permissions of the client. */
  readonly permissions: MqttPermissions;
  readonly bytes: number;
  readonly owner: string;
}

const OVERHEAD = 300;
/** Maximum delay of Node's timers, ms. */
const LONGEST_MS = 2 ** 31 - 1;

export class Wills {
  readonly bound: Bound;
  readonly #publish: (id: string, will: Will) => void;
  /** By session. */
  readonly #delayed = new Map<string, { readonly will: Will; readonly timer: NodeJS.Timeout }>();
  /** Bytes of each owner. */
  readonly #held = new Map<string, number>();
  #isStopped = false;

  constructor(publish: (id: string, will: Will) => void, tell?: TellBound) {
    this.#publish = publish;
    this.bound = new Bound("mqtt-wills", tell);
  }

  /** Undefined: there is no room for the will. @param owner whose room it takes: the user, else the network address */
  keep(packet: MessageValues, permissions: MqttPermissions, owner: string): Will | undefined {
    const bytes = messageBytes(packet) + OVERHEAD;
    const held = (this.#held.get(owner) ?? 0) + bytes;
    if (held > this.bound.each || !this.bound.hasRoom(bytes)) {
      this.bound.meet();
      return undefined;
    }
    this.bound.held += bytes;
    this.#held.set(owner, held);
    // Copied: the packet may share its buffer with other data.
    const { correlationData } = packet.properties;
    const properties = {
      ...packet.properties,
      ...(correlationData && { correlationData: Buffer.from(correlationData) }),
    };
    return { packet: { ...packet, payload: Buffer.from(packet.payload), properties }, permissions, bytes, owner };
  }

  /** Discards the will. */
  drop({ bytes, owner }: Will): void {
    this.bound.held -= bytes;
    const held = this.#held.get(owner)! - bytes;
    if (held > 0) this.#held.set(owner, held);
    else this.#held.delete(owner);
  }

  /** Publishes a session's will when its delay is over, or earlier when the session ends. */
  leave(id: string, will: Will, delayMs: number): void {
    if (delayMs <= 0) {
      this.drop(will);
      if (!this.#isStopped) this.#publish(id, will);
      return;
    }
    const timer = setTimeout(() => this.sessionEnded(id), Math.min(delayMs, LONGEST_MS)).unref();
    this.#delayed.set(id, { will, timer });
  }

  /** The client has reconnected in time. [MQTT-3.1.3-9] */
  sessionResumed(id: string): void {
    const delayed = this.#take(id);
    if (delayed !== undefined) this.drop(delayed);
  }

  sessionEnded(id: string): void {
    const delayed = this.#take(id);
    if (delayed !== undefined) this.leave(id, delayed, 0);
  }

  /** Discards all delayed wills. */
  stop(): void {
    this.#isStopped = true;
    for (const id of [...this.#delayed.keys()]) this.sessionResumed(id);
  }

  #take(id: string): Will | undefined {
    const delayed = this.#delayed.get(id);
    if (delayed === undefined) return undefined;
    clearTimeout(delayed.timer);
    this.#delayed.delete(id);
    return delayed.will;
  }
}

/** Work that only one node does at a time: a key in a KV bucket, held for a limited time and renewed. */

import type { KV } from "@nats-io/kv";
import { isRefusal } from "./jetstream-errors.ts";

/** A holder that is silent for this long loses the key, in the servers' time. */
const HOLD_MS = 60_000;

export class Turn {
  readonly #bucket: () => Promise<KV>;
  readonly #key: string;
  readonly #node: string;

  constructor(bucket: () => Promise<KV>, key: string, node: string) {
    this.#bucket = bucket;
    this.#key = key;
    this.#node = node;
  }

  /**
   * Undefined, without running `work`, if another node has the turn.
   * @param work calls its argument regularly to keep the turn
   */
  async take<T>(work: (goOn: () => Promise<void>) => Promise<T>): Promise<T | undefined> {
    const bucket = await this.#bucket();
    const taken = await this.#claim(bucket);
    if (taken === undefined) return undefined;
    let revision = taken;
    try {
      return await work(async () => {
        revision = await bucket.update(this.#key, this.#node, revision);
      });
    } finally {
      await bucket.delete(this.#key, { previousSeq: revision }).catch(() => {});
    }
  }

  async #claim(bucket: KV): Promise<number | undefined> {
    try {
      const held = await bucket.get(this.#key);
      if (held === null || held.operation !== "PUT") return await bucket.create(this.#key, this.#node);
      // This write gets the servers' time.
      await bucket.put(`${this.#key}.asked`, this.#node);
      const request = await bucket.get(`${this.#key}.asked`);
      const heldMs = (request?.created.getTime() ?? 0) - held.created.getTime();
      return heldMs < HOLD_MS ? undefined : await bucket.update(this.#key, this.#node, held.revision);
    } catch (error) {
      if (isRefusal(error, "wrongLastSequence")) return undefined;
      throw error;
    }
  }
}

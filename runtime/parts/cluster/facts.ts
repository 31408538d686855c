/** Facts shared by all nodes (CSV headers, saved panels), in a KV bucket. */

import type { KV } from "@nats-io/kv";
import type { Facts } from "../../model/store.ts";

export class ClusterFacts implements Facts {
  readonly #bucket: () => Promise<KV>;

  constructor(bucket: () => Promise<KV>) {
    this.#bucket = bucket;
  }

  async remember(key: string, value: string): Promise<void> {
    await (await this.#bucket()).put(keyOf(key), value);
  }

  /** Read from the bucket's leader, so that the latest value of any node is returned. */
  async recall(key: string): Promise<string | undefined> {
    const entry = await (await this.#bucket()).get(keyOf(key));
    return entry === null || entry.operation !== "PUT" ? undefined : entry.string();
  }

  async remembered(): Promise<ReadonlyMap<string, string>> {
    const bucket = await this.#bucket();
    const all = new Map<string, string>();
    if ((await bucket.status()).values === 0) return all;
    const entries = await bucket.watch();
    for await (const entry of entries) {
      if (entry.operation === "PUT") all.set(textOf(entry.key), entry.string());
      if (entry.delta === 0) break;
    }
    return all;
  }
}

/** A bucket's keys allow only few characters. */
function keyOf(text: string): string {
  return Buffer.from(text).toString("base64url");
}

function textOf(key: string): string {
  return Buffer.from(key, "base64url").toString();
}

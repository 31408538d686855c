/**
 * The node's number, by which its times of receipt differ from those of all others: node k gives times that are k modulo the
 * number of nodes. It is leased in a KV bucket for a day and renewed each minute; the journal's folder remembers it, so that a
 * node starts while no server answers. One whose lease is over takes nothing more.
 */

import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { KV, KvEntry } from "@nats-io/kv";
import * as z from "zod";
import type { Clock } from "../telemetry/clock.ts";

const LEASE = z.object({
  node: z.string(),
  untilMs: z.number(),
  /** No time of receipt of the holder before is later, ns. */
  upToNs: z.string().regex(/^\d{1,20}$/),
});
type Lease = z.infer<typeof LEASE>;

const KEPT = z.object({ node: z.string(), number: z.int().nonnegative(), untilMs: z.number() });

const LEASE_MS = 86_400_000;
const RENEW_MS = 60_000;
const FIRST_TRY_MS = 3000;
const AGAIN_MS = 1000;
const FILE = "node-number";

export interface NodeNumberOptions {
  readonly bucket: () => Promise<KV>;
  /** Identity of the node's journal. */
  readonly node: string;
  readonly count: number;
  /** The journal's. */
  readonly directory: string;
  readonly clock: Pick<Clock, "nowNs" | "within">;
  readonly onFinding: (sentence: string) => void;
}

export class NodeNumber {
  readonly #options: NodeNumberOptions;
  #number = -1;
  #revision = 0;
  #untilMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: NodeNumberOptions) {
    this.#options = options;
  }

  get value(): number {
    return this.#number;
  }

  /** Why no message can be taken; undefined while they can. */
  get objection(): string | undefined {
    if (Date.now() < this.#untilMs) return undefined;
    return "this node's number in the cluster is no longer its own, as no server answered for a day";
  }

  /** Resolves with what the clock has to begin after. Tried for as long as it takes. @throws Error when all numbers are taken */
  async claim(): Promise<bigint> {
    const kept = await this.#kept();
    for (let attempt = 0; ; attempt++) {
      try {
        const upToNs = await this.#claimIn(await this.#options.bucket(), kept?.number);
        await this.#keep();
        this.#timer = setInterval(() => void this.#renew(), RENEW_MS);
        this.#timer.unref();
        return upToNs;
      } catch (error) {
        if (error instanceof AllTaken) throw error;
        if (kept !== undefined && attempt * AGAIN_MS >= FIRST_TRY_MS) {
          this.#number = kept.number;
          this.#untilMs = kept.untilMs;
          this.#timer = setInterval(() => void this.#renew(), RENEW_MS);
          this.#timer.unref();
          return 0n;
        }
        if (attempt % 10 === 0) {
          this.#options.onFinding(`the cluster gives this node no number: ${(error as Error).message}; trying again`);
        }
        await sleep(AGAIN_MS);
      }
    }
  }

  /** Gives the number back. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#revision === 0) return;
    await rm(join(this.#options.directory, FILE), { force: true });
    await this.#put(await this.#options.bucket(), this.#number, 0, this.#revision);
  }

  async #claimIn(bucket: KV, preferred: number | undefined): Promise<bigint> {
    const { node, count } = this.#options;
    const entries = new Map<number, { readonly lease: Lease; readonly entry: KvEntry }>();
    for (let number = 0; number < count; number++) {
      const entry = await bucket.get(keyOf(number));
      const lease = entry === null ? undefined : readLease(entry);
      if (entry !== null && lease !== undefined) entries.set(number, { lease, entry });
      if (lease?.node === node) return this.#take(bucket, number, entry?.revision, lease);
      // Nobody ever had this one, nor those behind it.
      if (entry === null && preferred === undefined) return this.#take(bucket, number, undefined, undefined);
    }
    if (preferred !== undefined && preferred < count && !entries.has(preferred)) {
      return this.#take(bucket, preferred, undefined, undefined);
    }
    const now = Date.now();
    for (const [number, { lease, entry }] of entries) {
      if (lease.untilMs < now) return this.#take(bucket, number, entry.revision, lease);
    }
    for (let number = 0; number < count; number++) {
      if (!entries.has(number)) return this.#take(bucket, number, undefined, undefined);
    }
    throw new AllTaken(`all ${count} numbers of nodes are taken; set [cluster] nodes higher, on all of them`);
  }

  async #take(bucket: KV, number: number, revision: number | undefined, before: Lease | undefined): Promise<bigint> {
    await this.#put(bucket, number, Date.now() + LEASE_MS, revision);
    // Its own times of before are past; what it said of them is beyond, so that others keep away.
    return before === undefined || before.node === this.#options.node ? 0n : BigInt(before.upToNs);
  }

  async #put(bucket: KV, number: number, untilMs: number, revision: number | undefined): Promise<void> {
    const { node, clock } = this.#options;
    // It may give out times until it says the next word.
    const upToNs = untilMs === 0 ? clock.nowNs() : clock.within(BigInt(2 * RENEW_MS) * 1_000_000n);
    const lease: Lease = { node, untilMs, upToNs: String(upToNs) };
    const text = JSON.stringify(lease);
    this.#revision =
      revision === undefined
        ? await bucket.create(keyOf(number), text)
        : await bucket.update(keyOf(number), text, revision);
    this.#number = number;
    this.#untilMs = untilMs;
  }

  async #renew(): Promise<void> {
    try {
      const bucket = await this.#options.bucket();
      const entry = await bucket.get(keyOf(this.#number));
      const lease = entry === null ? undefined : readLease(entry);
      if (lease !== undefined && lease.node !== this.#options.node) {
        this.#untilMs = 0;
        this.#options.onFinding(`the number ${this.#number} of this node was given to another; start it again`);
        return;
      }
      await this.#put(bucket, this.#number, Date.now() + LEASE_MS, entry?.revision);
      await this.#keep();
    } catch {
      // The lease is long: there is time for the next attempt.
    }
  }

  async #kept(): Promise<z.infer<typeof KEPT> | undefined> {
    const { directory, node } = this.#options;
    const text = await readFile(join(directory, FILE), "utf8").catch(() => "null");
    const { data } = KEPT.safeParse(parsed(text));
    return data !== undefined && data.node === node && data.untilMs > Date.now() ? data : undefined;
  }

  async #keep(): Promise<void> {
    const { directory, node } = this.#options;
    const kept = { node, number: this.#number, untilMs: this.#untilMs };
    await writeFile(join(directory, FILE), `${JSON.stringify(kept)}\n`);
  }
}

class AllTaken extends Error {}

function keyOf(number: number): string {
  return `number.${number}`;
}

/** One that cannot be read is nobody's. */
function readLease(entry: KvEntry): Lease | undefined {
  return LEASE.safeParse(parsed(entry.string())).data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

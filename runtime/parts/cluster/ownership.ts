/**
 * Assigns partitions to store workers: one table in the nodes' KV bucket, which every worker updates twice a second
 * with its own heartbeat. A worker whose heartbeat does not change for two seconds, measured by another worker's clock,
 * counts as lost: it is removed from the table, and its partitions go to the others. Clocks are never compared, and
 * only one writer of a revision succeeds.
 *
 * A partition has a turn, which counts its owners. The next owner deletes consumers of earlier turns. So a worker that
 * was paused receives nothing more, and its later acknowledgements have no effect.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { KV } from "@nats-io/kv";
import * as z from "zod";
import { parseForeign } from "../../lib/foreign-json.ts";
import { isRefusal } from "./jetstream-errors.ts";

const TABLE = z.object({
  workers: z.record(z.string(), z.number()),
  owners: z.array(z.object({ worker: z.string(), turn: z.number() })),
});
export type OwnersTable = z.infer<typeof TABLE>;

export interface OwnershipOptions {
  readonly bucket: () => Promise<KV>;
  readonly partitions: number;
  readonly worker: string;
  /** A worker that is silent for this long counts as lost, ms. */
  readonly silentMs: number;
  /** This worker owns the partition from now on. */
  readonly onGained: (partition: number, turn: number) => void;
  /** Another worker owns it: leave everything that was not started. */
  readonly onLost: (partition: number) => void;
  /**
   * Whether all started frames are stored, so that the partition can be handed over. Starts no further frames of it.
   */
  readonly leave: (partition: number) => boolean;
  /** The handover is cancelled: the worker that should get the partition is lost. */
  readonly stay: (partition: number) => void;
  readonly onFinding: (sentence: string) => void;
}

/** The table's key in the nodes' bucket. */
export const WORKERS_KEY = "workers";
const NOBODY = "";
/** Number of heartbeats before a worker counts as lost. */
const BEATS = 4;
const CONFLICT_MS = 20;

export class Ownership {
  readonly #options: OwnershipOptions;
  /** Last heartbeats of others, and when this worker saw them change. */
  readonly #seen = new Map<string, { readonly beat: number; readonly atMs: number }>();
  readonly #own = new Map<number, number>();
  #beat = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #isStopped = false;
  #beatenMs = performance.now();
  #reported = "";

  constructor(options: OwnershipOptions) {
    this.#options = options;
    this.#write();
  }

  /** By this worker's clock, no other worker can own its partitions yet. */
  get isSure(): boolean {
    return performance.now() - this.#beatenMs < this.#options.silentMs;
  }

  /** Releases all partitions. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#attempt().catch(() => {});
  }

  #write(): void {
    this.#writing = this.#attempt().then(
      () => {
        this.#reported = "";
      },
      (error: Error) => {
        if (this.#reported !== error.message)
          this.#options.onFinding(`the table of workers cannot be written: ${error.message}`);
        this.#reported = error.message;
      },
    );
    void this.#writing.then(() => {
      if (this.#isStopped) return;
      this.#timer = setTimeout(() => this.#write(), this.#options.silentMs / BEATS);
      this.#timer.unref();
    });
  }

  async #attempt(): Promise<void> {
    const bucket = await this.#options.bucket();
    for (;;) {
      const requestedMs = performance.now();
      const entry = await bucket.get(WORKERS_KEY);
      const now = entry === null || entry.operation !== "PUT" ? undefined : ownersTable(entry.string());
      const next = this.#next(now ?? { workers: {}, owners: [] });
      const text = JSON.stringify(next);
      try {
        if (entry === null || entry.operation !== "PUT") await bucket.create(WORKERS_KEY, text);
        else await bucket.update(WORKERS_KEY, text, entry.revision);
      } catch (error) {
        if (!isRefusal(error, "wrongLastSequence")) throw error;
        await sleep(Math.random() * CONFLICT_MS);
        continue;
      }
      this.#beatenMs = requestedMs;
      this.#apply(next);
      return;
    }
  }

  #next({ workers, owners }: OwnersTable): OwnersTable {
    const { worker, partitions, leave, stay } = this.#options;
    const live = Object.fromEntries(
      Object.entries(workers).filter(([name, beat]) => name !== worker && this.#lives(name, beat)),
    );
    if (!this.#isStopped) live[worker] = ++this.#beat;
    const known = Array.from({ length: partitions }, (_, partition) => {
      const owner = owners[partition] ?? { worker: NOBODY, turn: 0 };
      const isMine = owner.worker === worker && this.#own.get(partition) === owner.turn;
      return isMine || (owner.worker !== worker && Object.hasOwn(live, owner.worker))
        ? owner
        : { worker: NOBODY, turn: owner.turn };
    });
    const mine = () => known.filter((owner) => owner.worker === worker).length;
    const share = this.#isStopped ? 0 : Math.ceil(partitions / Object.keys(live).length);
    const owned = [...known.keys()].filter((partition) => known[partition]?.worker === worker);
    for (const [index, partition] of owned.entries()) {
      if (index < share) stay(partition);
      else if (leave(partition) || this.#isStopped) known[partition] = { ...known[partition]!, worker: NOBODY };
    }
    for (const [partition, owner] of known.entries()) {
      if (owner.worker === NOBODY && mine() < share) known[partition] = { worker, turn: owner.turn + 1 };
    }
    return { workers: live, owners: known };
  }

  #lives(name: string, beat: number): boolean {
    const known = this.#seen.get(name);
    const now = performance.now();
    if (known?.beat !== beat) {
      this.#seen.set(name, { beat, atMs: now });
      return true;
    }
    return now - known.atMs < this.#options.silentMs;
  }

  #apply({ owners }: OwnersTable): void {
    const { worker, onGained, onLost } = this.#options;
    for (const [partition, { worker: owner, turn }] of owners.entries()) {
      const before = this.#own.get(partition);
      const isMine = owner === worker;
      if (before !== undefined && (!isMine || before !== turn)) {
        this.#own.delete(partition);
        onLost(partition);
      }
      if (isMine && before !== turn) {
        this.#own.set(partition, turn);
        onGained(partition, turn);
      }
    }
  }
}

export function ownersTable(text: string): OwnersTable | undefined {
  return TABLE.safeParse(parseForeign(text)).data;
}

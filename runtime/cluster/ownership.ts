/**
 * Which store worker has which partitions: one table in the KV bucket of the nodes, which every worker writes twice a second with
 * a new beat of its own. A worker whose beat stands still for two seconds of somebody else's clock is gone: it leaves the table,
 * and its partitions go to the others. Nobody compares clocks, and only one writer of a revision wins.
 *
 * A partition has a turn, which counts its owners: a consumer of an earlier turn is deleted by the next owner, so that a worker
 * that was paused gets nothing more, and what it acknowledges then counts for nothing.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { KV } from "@nats-io/kv";
import * as z from "zod";
import { isRefusal } from "./jetstream-errors.ts";

const TABLE = z.object({
  workers: z.record(z.string(), z.number()),
  owners: z.array(z.object({ worker: z.string(), turn: z.number() })),
});
type Table = z.infer<typeof TABLE>;

export interface OwnershipOptions {
  readonly bucket: () => Promise<KV>;
  readonly partitions: number;
  readonly worker: string;
  /** A worker that is silent for so long is gone, ms. */
  readonly silentMs: number;
  /** This worker has the partition from now on. */
  readonly onGained: (partition: number, turn: number) => void;
  /** Another has it: what was not begun is to be left. */
  readonly onLost: (partition: number) => void;
  /** Whether all of it that was begun is stored: then it can be another's. Nothing more of it is to be begun. */
  readonly leave: (partition: number) => boolean;
  /** It is not to be left, or not any more: another worker that was to have it is gone. */
  readonly stay: (partition: number) => void;
  readonly onFinding: (sentence: string) => void;
}

const KEY = "workers";
const NOBODY = "";
/** Beats in the time after which a worker is gone. */
const BEATS = 4;
const CONFLICT_MS = 20;

export class Ownership {
  readonly #options: OwnershipOptions;
  /** Last beats of others, and when this one saw them change. */
  readonly #seen = new Map<string, { readonly beat: number; readonly atMs: number }>();
  readonly #own = new Map<number, number>();
  #beat = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #isStopped = false;
  #beatenMs = performance.now();
  #told = "";

  constructor(options: OwnershipOptions) {
    this.#options = options;
    this.#write();
  }

  /** Partitions that are this worker's. */
  get size(): number {
    return this.#own.size;
  }

  /** By its own clock nobody else can have them yet. */
  get isSure(): boolean {
    return performance.now() - this.#beatenMs < this.#options.silentMs;
  }

  /** Gives all back. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#attempt().catch(() => {});
  }

  #write(): void {
    this.#writing = this.#attempt().then(
      () => {
        this.#told = "";
      },
      (error: Error) => {
        if (this.#told !== error.message)
          this.#options.onFinding(`the table of workers cannot be written: ${error.message}`);
        this.#told = error.message;
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
      const askedMs = performance.now();
      const entry = await bucket.get(KEY);
      const now = entry === null || entry.operation !== "PUT" ? undefined : parse(entry.string());
      const next = this.#next(now ?? { workers: {}, owners: [] });
      const text = JSON.stringify(next);
      try {
        if (entry === null || entry.operation !== "PUT") await bucket.create(KEY, text);
        else await bucket.update(KEY, text, entry.revision);
      } catch (error) {
        if (!isRefusal(error, "wrongLastSequence")) throw error;
        await sleep(Math.random() * CONFLICT_MS);
        continue;
      }
      this.#beatenMs = askedMs;
      this.#apply(next);
      return;
    }
  }

  #next({ workers, owners }: Table): Table {
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

  #apply({ owners }: Table): void {
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

function parse(text: string): Table | undefined {
  try {
    return TABLE.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

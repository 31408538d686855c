/**
 * A frame costs as much as about twenty messages, so the messages of all partitions of one worker travel in one frame:
 * in the subject of the lowest of them, its lane. Which partitions share a lane changes with the workers, at any time
 * and for each node by itself. The owner of a lane stores all that is in it.
 *
 * Order: when a node changes its lanes, its frames name the last frame that it sent before (`Structline-After`). A
 * worker starts such a frame once the other lanes are stored up to there (`lane-gate.ts`). Workers that do not know
 * lanes would not wait, so lanes are used only if all know them; the names of workers say so.
 */

import type { KV } from "@nats-io/kv";
import type { Msg, MsgHdrs } from "@nats-io/transport-node";
import { type OwnersTable, ownersTable, WORKERS_KEY } from "./ownership.ts";

const HEADER = "Structline-After";
const KNOWS_LANES = "/lanes";
const LOOK_EVERY_MS = 1000;

/** The worker's name in the table of workers. */
export function laneWorker(id: string): string {
  return `${id}${KNOWS_LANES}`;
}

export function setAfter(headers: MsgHdrs, seq: number): void {
  if (seq > 0) headers.set(HEADER, String(seq));
}

/** Up to this number, other lanes must be stored before the frame: less than its own, whatever it claims. */
export function afterOf({ headers }: Pick<Msg, "headers">, seq: number): number {
  const after = Number(headers?.get(HEADER) ?? 0);
  return Number.isSafeInteger(after) && after > 0 ? Math.min(after, seq - 1) : 0;
}

/** The lane of each partition; undefined if the table does not tell. */
export function lanesOf({ workers, owners }: OwnersTable, partitions: number): readonly number[] | undefined {
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  if (!Object.keys(workers).every((name) => name.endsWith(KNOWS_LANES))) return all;
  const names = all.map((partition) => owners[partition]?.worker ?? "");
  return names.every((name) => Object.hasOwn(workers, name)) ? names.map((name) => names.indexOf(name)) : undefined;
}

export interface LanesOptions {
  readonly bucket: () => Promise<KV>;
  readonly partitions: number;
  /** Number of the newest frame in the log: this node's earlier run may have sent it. */
  readonly newest: number;
}

/** The lanes that a node sends in. */
export class Lanes {
  readonly #options: LanesOptions;
  #lanes: readonly number[];
  #next: readonly number[] | undefined;
  #newest: number;
  #after: number;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#lanes = Array.from({ length: options.partitions }, (_, partition) => partition);
    this.#newest = options.newest;
    this.#after = options.newest;
  }

  of(partition: number): number {
    return this.#lanes[partition]!;
  }

  /** The lane of all partitions, if they share one. */
  get only(): number | undefined {
    const [lane] = this.#lanes;
    return this.#lanes.every((each) => each === lane) ? lane : undefined;
  }

  /** Number of the last frame that this node may have sent in other lanes. */
  get after(): number {
    return this.#after;
  }

  /** Call it only while everything sent before is acknowledged. */
  turn(): void {
    const next = this.#next;
    if (next?.some((lane, partition) => lane !== this.#lanes[partition])) {
      this.#lanes = next;
      this.#after = this.#newest;
    }
    if (performance.now() - this.#lookedMs < LOOK_EVERY_MS) return;
    this.#lookedMs = performance.now();
    void this.#look();
  }

  /** The log has a frame under this number. */
  sent(seq: number, was: "new" | "duplicate"): void {
    // It comes after all before, so the log was lost and counts anew.
    if (was === "new" && seq <= this.#after) this.#newest = this.#after = 0;
    this.#newest = Math.max(this.#newest, seq);
  }

  async #look(): Promise<void> {
    const { bucket, partitions } = this.#options;
    try {
      const entry = await (await bucket()).get(WORKERS_KEY);
      const table = entry?.operation === "PUT" ? ownersTable(entry.string()) : undefined;
      this.#next = (table && lanesOf(table, partitions)) ?? this.#next;
    } catch {
      // The lanes stay as they are.
    }
  }
}

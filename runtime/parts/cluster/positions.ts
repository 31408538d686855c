/**
 * The position of each output in each partition of the cluster's log, kept in the KV bucket of the nodes. A frame stays on the
 * servers until the last output has it; after a restart, the others must not store it again. Saved once a second. An older position is
 * harmless: frames after it are stored again, which changes nothing.
 */

import type { KV } from "@nats-io/kv";
import * as z from "zod";

/** A frame's position in the stream. A stream restored from a copy may use a number twice, but with a later time. */
export interface StreamPosition {
  readonly seq: number;
  /** Time of arrival, ns. */
  readonly time: string;
}

const KEPT = z.object({
  /** Describes which output stores which databases. */
  routing: z.string(),
  outputs: z.record(z.string(), z.object({ seq: z.number(), time: z.string().regex(/^\d+$/) })),
});

const SAVE_EVERY_MS = 1000;

export interface PositionsOptions {
  readonly bucket: () => Promise<KV>;
  /** If it differs from the saved one, the saved positions do not apply. */
  readonly routing: string;
  readonly onFinding: (sentence: string) => void;
}

export class Positions {
  readonly #options: PositionsOptions;
  readonly #known = new Map<number, Map<string, StreamPosition>>();
  readonly #changed = new Set<number>();
  readonly #timer: NodeJS.Timeout;
  #saving: Promise<void> = Promise.resolve();
  #reported = "";

  constructor(options: PositionsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.save(), SAVE_EVERY_MS);
    this.#timer.unref();
  }

  /** Loads the positions of a partition that this worker owns from now on. */
  async load(partition: number): Promise<void> {
    this.#known.delete(partition);
    this.#changed.delete(partition);
    try {
      this.#known.set(partition, new Map(Object.entries(await this.#kept(partition))));
    } catch (error) {
      this.#tell(`what outputs have of partition ${partition} cannot be read, and is stored again`, error as Error);
    }
  }

  /** Number of the newest frame of another worker's partition that some output has. @throws Error */
  async furthest(partition: number): Promise<number> {
    return Math.max(0, ...Object.values(await this.#kept(partition)).map(({ seq }) => seq));
  }

  has(partition: number, output: string, position: StreamPosition): boolean {
    const known = this.#known.get(partition)?.get(output);
    return known !== undefined && position.seq <= known.seq && BigInt(position.time) <= BigInt(known.time);
  }

  /** The output has stored this frame of the partition, and all before it. */
  moved(partition: number, output: string, position: StreamPosition): void {
    const known = this.#known.get(partition) ?? new Map<string, StreamPosition>();
    this.#known.set(partition, known);
    known.set(output, { seq: position.seq, time: position.time });
    this.#changed.add(partition);
  }

  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#save());
    return this.#saving;
  }

  /** @param partition now owned by another worker */
  forget(partition: number): void {
    this.#known.delete(partition);
    this.#changed.delete(partition);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.save();
  }

  async #kept(partition: number): Promise<Readonly<Record<string, StreamPosition>>> {
    const entry = await (await this.#options.bucket()).get(keyOf(partition));
    const kept = entry?.operation === "PUT" ? KEPT.safeParse(JSON.parse(entry.string())).data : undefined;
    return kept?.routing === this.#options.routing ? kept.outputs : {};
  }

  async #save(): Promise<void> {
    const { routing, bucket } = this.#options;
    for (const partition of [...this.#changed]) {
      this.#changed.delete(partition);
      const outputs = Object.fromEntries(this.#known.get(partition) ?? []);
      try {
        await (await bucket()).put(keyOf(partition), JSON.stringify({ routing, outputs }));
        this.#reported = "";
      } catch (error) {
        this.#changed.add(partition);
        this.#tell("what outputs have of the cluster's log cannot be written", error as Error);
        return;
      }
    }
  }

  #tell(what: string, { message }: Error): void {
    if (this.#reported !== what) this.#options.onFinding(`${what}: ${message}`);
    this.#reported = what;
  }
}

function keyOf(partition: number): string {
  return `position.${partition}`;
}

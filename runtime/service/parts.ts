/** What a process is put together from: parts that are started in order, and stopped in the opposite one. */

import type { Log } from "../telemetry/log.ts";
import type { Observable } from "../telemetry/part-status.ts";

export interface Part extends Partial<Observable> {
  /** Its name in `/health`, where it says how it is. */
  readonly name: string;
  /** @throws Error with one sentence for the operator */
  start?(): Promise<void> | void;
  /** Takes nothing more, and resolves when what came was handed on; others still take it. */
  stop?(): Promise<unknown> | unknown;
  /** When all parts have stopped: ends what others needed until then. */
  close?(): Promise<unknown> | unknown;
  /** How long each of both may take, ms; then the next part has its turn. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 5000;

export class Parts {
  readonly #log: Log;
  readonly #parts: Part[] = [];
  #started = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** What is added is closed with the others, started or not. */
  add(...parts: readonly Part[]): void {
    this.#parts.push(...parts);
  }

  /** Those that say how they are, by name. */
  get observed(): Readonly<Record<string, Observable>> {
    const observed = this.#parts.filter((part): part is Part & Observable => part.status !== undefined);
    return Object.fromEntries(observed.map((part) => [part.name, part]));
  }

  /** @throws what a part's start throws; those before it are started */
  async start(): Promise<void> {
    for (const part of this.#parts) {
      await part.start?.();
      this.#started++;
    }
  }

  /** Stops what was started, then closes everything; one that fails or hangs does not keep the others from it. */
  async stop(): Promise<void> {
    const started = this.#parts.slice(0, this.#started);
    this.#started = 0;
    for (const part of started.reverse()) await this.#end(part, "stop");
    for (const part of this.#parts.splice(0).reverse()) await this.#end(part, "close");
  }

  async #end(part: Part, way: "stop" | "close"): Promise<void> {
    const { name, deadlineMs = DEADLINE_MS } = part;
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`it took longer than ${deadlineMs / 1000} s`)), deadlineMs);
    });
    try {
      await Promise.race([part[way]?.(), deadline]);
    } catch (error) {
      this.#log.error({ event: "service.stop", part: name }, `${way} ${name}: ${(error as Error).message}`);
    } finally {
      clearTimeout(timer);
    }
  }
}

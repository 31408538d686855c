/** The parts of a process: started in order, stopped in reverse order. */

import type { Log } from "../lib/log.ts";
import type { Observable } from "../model/part-status.ts";
import type { Running } from "../model/running.ts";

const DEADLINE_MS = 5000;

export class Parts {
  readonly #log: Log;
  readonly #parts: Running[] = [];
  #started = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Added parts are closed with the others, whether started or not. */
  add(...parts: readonly Running[]): void {
    this.#parts.push(...parts);
  }

  /** Parts that report a status, by name. */
  get observed(): Readonly<Record<string, Observable>> {
    const observed = this.#parts.filter((part): part is Running & Observable => part.status !== undefined);
    return Object.fromEntries(observed.map((part) => [part.name, part]));
  }

  /** @throws the error of a part's start; the parts before it stay started */
  async start(): Promise<void> {
    for (const part of this.#parts) {
      await part.start?.();
      this.#started++;
    }
  }

  /** Stops the started parts, then closes all. A part that fails or hangs does not block the others. */
  async stop(): Promise<void> {
    const started = this.#parts.slice(0, this.#started);
    this.#started = 0;
    for (const part of started.reverse()) await this.#end(part, "stop");
    for (const part of this.#parts.splice(0).reverse()) await this.#end(part, "close");
  }

  async #end(part: Running, way: "stop" | "close"): Promise<void> {
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

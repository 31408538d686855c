/** The parts of a process: started in order, stopped in reverse order. */

import type { Log } from "../lib/log.ts";
import type { Observable } from "../model/part-status.ts";

export interface Part extends Partial<Observable> {
  /** Its name in `/health`, if it reports a status. */
  readonly name: string;
  /** @throws Error with one sentence for the operator */
  start?(): Promise<void> | void;
  /** Takes no new work, and resolves after everything received was passed on; the parts before it still accept that. */
  stop?(): Promise<unknown> | unknown;
  /** Called after all parts have stopped: releases what others needed until then. */
  close?(): Promise<unknown> | unknown;
  /** Maximum duration of `stop` and of `close`, ms; then the next part follows. */
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

  /** Added parts are closed with the others, whether started or not. */
  add(...parts: readonly Part[]): void {
    this.#parts.push(...parts);
  }

  /** Parts that report a status, by name. */
  get observed(): Readonly<Record<string, Observable>> {
    const observed = this.#parts.filter((part): part is Part & Observable => part.status !== undefined);
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

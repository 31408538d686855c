/** What was started is stopped in the opposite order, also when a later start fails. */

import type { Log } from "../telemetry/log.ts";

interface Started {
  readonly name: string;
  readonly stop: () => Promise<unknown> | unknown;
}

export class Lifecycle {
  readonly #log: Log;
  readonly #started: Started[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /** Says how to stop what was just started. */
  onStop(name: string, stop: Started["stop"]): void {
    this.#started.push({ name, stop });
  }

  /** Stops everything; one that fails does not keep the others from stopping. */
  async stop(): Promise<void> {
    for (let next = this.#started.pop(); next !== undefined; next = this.#started.pop()) {
      try {
        await next.stop();
      } catch (error) {
        this.#log.error(
          { event: "service.stop", part: next.name },
          `stopping ${next.name}: ${(error as Error).message}`,
        );
      }
    }
  }
}

/** What a store's status says of its writes: counts, the last error, the last success. */

import type { PartStatus } from "../model/part-status.ts";
import type { WriteOutcome } from "../model/store.ts";

export class WriteRecord {
  readonly #counts = { stored: 0, refused: 0, failures: 0 };
  #lastError: PartStatus["lastError"];
  #lastSuccessMs = 0;

  wrote({ stored, refused }: WriteOutcome): void {
    this.#counts.stored += stored;
    this.#counts.refused += refused.length;
    this.succeeded();
  }

  succeeded(): void {
    this.#lastSuccessMs = Date.now();
  }

  readonly failed = (error: Error): void => {
    this.#counts.failures++;
    this.note(error);
  };

  /** A failure outside of writes. */
  readonly note = (error: Error): void => {
    this.#lastError = { message: error.message, time: new Date().toISOString() };
  };

  get status(): Required<Pick<PartStatus, "counts">> & Pick<PartStatus, "lastError" | "lastSuccess"> {
    return {
      ...(this.#lastError === undefined ? {} : { lastError: this.#lastError }),
      ...(this.#lastSuccessMs === 0 ? {} : { lastSuccess: new Date(this.#lastSuccessMs).toISOString() }),
      counts: { ...this.#counts },
    };
  }
}

/**
 * Reports damage that a person must see: sentences in a file, which stays, even over restarts, until somebody deletes
 * it. Until then, the part that wrote it is `degraded`.
 */

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export class DamageReport {
  readonly #path: string;
  /** The file could not be written. */
  #unwritten = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** The one of a journal's folder, which the journal's health shows. */
  static in(directory: string): DamageReport {
    return new DamageReport(join(directory, "damage.txt"));
  }

  /** False if the sentence is in the file already. */
  note(sentence: string): boolean {
    try {
      if (this.#text().includes(sentence)) return false;
      appendFileSync(this.#path, `${new Date().toISOString()} ${sentence}\n`, { flush: true });
    } catch {
      this.#unwritten = true;
    }
    return true;
  }

  /** A sentence about damage that was not acknowledged yet. */
  get unseen(): string | undefined {
    if (existsSync(this.#path)) return `damage was found: read ${this.#path}, then delete it`;
    return this.#unwritten ? "damage was found: read the log" : undefined;
  }

  #text(): string {
    return existsSync(this.#path) ? readFileSync(this.#path, "utf8") : "";
  }
}

/**
 * Damage that a person has to see: sentences in a file, which stays, also over restarts, until somebody removes it. As long
 * as it is there, the part that wrote it says `degraded`.
 */

import { appendFileSync, existsSync, readFileSync } from "node:fs";

export class DamageReport {
  readonly #path: string;
  /** Could not be written to the file. */
  #unwritten = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** False where the sentence is in the file already: it is not repeated. */
  note(sentence: string): boolean {
    try {
      if (this.#text().includes(sentence)) return false;
      appendFileSync(this.#path, `${new Date().toISOString()} ${sentence}\n`, { flush: true });
    } catch {
      this.#unwritten = true;
    }
    return true;
  }

  /** What to tell of damage that nobody has seen yet. */
  get unseen(): string | undefined {
    if (existsSync(this.#path)) return `damage was found: read ${this.#path}, and remove it then`;
    return this.#unwritten ? "damage was found: look at the log" : undefined;
  }

  #text(): string {
    return existsSync(this.#path) ? readFileSync(this.#path, "utf8") : "";
  }
}

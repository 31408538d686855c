/** A progress bar on standard error; nothing if that is not a terminal. */

const WIDTH = 30;
const REDRAW_MS = 100;

export class ProgressBar {
  readonly #total: number | undefined;
  readonly #unit: string;
  readonly #enabled: boolean;
  readonly #started = Date.now();
  #drawn = 0;

  /** @param total absent: shows a count without a bar */
  constructor(options: { total?: number | undefined; unit: string }) {
    this.#total = options.total;
    this.#unit = options.unit;
    this.#enabled = process.stderr.isTTY === true;
  }

  /** @param done part of `total` @param count number of units, for the rate */
  update(done: number, count: number): void {
    const now = Date.now();
    if (!this.#enabled || now - this.#drawn < REDRAW_MS) return;
    this.#drawn = now;
    const rate = Math.round((count * 1000) / Math.max(1, now - this.#started));
    process.stderr.write(`\r\u001b[K${this.#bar(done)}${count} ${this.#unit}, ${rate}/s`);
  }

  clear(): void {
    if (this.#enabled && this.#drawn > 0) process.stderr.write("\r\u001b[K");
  }

  #bar(done: number): string {
    if (this.#total === undefined || this.#total === 0) return "";
    const share = Math.min(1, done / this.#total);
    const filled = Math.round(share * WIDTH);
    return `[${"#".repeat(filled)}${".".repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %  `;
  }
}

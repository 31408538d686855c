/**
 * The channels of the service's report. Of a fleet, each reading fetches the first page and one other page, in turn: to
 * fetch all of them each time would keep service and browser busy. No DOM.
 */

import type { HealthReport } from "../../../../api/health.ts";

type Report = Pick<HealthReport, "channels" | "next">;

export class ChannelPages<R extends Report> {
  readonly #fetch: (after?: number) => Promise<R>;
  /** Pages after the first one, by their `after`. */
  readonly #pages = new Map<number, { readonly round: number; readonly channels: R["channels"] }>();
  /** The next page to fetch; undefined: the second one. */
  #after: number | undefined;
  #round = 0;
  #reading: Promise<R> | undefined;

  constructor(fetch: (after?: number) => Promise<R>) {
    this.#fetch = fetch;
  }

  /** The newest report, with all channels that are known so far. A call during another one has the same result. */
  read(): Promise<R> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<R> {
    const first = await this.#fetch();
    if (first.next === undefined) this.#pages.clear();
    else await this.#readOther(this.#after ?? first.next);
    const others = [...this.#pages].sort(([a], [b]) => a - b).flatMap(([, { channels }]) => channels);
    return { ...first, channels: [...first.channels, ...others] };
  }

  async #readOther(after: number): Promise<void> {
    const { channels, next } = await this.#fetch(after);
    this.#pages.set(after, { round: this.#round, channels });
    this.#after = next;
    if (next !== undefined) return;
    // Pages that this round did not meet no longer exist: the service was started again.
    for (const [key, { round }] of this.#pages) if (round !== this.#round) this.#pages.delete(key);
    this.#round++;
  }
}

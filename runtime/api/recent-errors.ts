/** The latest rejections of each channel, in memory, to explain missing data. */

import type { ErrorSignal, RejectionCode } from "../model/error-signal.ts";

export interface RecentError {
  /** ISO 8601. */
  readonly time: string;
  /** Name of the source. */
  readonly source: string;
  /** Channel name, or the address as received. */
  readonly address: string;
  readonly code: RejectionCode;
  readonly signal: ErrorSignal;
}

/** Maximum number of errors for one address, and of addresses; a flood only displaces older errors. */
const MAX_PER_ADDRESS = 20;
const MAX_ADDRESSES = 500;

export class RecentErrors {
  readonly #byAddress = new Map<string, RecentError[]>();

  note(error: RecentError): void {
    const key = `${error.source} ${error.address}`;
    const errors = this.#byAddress.get(key) ?? [];
    errors.push(error);
    if (errors.length > MAX_PER_ADDRESS) errors.shift();
    // Reinserted, so that the map stays ordered by the latest error.
    this.#byAddress.delete(key);
    this.#byAddress.set(key, errors);
    if (this.#byAddress.size <= MAX_ADDRESSES) return;
    const [oldest] = this.#byAddress.keys();
    if (oldest !== undefined) this.#byAddress.delete(oldest);
  }

  /** Newest first. */
  list(filter: { readonly address?: string; readonly limit: number }): RecentError[] {
    const { address } = filter;
    const lists = [...this.#byAddress.values()];
    const errors = lists.filter(([first]) => address === undefined || first?.address === address).flat();
    errors.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
    return errors.slice(0, filter.limit);
  }
}

/** The latest rejections of each channel, in memory, to explain missing data. */

import { OwnedMap } from "../lib/owned-map.ts";
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

/** As `/read/errors` lists it. */
export interface AdvisedError extends RecentError {
  /** What happened, in our own words. */
  readonly sentence: string;
  /** What to do. */
  readonly advice: string;
}

/** Maximum number of errors for one address, and of addresses; a flood only displaces errors of its own realm. */
const MAX_PER_ADDRESS = 20;
const MAX_ADDRESSES = 500;

export class RecentErrors {
  readonly #byAddress = new OwnedMap<RecentError[]>(MAX_ADDRESSES);

  note(error: RecentError): void {
    const key = `${error.source} ${error.address}`;
    const errors = this.#byAddress.get(key) ?? [];
    errors.push(error);
    if (errors.length > MAX_PER_ADDRESS) errors.shift();
    const [realm = ""] = error.address.split("/", 1);
    this.#byAddress.set(`${error.source} ${realm}`, key, errors);
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

/** The latest rejections of each channel, in memory, to explain missing data. */

import { OwnedMap } from "../lib/owned-map.ts";
import { formatNs } from "../model/clock.ts";
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

/** Its time is formatted when somebody looks: of a flood, few are ever shown. */
export interface NotedError extends Omit<RecentError, "time"> {
  readonly receivedNs: bigint;
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
  readonly #byAddress = new OwnedMap<NotedError[]>(MAX_ADDRESSES);
  /** Of the last error: consecutive ones nearly always have one address. */
  #newest: NotedError[] = [];

  note(error: NotedError): void {
    const { source, address } = error;
    const last = this.#newest[0];
    if (last?.address !== address || last.source !== source) this.#begin(source, address);
    const errors = this.#newest;
    errors.push(error);
    if (errors.length > MAX_PER_ADDRESS) errors.shift();
  }

  #begin(source: string, address: string): void {
    const key = `${source} ${address}`;
    const [realm = ""] = address.split("/", 1);
    this.#newest = this.#byAddress.get(key) ?? [];
    this.#byAddress.set(`${source} ${realm}`, key, this.#newest);
  }

  /** Newest first. */
  list(filter: { readonly address?: string; readonly limit: number }): RecentError[] {
    const { address } = filter;
    const lists = [...this.#byAddress.values()];
    const errors = lists.filter(([first]) => address === undefined || first?.address === address).flat();
    errors.sort((a, b) => (a.receivedNs < b.receivedNs ? 1 : a.receivedNs > b.receivedNs ? -1 : 0));
    return errors.slice(0, filter.limit).map(({ receivedNs, ...error }) => ({ time: formatNs(receivedNs), ...error }));
  }
}

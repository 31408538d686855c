/** CSV headers of channels, remembered across restarts, with time and sender [D24]. */

import type { Address, AddressResult } from "../model/address.ts";
import { Bound, type BoundStates, statesOf, type TellBound } from "../model/bounds.ts";
import { formatNs } from "../model/clock.ts";
import { TelemetryError, ValueError } from "../model/error-signal.ts";
import { type Message, mediaTypeIn } from "../model/message.ts";
import type { Facts } from "../model/store.ts";
import { formatHeaderLine, isHeaderLine } from "./formats/csv.ts";
import type { CsvHeader } from "./formats/csv-records.ts";

export interface RememberedHeader extends CsvHeader {
  /** ISO 8601 in UTC. */
  readonly setAt: string;
  /** The sender's network address. */
  readonly setBy: string;
}

const KEY_PREFIX = "csv-header/";
const RETRY_MS = 5000;
const ENTRY_BYTES = 200;

/** A stranger who invents channels must fill neither the memory nor the store. */
export class TooManyHeaders extends ValueError {
  constructor() {
    super("Too many CSV headers are remembered already; send this header with its rows", "bad-csv");
  }
}

/**
 * The CSV headers of the service. Wide and direct forms of a device's address share a header, as they share a
 * measurement.
 */
export class CsvHeaders {
  readonly #store: Facts;
  readonly #clock: { nowNs(): bigint };
  /** In serialised form: parsed headers take four times the memory. */
  readonly #headers = new Map<string, string>();
  readonly #bound: Bound;
  /** By the network address of the sender. */
  readonly #bytesBy = new Map<string, number>();
  readonly #unsaved = new Set<string>();
  #loading: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(store: Facts, clock: { nowNs(): bigint }, tell?: TellBound) {
    this.#store = store;
    this.#clock = clock;
    this.#bound = new Bound("csv-headers", tell);
  }

  get bounds(): BoundStates {
    return statesOf([this.#bound]);
  }

  /** @throws TelemetryError (code `unavailable`) while the store cannot answer */
  async get(address: Address): Promise<RememberedHeader | undefined> {
    const key = keyOf(address);
    await this.#load(key);
    return parsed(this.#headers.get(key));
  }

  /**
   * Remembers the header; does nothing if it is unchanged.
   * @throws TooManyHeaders if there is no room for it
   * @throws TelemetryError (code `unavailable`) if the store did not accept it: it is in force, but survives a restart
   * only once the store is back
   */
  async set(address: Address, header: CsvHeader, by: string): Promise<void> {
    const key = keyOf(address);
    await this.#load(key);
    if (sameHeader(parsed(this.#headers.get(key)), header) && !this.#unsaved.has(key)) return;
    const remembered: RememberedHeader = { ...header, setAt: formatNs(this.#clock.nowNs()), setBy: by };
    const text = JSON.stringify(remembered);
    if (!this.#hasRoom(key, text, hostOf(by))) {
      this.#bound.meet();
      throw new TooManyHeaders();
    }
    this.#keep(key, text);
    await this.#save(key);
  }

  /** Replacing a header needs room only for the difference in length. */
  #hasRoom(key: string, text: string, host: string): boolean {
    const known = this.#headers.get(key);
    const former = known === undefined ? 0 : bytesOf(key, known);
    const more = bytesOf(key, text) - former;
    const own = known !== undefined && hostOf(parsed(known).setBy) === host ? more : more + former;
    return more <= 0 || (this.#bound.hasRoom(more) && (this.#bytesBy.get(host) ?? 0) + own <= this.#bound.each);
  }

  #keep(key: string, text: string | undefined): void {
    const former = this.#headers.get(key);
    if (former === text) return;
    if (former !== undefined) this.#count(hostOf(parsed(former).setBy), -bytesOf(key, former));
    if (text === undefined) this.#headers.delete(key);
    else {
      this.#headers.set(key, text);
      this.#count(hostOf(parsed(text).setBy), bytesOf(key, text));
    }
  }

  #count(host: string, bytes: number): void {
    this.#bound.held += bytes;
    const sum = (this.#bytesBy.get(host) ?? 0) + bytes;
    if (sum > 0) this.#bytesBy.set(host, sum);
    else this.#bytesBy.delete(host);
  }

  /** Adds the remembered header to a CSV message without header line (a retried dead letter). */
  async complete(message: Message, addressOf: (path: string) => AddressResult): Promise<Message> {
    if (mediaTypeIn(message.contentType) !== "text/csv") return message;
    if (
      isHeaderLine(
        Buffer.from(message.payload.subarray(0, 8))
          .toString()
          .replace(/^\ufeff/, ""),
      )
    )
      return message;
    const { address } = addressOf(message.address);
    const header = address === undefined ? undefined : await this.get(address);
    if (header === undefined) return message;
    return { ...message, payload: Buffer.concat([Buffer.from(`${formatHeaderLine(header)}\n`), message.payload]) };
  }

  /** Stops the attempts to save headers that the store refused. */
  stop(): void {
    clearTimeout(this.#retry);
  }

  #load(key: string): Promise<void> {
    if (this.#store.recall !== undefined && !this.#unsaved.has(key)) return this.#recall(key);
    this.#loading ??= this.#read().catch((cause: unknown) => {
      this.#loading = undefined;
      throw unavailable(cause);
    });
    return this.#loading;
  }

  async #recall(key: string): Promise<void> {
    const text = await this.#store.recall?.(key).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    this.#keep(key, text);
  }

  async #read(): Promise<void> {
    for (const [key, text] of await this.#store.remembered()) {
      if (key.startsWith(KEY_PREFIX)) this.#keep(key, text);
    }
  }

  async #save(key: string): Promise<void> {
    this.#unsaved.add(key);
    try {
      await this.#store.remember(key, this.#headers.get(key) ?? "");
      this.#unsaved.delete(key);
    } catch (cause) {
      this.#retryLater();
      throw unavailable(cause);
    }
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#saveAgain(), RETRY_MS);
    this.#retry.unref();
  }

  async #saveAgain(): Promise<void> {
    try {
      for (const key of this.#unsaved) await this.#save(key);
    } catch {
      // Still unavailable; #save has scheduled the next attempt.
    }
  }
}

function keyOf(address: Address): string {
  return `${KEY_PREFIX}${address.database}/${address.measurement}`;
}

function parsed(text: string): RememberedHeader;
function parsed(text: string | undefined): RememberedHeader | undefined;
function parsed(text: string | undefined): RememberedHeader | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as RememberedHeader);
}

/** `setBy` without the port, which differs for each connection. */
function hostOf(setBy: string): string {
  return setBy.slice(0, Math.max(0, setBy.lastIndexOf(":")));
}

function bytesOf(key: string, text: string): number {
  return key.length + text.length + ENTRY_BYTES;
}

function sameHeader(known: CsvHeader | undefined, header: CsvHeader): boolean {
  return (
    known !== undefined &&
    JSON.stringify(known.fields) === JSON.stringify(header.fields) &&
    known.delimiter === header.delimiter
  );
}

function unavailable(cause: unknown): TelemetryError {
  const message = "CSV headers cannot be kept at the moment";
  return new TelemetryError(message, { name: "UnavailableError", code: "unavailable", cause });
}

/** CSV headers remembered for channels across restarts, with when and by whom they were set [D24]. */

import type { Memory } from "../store/store.ts";
import type { Address, AddressResult } from "../telemetry/address.ts";
import { formatNs } from "../telemetry/clock.ts";
import { TelemetryError, ValueError } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";
import { type CsvHeader, formatHeaderLine, isHeaderLine } from "./formats/csv.ts";

export interface RememberedHeader extends CsvHeader {
  /** ISO 8601 in UTC. */
  readonly setAt: string;
  /** The sender's network address. */
  readonly setBy: string;
}

const KEY_PREFIX = "csv-header/";
/** A stranger who invents channels must not fill the memory. */
const MAX_CHANNELS = 50_000;
const RETRY_MS = 5000;

/** One for the service; wide and direct forms of a device share a header, as they share a measurement. */
export class CsvHeaders {
  readonly #store: Memory;
  readonly #clock: { nowNs(): bigint };
  readonly #headers = new Map<string, RememberedHeader>();
  readonly #unsaved = new Set<string>();
  #loading: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(store: Memory, clock: { nowNs(): bigint }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** @throws TelemetryError (code `unavailable`) while the store cannot tell what it remembers */
  async get(address: Address): Promise<RememberedHeader | undefined> {
    const key = keyOf(address);
    await this.#load(key);
    return this.#headers.get(key);
  }

  /**
   * Remembers the header; one that stays as it is is not set again.
   * @throws TelemetryError (code `unavailable`) when the store did not take it: it is in force, but kept for restarts only once the store is back
   */
  async set(address: Address, header: CsvHeader, by: string): Promise<void> {
    const key = keyOf(address);
    await this.#load(key);
    if (sameHeader(this.#headers.get(key), header) && !this.#unsaved.has(key)) return;
    if (!this.#headers.has(key) && this.#headers.size >= MAX_CHANNELS) {
      throw new ValueError(`More than ${MAX_CHANNELS} channels have a CSV header`, "bad-csv");
    }
    this.#headers.set(key, { ...header, setAt: formatNs(this.#clock.nowNs()), setBy: by });
    await this.#save(key);
  }

  /** A CSV message without header line, completed by the remembered one (a dead letter that is tried again). */
  async complete(message: Message, addressOf: (path: string) => AddressResult): Promise<Message> {
    if (message.contentType !== "text/csv") return message;
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

  /** Ends the attempts to save what the store refused. */
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
    if (text === undefined) this.#headers.delete(key);
    else this.#headers.set(key, JSON.parse(text) as RememberedHeader);
  }

  async #read(): Promise<void> {
    for (const [key, text] of await this.#store.remembered()) {
      if (key.startsWith(KEY_PREFIX)) this.#headers.set(key, JSON.parse(text) as RememberedHeader);
    }
  }

  async #save(key: string): Promise<void> {
    this.#unsaved.add(key);
    try {
      await this.#store.remember(key, JSON.stringify(this.#headers.get(key)));
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
      // Still down; #save has set the next attempt.
    }
  }
}

function keyOf(address: Address): string {
  return `${KEY_PREFIX}${address.database}/${address.measurement}`;
}

function sameHeader(known: CsvHeader | undefined, header: CsvHeader): boolean {
  return (
    known !== undefined &&
    JSON.stringify(known.fields) === JSON.stringify(header.fields) &&
    known.delimiter === header.delimiter
  );
}

function unavailable(cause: unknown): TelemetryError {
  const options = { name: "UnavailableError", stage: "receiving", code: "unavailable", cause } as const;
  return new TelemetryError("CSV headers cannot be kept at the moment", options);
}

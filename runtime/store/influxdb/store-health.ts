/** The store's status: one line, and the last error with advice. */

import type { PartStatus } from "../../telemetry/part-status.ts";
import type { InfluxSettings } from "../store-settings.ts";
import { databaseText, isFullDisk, isRetriable, statusOf } from "./http-error.ts";

/** Maximum number of names, since strangers can invent them. */
const MOST_REFUSED = 100;

export class StoreHealth {
  readonly #settings: InfluxSettings;
  readonly #log: StoreLog | undefined;
  readonly #counts = { stored: 0, refused: 0, retries: 0, failures: 0 };
  #version: string | undefined;
  #state: PartStatus["state"] = "down";
  #detail: string;
  #lastError: PartStatus["lastError"];
  #lastSuccess: string | undefined;
  /** The reasons by database; other databases are stored. */
  readonly #refused = new Map<string, string>();

  constructor(settings: InfluxSettings, log: StoreLog | undefined) {
    this.#settings = settings;
    this.#log = log;
    this.#detail = `not connected to ${settings.url}`;
  }

  connected(version: string): void {
    this.#version = version;
    this.#works();
    this.#log?.info(this.#detail);
  }

  stored(stored: number, refused: number): void {
    this.#counts.stored += stored;
    this.#counts.refused += refused;
    this.#works();
  }

  retrying(error: Error, delayMs: number): void {
    this.#counts.retries++;
    if (this.#state === "ok") this.#state = "degraded";
    this.#detail = `${this.sentence(error)}; trying again in ${(delayMs / 1000).toFixed(1)} s`;
    this.#remember(error);
  }

  /** A retry succeeded, of a read or a write. */
  recovered(): void {
    if (this.#version !== undefined) this.#works();
  }

  failed(error: unknown): void {
    this.#counts.failures++;
    const detail = this.sentence(error);
    // One line in the log for each new reason, not for each attempt.
    if (this.#state !== "down" || this.#detail !== detail) this.#log?.warn(detail);
    this.#state = "down";
    this.#detail = detail;
    this.#remember(error);
  }

  /** The database's rows become dead letters; others are stored. */
  refuses(database: string, text: string): void {
    if (this.#refused.get(database) !== text)
      this.#log?.warn(`database ${JSON.stringify(database)} refuses rows: ${text}`);
    if (this.#refused.size < MOST_REFUSED) this.#refused.set(database, text);
  }

  accepts(database: string): void {
    this.#refused.delete(database);
  }

  /** Reports a problem that does not stop the store. */
  note(message: string): void {
    this.#lastError = { message, time: new Date().toISOString() };
    this.#log?.warn(message);
  }

  /** The error with the server's address, and advice if possible. */
  sentence(error: unknown): string {
    const text = databaseText(error);
    const status = statusOf(error);
    const where = `InfluxDB at ${this.#settings.url}`;
    if (status === 401) return `${where} does not accept ${this.#identity()} (${text}); check [store] url`;
    if (status === 403)
      return `${where} allows ${this.#identity()} nothing (${text}); give it the rights in docs/production.md`;
    // Its write-ahead log stays in the error state, so free space alone does not help. After a normal restart, it loses
    // what it stores until its next start. [InfluxDB 1.6.7 and 1.8.10]
    const restart = this.#version?.startsWith("1.")
      ? "; give it room, then restart it as docs/production.md shows ('InfluxDB's disk was full')"
      : "";
    if (isFullDisk(error)) return `${where} has no space left on its disk (${text})${restart}`;
    if (status !== undefined) return `${where} answers ${text}`;
    return error instanceof Error && isRetriable(error) ? `${where} cannot be reached: ${text}` : `${where}: ${text}`;
  }

  status(): PartStatus {
    const [[database, text] = []] = this.#refused;
    const refuses = `${this.#refused.size} databases refuse rows, ${JSON.stringify(database)}: ${text}`;
    const isDegraded = this.#state === "ok" && database !== undefined;
    return {
      state: isDegraded ? "degraded" : this.#state,
      detail: isDegraded ? `${this.#detail}; ${refuses}` : this.#detail,
      ...(this.#lastError === undefined ? {} : { lastError: this.#lastError }),
      ...(this.#lastSuccess === undefined ? {} : { lastSuccess: this.#lastSuccess }),
      counts: { ...this.#counts },
    };
  }

  #works(): void {
    this.#state = "ok";
    this.#detail = `InfluxDB ${this.#version ?? ""} at ${this.#settings.url}`;
    this.#lastSuccess = new Date().toISOString();
  }

  #remember(error: unknown): void {
    this.#lastError = { message: this.sentence(error), time: new Date().toISOString() };
  }

  #identity(): string {
    if (this.#settings.token !== undefined) return "the token";
    return this.#settings.username === undefined ? "requests without user" : `user "${this.#settings.username}"`;
  }
}

/** Logs one line for the operator. */
export interface StoreLog {
  info(message: string): void;
  warn(message: string): void;
}

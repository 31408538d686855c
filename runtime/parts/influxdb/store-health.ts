/** The store's status: one line, and the last error with advice. */

import type { PartStatus } from "../../model/part-status.ts";
import { ServerHealth, type StoreLog } from "../../store/server-store.ts";
import { databaseText, isFullDisk, isRetriable, statusOf } from "./http-error.ts";
import type { InfluxSettings } from "./influx-settings.ts";

/** Maximum number of names, since strangers can invent them. */
const MOST_REFUSED = 100;

export class StoreHealth extends ServerHealth {
  readonly #settings: InfluxSettings;
  #version: string | undefined;
  #retries = 0;
  /** The reasons by database; other databases are stored. */
  readonly #refused = new Map<string, string>();

  constructor(settings: InfluxSettings, log: StoreLog | undefined) {
    super(settings.url, log);
    this.#settings = settings;
  }

  connected(version: string): void {
    this.#version = version;
    this.answers();
  }

  /** A request succeeded, perhaps after a retry. */
  answers(): void {
    if (this.#version !== undefined) this.works(`InfluxDB ${this.#version} at ${this.#settings.url}`);
  }

  retrying(error: Error, delayMs: number): void {
    this.#retries++;
    if (this.state === "ok") this.state = "degraded";
    const reason = this.sentence(error);
    this.detail = `${reason}; trying again in ${(delayMs / 1000).toFixed(1)} s`;
    this.note(new Error(reason));
  }

  override answered(): void {
    super.answered();
    if (this.state === "degraded") this.answers();
  }

  /** The database's rows become dead letters; others are stored. */
  refuses(database: string, text: string): void {
    if (this.#refused.get(database) !== text)
      this.log?.warn(`database ${JSON.stringify(database)} refuses rows: ${text}`);
    if (this.#refused.size < MOST_REFUSED) this.#refused.set(database, text);
  }

  accepts(database: string): void {
    this.#refused.delete(database);
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

  override get all(): PartStatus {
    const { counts = {}, ...status } = super.all;
    const [[database, text] = []] = this.#refused;
    const refuses = `${this.#refused.size} databases refuse rows, ${JSON.stringify(database)}: ${text}`;
    const isDegraded = status.state === "ok" && database !== undefined;
    return {
      ...status,
      ...(isDegraded && { state: "degraded", detail: `${this.detail}; ${refuses}` }),
      counts: { ...counts, retries: this.#retries },
    };
  }

  #identity(): string {
    if (this.#settings.token !== undefined) return "the token";
    return this.#settings.username === undefined ? "requests without user" : `user "${this.#settings.username}"`;
  }
}

/**
 * What the stores in a database server have in common: one write at a time, the status, and what others are told. A
 * server that is away delays only writes; a read fails with `DatabaseAway`.
 */

import { withTimeout } from "../lib/with-timeout.ts";
import type { Cursor } from "../model/message-log.ts";
import type { PartStatus } from "../model/part-status.ts";
import type { NewColumns } from "../model/store.ts";
import { BaseStore } from "./base-store.ts";
import { DatabaseAway } from "./database-away.ts";
import { Turns } from "./turns.ts";
import { WriteRecord } from "./write-record.ts";

/** Logs one line for the operator. */
export interface StoreLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface ServerStoreOptions {
  readonly log?: StoreLog;
  /** Cached types older than this are loaded again before they cause a refusal, ms. */
  readonly typesTrustedMs?: number;
  /** Points of further measurements are refused. */
  readonly maxMeasurements?: number;
  /** Longest duration of a request, ms. */
  readonly timeoutMs?: number;
}

export const TYPES_TRUSTED_MS = 5_000;

/** How long opening waits: a server that accepts the connection but does not answer counts as away. */
const OPEN_MS = 6_000;

/** The status of a server, as its last requests found it. */
export class ServerHealth extends WriteRecord {
  protected state: PartStatus["state"] = "down";
  protected detail: string;
  protected readonly log: StoreLog | undefined;
  /** The last line in the log: the same one is not repeated for each attempt. */
  #said = "";
  /** Why the last read failed, until the server answers. */
  #unread: string | undefined;

  /** @param at `http://host:8086` */
  constructor(at: string, log: StoreLog | undefined) {
    super();
    this.detail = `not connected to ${at}`;
    this.log = log;
  }

  /** @param server its name, version and address */
  works(server: string): void {
    this.#say("info", server);
    this.#unread = undefined;
    this.state = "ok";
    this.detail = server;
    this.succeeded();
  }

  /** Only writes decide whether the server is down: a process may only read, or nothing may come to be written. */
  cannotRead(reason: string): void {
    if (this.state !== "down") this.#say("warn", reason);
    this.#unread = reason;
    this.note(new Error(reason));
  }

  /** The server answered a request. */
  answered(): void {
    if (this.#unread === undefined) return;
    this.#unread = undefined;
    if (this.state === "ok") this.#say("info", this.detail);
  }

  wentDown(reason: Error): void {
    this.#say("warn", reason.message);
    this.state = "down";
    this.detail = reason.message;
    this.failed(reason);
  }

  /** Reports a problem that does not stop the store. */
  warn(message: string): void {
    this.note(new Error(message));
    this.log?.warn(message);
  }

  #say(level: "info" | "warn", line: string): void {
    if (this.#said !== line) this.log?.[level](line);
    this.#said = line;
  }

  get all(): PartStatus {
    const { state, detail, status } = this;
    if (state === "down" || this.#unread === undefined) return { state, detail, ...status };
    return { state: "degraded", detail: this.#unread, ...status };
  }
}

export abstract class ServerStore extends BaseStore {
  protected abstract readonly health: ServerHealth;
  readonly #turns = new Turns();

  /** Connects on first use, and after a failure. */
  protected abstract connected(): Promise<unknown>;
  /** The error as a sentence with the server's address. */
  protected abstract sentence(error: unknown): string;
  /** Whether the same request may succeed later. */
  protected abstract isAway(error: unknown): boolean;

  /** Also resolves while the server is away: intake continues, and the first successful write connects. */
  async open(): Promise<{ readonly committed: Cursor | undefined }> {
    try {
      await withTimeout(this.connected(), OPEN_MS);
    } catch (error) {
      this.health.wentDown(this.explained(error));
    }
    return { committed: undefined };
  }

  /** Each batch knows the types of the previous one. */
  protected inTurn<T>(write: () => Promise<T>): Promise<T> {
    return this.#turns.run(write);
  }

  protected explained(error: unknown): Error {
    return new Error(this.sentence(error), { cause: error });
  }

  protected async reading<T>(read: () => Promise<T>): Promise<T> {
    try {
      await this.connected();
      return await read();
    } catch (error) {
      throw this.#readError(error);
    }
  }

  /** The same, piece by piece. */
  protected async *streaming<T>(read: () => Promise<AsyncIterable<T> | undefined>): AsyncGenerator<T> {
    try {
      await this.connected();
      yield* (await read()) ?? [];
    } catch (error) {
      throw this.#readError(error);
    }
  }

  #readError(error: unknown): unknown {
    if (!this.isAway(error)) return error;
    const reason = this.sentence(error);
    this.health.cannotRead(reason);
    return new DatabaseAway(reason, { cause: error });
  }

  protected override announce(columns: NewColumns): void {
    super.announce(columns, (error) => this.health.note(error));
  }

  status(): PartStatus {
    return this.health.all;
  }

  /** When the last write has ended. */
  protected get idle(): Promise<void> {
    return this.#turns.run(async () => {});
  }
}

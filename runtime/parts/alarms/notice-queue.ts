/**
 * Notices for one receiver: sent together with others of the next few seconds, repeated after a failure, and kept over
 * a restart. A batch that was tried once keeps its content and name, so that the receiver can recognise a repetition.
 */

import { randomUUID } from "node:crypto";
import type { Bound } from "../../model/bounds.ts";
import type { PartStatus } from "../../model/part-status.ts";

export interface Notice {
  /** The realm whose room it takes; absent in files of earlier versions. */
  readonly realm?: string;
  readonly kind: NoticeKind;
  /** ms since 1970; for earlier versions, which measure its age by it. */
  readonly toldMs: number;
  /** JSON. */
  readonly text: string;
}

export type NoticeKind = "alarms" | "events";

export interface NoticeBatch {
  readonly id: string;
  readonly notices: readonly Notice[];
}

/** The form in the file. */
export interface KeptQueue {
  readonly batch?: NoticeBatch;
  readonly waiting: readonly Notice[];
}

/** @throws Refused, or another Error if the receiver is unavailable */
export type SendBatch = (batch: NoticeBatch) => Promise<void>;

/** The receiver is available, but refuses the batch. */
export class Refused extends Error {}

export interface NoticeQueueOptions {
  /** Limit for all queues. */
  readonly bound: Bound;
  /** Gives notices of any queue up. */
  readonly makeRoom: (bytes: number) => void;
  /** Called for the first failure after a success, and when notices are given up. */
  readonly onProblem: (sentence: string) => void;
  /** Called when the saved form has changed. */
  readonly onChange: () => void;
  readonly gatherMs: number;
  /** Delay after the first failure, ms; each further failure doubles it. */
  readonly retryMs: number;
  /** Monotonic. */
  readonly nowMs?: () => number;
}

/** Notices of a thousand devices that fail together become one message. */
export const GATHER_MS = 5000;
export const RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 600_000;
/** Maximum number of attempts if the receiver answers. */
const ATTEMPTS = 5;
/** Maximum time if it does not. */
const LONGEST_WAIT_MS = 24 * 3_600_000;
const MOST_IN_BATCH = 1000;
const MOST_BYTES_IN_BATCH = 1 << 20;

export class NoticeQueue {
  sent = 0;
  lost = 0;
  lastError: PartStatus["lastError"];
  readonly #name: string;
  /** When each notice began to wait in this process: the system clock may jump by years at any time. */
  readonly #sinceMs = new WeakMap<Notice, number>();
  readonly #beganMs: number;
  readonly #options: NoticeQueueOptions;
  #send: SendBatch;
  #batch: NoticeBatch | undefined;
  #waiting: Notice[];
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(name: string, send: SendBatch, options: NoticeQueueOptions, kept: KeptQueue = { waiting: [] }) {
    this.#name = name;
    this.#send = send;
    this.#options = options;
    this.#beganMs = this.#nowMs();
    this.#batch = kept.batch;
    this.#waiting = [...kept.waiting];
    options.bound.held += this.#bytes;
    if (this.waiting > 0) this.#later(options.gatherMs);
  }

  get waiting(): number {
    return this.#waiting.length + (this.#batch?.notices.length ?? 0);
  }

  get kept(): KeptQueue | undefined {
    if (this.waiting === 0) return undefined;
    return { ...(this.#batch && { batch: this.#batch }), waiting: this.#waiting };
  }

  /** Applies a new address or secret after a reload. */
  sendBy(send: SendBatch): void {
    this.#send = send;
  }

  tell(notice: Notice): void {
    const { bound, makeRoom } = this.#options;
    const bytes = bytesOf(notice);
    if (!bound.hasRoom(bytes)) makeRoom(bytes);
    this.#waiting.push(notice);
    this.#sinceMs.set(notice, this.#nowMs());
    bound.held += bytes;
    this.#options.onChange();
    this.#later(this.#options.gatherMs);
  }

  /** Bytes that wait and were not tried yet, of each realm. */
  heldByRealm(): ReadonlyMap<string, number> {
    const held = new Map<string, number>();
    for (const notice of this.#waiting) held.set(realmOf(notice), (held.get(realmOf(notice)) ?? 0) + bytesOf(notice));
    return held;
  }

  /** Gives a realm's oldest up, until so many bytes are free. */
  giveUp(realm: string, bytes: number): void {
    const { bound, onChange } = this.#options;
    let freed = 0;
    this.#waiting = this.#waiting.filter((notice) => {
      if (freed >= bytes || realmOf(notice) !== realm) return true;
      freed += bytesOf(notice);
      this.lost++;
      bound.meet();
      return false;
    });
    bound.held -= freed;
    onChange();
  }

  /** Tries once to send waiting notices that have not failed yet. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#sending;
    if (this.#failures === 0) await this.#try();
  }

  /** Stops sending. */
  drop(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#options.bound.held -= this.#bytes;
    if (this.waiting > 0)
      this.#options.onProblem(`${this.waiting} notices for ${this.#name} are dropped: it is no longer configured`);
    this.#batch = undefined;
    this.#waiting = [];
    this.#options.onChange();
  }

  #nowMs(): number {
    return (this.#options.nowMs ?? performance.now.bind(performance))();
  }

  get #bytes(): number {
    return [...(this.#batch?.notices ?? []), ...this.#waiting].reduce((sum, notice) => sum + bytesOf(notice), 0);
  }

  #later(ms: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#sending = this.#sending.then(async () => {
        const waitMs = await this.#try();
        this.#timer = undefined;
        if (this.waiting > 0) this.#later(waitMs);
      });
    }, ms);
  }

  /** @returns delay until the next attempt, ms */
  async #try(): Promise<number> {
    const batch = this.#batch ?? this.#take();
    if (batch === undefined) return 0;
    this.#batch = batch;
    try {
      await this.#send(batch);
      this.sent += batch.notices.length;
      this.lastError = undefined;
      this.#done();
      return this.#waiting.length < MOST_IN_BATCH ? this.#options.gatherMs : 0;
    } catch (error) {
      return this.#failed(batch, error as Error);
    }
  }

  #take(): NoticeBatch | undefined {
    let bytes = 0;
    const end = this.#waiting.findIndex((notice, index) => {
      bytes += bytesOf(notice);
      return index > 0 && (index >= MOST_IN_BATCH || bytes > MOST_BYTES_IN_BATCH);
    });
    const notices = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    return notices.length === 0 ? undefined : { id: randomUUID(), notices };
  }

  #done(): void {
    for (const notice of this.#batch?.notices ?? []) this.#options.bound.held -= bytesOf(notice);
    this.#batch = undefined;
    this.#failures = 0;
    this.#options.onChange();
  }

  #failed({ notices }: NoticeBatch, error: Error): number {
    const { onProblem, retryMs, onChange } = this.#options;
    const { message } = error;
    if (this.lastError === undefined) onProblem(`${this.#name} failed and is tried again: ${message}`);
    this.lastError = { message, time: new Date().toISOString() };
    this.#failures++;
    const sinceMs = this.#sinceMs.get(notices[0]!) ?? this.#beganMs;
    const isTooOld = this.#nowMs() - sinceMs > LONGEST_WAIT_MS;
    if (isTooOld || (error instanceof Refused && this.#failures >= ATTEMPTS)) {
      onProblem(
        `${notices.length} notices for ${this.#name} are given up after ${this.#failures} attempts: ${message}`,
      );
      this.lost += notices.length;
      this.#done();
      return retryMs;
    }
    onChange();
    return Math.min(LONGEST_RETRY_MS, retryMs * 2 ** (this.#failures - 1));
  }
}

function realmOf({ realm = "" }: Notice): string {
  return realm;
}

function bytesOf({ text }: Notice): number {
  return 100 + text.length;
}

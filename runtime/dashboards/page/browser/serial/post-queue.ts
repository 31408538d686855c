/**
 * Posts frames to the service in batches. Each stays until it is answered, and has a number: what is sent again is stored
 * once, at the time when the frame came. No DOM.
 */

import { type FrameNumbers, numbered } from "../../../../frames/numbered-envelope.ts";
import { retryMs } from "../data/query.ts";
import { steadyMs } from "./steady-clock.ts";

/** `later`: it must be sent again. `smaller`: in parts. `refused`: sending it again is useless. `forbidden`: until there is a right, or a channel. */
export interface PostAnswer {
  readonly kind: "kept" | "later" | "smaller" | "refused" | "forbidden";
  /** What the service said of it, if not all is well. */
  readonly said: string;
}

export interface PostOptions {
  readonly post: (body: Uint8Array<ArrayBuffer>) => Promise<PostAnswer>;
  readonly nowMs?: () => number;
  readonly pause?: (ms: number) => Promise<void>;
  /** Bytes of frames that wait, at most. */
  readonly mostBytes?: number;
}

type Numbers = Omit<FrameNumbers, "ageMs">;

interface Waiting {
  readonly frame: Uint8Array;
  readonly atMs: number;
  readonly numbers: Numbers;
  readonly onKept?: (() => void) | undefined;
}

/** What a board numbered itself: it repeats the frame until `onKept`. */
export interface Repeated {
  readonly numbers: Numbers;
  readonly onKept: () => void;
}

const EVERY_MS = 200;
const MOST_FRAMES = 1000;
const MOST_BATCH_BYTES = 65_536;
const MOST_BYTES = 16_000_000;
/** A short frame takes memory, too. */
const BYTES_EACH = 64;

export class PostQueue {
  acknowledged = 0;
  /** Frames that were dropped since too many waited, and when the first and the last of them came. */
  lost: { readonly count: number; readonly fromMs: number; readonly toMs: number } | undefined;
  /** Why frames wait, or what the service said of frames that it refused. */
  said = "";
  isRefused = false;
  /** The reason may be over when the service offers the channel again. */
  isForbidden = false;
  readonly #options: PostOptions;
  readonly #sender = { device: anyNumber(), boot: anyNumber() };
  #waiting: Waiting[] = [];
  #bytes = 0;
  #sequence = 0;
  /** How many of the first that wait are on their way. */
  #onTheWay = 0;
  #mostFrames = MOST_FRAMES;
  #isSending = false;
  #failures = 0;

  constructor(options: PostOptions) {
    this.#options = options;
  }

  /** Number of frames without an answer. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add(frame: Uint8Array, atMs: number, repeated?: Repeated): void {
    const { mostBytes = MOST_BYTES } = this.#options;
    // The board keeps it, and repeats it.
    if (repeated !== undefined && (this.#bytes > mostBytes || this.#isWaiting(repeated.numbers))) return;
    const numbers = repeated?.numbers ?? { ...this.#sender, sequence: this.#sequence++ };
    this.#waiting.push({ frame, atMs, numbers, onKept: repeated?.onKept });
    this.#bytes += frame.length + BYTES_EACH;
    if (this.#bytes > mostBytes) this.#drop(mostBytes * 0.9);
    if (!this.isRefused) void this.send();
  }

  /** Sends what waits, also what was refused before. */
  async send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    this.isRefused = false;
    const { pause = waitMs } = this.#options;
    try {
      await pause(EVERY_MS);
      while (this.#waiting.length > 0 && !this.isRefused) {
        await this.#sendOne(this.#batch());
        await pause(this.#failures === 0 ? EVERY_MS : retryMs(this.#failures));
      }
    } finally {
      this.#isSending = false;
    }
  }

  async #sendOne(batch: readonly Waiting[]): Promise<void> {
    const { post, nowMs = steadyMs } = this.#options;
    const now = nowMs();
    const parts = batch.map(({ frame, atMs, numbers }) =>
      numbered(frame, { ...numbers, ageMs: Math.max(0, Math.round(now - atMs)) }),
    );
    this.#onTheWay = batch.length;
    const { kind, said } = await post(joined(parts));
    this.#onTheWay = 0;
    this.said = said;
    if (kind === "kept") this.#answered(batch.length);
    if (kind === "smaller") this.#mostFrames = Math.ceil(batch.length / 2);
    this.isForbidden = kind === "forbidden";
    this.isRefused = kind === "refused" || this.isForbidden || (kind === "smaller" && batch.length === 1);
    this.#failures = kind === "later" ? this.#failures + 1 : 0;
  }

  #batch(): readonly Waiting[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(({ frame }, i) => {
      bytes += frame.length + BYTES_EACH;
      return i > 0 && (bytes > MOST_BATCH_BYTES || i >= this.#mostFrames);
    });
    return this.#waiting.slice(0, end < 0 ? this.#waiting.length : end);
  }

  #answered(count: number): void {
    this.acknowledged += count;
    for (const { frame, onKept } of this.#waiting.splice(0, count)) {
      this.#bytes -= frame.length + BYTES_EACH;
      onKept?.();
    }
  }

  #isWaiting({ device, boot, sequence }: Numbers): boolean {
    return this.#waiting.some(
      ({ numbers }) => numbers.sequence === sequence && numbers.boot === boot && numbers.device === device,
    );
  }

  /** The oldest ones, which are not on their way. */
  #drop(mostBytes: number): void {
    let end = this.#onTheWay;
    for (; end < this.#waiting.length && this.#bytes > mostBytes; end++)
      this.#bytes -= this.#waiting[end]!.frame.length + BYTES_EACH;
    const dropped = this.#waiting.splice(this.#onTheWay, end - this.#onTheWay);
    const { count = 0, fromMs = dropped[0]!.atMs } = this.lost ?? {};
    this.lost = { count: count + dropped.length, fromMs, toMs: dropped.at(-1)!.atMs };
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function anyNumber(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

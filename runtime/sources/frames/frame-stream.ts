/**
 * Cuts one stream of bytes into frames for intake. Frames that intake cannot keep now are passed to it again; the
 * stream waits during this time.
 */

import { setImmediate, setTimeout } from "node:timers/promises";
import { cutDatagram } from "../../frames/cut-datagram.ts";
import type { Framing } from "../../frames/frame-format.ts";
import type { FrameStruct, FrameTable } from "../../frames/frame-table.ts";
import type { StreamFramer } from "../../frames/framer.ts";
import { MAX_FRAME_BYTES } from "../../frames/framer.ts";
import { type NumberedFrame, numberedFrame, unwrapped } from "../../frames/numbered-frame.ts";
import { NumberedScanner } from "../../frames/numbered-scanner.ts";
import { openFramer } from "../../frames/stream-framer.ts";
import type { Acceptance, Delivery, Intake } from "../../intake/intake.ts";
import { TelemetryError, ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import { ArrivalTimes } from "./arrival-times.ts";

/** Counters for `/health`; shared by the streams of a channel. */
export interface StreamCounts {
  frames: number;
  skippedBytes: number;
}

export interface FrameStreamOptions {
  readonly channel: string;
  /** `tcp://192.168.0.7:50123`, `serial:/dev/ttyUSB0` */
  readonly sender: string;
  readonly framing: Framing;
  /** The section's framing; absent: a datagram is one frame. */
  readonly datagramFraming?: Framing;
  /** The current table, which a reload replaces. Undefined if the channel is no longer served. */
  readonly table: () => FrameTable<FrameStruct> | undefined;
  readonly intake: Intake;
  /** `countsFrames`: each time is the number of a frame, and does not depend on when it arrived. */
  readonly clock: { nowNs(): bigint; readonly countsFrames?: true };
  readonly counts: StreamCounts;
  /** The stream may be repeated: its rows replace rows with the same times. */
  readonly isRecorded?: boolean;
  /** Frames may have a number from their board. */
  readonly isNumbered?: boolean;
  /** Sends bytes to the sender of the stream; absent if the connection is one-way. */
  readonly answer?: (bytes: Uint8Array) => void;
}

interface Given extends Pick<Delivery, "message" | "key"> {
  /** Sent to the sender once the frame is kept, or permanently refused. */
  readonly acknowledgement?: Uint8Array;
}

const MOST_WAITING = 4096;
/** After this many bytes, which take some milliseconds at most, others get their turn. */
const TURN_BYTES = 16_384;
const RETRY_MS = 500;
/** After this long without a byte, an unfinished frame is given up. */
const SILENCE_MS = 2000;

export class FrameStream {
  readonly #options: FrameStreamOptions;
  readonly #framer: StreamFramer<FrameTable<FrameStruct>>;
  readonly #scanner: NumberedScanner | undefined;
  /** Absent if times do not depend on arrival. */
  readonly #arrivals: ArrivalTimes | undefined;
  #table: FrameTable<FrameStruct>;
  readonly #silence: NodeJS.Timeout;
  #waiting = 0;
  #idle: (() => void) | undefined;
  /** Callers that wait for room. */
  #room: (() => void) | undefined;
  /** Number of frames that intake could not keep and that will be repeated. */
  #refusedCount = 0;
  /** Whether the sender has sent a numbered frame, so that it reads acknowledgements. */
  isNumbering = false;
  readings = 0;
  rejected = 0;
  /** The error of the first rejected frame. */
  firstError: Error | undefined;

  /** @throws Error if the channel is not served */
  constructor(options: FrameStreamOptions) {
    this.#options = options;
    const { channel, framing, counts, clock } = options;
    this.#arrivals = clock.countsFrames ? undefined : new ArrivalTimes(clock);
    const table = options.table();
    if (table === undefined) throw new Error(`channel '${channel}' is not served`);
    this.#table = table;
    this.#framer = openFramer(framing, table, {
      frame: (bytes) => {
        counts.frames++;
        this.#deliver({ message: this.#message(bytes, this.#arrived()) });
      },
      skipped: (bytes) => this.#skipped(this.#message(bytes, this.#arrived()), "stream"),
    });
    if (options.isNumbered === true)
      this.#scanner = new NumberedScanner({
        numbered: (found) => this.#takeNumbered(this.#message(found.frame), found),
        other: (bytes) => this.#cut(bytes),
      });
    this.#silence = globalThis.setTimeout(() => this.#pause(), SILENCE_MS);
    this.#silence.unref();
  }

  /** Processes chunks in sequence: resolves when the next chunk may follow. */
  async take(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; at += TURN_BYTES) {
      if (at > 0) await setImmediate();
      this.#silence.refresh();
      this.#follow();
      const turn = chunk.subarray(at, at + TURN_BYTES);
      if (this.#scanner === undefined) this.#cut(turn);
      else this.#scanner.push(turn, this.#mostBytes);
      if (this.#isFull) await new Promise<void>((resolve) => (this.#room = resolve));
    }
  }

  #cut(bytes: Uint8Array): void {
    this.#arrivals?.begin(bytes.length);
    this.#framer.push(bytes);
    this.#arrivals?.settle(this.#framer.waiting, this.#table.headerBytes);
  }

  #arrived(): bigint {
    return this.#arrivals?.timeBefore(this.#framer.waiting) ?? this.#options.clock.nowNs();
  }

  get #mostBytes(): number {
    const { format, largestBytes } = this.#table;
    return format.long === "ignore" ? MAX_FRAME_BYTES : largestBytes;
  }

  #pause(): void {
    // What is left of a lost numbered frame belongs to no frame that follows.
    if (this.#scanner?.pause(this.#mostBytes) === "gave up") this.#framer.end();
    else this.#framer.pause();
  }

  /** Streams stay open for days: frames are cut with the current table, also after a reload. */
  #follow(): void {
    const table = this.#options.table();
    if (table === undefined || table === this.#table) return;
    this.#table = table;
    this.#framer.use?.(table);
  }

  /** A datagram with one frame, or with several for a channel with configured framing. @param sender as in `frame` */
  datagram(bytes: Uint8Array, sender: string): void {
    const { datagramFraming } = this.#options;
    this.#follow();
    const isOne = datagramFraming === undefined || this.isWhole(bytes);
    const parts = isOne ? undefined : cutDatagram(bytes, datagramFraming, this.#table);
    if (parts === undefined) this.frame(bytes, sender);
    for (const { kind, bytes: part } of parts ?? []) {
      if (kind === "frame") this.frame(part, sender);
      else this.#skipped({ ...this.#message(part), sender }, "datagram");
    }
  }

  #skipped(message: Message, of: "stream" | "datagram"): void {
    const { counts, intake } = this.#options;
    const { length } = message.payload;
    counts.skippedBytes += length;
    this.rejected++;
    const error = new ValueError(`${length} bytes of the ${of} belong to no frame`, "skipped");
    this.firstError ??= error;
    intake.reject(message, error);
  }

  /** A complete frame. @param sender if it differs from the stream's */
  frame(bytes: Uint8Array, sender = this.#options.sender): void {
    const message = { ...this.#message(bytes), sender };
    const numbered = this.#numbered(bytes);
    if (numbered !== undefined) {
      this.#takeNumbered(message, numbered);
      return;
    }
    this.#options.counts.frames++;
    this.#deliver({ message });
  }

  #takeNumbered(message: Message, found: NumberedFrame): void {
    const { key, acknowledgement } = found;
    this.isNumbering = true;
    this.#options.counts.frames++;
    this.#deliver({ message: unwrapped(message, found), key, acknowledgement });
  }

  /** Whether the bytes are exactly one numbered frame. */
  isWhole(bytes: Uint8Array): boolean {
    return this.#numbered(bytes) !== undefined;
  }

  #numbered(bytes: Uint8Array): NumberedFrame | undefined {
    return this.#options.isNumbered === true ? numberedFrame(bytes) : undefined;
  }

  /** Ends the stream; resolves when all its frames were answered. */
  async end(): Promise<void> {
    clearTimeout(this.#silence);
    this.#scanner?.pause(this.#mostBytes);
    this.#framer.end();
    await this.answered();
  }

  /** Resolves when no frame waits for an answer. */
  answered(): Promise<void> {
    if (this.#waiting === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle = resolve;
    });
  }

  #message(payload: Uint8Array, receivedNs = this.#options.clock.nowNs()): Message {
    const { channel, sender, isRecorded } = this.#options;
    const message = { source: "frames", address: channel, sender, contentType: "", receivedNs, payload };
    return isRecorded === true ? { ...message, isRetry: true } : message;
  }

  /** Too many frames wait for the log, or it accepts none now. */
  get #isFull(): boolean {
    return this.#waiting > MOST_WAITING || this.#refusedCount > 0;
  }

  /** A sender of single frames waits until they are answered. */
  get isBehind(): boolean {
    return this.#isFull;
  }

  #deliver(given: Given): void {
    this.#waiting++;
    this.#give(given);
  }

  #give(given: Given): void {
    const { message, key } = given;
    this.#options.intake.take({
      message,
      key,
      acknowledge: (acceptance) => this.#accepted(given, acceptance),
      refuse: (reason) => this.#refused(given, reason),
    });
  }

  #accepted(given: Given, { readings }: Acceptance): void {
    this.readings += readings;
    this.#answered(given);
  }

  #refused(given: Given, reason: Error): void {
    if (reason instanceof TelemetryError && reason.code === "unavailable") {
      this.#refusedCount++;
      void this.#giveAgain(given);
      return;
    }
    this.rejected++;
    this.firstError ??= reason;
    this.#answered(given);
  }

  async #giveAgain(given: Given): Promise<void> {
    await setTimeout(RETRY_MS);
    this.#refusedCount--;
    this.#give(given);
  }

  #answered({ acknowledgement }: Given): void {
    if (acknowledgement !== undefined) this.#options.answer?.(acknowledgement);
    this.#waiting--;
    if (this.#waiting === 0) this.#idle?.();
    if (this.#refusedCount > 0 || this.#waiting > MOST_WAITING / 2) return;
    this.#room?.();
    this.#room = undefined;
  }
}

/** One stream of bytes → frames → intake. What intake cannot keep now is given to it again, and the stream waits meanwhile. */

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
import { NotYetDurable, TelemetryError, ValueError } from "../../telemetry/error-signal.ts";
import type { Message } from "../../telemetry/message.ts";

/** Counted for `/health`; shared by the streams of a channel. */
export interface StreamCounts {
  frames: number;
  skippedBytes: number;
}

export interface FrameStreamOptions {
  readonly channel: string;
  /** `tcp://192.168.0.7:50123`, `serial:/dev/ttyUSB0` */
  readonly sender: string;
  readonly framing: Framing;
  /** As the section says it; absent: a datagram is a frame. */
  readonly datagramFraming?: Framing;
  /** Of now: a reload gives another one. Undefined where the channel is served no more. */
  readonly table: () => FrameTable<FrameStruct> | undefined;
  readonly intake: Intake;
  readonly clock: { nowNs(): bigint };
  readonly counts: StreamCounts;
  /** It may be given again: its rows take the place of those of the same times. */
  readonly isRecorded?: boolean;
  /** Frames may be numbered by their boards. */
  readonly isNumbered?: boolean;
  /** To whom the stream comes from; absent where nothing goes that way. */
  readonly answer?: (bytes: Uint8Array) => void;
}

interface Given extends Pick<Delivery, "message" | "key"> {
  /** For its sender, once it is kept, or refused for good. */
  readonly acknowledgement?: Uint8Array;
}

const MOST_WAITING = 4096;
/** Others have their turn after so many bytes, which take some milliseconds at worst. */
const TURN_BYTES = 16_384;
const RETRY_MS = 500;
/** So long without a byte, and what only might be a frame is none. */
const SILENCE_MS = 2000;

export class FrameStream {
  readonly #options: FrameStreamOptions;
  readonly #framer: StreamFramer<FrameTable<FrameStruct>>;
  readonly #scanner: NumberedScanner | undefined;
  #table: FrameTable<FrameStruct>;
  readonly #silence: NodeJS.Timeout;
  #waiting = 0;
  #idle: (() => void) | undefined;
  /** Those that wait for room. */
  #room: (() => void) | undefined;
  /** Of what intake could not keep, and is given again. */
  #refusedCount = 0;
  readings = 0;
  rejected = 0;
  /** Of the first frame that was rejected. */
  firstError: Error | undefined;

  /** @throws Error where the channel is not served */
  constructor(options: FrameStreamOptions) {
    this.#options = options;
    const { channel, framing, counts, intake } = options;
    const table = options.table();
    if (table === undefined) throw new Error(`channel '${channel}' is not served`);
    this.#table = table;
    this.#framer = openFramer(framing, table, {
      frame: (bytes) => {
        counts.frames++;
        this.#deliver({ message: this.#message(bytes) });
      },
      skipped: (bytes) => {
        counts.skippedBytes += bytes.length;
        this.rejected++;
        const error = new ValueError(`${bytes.length} bytes of the stream belong to no frame`, "skipped");
        this.firstError ??= error;
        intake.reject(this.#message(bytes), error);
      },
    });
    if (options.isNumbered === true)
      this.#scanner = new NumberedScanner({
        numbered: (found) => this.#takeNumbered(this.#message(found.frame), found),
        other: (bytes) => this.#framer.push(bytes),
      });
    this.#silence = globalThis.setTimeout(() => this.#pause(), SILENCE_MS);
    this.#silence.unref();
  }

  /** One after the other: resolves when the next chunk may come. */
  async take(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; at += TURN_BYTES) {
      if (at > 0) await setImmediate();
      this.#silence.refresh();
      this.#follow();
      const turn = chunk.subarray(at, at + TURN_BYTES);
      if (this.#scanner === undefined) this.#framer.push(turn);
      else this.#scanner.push(turn, this.#mostBytes);
      if (this.#isFull) await new Promise<void>((resolve) => (this.#room = resolve));
    }
  }

  get #mostBytes(): number {
    const { format, largestBytes } = this.#table;
    return format.long === "ignore" ? MAX_FRAME_BYTES : largestBytes;
  }

  #pause(): void {
    this.#scanner?.pause(this.#mostBytes);
    this.#framer.pause();
  }

  /** A stream is open for days: its frames are cut as they are decoded, also after a reload. */
  #follow(): void {
    const table = this.#options.table();
    if (table === undefined || table === this.#table) return;
    this.#table = table;
    this.#framer.use?.(table);
  }

  /** A datagram: one frame, or several of a channel that says how they are told apart. @param sender as in `frame` */
  datagram(bytes: Uint8Array, sender: string): void {
    const { datagramFraming, counts, intake } = this.#options;
    this.#follow();
    const isOne = datagramFraming === undefined || this.isWhole(bytes);
    const parts = isOne ? undefined : cutDatagram(bytes, datagramFraming, this.#table);
    if (parts === undefined) this.frame(bytes, sender);
    for (const { kind, bytes: part } of parts ?? []) {
      if (kind === "frame") this.frame(part, sender);
      else {
        counts.skippedBytes += part.length;
        this.rejected++;
        const error = new ValueError(`${part.length} bytes of the datagram belong to no frame`, "skipped");
        this.firstError ??= error;
        intake.reject({ ...this.#message(part), sender }, error);
      }
    }
  }

  /** A frame that came whole. @param sender where it is not the stream's */
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
    this.#options.counts.frames++;
    this.#deliver({ message: unwrapped(message, found), key, acknowledgement });
  }

  /** Whether they are one frame that its board numbered. */
  isWhole(bytes: Uint8Array): boolean {
    return this.#numbered(bytes) !== undefined;
  }

  #numbered(bytes: Uint8Array): NumberedFrame | undefined {
    return this.#options.isNumbered === true ? numberedFrame(bytes) : undefined;
  }

  /** The stream is at its end; resolves when all its frames were answered. */
  async end(): Promise<void> {
    clearTimeout(this.#silence);
    this.#scanner?.pause(this.#mostBytes);
    this.#framer.end();
    await this.answered();
  }

  /** Resolves when no frame waits for its answer. */
  answered(): Promise<void> {
    if (this.#waiting === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle = resolve;
    });
  }

  #message(payload: Uint8Array): Message {
    const { channel, sender, clock, isRecorded } = this.#options;
    const message = { source: "frames", address: channel, sender, contentType: "", receivedNs: clock.nowNs(), payload };
    return isRecorded === true ? { ...message, isRetry: true } : message;
  }

  /** More frames wait for the log than should, or it takes none now. */
  get #isFull(): boolean {
    return this.#waiting > MOST_WAITING || this.#refusedCount > 0;
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

  #accepted(given: Given, { readings }: Pick<Acceptance, "readings">): void {
    this.readings += readings;
    this.#answered(given);
  }

  #refused(given: Given, reason: Error): void {
    if (reason instanceof TelemetryError && reason.code === "unavailable") {
      this.#refusedCount++;
      void this.#giveAgain(given, reason);
      return;
    }
    this.rejected++;
    this.firstError ??= reason;
    this.#answered(given);
  }

  /** What is not durable yet is in the log's memory: given to intake again, it would be there twice. */
  async #giveAgain(given: Given, reason: TelemetryError): Promise<void> {
    for (;;) {
      await setTimeout(RETRY_MS);
      if (!(reason instanceof NotYetDurable)) {
        this.#refusedCount--;
        return this.#give(given);
      }
      const isDurable = await reason.durable().then(
        () => true,
        () => false,
      );
      if (!isDurable) continue;
      this.#refusedCount--;
      return this.#accepted(given, reason);
    }
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

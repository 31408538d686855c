/** A board at a serial port of the browser: its frames are cut, decoded and, if wanted, posted. No DOM. */

import { isFrameProblem } from "../../../../frames/frame-table.ts";
import { MAX_FRAME_BYTES } from "../../../../frames/framer.ts";
import { type NumberedFrame, numbersIn } from "../../../../frames/numbered-frame.ts";
import { NumberedScanner } from "../../../../frames/numbered-scanner.ts";
import type { OfferedChannel } from "../../../../model/offered-channel.ts";
import { ArrivalTimes } from "../../../../sources/frames/arrival-times.ts";
import { ChannelDecoder, type LoadModule } from "./channel-decoder.ts";
import type { PostQueue, Repeated } from "./post-queue.ts";
import { steadyMs } from "./steady-clock.ts";

export interface SessionOptions {
  port: SerialPort;
  readonly baudRate: number;
  readonly decoder: ChannelDecoder;
  readonly queue: PostQueue;
  readonly load: LoadModule;
  /** Called for all bytes that arrive. */
  onBytes(): void;
  onRow(measurement: string, timeMs: number, values: Readonly<Record<string, unknown>>): void;
}

/** `lost`: unplugged, or its stream ended; if it comes back, it is opened again. */
export type PortState = "open" | "closed" | "lost";

/** After this long without a byte, an unfinished frame is given up. */
const SILENCE_MS = 2000;
/** The browser's buffer holds only 255 bytes by default. */
const BUFFER_BYTES = 65_536;
/** The first bytes of a stream, by which its channel is recognised. */
const SAMPLE_BYTES = 8192;
/** With fewer bytes, it is too early to say that they belong to another channel. */
const LEAST_BYTES = 256;

export class SerialSession {
  state: PortState = "closed";
  /** Whether frames are posted from now on. */
  isPosting = false;
  bytes = 0;
  frames = 0;
  /** Bytes between frames, or of unfinished ones. */
  skippedBytes = 0;
  /** Frames that the channel's codecs refuse, and why the last one. */
  readonly refused = { count: 0, bytes: 0, last: "" };
  /** Errors of the port, such as a buffer that ran over: bytes are missing. */
  readonly portErrors = { count: 0, last: "" };
  isServed = true;
  sample = new Uint8Array(0);
  readonly #options: SessionOptions;
  #decoder: ChannelDecoder;
  #framer: ReturnType<ChannelDecoder["framer"]>;
  /** Finds the frames that a board numbers, and repeats until they are acknowledged. */
  readonly #scanner = new NumberedScanner({
    numbered: (found) => this.#numbered(found),
    other: (bytes) => this.#cut(bytes),
  });
  #arrivals = new ArrivalTimes({ nowNs: () => BigInt(Math.round(steadyMs() * 1e6)) });
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** One after the other. */
  #written = Promise.resolve();
  #silence: ReturnType<typeof setTimeout> | undefined;
  #mayPost = true;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#decoder = options.decoder;
    this.#framer = this.#newFramer();
  }

  get channel(): string {
    return this.#decoder.offered.name;
  }

  get isNumbered(): boolean {
    return this.#decoder.offered.isNumbered;
  }

  /** Most of what came does not fit the channel. */
  get isForeign(): boolean {
    const { waiting } = this.#framer;
    const unfinished = waiting > 2 * this.#decoder.table.largestBytes ? waiting : 0;
    return this.bytes >= LEAST_BYTES && 2 * (this.skippedBytes + this.refused.bytes + unfinished) > this.bytes;
  }

  /** @throws DOMException if the port cannot be opened */
  async open(): Promise<void> {
    const { port, baudRate } = this.#options;
    await port.open({ baudRate, bufferSize: BUFFER_BYTES });
    this.state = "open";
    void this.#read();
  }

  /** Opens the port again if it was unplugged and this is it. */
  async cameBack(port: SerialPort): Promise<boolean> {
    const { usbVendorId, usbProductId } = this.#options.port.getInfo();
    const other = port.getInfo();
    const isSame =
      port === this.#options.port ||
      (usbVendorId !== undefined && usbVendorId === other.usbVendorId && usbProductId === other.usbProductId);
    if (this.state !== "lost" || !isSame) return false;
    this.#options.port = port;
    await this.open();
    return true;
  }

  async close(): Promise<void> {
    const wasOpen = this.state === "open";
    this.state = "closed";
    await this.#reader?.cancel().catch(() => {});
    if (wasOpen) await this.#options.port.close().catch(() => {});
  }

  async #read(): Promise<void> {
    const { port } = this.#options;
    let last: SerialPort["readable"] = null;
    // After an error of the line, the port has another stream; without one, it was unplugged.
    while (this.state === "open" && port.readable !== last && port.readable !== null) {
      last = port.readable;
      this.#reader = last.getReader();
      try {
        for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read()) this.#take(next.value);
      } catch (error) {
        this.portErrors.count += 1;
        this.portErrors.last = (error as Error).name;
      } finally {
        this.#reader.releaseLock();
        this.#reader = undefined;
      }
    }
    clearTimeout(this.#silence);
    this.#framer.end();
    if (this.state !== "open") return;
    this.state = "lost";
    // A port that is gone cannot be closed, but one whose stream ended must be before it is opened again.
    await port.close().catch(() => {});
  }

  #take(chunk: Uint8Array): void {
    this.#options.onBytes();
    this.bytes += chunk.length;
    if (this.sample.length < SAMPLE_BYTES)
      this.sample = Uint8Array.of(...this.sample, ...chunk.subarray(0, SAMPLE_BYTES));
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#pause(), SILENCE_MS);
    if (this.isNumbered) this.#scanner.push(chunk, MAX_FRAME_BYTES);
    else this.#cut(chunk);
  }

  #cut(bytes: Uint8Array): void {
    this.#arrivals.begin(bytes.length);
    this.#framer.push(bytes);
    this.#arrivals.settle(this.#framer.waiting, this.#decoder.table.headerBytes);
  }

  #pause(): void {
    if (this.isNumbered && this.#scanner.pause(MAX_FRAME_BYTES) !== "nothing") this.#framer.end();
    else this.#framer.pause();
  }

  #newFramer(): ReturnType<ChannelDecoder["framer"]> {
    return this.#decoder.framer({
      frame: (bytes) => this.#frame(bytes),
      skipped: ({ length }) => {
        this.skippedBytes += length;
      },
    });
  }

  #frame(bytes: Uint8Array): void {
    this.#taken(bytes, Number(this.#arrivals.timeBefore(this.#framer.waiting) / 1_000_000n));
  }

  #numbered({ frame, ageNs = 0n, acknowledgement }: NumberedFrame): void {
    const numbers = numbersIn(acknowledgement);
    const onKept = () => {
      // What is lost on the line, the board asks for again.
      this.#written = this.#written.then(() => this.#write(acknowledgement)).catch(() => {});
    };
    this.#taken(frame, steadyMs() - Number(ageNs / 1_000_000n), { numbers, onKept });
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const writer = this.#options.port.writable?.getWriter();
    try {
      await writer?.write(bytes);
    } finally {
      writer?.releaseLock();
    }
  }

  #taken(bytes: Uint8Array, atMs: number, repeated?: Repeated): void {
    // The service keeps what it refuses as dead letters.
    if (this.isPosting) this.#options.queue.add(bytes, atMs, repeated);
    const rows = this.#decoder.decode(bytes);
    if (isFrameProblem(rows)) {
      this.refused.count += 1;
      this.refused.bytes += bytes.length;
      this.refused.last = rows.message;
      return;
    }
    this.frames += 1;
    for (const { measurement, offsetMs, values } of rows) this.#options.onRow(measurement, atMs + offsetMs, values);
  }

  /** Takes over the channel as the service has it now. @param offered undefined: it is not served any more */
  async follow(offered: OfferedChannel | undefined): Promise<void> {
    this.isServed = offered !== undefined;
    const couldPost = this.#mayPost;
    this.#mayPost = this.isServed && offered?.mayWrite !== false;
    const { queue } = this.#options;
    // What was refused meanwhile waits; the right may have been away for less time than is between two of these calls.
    if (this.#mayPost && this.isPosting && (!couldPost || queue.isForbidden)) void queue.send();
    if (offered === undefined || JSON.stringify(offered) === JSON.stringify(this.#decoder.offered)) return;
    const before = this.#decoder.offered;
    this.#decoder = await ChannelDecoder.load(offered, this.#options.load);
    if (JSON.stringify(before.framing) === JSON.stringify(offered.framing) && this.#framer.use !== undefined)
      this.#framer.use(this.#decoder.table);
    else {
      this.#framer.end();
      this.#framer = this.#newFramer();
    }
  }
}

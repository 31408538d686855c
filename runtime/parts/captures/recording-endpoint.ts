/** `file:capture.pcap`, `-`: plays a recording once, with its original times. */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { type CanFrame, canFrame, channelBytes, EXTENDED } from "../../frames/can/can-frame.ts";
import { canRecordingOf, RECOGNISING_BYTES } from "../../frames/can/recordings.ts";
import { type CapturedPacket, CaptureReader, isCapture } from "../../frames/capture.ts";
import { type Captured, CaptureFlows } from "../../frames/capture-flows.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { FrameStream } from "../../sources/frames/frame-stream.ts";
import {
  type EndpointContext,
  problemNow,
  type StreamDetails,
  type StreamEndpoint,
} from "../../sources/frames/stream-endpoint.ts";
import { playBus } from "./bus-recording.ts";

/** Number of bytes that identify a capture, and a recording of a CAN bus, which may be lines that arrive now. */
const MAGIC_BYTES = 4;
const isEnough = (first: Buffer): boolean =>
  first.length >= MAGIC_BYTES && (first.length >= RECOGNISING_BYTES || isCapture(first) || first.includes(10));

export class RecordingEndpoint implements StreamEndpoint {
  readonly shown: string;
  problem: PartStatus["lastError"];
  readonly #path: string | undefined;
  readonly #port: number | undefined;
  readonly #context: EndpointContext;
  #readable: Readable | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  /** @param path undefined: standard input @param port port of accepted datagrams; undefined: all */
  constructor(path: string | undefined, port: number | undefined, context: EndpointContext) {
    this.#path = path;
    this.#port = port;
    this.#context = context;
    this.shown = path === undefined ? "-" : `file:${path}`;
  }

  async open(): Promise<void> {
    const beganNs = this.#path === undefined ? undefined : await modifiedNs(this.#path, this.#context.channel);
    const readable = this.#path === undefined ? process.stdin : createReadStream(this.#path);
    this.#readable = readable;
    this.#running = this.#read(readable, beganNs).catch((error: unknown) => {
      if (this.#closed) return;
      const sentence = `${this.shown}: ${(error as Error).message}`;
      this.problem = problemNow(sentence);
      this.#context.say("warn", sentence);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#readable?.destroy();
    await this.#running;
  }

  /** @param beganNs start time for a recorded stream without times; undefined: use the current time */
  async #read(readable: Readable, beganNs: bigint | undefined): Promise<void> {
    const chunks = readable[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let first: Buffer = Buffer.alloc(0);
    while (!isEnough(first)) {
      const next = await chunks.next();
      if (next.done === true) break;
      first = Buffer.concat([first, next.value]);
    }
    const all = (async function* () {
      yield first;
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
    })();
    const bus = canRecordingOf(first);
    const said = isCapture(first)
      ? await this.#capture(all)
      : bus === undefined
        ? await this.#stream(all, beganNs)
        : await playBus(bus, all, { shown: this.shown, beganNs, context: this.#context });
    this.#context.say("info", `${this.shown} has ended: ${said}`);
  }

  async #stream(chunks: AsyncIterable<Buffer>, beganNs: bigint | undefined): Promise<string> {
    let timeNs = beganNs ?? 0n;
    const details =
      beganNs === undefined ? {} : { clock: { nowNs: () => timeNs++, countsFrames: true as const }, isRecorded: true };
    const stream = this.#context.stream(this.shown, details);
    for await (const chunk of chunks) {
      await stream.take(chunk);
    }
    await stream.end();
    return taken(stream);
  }

  #capture(chunks: AsyncIterable<Buffer>): Promise<string> {
    return new CapturePlayer(this.#context, this.shown, this.#port).play(chunks);
  }
}

/** Plays the datagrams and TCP streams of one capture, with the times of its packets. */
class CapturePlayer {
  readonly #context: EndpointContext;
  readonly #shown: string;
  readonly #port: number | undefined;
  readonly #reader = new CaptureReader();
  readonly #flows = new CaptureFlows();
  readonly #details: StreamDetails = { clock: { nowNs: () => this.#timeNs++ }, isRecorded: true };
  readonly #datagrams: FrameStream;
  readonly #streams = new Map<string, FrameStream>();
  /** Frames of one packet get times one nanosecond apart. */
  #timeNs = 0n;
  #others = 0;
  #readings = 0;
  #rejected = 0;

  constructor(context: EndpointContext, shown: string, port: number | undefined) {
    this.#context = context;
    this.#shown = shown;
    this.#port = port;
    this.#datagrams = context.stream(shown, this.#details);
  }

  /** @returns a summary */
  async play(chunks: AsyncIterable<Buffer>): Promise<string> {
    try {
      for await (const chunk of chunks) {
        for (const packet of this.#reader.push(chunk)) await this.#takePacket(packet);
        await this.#datagrams.answered();
      }
      for (const found of this.#flows.end()) await this.#take(found);
    } finally {
      for (const sender of [...this.#streams.keys()]) await this.#endOf(sender);
      await this.#end(this.#datagrams);
    }
    const { cut } = this.#flows;
    if (cut > 0) this.#context.say("warn", `${this.#shown}: ${cutText(cut)}`);
    return this.#summary();
  }

  async #takePacket(packet: CapturedPacket): Promise<void> {
    // Two packets with the same time are two messages.
    if (packet.timeNs > this.#timeNs) this.#timeNs = packet.timeNs;
    if (isBusPacket(packet)) this.#takeBus(packet);
    else for (const found of this.#flows.take(packet)) await this.#take(found);
  }

  /** Frames of a CAN bus have no port. */
  #takeBus(packet: CapturedPacket): void {
    const frame = busFrameOf(packet);
    if (frame === undefined) this.#others++;
    else this.#datagrams.frame(channelBytes(frame), this.#shown);
  }

  async #take(found: Captured): Promise<void> {
    if (found.kind === "end") return this.#endOf(found.sender);
    if (found.kind === "datagram") {
      const { port, payload, sender } = found.datagram;
      if (this.#isOwn(port)) this.#datagrams.datagram(Uint8Array.from(payload), sender);
      return;
    }
    const { sender, senderPort, port, bytes } = found.bytes;
    // A device may listen or connect.
    if (!this.#isOwn(port, senderPort)) return;
    const stream = this.#streams.get(sender) ?? this.#context.stream(`tcp://${sender}`, this.#details);
    this.#streams.set(sender, stream);
    await stream.take(Uint8Array.from(bytes));
  }

  /** Counts the packets of other ports. */
  #isOwn(...ports: readonly number[]): boolean {
    const isOwn = this.#port === undefined || ports.includes(this.#port);
    if (!isOwn) this.#others++;
    return isOwn;
  }

  async #endOf(sender: string): Promise<void> {
    const stream = this.#streams.get(sender);
    this.#streams.delete(sender);
    if (stream !== undefined) await this.#end(stream);
  }

  async #end(stream: FrameStream): Promise<void> {
    await stream.end();
    this.#readings += stream.readings;
    this.#rejected += stream.rejected;
  }

  #summary(): string {
    const { incomplete, gaps, others, cut } = this.#flows;
    const port = this.#port === undefined ? "" : ` to port ${this.#port}`;
    const foreign = this.#others + others;
    const packets = foreign === 1 ? "packet is not a datagram" : "packets are not datagrams";
    return [
      `${this.#readings} rows, ${this.#rejected} rejected; ${foreign} ${packets}${port}`,
      ...(cut > 0 ? [cutText(cut)] : []),
      ...(incomplete > 0 ? [`${incomplete} ${incomplete === 1 ? "datagram lacks" : "datagrams lack"} fragments`] : []),
      ...(gaps > 0 ? [`TCP streams lack bytes in ${gaps} ${gaps === 1 ? "place" : "places"}`] : []),
      ...(this.#reader.waiting > 0 ? ["the last packet is incomplete"] : []),
    ].join(", ");
  }
}

function cutText(cut: number): string {
  const packets = cut === 1 ? "packet is" : "packets are";
  return `${cut} ${packets} cut by the capture's snapshot length (record whole ones: tcpdump -s 0)`;
}

function taken({ readings, rejected }: FrameStream): string {
  return `${readings} rows, ${rejected} rejected`;
}

/** The start time, which is the same each time the file is read. @throws Error (one sentence) */
async function modifiedNs(path: string, channel: string): Promise<bigint> {
  try {
    const found = await stat(path, { bigint: true });
    if (found.isFile() || found.isFIFO()) return found.mtimeNs;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? "is not there" : (error as Error).message;
    throw new Error(`channel '${channel}': ${path} ${reason}`);
  }
  throw new Error(`channel '${channel}': ${path} is not a file`);
}

/** Frames of CAN buses in captures of tcpdump and Wireshark. [LINKTYPE_CAN_SOCKETCAN] */
const SOCKETCAN = 227;
const REMOTE = 0x4000_0000;
const ERROR = 0x2000_0000;

function isBusPacket({ linkType }: CapturedPacket): boolean {
  return linkType === SOCKETCAN;
}

/** Undefined for frames without data, and for what is cut. */
function busFrameOf({ bytes, timeNs }: CapturedPacket): CanFrame | undefined {
  if (bytes.length < 8) return undefined;
  const all = bytes.readUInt32BE(0);
  const length = bytes[4]!;
  // Later members of the family, such as CAN XL, have other flags there.
  if ((all & (REMOTE | ERROR)) !== 0 || bytes.length < 8 + length) return undefined;
  const isExtended = all >= EXTENDED;
  const data = Uint8Array.from(bytes.subarray(8, 8 + length));
  return canFrame(isExtended ? all - EXTENDED : all, isExtended, data, { timeNs, bus: "" });
}
